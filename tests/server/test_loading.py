"""Tables in memory: each is loaded once, unloaded when others need its place, and found again by those who wait."""

import asyncio
import gc
import threading
import time
import weakref
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from starlette.testclient import TestClient

from pioche.server import app, commands
from pioche.server.bots import Pace
from pioche.server.connection import Connection
from pioche.server.errors import Busy, Refused, Unreadable
from pioche.server.events import Clock, Moved
from pioche.server.limits import Limits
from pioche.server.loading import rebuilt
from pioche.server.messages import Hello
from pioche.server.pruning import delete
from pioche.server.schema import events
from pioche.server.store import Entry
from pioche.server.table import Table
from pioche.server.tables import Tables
from tests.outboxes import Sent
from tests.server import test_tables as others
from tests.server.test_tables import PATIENCE, FakeConnection, at_a_table, opening, until, watch

store, thinking = others.store, others.thinking


def test_tables_without_connections_are_unloaded_as_others_are_opened(store):
    async def play(tables, live):
        for _ in range(5):
            await tables.open(opening("person", "open", "open"), "", [])
        assert len(tables._live) == 2
        assert (await tables.find(live.table.id)).table.number == 0

    at_a_table(store, "person", "person", "person", play=play, most_loaded=2)


def test_whose_turn_it_is_at_abandoned_tables_takes_no_memory(store):
    async def play(tables, live):
        for _ in range(5):
            await tables.open(opening("person", "person", "person"), "", [])
        assert sorted(tables.turns._watches) == sorted(tables._live)
        assert len(tables._live) == 2

    at_a_table(store, "person", "person", "person", play=play, most_loaded=2)


def test_the_objects_of_a_table_are_not_young_once_it_is_loaded(store):
    """The collector scans young objects, and everybody waits for it."""
    store.open("t", "no-merci", opening("person", "person", "person"), [])
    table = rebuilt(store, "t")
    assert not any(each is table.match for each in gc.get_objects(generation=0))


def test_loading_a_table_scans_no_objects_of_others(store):
    store.open("t", "no-merci", opening("person", "person", "person"), [])
    with collections() as seen:
        rebuilt(store, "t")
    assert set(seen) == {0}


def test_only_the_youngest_objects_are_collected_while_people_play(tmp_path):
    """The next generation is all that thousands of tables show, and everybody would wait while it is scanned."""
    server = app.Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.store.migrate()
    before = gc.get_threshold()
    try:
        with TestClient(server.app()), collections() as seen:
            kept = [[number] for number in range(50 * app.COLLECTED_AFTER[0])]
            assert len(seen) >= 40
            assert set(seen) == {0}
            assert kept
    finally:
        gc.set_threshold(*before)


@contextmanager
def collections():
    """Yield a list of the generations that are collected while the context is open."""
    seen = []

    def note(phase, info):
        if phase == "start":
            seen.append(info["generation"])

    gc.callbacks.append(note)
    try:
        yield seen
    finally:
        gc.callbacks.remove(note)


def test_garbage_that_is_old_is_collected_in_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "COLLECT_SECONDS", 0.05)
    server = app.Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.store.migrate()
    with TestClient(server.app()):
        thread = threading.Thread()
        thread.itself, seen = [thread], weakref.ref(thread)
        gc.collect(1)
        del thread
        last = time.monotonic() + PATIENCE
        while seen() is not None and time.monotonic() < last:
            time.sleep(0.01)
        assert seen() is None


