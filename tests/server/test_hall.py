"""The tables of one process, without a network: what happens when something fails."""

import asyncio
import gc
import logging
import threading

import pytest
from sqlalchemy.exc import OperationalError

from pioche.bots import LevelBot
from pioche.server import sight
from pioche.server.bots import Pace
from pioche.server.connection import Connection
from pioche.server.events import Moved, Opened, Seat
from pioche.server.hall import Hall
from pioche.server.log import Log
from pioche.server.messages import Hello, read_server
from pioche.server.room import Refused, Room

PATIENCE = 30


@pytest.fixture
def log(tmp_path):
    made = Log(f"sqlite:///{tmp_path / 'tables.db'}")
    made.migrate()
    yield made
    made.close()


def opening(*kinds) -> Opened:
    seats = [Seat(kind, f"P{place}", "casual" if kind == "bot" else None) for place, kind in enumerate(kinds)]
    return Opened("no-merci", len(seats), None, {}, seats, "07".zfill(64))


def at_a_table(log, *kinds, play, **settings):
    """Open a table in a hall of its own, and do something there."""

    async def doing():
        hall = Hall(log, pace=Pace(pause=0), **settings)
        table, _, _ = await hall.open(opening(*kinds), "", [])
        try:
            return await play(hall, await hall.place(table))
        finally:
            await hall.close()

    return asyncio.run(asyncio.wait_for(doing(), PATIENCE))


async def until(is_so) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def test_a_bot_that_fails_keeps_nobody_waiting(log, monkeypatch, caplog):
    """It moves by chance instead, and the log of the server says so."""

    def fail(self, situation):
        raise KeyError("weights")

    monkeypatch.setattr(LevelBot, "choose", fail)

    async def play(hall, place):
        await until(lambda: place.room.over)

    with caplog.at_level(logging.ERROR, "pioche.server"):
        at_a_table(log, "bot", "bot", "bot", play=play)
    assert "moves by chance" in caplog.text


def test_a_move_is_told_though_its_maker_hangs_up_while_it_is_written(log, monkeypatch):
    """Otherwise it would be on disk and nowhere else, and everybody would wait for somebody who has moved."""
    writing, goes_on, append = threading.Event(), threading.Event(), log.append

    def slow(entries):
        writing.set()
        goes_on.wait(PATIENCE)
        return append(entries)

    monkeypatch.setattr(log, "append", slow)

    async def play(hall, place):
        (seat,) = place.room.match.to_move
        moving = asyncio.create_task(hall.act(place.room.table, lambda room: room.move(seat, "take")))
        await until(writing.is_set)
        moving.cancel()
        goes_on.set()
        await asyncio.gather(moving, return_exceptions=True)
        await until(lambda: log.read(place.room.table, 0))
        await until(lambda: place.room.number == 1)

    at_a_table(log, "person", "person", "person", play=play)


def test_a_refusal_that_nobody_hears_is_no_fault(log):
    complaints = []

    async def play(hall, place):
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["message"]))
        (seat,) = place.room.match.to_move
        async with place.lock:
            moving = asyncio.create_task(hall.act(place.room.table, lambda room: room.move(seat, "dance")))
            await until(lambda: hall._begun)
            moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
        del moving
        await until(lambda: not hall._begun)
        gc.collect()

    at_a_table(log, "person", "person", "person", play=play)
    assert complaints == []


def failing(log, monkeypatch, *, times) -> None:
    """The disk is full, or the database is away, so many times."""
    append, left = log.append, [times]

    def fail(entries):
        left[0] -= 1
        if left[0] >= 0:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))
        return append(entries)

    monkeypatch.setattr(log, "append", fail)


def test_where_nothing_can_be_written_nothing_has_changed(log, monkeypatch):
    async def play(hall, place):
        (seat,) = place.room.match.to_move
        failing(log, monkeypatch, times=1)
        with pytest.raises(OperationalError):
            await hall.act(place.room.table, lambda room: room.move(seat, "take"))
        assert place.room.number == 0
        assert await hall.act(place.room.table, lambda room: room.move(seat, "take")) == 1

    at_a_table(log, "person", "person", "person", play=play)


def test_what_was_written_in_spite_of_a_failure_is_known(log, monkeypatch):
    """The connection may break after the commit and before its answer."""
    append = log.append

    def lose(entries):
        append(entries)
        raise OperationalError("COMMIT", {}, Exception("server closed the connection"))

    async def play(hall, place):
        (seat,) = place.room.match.to_move
        monkeypatch.setattr(log, "append", lose)
        with pytest.raises(OperationalError):
            await hall.act(place.room.table, lambda room: room.move(seat, "take"))
        assert place.room.number == 1

    at_a_table(log, "person", "person", "person", play=play)


def test_bots_go_on_when_the_database_is_back(log, monkeypatch):
    monkeypatch.setattr("pioche.server.bots.AGAIN_SECONDS", 0.01)
    failing(log, monkeypatch, times=3)

    async def play(hall, place):
        await until(lambda: place.room.over)

    at_a_table(log, "bot", "bot", "bot", play=play)


def test_an_end_that_cannot_be_noted_is_noted_after_the_next_start(log, monkeypatch):
    note_end = log.note_end

    def fail(table, *, is_over):
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    async def play(hall, place):
        monkeypatch.setattr(log, "note_end", fail)
        await until(lambda: place.room.over)

    at_a_table(log, "bot", "bot", "bot", play=play)
    assert len(log.unfinished()) == 1
    monkeypatch.setattr(log, "note_end", note_end)
    asyncio.run(Hall(log).resume())
    assert log.unfinished() == []


