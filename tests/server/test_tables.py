"""The tables of one process, without a network, when something fails."""

import asyncio
import logging
import threading
import time

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from pioche.bots import LevelBot
from pioche.server import commands, schema, snapshot
from pioche.server.bodies import Join
from pioche.server.bots import Pace
from pioche.server.connection import Connection
from pioche.server.errors import Busy, Refused
from pioche.server.events import Moved, Opened, Seat, Undone
from pioche.server.limits import Limits
from pioche.server.messages import Hello, read_server
from pioche.server.table import Table
from pioche.server.tables import Tables
from pioche.server.texts import StateTexts
from tests.outboxes import Sent
from tests.server.conftest import new_store

PATIENCE = 30


@pytest.fixture
def store(tmp_path):
    with new_store(f"sqlite:///{tmp_path / 'tables.db'}") as made:
        yield made


def opening(*kinds) -> Opened:
    seats = [Seat(kind, f"P{seat}", "casual" if kind == "bot" else None) for seat, kind in enumerate(kinds)]
    return Opened("no-merci", len(seats), None, {}, seats, "07".zfill(64))


def at_a_table(store, *kinds, play, **settings):
    """Open a table in a separate `Tables`, and do something there."""

    async def doing():
        tables = Tables(store, pace=Pace(pause=0), **settings)
        table_id, _, _ = await tables.open(opening(*kinds), "", [])
        live = await tables.find(table_id)
        if "person" not in kinds:
            watch(tables, live)
        try:
            return await play(tables, live)
        finally:
            await tables.close()

    return asyncio.run(asyncio.wait_for(doing(), PATIENCE))


def watch(tables, live) -> Connection:
    """Let a spectator in: bots that are alone at a table play while somebody watches."""
    spectator = Connection(Sent(), set(), Hello())
    tables.enter(live, spectator)
    return spectator


async def until(is_so) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def test_a_failing_bot_keeps_nobody_waiting(store, monkeypatch, caplog):
    """It moves at random instead, and the server's log says so."""

    def fail(self, situation):
        raise KeyError("weights")

    monkeypatch.setattr(LevelBot, "choose", fail)

    async def play(tables, live):
        await until(lambda: live.table.over)

    with caplog.at_level(logging.ERROR, "pioche.server"):
        at_a_table(store, "bot", "bot", "bot", play=play)
    assert "moves at random" in caplog.text


def test_a_move_is_sent_even_if_its_player_disconnects_while_it_is_written(store, monkeypatch):
    """Otherwise it would be stored but not sent, and everybody would wait for a player who has already moved."""
    writing, goes_on, append = threading.Event(), threading.Event(), store.append

    def slow(entries):
        writing.set()
        goes_on.wait(PATIENCE)
        return append(entries)

    monkeypatch.setattr(store, "append", slow)

    async def play(tables, live):
        (seat,) = live.table.match.to_move
        moving = asyncio.create_task(tables.act(live.table.id, lambda live: commands.move(live.table, seat, "take")))
        await until(writing.is_set)
        moving.cancel()
        goes_on.set()
        await asyncio.gather(moving, return_exceptions=True)
        await until(lambda: store.read(live.table.id, 0))
        await until(lambda: live.table.number == 1)

    at_a_table(store, "person", "person", "person", play=play)


def failing(store, monkeypatch, *, times) -> None:
    """The disk is full, or the database is away, for the next few writes."""
    append, left = store.append, [times]

    def fail(entries):
        left[0] -= 1
        if left[0] >= 0:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))
        return append(entries)

    monkeypatch.setattr(store, "append", fail)


def test_nothing_changes_if_nothing_can_be_written(store, monkeypatch):
    async def play(tables, live):
        (seat,) = live.table.match.to_move
        failing(store, monkeypatch, times=1)
        with pytest.raises(OperationalError):
            await tables.act(live.table.id, lambda live: commands.move(live.table, seat, "take"))
        assert live.table.number == 0
        assert await tables.act(live.table.id, lambda live: commands.move(live.table, seat, "take")) == 1

    at_a_table(store, "person", "person", "person", play=play)


def test_an_event_that_was_written_despite_an_error_counts(store, monkeypatch):
    """The connection may break after the commit and before its confirmation."""
    append = store.append

    def lose(entries):
        append(entries)
        raise OperationalError("COMMIT", {}, Exception("server closed the connection"))

    async def play(tables, live):
        (seat,) = live.table.match.to_move
        monkeypatch.setattr(store, "append", lose)
        with pytest.raises(OperationalError):
            await tables.act(live.table.id, lambda live: commands.move(live.table, seat, "take"))
        assert live.table.number == 1

    at_a_table(store, "person", "person", "person", play=play)