@pytest.fixture
def no_collection():
    """Only what nothing refers to is freed: as at a server, where objects that are old are hardly ever scanned."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
def test_a_table_that_is_unloaded_takes_no_memory_even_if_it_was_watched(store):
    async def doing():
        tables = Tables(store, pace=Pace(pause=0), most_loaded=1)
        table_id, _, _ = await tables.open(opening("person", "person", "person"), "", [])
        seen = await visited(tables, table_id)
        await tables.open(opening("person", "open", "open"), "", [])
        await asyncio.sleep(0.05)
        assert table_id not in tables._live
        assert [each() for each in seen] == [None, None]
        await tables.close()

    asyncio.run(asyncio.wait_for(doing(), PATIENCE))


async def visited(tables, table_id) -> list[weakref.ref]:
    """Move at a table while somebody watches; return what must not live longer than the table."""
    live = await tables.find(table_id)
    spectator = watch(tables, live)
    await tables.act(table_id, lambda live: commands.move(live.table, live.table.match.to_move[0], "take"))
    tables.leave(live, spectator)
    return [weakref.ref(live.lock), weakref.ref(live.table.match)]


def test_nothing_is_kept_of_the_turns_at_a_table_that_was_deleted(store):
    async def play(tables, live):
        tables.enter(live, Connection(Sent(), {0, 1, 2}, Hello()))
        assert list(tables.turns._watches) == [live.table.id]
        delete(store, live.table.id)
        await tables.unload([live.table.id])
        assert tables.turns._watches == {}

    at_a_table(store, "person", "person", "person", play=play)


def test_a_table_that_was_loaded_again_is_still_its_openers(store):
    """It was unloaded meanwhile; when it is over, whoever opened it may open another one."""

    async def play(tables, live):
        table_id, _, _ = await tables.open(opening("bot", "bot", "bot"), "", [], None, "192.0.2.7")
        with pytest.raises(Busy):
            tables.addresses.check_may_open("192.0.2.7")
        await tables.unload([table_id])
        again = await tables.find(table_id)
        watch(tables, again)
        await until(lambda: again.table.over)
        tables.addresses.check_may_open("192.0.2.7")

    at_a_table(store, "person", "person", "person", play=play, limits=Limits(unfinished=1))


def test_a_table_that_ended_at_another_process_is_no_longer_counted(store):
    async def play(tables, live):
        table_id, _, _ = await tables.open(opening("person", "person", "person"), "", [], None, "192.0.2.7")
        there = await tables.find(table_id)
        table = Table.replay(table_id, store.read(table_id))
        while not table.match.over:
            seat = table.match.to_move[0]
            event = commands.move(table, seat, table.match.legal(seat)[0].name)
            store.append([Entry(table_id, table.number + 1, event)])
            table.apply(table.number + 1, event)
        await tables.following.follow(there)
        assert there.table.over
        tables.addresses.check_may_open("192.0.2.7")

    at_a_table(store, "person", "person", "person", play=play, limits=Limits(unfinished=1))


def test_a_table_is_loaded_only_once_even_beyond_the_limit(store):
    """All other tables have connections: two requests for this one get the same object."""

    async def play(tables, live):
        live.watchers.add(FakeConnection())
        store.open("late", "no-merci", opening("person", "person", "person"), [])
        first, second = await asyncio.gather(tables.find("late"), tables.find("late"))
        assert first is second is await tables.find("late")
        live.watchers.clear()

    at_a_table(store, "person", "person", "person", play=play, most_loaded=1)


def test_a_table_is_loaded_only_once_even_if_the_first_to_ask_has_gone(store, monkeypatch):
    """A second object would not be told what happens at the first."""
    reads, go_on, read = [], threading.Event(), store.read

    def slow(table_id, *after, **most):
        reads.append(table_id)
        assert go_on.wait(PATIENCE)
        return read(table_id, *after, **most)

    async def play(tables, live):
        store.open("late", "no-merci", opening("person", "person", "person"), [])
        monkeypatch.setattr(store, "read", slow)
        gone = asyncio.ensure_future(tables.find("late"))
        await until(lambda: reads)
        gone.cancel()
        await asyncio.wait({gone})
        found = asyncio.ensure_future(tables.find("late"))
        await asyncio.sleep(0)
        go_on.set()
        assert await found is await tables.find("late")
        assert reads == ["late"]

    at_a_table(store, "person", "person", "person", play=play)


def test_a_late_move_is_made_at_the_table_that_is_loaded_now(store, thinking):
    """The table was unloaded while the bot was thinking, and loaded again for somebody else."""
    begun, goes_on = thinking

    async def play(tables, live):
        timed = replace(opening("person", "person", "person"), clock=Clock(1))
        table_id, _, _ = await tables.open(timed, "", [])
        first = await tables.find(table_id)
        with store.engine.begin() as connection:
            connection.execute(sa.update(events).where(events.c.table_id == table_id).values(at=0.0))
        late = asyncio.ensure_future(tables.move_late(first, first.table.match.to_move[0]))
        await until(lambda: begun)
        await tables.unload([table_id])
        second = await tables.find(table_id)
        goes_on.release(10)
        await late
        assert (first.table.number, second.table.number) == (0, 1)

    at_a_table(store, "person", "person", "person", play=play)


def test_a_rematch_of_a_table_that_cannot_be_read_is_refused(store):
    """Another process has stored an event that this one cannot read, under the next number."""

    async def play(tables, live):
        await until(lambda: live.table.over and live.bot is None)
        table_id, number = live.table.id, live.table.number
        assert store.append([Entry(table_id, number + 1, Moved(0, "steal"))]) == [True]
        with pytest.raises(Unreadable):
            await tables.rematch(table_id)

    at_a_table(store, "bot", "bot", "bot", play=play)


def test_a_move_at_a_table_that_was_deleted_is_refused_in_a_sentence(store):
    async def play(tables, live):
        delete(store, live.table.id)
        with pytest.raises(Refused) as refused:
            await tables.act(live.table.id, lambda live: commands.chat(live.table, 0, "hello", None))
        assert refused.value.message.key == "server.no-table"

    at_a_table(store, "person", "person", "person", play=play)


def test_a_spectator_is_let_in_to_the_table_that_is_loaded_now(tmp_path, monkeypatch):
    """The table was unloaded while it was checked whether they may watch."""
    server = app.Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.store.migrate()
    monkeypatch.setattr(server.tables.boards, "check_may_watch", lambda contest, browser: server.tables._live.clear())
    server.store.open("t", "no-merci", opening("person", "person", "person"), [])
    with TestClient(server.app()) as client, client.websocket_connect("/ws/t") as socket:
        socket.send_text('{"type":"hello"}')
        assert '"type":"state"' in socket.receive_text()
        assert len(server.tables._live["t"].watchers) == 1
