"""Tables with a clock: the time for a move runs out, over restarts too, and a bot moves or the others decide."""

import asyncio
import time

import httpx
import pytest

from pioche.client import RefusedByServer, sit
from pioche.server import messages
from pioche.server.clock import TurnClock
from pioche.server.events import Clock, LateAllowed, LateAwaited, Moved, Opened, Seat, Undone, decode, encode
from pioche.server.store import Store
from pioche.server.table import Table
from tests.server.conftest import PATIENCE, Running, open_table
from tests.server.test_table import claimed_from, table

SECONDS = 2
HOUR = 3600
PEOPLE = [Seat("person", "Ada"), Seat("person", "Basile"), Seat("person", "Cléo")]


@pytest.fixture
def slow(tmp_path):
    """A server where a move may have a second."""
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", options=["--shortest-clock", "1"]).start()
    yield running
    running.kill()


def opened(clock: Clock | None = None) -> Opened:
    return Opened("no-merci", 3, None, {}, PEOPLE, "5eed" * 16, dealer=2, clock=clock)


def events_of(running: Running, table: str) -> list:
    store = Store(running.database)
    found = [event for _, event in store.read(table)]
    store.close()
    return found


def moves_by(running: Running, table: str) -> list[tuple[int, str | None]]:
    return [(event.seat, event.level) for event in events_of(running, table) if isinstance(event, Moved)]


def wait_for(what, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def test_events_without_a_clock_are_still_read():
    body = encode(opened()).replace(b',"clock":null', b"")
    assert b"clock" not in body
    assert decode(body) == opened()
    assert decode(b'{"type":"moved","seat":1,"move":"take"}') == Moved(1, "take")


def test_a_seat_is_due_since_the_event_that_made_it_so():
    table = Table.open("t", opened())
    assert table.due == table.seen_due
    assert table.due.since == {0: 0}
    table.apply(1, Moved(0, "refuse"))
    assert table.due.since == {1: 1}
    table.apply(2, Moved(1, "take"))
    assert table.due.since == {1: 2}, "whoever moves again has the full time again"
    table.apply(3, Undone(1, 1))
    assert table.due.since == {1: 3}


def test_giving_more_time_restarts_the_clock():
    table = Table.open("t", opened(Clock(HOUR, "others")))
    table.apply(1, LateAllowed(1, 0))
    assert (table.due.since, table.due.allowed) == ({0: 0}, {0: {1}})
    table.apply(2, LateAwaited(2, 0))
    assert (table.due.since, table.due.allowed) == ({0: 2}, {})


def test_a_bots_move_for_a_late_player_is_on_record():
    table = Table.open("t", opened(Clock(HOUR)))
    table.apply(1, Moved(0, "refuse", "strong"))
    (substitute,) = table.match.substitutes
    assert (substitute.seat, substitute.level, substitute.after, substitute.until) == (0, "strong", 0, 1)
    assert table.stood_in_for == {0}


def test_k6_26_the_clock_of_a_secret_question_is_shown_to_nobody_else():
    for seed in range(200):
        at = claimed_from(table("six-sequences", *["person"] * 4, seed=f"{seed:064x}"))
        if len(at.match.to_move) > 1:
            break
    seat, other, *_ = at.match.to_move
    clock = TurnClock(at, Clock(1, "others"))
    clock.hear(at.number, 1.0)
    assert [due.seat for due in clock.info(seat)] == [seat]
    assert clock.info(-1) == []
    assert clock.asked() == {}
    assert clock.may_bot_move(seat), "asking the others would tell them that the player was asked"
    at.apply(at.number + 1, Moved(seat, "pass", "strong"))
    assert (clock.until(seat), clock.until(other), clock.info(-1)) == (None, 2.0, [])
    assert at.match.substitutes
    assert at.stood_in_for == set(), "that a bot answered would tell it too"


def test_a_clock_cannot_be_shorter_than_the_server_allows(client):
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    asked = {"game": "no-merci", "seats": seats, "clock": {"seconds": 60, "then": "bot"}}
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 400
    assert answer.json()["error"]["key"] == "server.clock-too-short"


def test_a_bot_moves_once_when_the_time_is_up(slow):
    with httpx.Client(base_url=slow.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me", clock={"seconds": SECONDS}, dealer=2)["table"]
        wait_for(lambda: len(moves_by(slow, table)) >= 2)
    first, second, *_ = moves_by(slow, table)
    assert first == (0, "strong")
    assert second[1] == "strong"
    store = Store(slow.database)
    at = store.times_of(table, [0, 1, 2])
    store.close()
    assert at[1] - at[0] >= SECONDS
    assert at[2] - at[1] >= SECONDS, "the clock of the next move begins with the move before"


def test_a_deadline_survives_a_restart(slow):
    with httpx.Client(base_url=slow.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me", clock={"seconds": SECONDS})["table"]
    slow.kill()
    time.sleep(SECONDS)
    assert moves_by(slow, table) == []
    slow.start()
    wait_for(lambda: moves_by(slow, table))


async def state_of(seat) -> messages.State:
    async for state in seat.states():
        return state
    raise AssertionError("there is no state")


def test_the_table_shows_how_long_a_player_has(slow):
    async def look() -> messages.State:
        with httpx.Client(base_url=slow.address, timeout=PATIENCE) as client:
            made = open_table(client, "no-merci", "me", "me", "casual", clock={"seconds": HOUR}, dealer=2)
            (mine, *_) = client.get("/api/mine").json()
            assert HOUR - 60 < mine["until"] - time.time() <= HOUR
        async with sit(slow.address, made["table"], made["seats"]["0"]) as seat:
            return await state_of(seat)

    state = asyncio.run(look())
    assert state.table.clock == Clock(HOUR, "bot")
    (due,) = state.due
    assert due.seat == 0
    assert HOUR - 60 < due.seconds <= HOUR
    assert [who.replaceable_in for who in state.seats] == [None, None, None], "whoever plays slowly is not replaced"


async def answer(seat, *, lets: bool) -> None:
    await seat._ask(messages.AnswerLate(seat._next(), seat.seat, late=0, lets=lets))


def test_the_others_decide_about_a_late_player(slow):
    async def decide() -> None:
        with httpx.Client(base_url=slow.address, timeout=PATIENCE) as client:
            clock = {"seconds": SECONDS, "then": "others"}
            made = open_table(client, "no-merci", "me", "me", "me", clock=clock, dealer=2)
        table, tokens = made["table"], made["seats"]
        async with sit(slow.address, table, tokens["1"]) as one, sit(slow.address, table, tokens["2"]) as other:
            await state_of(one)
            await state_of(other)
            with pytest.raises(RefusedByServer):
                await answer(one, lets=True)
            await asyncio.sleep(SECONDS + 0.2)
            assert moves_by(slow, table) == [], "nothing happens before the others have decided"
            await answer(one, lets=True)
            await answer(other, lets=False)
            with pytest.raises(RefusedByServer):
                await answer(one, lets=True)
            await asyncio.sleep(SECONDS + 0.2)
            await answer(one, lets=True)
            assert moves_by(slow, table) == []
            await answer(other, lets=True)
            wait_for(lambda: moves_by(slow, table))
        assert moves_by(slow, table) == [(0, "strong")]

    asyncio.run(decide())
