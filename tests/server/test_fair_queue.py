"""The order in which waiting work is done, and how much of it may wait."""

import asyncio
import os
import sys
import threading
from dataclasses import replace
from random import Random

import httpx
import pytest
import segno

import pioche
from pioche.core.match import Match
from pioche.server import help as server_help
from pioche.server import puzzle_api, review_api
from pioche.server.app import Server
from pioche.server.bots import BACKGROUND, HINT, LEAST_SHARE, MOVE, Pace, asker_at
from pioche.server.compiler import Compiler
from pioche.server.connection import Connection
from pioche.server.errors import Busy, Refused
from pioche.server.events import Moved, Opened, Seat
from pioche.server.fair_queue import POLITE, SHARE, Asker, FairQueue, Workers
from pioche.server.kept import ENTRY_BYTES, Kept
from pioche.server.messages import Hello
from pioche.server.store import Entry
from pioche.server.tables import Tables
from pioche.server.words import say
from tests.outboxes import Sent
from tests.server.conftest import new_store

PATIENCE = 30
LOWEST_PRIORITY = 19


def taken(*askers: Asker) -> list[Asker]:
    queue = FairQueue()
    for asker in askers:
        queue.add(asker, asker)
    return [queue.take() for _ in range(len(queue))]


def test_addresses_take_turns():
    many, one = [Asker("many", f"table {number}") for number in range(6)], Asker("one")
    assert taken(*many, one).index(one) == 1


def test_tables_of_an_address_take_turns():
    noisy, quiet = Asker("home", "noisy"), Asker("home", "quiet")
    assert taken(*[noisy] * 5, quiet).index(quiet) == 1


def test_players_who_wait_come_first():
    """Players who wait for a move come before those who asked for hints, and these before tables where nobody waits."""
    waiting = [Asker(f"{rank}", rank=rank) for rank in (BACKGROUND, HINT, MOVE)]
    assert taken(*waiting) == waiting[::-1]


def test_the_last_rank_is_never_left_out():
    last = Asker("watched by nobody", rank=BACKGROUND)
    order = taken(*[Asker(f"{number}") for number in range(3 * SHARE)], last)
    assert order.index(last) == SHARE - 1


@pytest.fixture
def held():
    """A job that ends when the test lets it, and how it is let."""
    goes_on = threading.Event()
    yield lambda: goes_on.wait(PATIENCE), goes_on.set
    goes_on.set()