def test_bots_continue_when_the_database_is_back(store, monkeypatch):
    monkeypatch.setattr("pioche.server.bots.AGAIN_SECONDS", 0.01)
    failing(store, monkeypatch, times=3)

    async def play(tables, live):
        await until(lambda: live.table.over)

    at_a_table(store, "bot", "bot", "bot", play=play)


def test_an_end_that_could_not_be_stored_is_stored_after_the_next_start(store, monkeypatch):
    note_end = store.note_end

    def fail(table_id, ended):
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    async def play(tables, live):
        monkeypatch.setattr(store, "note_end", fail)
        await until(lambda: live.table.over)

    at_a_table(store, "bot", "bot", "bot", play=play)
    assert len(store.unfinished()) == 1
    monkeypatch.setattr(store, "note_end", note_end)
    asyncio.run(Tables(store).resume())
    assert store.unfinished() == []


def test_the_last_move_does_not_wait_until_the_end_is_noted(store, monkeypatch):
    """The move is on disk. Results, which many ends may wait to be written to, follow."""
    goes_on, note_end, noted = threading.Event(), store.note_end, []

    def slow(table_id, ended):
        assert goes_on.wait(PATIENCE)
        noted.append(ended is not None)
        note_end(table_id, ended)

    monkeypatch.setattr(store, "note_end", slow)

    async def play(tables, live):
        while not live.table.over:
            (seat,) = live.table.match.to_move
            async with asyncio.timeout(PATIENCE / 2):
                await tables.act(live.table.id, lambda live, seat=seat: commands.move(live.table, seat, "take"))
        assert not noted
        await tables.act(live.table.id, lambda live: Undone(seat, len(live.table.match.moves) - 1))
        assert not live.table.over
        goes_on.set()
        await tables.settle()

    at_a_table(store, "person", "person", "person", play=play)
    assert noted == [True, False]


def test_a_table_ended_when_its_last_move_was_stored(store, monkeypatch):
    """However long it takes until that is noted: at midnight, the deal of the day is over."""
    note_end, ends = store.note_end, []

    def slow(table_id, ended):
        ends.append(ended)
        time.sleep(0.1)
        note_end(table_id, ended)

    monkeypatch.setattr(store, "note_end", slow)

    async def play(tables, live):
        await until(lambda: live.table.over)
        await tables.settle()
        return live.table

    table = at_a_table(store, "bot", "bot", "bot", play=play)
    last = store.times_of(table.id, [table.moved[-1]])
    with store.engine.connect() as connection:
        noted = (
            connection.execute(sa.select(schema.results.c.ended).union(sa.select(schema.tables.c.ended)))
            .scalars()
            .all()
        )
    assert noted == ends == list(last.values())


def test_an_unreadable_table_does_not_stop_the_others(store):
    store.open("broken", "no-merci", Moved(0, "take"), [])
    store.open("good", "no-merci", opening("bot", "bot", "bot"), [])

    async def start():
        tables = Tables(store, pace=Pace(pause=0))
        await tables.resume()
        watch(tables, tables._live["good"])
        await until(lambda: tables._live["good"].table.over)
        await tables.close()

    asyncio.run(asyncio.wait_for(start(), PATIENCE))


@pytest.fixture
def thinking(monkeypatch):
    """Bots that think until they are released, with a count of those that have started."""
    choose, begun, goes_on = LevelBot.choose, [], threading.Semaphore(0)

    def slow(self, situation):
        begun.append(situation.seat)
        goes_on.acquire(timeout=PATIENCE)
        return choose(self, situation)

    monkeypatch.setattr(LevelBot, "choose", slow)
    return begun, goes_on


def test_a_bot_does_not_move_for_a_player_who_came_back_while_it_was_thinking(store, thinking):
    begun, goes_on = thinking

    async def play(tables, live):
        (seat,) = live.table.match.to_move
        await tables.act(live.table.id, lambda live: commands.replace(live, seat, "casual", {seat}))
        await until(lambda: begun)
        await tables.act(live.table.id, lambda live: commands.come_back(live.table, seat))
        goes_on.release()
        await until(lambda: live.bot is None)
        assert live.table.match.moves == ()
        assert live.table.match.to_move == (seat,)

    at_a_table(store, "person", "person", "person", play=play)