def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(log):
    log.open("broken", "no-merci", Moved(0, "take"), [])
    log.open("good", "no-merci", opening("bot", "bot", "bot"), [])

    async def start():
        hall = Hall(log, pace=Pace(pause=0))
        await hall.resume()
        await until(lambda: hall._places["good"].room.over)
        await hall.close()

    asyncio.run(asyncio.wait_for(start(), PATIENCE))


@pytest.fixture
def thinking(monkeypatch):
    """Bots that think until they are let go: how many have begun, and a way to go on."""
    choose, begun, goes_on = LevelBot.choose, [], threading.Semaphore(0)

    def slow(self, situation):
        begun.append(situation.seat)
        goes_on.acquire(timeout=PATIENCE)
        return choose(self, situation)

    monkeypatch.setattr(LevelBot, "choose", slow)
    return begun, goes_on


def test_a_bot_does_not_move_for_somebody_who_came_back_while_it_thought(log, thinking):
    begun, goes_on = thinking

    async def play(hall, place):
        (seat,) = place.room.match.to_move
        await hall.act(place.room.table, lambda room: room.replace(seat, "casual"))
        await until(lambda: begun)
        await hall.act(place.room.table, lambda room: room.come_back(seat))
        goes_on.release()
        await until(lambda: place.bot is None)
        assert place.room.match.moves == ()
        assert place.room.match.to_move == (seat,)

    at_a_table(log, "person", "person", "person", play=play)


def test_a_bot_thinks_anew_when_a_move_was_taken_back_while_it_thought(log, thinking):
    """What it had found was for another situation."""
    begun, goes_on = thinking

    (seat,) = Room.open("t", opening("person", "bot", "bot")).match.to_move
    kinds = ["person" if place == seat else "bot" for place in range(3)]

    async def play(hall, place):
        table = place.room.table
        await hall.act(table, lambda room: room.move(seat, "refuse"))
        await until(lambda: len(begun) == 1)
        await hall.act(table, lambda room: room.undo(seat))
        await hall.act(table, lambda room: room.move(seat, "refuse"))
        goes_on.release()
        await until(lambda: len(begun) == 2)
        assert len(place.room.match.moves) == 1
        goes_on.release(10)

    at_a_table(log, *kinds, play=play)


def test_a_seat_is_held_as_soon_as_it_is_taken(log, monkeypatch):
    """A seat that is taken but held by nobody would be lost, and everybody would wait for it."""
    monkeypatch.setattr(log, "hold", None)

    async def play(hall, place):
        table = place.room.table
        asked = [hall.join(table, None, name, [name]) for name in ("Zoé", "Late")]
        seats = await asyncio.gather(*asked, return_exceptions=True)
        assert seats[0] == 1
        assert isinstance(seats[1], Refused)
        assert log.holders(table) == [("Zoé", 1)]

    at_a_table(log, "person", "open", "person", play=play)


def test_tables_at_which_nobody_looks_are_forgotten_as_others_are_opened(log):
    async def play(hall, place):
        for _ in range(5):
            await hall.open(opening("person", "open", "open"), "", [])
        assert len(hall._places) == 2
        assert (await hall.place(place.room.table)).room.number == 0

    at_a_table(log, "person", "person", "person", play=play, most_loaded=2)


def test_a_table_is_one_table_even_where_there_is_no_room_for_it(log):
    """All others are looked at: whoever comes now, and whoever comes next, are at the same one."""

    async def play(hall, place):
        place.watchers.add(Onlooker())
        log.open("late", "no-merci", opening("person", "person", "person"), [])
        first, second = await asyncio.gather(hall.place("late"), hall.place("late"))
        assert first is second is await hall.place("late")
        place.watchers.clear()

    at_a_table(log, "person", "person", "person", play=play, most_loaded=1)


def test_who_missed_more_than_is_still_told_is_told_that(log):
    """What comes then does not follow what they have."""

    async def play(hall, place):
        table = place.room.table
        for number in range(sight.LAST_LINES + 5):
            await hall.act(table, lambda room, number=number: room.say(0, f"{number}!", None))
        told = {}
        for after in (-1, 0, 4, 5, 44, 45, 46, 10**6):
            socket = Connection(None, set(), Hello(after))
            socket.resume(place)
            socket.show(place)
            told[after] = read_server.decode(socket._waiting.get_nowait())
        assert {after: state.since for after, state in told.items() if state.since != -1} == {5: 5, 44: 44, 45: 45}
        assert [len(told[after].lines) for after in (-1, 4, 5, 44, 45, 46)] == [40, 40, 40, 1, 0, 40]

    at_a_table(log, "person", "person", "person", play=play)


class Onlooker:
    """A socket that counts how often it is told something."""

    def __init__(self, *held):
        self.held, self.eyes, self.told = set(held), min(held, default=-1), 0

    def show(self, place):
        self.told += 1


def test_the_others_are_told_who_comes_and_who_leaves(log):
    async def play(hall, place):
        first, again, second, spectator = Onlooker(0), Onlooker(0), Onlooker(1), Onlooker()
        for each in (first, second, again, spectator):
            place.enter(each)
        assert [each.told for each in (first, second, again, spectator)] == [2, 1, 1, 1]
        for each in (spectator, again, second):
            place.leave(each)
        assert (first.told, place.presence.seats) == (3, {0})
        place.leave(first)

    at_a_table(log, "person", "person", "person", play=play)


def test_two_processes_agree_on_the_table_of_a_rematch(log):
    """Each asks for it before it has heard of the other."""

    async def play(hall, place):
        await until(lambda: place.room.over)
        table, other = place.room.table, Hall(log, pace=Pace(pause=0))
        await other.place(table)
        await other.act(table, lambda room: room.say(0, "again?", None))
        first = await other.rematch(table)
        assert await hall.rematch(table) == first == place.room.continued
        await other.close()

    at_a_table(log, "bot", "bot", "bot", play=play)