def test_too_many_questions_of_one_address_are_refused(held):
    job, let_go = held

    async def ask():
        workers = Workers("question", 1, most_each=3, most=5)
        waiting = [asyncio.create_task(workers.do(job, Asker("greedy"))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="You have asked for a lot already") as refused:
            await workers.do(job, Asker("greedy"))
        assert refused.value.status == 429
        honest = asyncio.create_task(workers.do(lambda: 7, Asker("honest")))
        waiting += [asyncio.create_task(workers.do(job, Asker(f"{number}"))) for number in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="The server has a lot to do") as refused:
            await workers.do(job, Asker("late"))
        assert refused.value.status == 503
        let_go()
        assert await honest == 7
        await asyncio.gather(*waiting)
        assert await workers.do(lambda: 8, Asker("greedy")) == 8
        workers.close()

    asyncio.run(asyncio.wait_for(ask(), PATIENCE))


def test_no_work_is_done_for_clients_who_have_gone(held):
    job, let_go = held
    done = []

    async def ask():
        workers = Workers("question", 1)
        first = asyncio.create_task(workers.do(job, Asker("a")))
        gone = asyncio.create_task(workers.do(lambda: done.append("gone"), Asker("b")))
        await asyncio.sleep(0)
        gone.cancel()
        let_go()
        await first
        await workers.do(lambda: done.append("here"), Asker("b"))
        workers.close()

    asyncio.run(asyncio.wait_for(ask(), PATIENCE))
    assert done == ["here"]


def test_answers_are_kept_up_to_a_size():
    kept = Kept(most_bytes=2 * ENTRY_BYTES + 10)
    for name in "abc":
        kept.keep(name, b"4444")
        kept.get("a")
    assert kept.size == 2 * ENTRY_BYTES + 8
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (b"4444", None, b"4444")
    kept.keep("a", b"")
    assert kept.size == 2 * ENTRY_BYTES + 4


def test_answers_that_say_nothing_do_not_fill_the_memory():
    kept = Kept(most_bytes=10 * ENTRY_BYTES)
    for number in range(100):
        kept.keep(number, b"")
    assert [kept.get(number) for number in (0, 89, 90, 99)] == [None, None, b"", b""]


# At the tables.


@pytest.fixture
def store(tmp_path):
    with new_store(f"sqlite:///{tmp_path / 'tables.db'}") as made:
        yield made


def at_tables(store, doing):
    async def run():
        tables = Tables(store, pace=Pace(pause=0), compiler=Compiler([]))  # nobody waits for compiled loops
        try:
            return await doing(tables)
        finally:
            await tables.close()

    return asyncio.run(asyncio.wait_for(run(), PATIENCE))


def opening(*kinds, level="casual") -> Opened:
    seats = [Seat(kind, f"P{seat}", level if kind == "bot" else None) for seat, kind in enumerate(kinds)]
    return Opened("no-merci", len(seats), None, {}, seats, "07".zfill(64))


def test_bots_alone_play_only_while_somebody_watches(store):
    async def doing(tables):
        table_id, _, _ = await tables.open(opening("bot", "bot", "bot"), "", [])
        live = await tables.find(table_id)
        await asyncio.sleep(0.2)
        assert live.table.number == 0
        assert live.bot is None
        spectator = Connection(Sent(), set(), Hello())
        tables.enter(live, spectator)
        while live.table.number == 0:
            await asyncio.sleep(0.001)
        tables.leave(live, spectator)
        await live.bot
        assert not live.table.over

    at_tables(store, doing)
    after_a_restart = Tables(store, pace=Pace(pause=0))
    assert asyncio.run(woken(after_a_restart)) == [None]


async def woken(tables) -> list:
    await tables.resume()
    found = [live.bot for live in tables._live.values()]
    await tables.close()
    return found


def test_a_table_where_a_player_waits_comes_first(store):
    async def doing(tables):
        table_id, _, _ = await tables.open(opening("person", "bot", "bot"), "", [0], address="opener")
        live = await tables.find(table_id)
        assert asker_at(live) == Asker("opener", table_id, BACKGROUND)
        tables.enter(live, Connection(Sent(), {0}, Hello(), "player"))
        assert asker_at(live) == Asker("player", table_id, MOVE)

    at_tables(store, doing)


def test_bots_think_less_the_more_tables_wait(store):
    async def doing(tables):
        bots = tables._bots
        assert bots.seconds() == tables.pace.seconds
        for number in range(5):
            bots._slow.queue.add(Asker(f"{number}"), None)
        assert bots.seconds() == tables.pace.seconds * 2 / 5
        for number in range(500):
            bots._slow.queue.add(Asker(f"{number}"), None)
        assert bots.seconds() == pytest.approx(tables.pace.seconds * LEAST_SHARE)

    at_tables(store, doing)


def test_bots_that_do_not_search_do_not_wait_for_bots_that_do(store, held):
    job, _ = held

    async def doing(tables):
        bots = tables._bots
        searching = [asyncio.ensure_future(bots.work(job)) for _ in range(20)]
        table_id, _, _ = await tables.open(opening("person", "bot", "bot"), "", [0])
        live = await tables.find(table_id)
        while live.table.bots_to_move:
            await asyncio.sleep(0.01)
        assert not any(each.done() for each in searching)

    at_tables(store, doing)


def test_asking_again_for_the_same_hint_is_answered_at_once(store):
    """It is neither thought about nor recorded again."""

    async def doing(tables):
        table_id, _, _ = await tables.open(opening("person", "person", "person"), "", [0])
        live = await tables.find(table_id)
        (seat,) = live.table.match.to_move
        first = await tables.help.hint(table_id, seat, 1)
        assert live.table.number == 1
        again = await tables.help.hint(table_id, seat, 2)
        assert (again.id, again.hints) == (2, first.hints)
        assert live.table.number == 1

    at_tables(store, doing)


def test_a_hint_that_was_given_before_the_game_was_compiled_gets_its_figures(store, monkeypatch):
    """It is thought about again until it has some, but recorded once."""
    usual, asked = server_help.hints, []

    def hints(situation):
        asked.append(situation)
        return tuple(replace(hint, tries=0 if len(asked) < 3 else 100) for hint in usual(situation))

    monkeypatch.setattr(server_help, "hints", hints)

    async def doing(tables):
        table_id, _, _ = await tables.open(opening("person", "person", "person"), "", [0])
        live = await tables.find(table_id)
        (seat,) = live.table.match.to_move
        given = [await tables.help.hint(table_id, seat, number) for number in range(4)]
        assert [any(hint["tries"] for hint in each.hints) for each in given] == [False, False, True, True]
        assert (len(asked), live.table.number) == (3, 1)

    at_tables(store, doing)


def test_two_requests_for_the_same_hint_at_once_are_recorded_once(store):
    async def doing(tables):
        table_id, _, _ = await tables.open(opening("person", "person", "person"), "", [0])
        live = await tables.find(table_id)
        (seat,) = live.table.match.to_move
        first, second = await asyncio.gather(*(tables.help.hint(table_id, seat, number) for number in (1, 2)))
        assert first.hints == second.hints
        assert live.table.number == 1

    at_tables(store, doing)


def test_hints_of_two_players_at_one_table_are_recorded_once_each(store):
    """K6-26 Several answer a secret question at once, and each asks again after the other has asked."""
    match, rng = pioche.open("six-sequences", 3, seed=7), Random(30)
    while len(match.to_move) < 2:
        match.play(seat := rng.choice(match.to_move), rng.choice(match.legal_numbers(seat)))
    seats = [Seat("person", f"P{seat}") for seat in range(3)]
    store.open("t", match.game.name, Opened(match.game.name, 3, None, {}, seats, match.seed.hex()), [])
    store.append([Entry("t", number, Moved(*move)) for number, move in enumerate(match.moves, 1)])

    async def doing(tables):
        live = await tables.find("t")
        for number in range(2):
            for seat in live.table.match.to_move:
                await tables.help.hint("t", seat, number)
        assert live.table.number == len(match.moves) + len(match.to_move)

    at_tables(store, doing)


def test_hints_that_wait_for_one_address_are_limited(store, held, monkeypatch):
    """Nothing is computed for those that are refused: that would take the event loop's time."""
    (job, let_go), computed, usual = held, [], Match.situation
    monkeypatch.setattr(Match, "situation", lambda match, seat: computed.append(seat) or usual(match, seat))

    async def doing(tables):
        await tables.open(opening("person", "person", "person"), "", [0], "first")
        asked, busy = [], [asyncio.ensure_future(tables._bots.work(job)) for _ in range(2)]
        for number in range(6):
            await tables.open(opening("person", "person", "person"), "", [0], f"t{number}")
            (seat,) = (await tables.find(f"t{number}")).table.match.to_move
            asked.append(asyncio.ensure_future(tables.help.hint(f"t{number}", seat, number, "greedy")))
        await asyncio.sleep(0.05)
        refused = [each.exception() for each in asked if each.done()]
        assert [type(error) for error in refused] == [Busy, Busy]
        assert "Several hints are on their way" in str(refused[0])
        assert len(computed) == 4
        let_go()
        await asyncio.wait([*asked, *busy])

    at_tables(store, doing)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, threads have no priority of their own")
def test_work_leaves_the_processor_to_the_event_loop():
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def at_work() -> int:
        workers = Workers("test", 1)
        try:
            return await workers.do(priority, Asker("somebody"))
        finally:
            workers.close()

    usual = priority()
    assert asyncio.run(at_work()) == min(usual + POLITE, LOWEST_PRIORITY)
    assert priority() == usual


def test_what_takes_long_does_not_hold_the_event_loop(tmp_path, monkeypatch):
    """Drawing an invitation took up to 17 ms, and reading all puzzles a tenth of a second."""
    server, threads = Server(f"sqlite:///{tmp_path / 'tables.db'}"), []
    server.store.migrate()
    draw = segno.make

    def noted(link):
        threads.append(threading.current_thread())
        return draw(link)

    monkeypatch.setattr(segno, "make", noted)
    puzzle_api.all_puzzles.cache_clear()

    async def doing():
        app = server.app()
        async with (
            server.life(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client,
        ):
            assert puzzle_api.all_puzzles.cache_info().currsize == 1
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
            opened = (await client.post("/api/tables", json={"game": "no-merci", "seats": seats})).json()
            assert (await client.get(f"/api/invitation/{opened['code']}/picture")).content.startswith(b"<?xml")
            assert (await client.post("/api/me/carry")).status_code == 201

    asyncio.run(asyncio.wait_for(doing(), PATIENCE))
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def test_records_to_be_checked_wait_in_turn_and_are_not_refused(tmp_path, monkeypatch):
    """A few of one address must not keep those of all others from being checked."""
    server, go_on = Server(f"sqlite:///{tmp_path / 'tables.db'}"), threading.Event()
    server.store.migrate()

    def slow(text):
        assert go_on.wait(PATIENCE)
        raise Refused(say("not-over"))

    async def doing():
        transport = httpx.ASGITransport(server.app())
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            asked = [asyncio.create_task(client.post("/api/review", json={"record": "x"})) for _ in range(6)]
            while len(server.tables.questions.queue) < 4 and not any(each.done() for each in asked):
                await asyncio.sleep(0.01)
            go_on.set()
            return [(await each).json()["error"]["key"] for each in asked]

    monkeypatch.setattr(review_api, "_replayed", slow)
    try:
        assert asyncio.run(asyncio.wait_for(doing(), PATIENCE)) == ["server.not-over"] * 6
    finally:
        server.tables.questions.close()
        server.store.close()