def test_a_bot_thinks_again_if_a_move_was_taken_back_while_it_was_thinking(store, thinking):
    """Its first choice was for another situation."""
    begun, goes_on = thinking

    (seat,) = Table.open("t", opening("person", "bot", "bot")).match.to_move
    kinds = ["person" if live == seat else "bot" for live in range(3)]

    async def play(tables, live):
        table_id = live.table.id
        await tables.act(table_id, lambda live: commands.move(live.table, seat, "refuse"))
        await until(lambda: len(begun) == 1)
        await tables.act(table_id, lambda live: commands.undo(live.table, seat))
        await tables.act(table_id, lambda live: commands.move(live.table, seat, "refuse"))
        goes_on.release()
        await until(lambda: len(begun) == 2)
        assert len(live.table.match.moves) == 1
        goes_on.release(10)

    at_a_table(store, *kinds, play=play)


def test_a_seat_has_a_holder_as_soon_as_it_is_taken(store, monkeypatch):
    """A seat that is taken but held by nobody would be lost, and everybody would wait for it."""
    monkeypatch.setattr(store, "hold", None)

    async def play(tables, live):
        table_id = live.table.id
        asked = [tables.join(table_id, Join("", name), [name]) for name in ("Zoé", "Late")]
        seats = await asyncio.gather(*asked, return_exceptions=True)
        assert seats[0] == 1
        assert isinstance(seats[1], Refused)
        assert store.holders(table_id) == [("Zoé", 1)]

    at_a_table(store, "person", "open", "person", play=play)


def test_a_client_that_missed_too_much_is_sent_everything_again(store):
    """The new lines do not continue the ones it has."""

    async def play(tables, live):
        table_id = live.table.id
        for number in range(snapshot.LAST_LINES + 5):
            await tables.act(table_id, lambda live, number=number: commands.chat(live.table, 0, f"{number}!", None))
        told = {}
        for after in (-1, 0, 4, 5, 44, 45, 46, 10**6):
            outbox = Sent()
            connection = Connection(outbox, set(), Hello(after))
            connection.resume(live)
            connection.show(StateTexts(live))
            told[after] = read_server.decode(outbox[0])
        assert {after: state.since for after, state in told.items() if state.since != -1} == {5: 5, 44: 44, 45: 45}
        assert [len(told[after].lines) for after in (-1, 4, 5, 44, 45, 46)] == [40, 40, 40, 1, 0, 40]

    at_a_table(store, "person", "person", "person", play=play)


class FakeConnection:
    """A connection that counts the messages it is sent."""

    def __init__(self, *held):
        self.held, self.eyes, self.shown = set(held), min(held, default=-1), 0

    def show(self, live):
        self.shown += 1


def test_the_others_are_sent_arrivals_and_departures(store):
    async def play(tables, live):
        first, again, second, spectator = FakeConnection(0), FakeConnection(0), FakeConnection(1), FakeConnection()
        for each in (first, second, again, spectator):
            live.enter(each)
        assert [each.shown for each in (first, second, again, spectator)] == [2, 1, 1, 1]
        for each in (spectator, again, second):
            live.leave(each)
        assert (first.shown, live.presence.seats) == (3, {0})
        live.leave(first)

    at_a_table(store, "person", "person", "person", play=play)


def test_two_processes_agree_on_the_table_of_a_rematch(store):
    """Each asks for it before it has been notified by the other."""

    async def play(tables, live):
        await until(lambda: live.table.over)
        table_id, other = live.table.id, Tables(store, pace=Pace(pause=0))
        await other.find(table_id)
        await other.act(table_id, lambda live: commands.chat(live.table, 0, "again?", None))
        first = await other.rematch(table_id)
        assert await tables.rematch(table_id) == first == live.table.continued
        await other.close()

    at_a_table(store, "bot", "bot", "bot", play=play)


def test_a_rematch_counts_as_a_table_of_its_address(store):
    async def play(tables, live):
        await until(lambda: live.table.over)
        table_id = live.table.id
        following = await tables.rematch(table_id, address="a")
        assert await tables.rematch(table_id, address="a") == following, "it is open already, and is not counted again"
        again = await tables.find(following)
        watch(tables, again)
        await until(lambda: again.table.over)
        with pytest.raises(Busy) as caught:
            await tables.rematch(following, address="a")
        assert caught.value.message.key == "server.tables-too-fast"
        assert await tables.rematch(following, address="b")
        assert tables.metrics.tables_opened == 3

    limits = Limits(tables_at_once=1, tables_per_hour=0.001)
    at_a_table(store, "bot", "bot", "bot", play=play, limits=limits)
