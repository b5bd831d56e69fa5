"""Presence that processes on one PostgreSQL share: the latest reading counts, and a failed statement is repeated."""

import asyncio
import threading

import pytest
from sqlalchemy.exc import OperationalError

from pioche.server import sharing as module
from pioche.server.events import Opened, Seat
from pioche.server.live import LiveTable
from pioche.server.presence import Board
from pioche.server.sharing import MOST_AT_ONCE, Sharing
from pioche.server.store import Store
from pioche.server.table import Table

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


class Slow(Board):
    """A board whose first reading is answered only when the test says so, and whose next statements can fail."""

    has_read: threading.Event | None = None
    go_on: threading.Event
    failures = 0
    has_written: threading.Event | None = None

    def __init__(self, store):
        super().__init__(store)
        self.asked = []
        """The tables of each reading and writing."""

    def hold(self) -> None:
        self.has_read, self.go_on = threading.Event(), threading.Event()

    def read(self, table_ids):
        self.asked.append(table_ids)
        self.fail()
        found = super().read(table_ids)
        if self.has_read is not None and not self.has_read.is_set():
            self.has_read.set()
            assert self.go_on.wait(60)
        return found

    def write(self, changes):
        self.asked.append(list(changes))
        self.fail()
        super().write(changes)
        if self.has_written is not None:
            self.has_written.set()
            assert self.go_on.wait(60)

    def fail(self) -> None:
        if self.failures:
            self.failures -= 1
            raise OperationalError("", None, Exception("away"))

    def beat(self):
        self.asked.append(["beat"])
        super().beat()


@pytest.fixture
def boards(database):
    store = Store(database)
    store.migrate()
    yield Slow(store), Board(store)
    store.close()


def opened(table_id: str = "t") -> LiveTable:
    seats = [Seat("person", f"P{seat}") for seat in range(3)]
    return LiveTable(Table.open(table_id, Opened("no-merci", 3, None, {}, seats, "07".zfill(64))), "CODE")


def test_of_two_readings_the_one_that_began_later_counts(boards):
    mine, other = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        mine.hold()
        first = asyncio.create_task(sharing.read([live]))
        await asyncio.to_thread(mine.has_read.wait, 60)
        other.write({"t": ({1}, set())})
        await sharing.read([live])
        assert live.presence.seats == {1}
        mine.go_on.set()
        await first
        assert live.presence.seats == {1}

    asyncio.run(doing())


def test_a_table_stays_loaded_until_the_others_know_that_its_players_have_left(boards):
    """Otherwise they could be shown for ever: the table that is loaded next does not know that they were here."""
    mine, _ = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        live.presence.set_here({0, 1})
        sharing.write_soon(live)
        await sharing.settle()
        live.presence.set_here(set())
        sharing.write_soon(live)
        assert not live.is_idle
        await sharing.settle()
        assert live.is_idle

    asyncio.run(doing())


def test_a_player_who_changes_to_another_process_while_it_is_read_is_shown_there(boards):
    """The table was shown without the player meanwhile: it is shown again, although the same seats are connected."""
    mine, other = boards
    other.write({"t": ({0, 1}, set())})

    async def doing():
        live, sharing, shown = opened(), Sharing(mine, asyncio.create_task), []
        live.presence.set_here({0})
        live.presence.set_elsewhere({1: None})
        live.show_all = lambda: shown.append(live.presence.seats)
        mine.hold()
        reading = asyncio.create_task(sharing.read([live]))
        await asyncio.to_thread(mine.has_read.wait, 60)
        live.presence.set_here(set())
        mine.go_on.set()
        await reading
        assert shown == [{0, 1}]

    asyncio.run(doing())


@pytest.fixture
def soon(monkeypatch):
    """What failed is repeated soon."""
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)


def test_a_failed_write_is_repeated(boards, soon):
    mine, other = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        live.presence.set_here({2})
        mine.failures = 3
        sharing.write_soon(live)
        await sharing.settle()
        assert other.read(["t"])["t"] == {2: None}
        assert live.presence.shared == {2}

    asyncio.run(doing())


def test_a_failed_read_is_repeated_together_with_what_came_since(boards, soon):
    mine, other = boards
    other.write({"t": ({1}, set()), "u": ({2}, set())})

    async def doing():
        first, second, sharing = opened("t"), opened("u"), Sharing(mine, asyncio.create_task)
        mine.failures = 1
        sharing.read_soon(first)
        await asyncio.sleep(0)
        sharing.read_soon(second)
        await sharing.settle()
        assert (first.presence.seats, second.presence.seats) == ({1}, {2})
        assert mine.asked == [["t"], ["t", "u"]]

    asyncio.run(doing())


def test_a_player_who_leaves_while_their_coming_is_written_is_written_as_gone(boards):
    mine, other = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        mine.has_written, mine.go_on = threading.Event(), threading.Event()
        live.presence.set_here({0})
        sharing.write_soon(live)
        await asyncio.to_thread(mine.has_written.wait, 60)
        live.presence.set_here(set())
        sharing.write_soon(live)
        mine.go_on.set()
        await sharing.settle()
        assert other.read(["t"])["t"][0] is not None

    asyncio.run(doing())


def test_the_tables_of_many_players_are_written_and_read_together(boards):
    """However many come and go while a statement is under way, the next one is for all of them.

    The ids are as long as usual: the tables must fit into one notification.
    """
    mine, other = boards
    names = [f"{number:016x}" for number in range(MOST_AT_ONCE + 20)]

    async def doing():
        lives, sharing = [opened(name) for name in names], Sharing(mine, asyncio.create_task)
        for live in lives:
            live.presence.set_here({0})
            sharing.write_soon(live)
        other.write({name: ({1, 2}, set()) for name in names[:MOST_AT_ONCE]})
        for live in lives:
            sharing.read_soon(live)
        await sharing.settle()
        assert [live.presence.seats for live in lives] == [{0, 1, 2}] * MOST_AT_ONCE + [{0}] * 20
        assert other.read(names) == {name: {0: None} for name in names}
        assert sorted(map(len, mine.asked)) == [20, 20, MOST_AT_ONCE, MOST_AT_ONCE]

    asyncio.run(doing())


def test_a_sign_of_life_waits_for_a_write(boards):
    """Both change rows of this process, and two transactions could wait for each other."""
    mine, _ = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        mine.has_written, mine.go_on = threading.Event(), threading.Event()
        live.presence.set_here({0})
        sharing.write_soon(live)
        await asyncio.to_thread(mine.has_written.wait, 60)
        beating = asyncio.create_task(sharing.beat([]))
        await asyncio.sleep(0.1)
        assert mine.asked == [["t"]]
        mine.go_on.set()
        await beating
        assert mine.asked == [["t"], ["beat"]]

    asyncio.run(doing())


def test_a_sign_of_life_does_not_wait_for_readings(boards):
    """Players who come and go can keep a process reading and writing for as long as they like."""
    mine, _ = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        mine.hold()
        sharing.read_soon(live)
        await asyncio.to_thread(mine.has_read.wait, 60)
        await asyncio.wait_for(sharing.beat([live]), 10)
        assert mine.asked == [["t"], ["beat"]]
        mine.go_on.set()

    asyncio.run(doing())


def test_with_a_sign_of_life_a_process_reads_whether_the_others_still_give_theirs(boards):
    mine, other = boards
    other.write({"t": ({1}, set())})

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        await sharing.read([live])
        other.write({"t": (set(), {1})})
        await sharing.beat([live])
        await sharing.settle()
        assert live.presence.seats == set()

    asyncio.run(doing())
