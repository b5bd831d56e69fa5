"""Presence that processes on one PostgreSQL share: the latest reading counts, and a failed write is repeated."""

import asyncio
import threading

import pytest
from sqlalchemy.exc import OperationalError

from pioche.server.events import Opened, Seat
from pioche.server.live import LiveTable
from pioche.server.presence import Board
from pioche.server.sharing import MOST_AT_ONCE, Sharing
from pioche.server.store import Store
from pioche.server.table import Table

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


class Slow(Board):
    """A board whose first reading is answered only when the test says so, and that can fail to write."""

    has_read: threading.Event | None = None
    go_on: threading.Event
    fails = False
    has_written: threading.Event | None = None

    def __init__(self, store):
        super().__init__(store)
        self.asked = []
        """The tables of each reading and writing."""

    def hold(self) -> None:
        self.has_read, self.go_on = threading.Event(), threading.Event()

    def read(self, table_ids):
        self.asked.append(table_ids)
        found = super().read(table_ids)
        if self.has_read is not None and not self.has_read.is_set():
            self.has_read.set()
            assert self.go_on.wait(60)
        return found

    def write(self, changes):
        self.asked.append(list(changes))
        if self.fails:
            raise OperationalError("", None, Exception("away"))
        super().write(changes)
        if self.has_written is not None:
            self.has_written.set()
            assert self.go_on.wait(60)

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


def test_what_could_not_be_written_is_written_at_the_next_beat(boards):
    mine, other = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        live.presence.set_here({2})
        mine.fails = True
        sharing.note(live)
        await sharing.beat([])
        assert other.read(["t"]) == {}
        mine.fails = False
        await sharing.beat([live])
        assert other.read(["t"])["t"] == {2: None}
        assert live.presence.shared == {2}

    asyncio.run(doing())


def test_the_tables_of_many_players_are_written_and_read_together(boards):
    """However many come and go while a statement is under way, the next one is for all of them."""
    mine, other = boards
    names = [f"t{number}" for number in range(MOST_AT_ONCE + 20)]

    async def doing():
        lives, sharing = [opened(name) for name in names], Sharing(mine, asyncio.create_task)
        for live in lives:
            live.presence.set_here({0})
            sharing.note(live)
        other.write({name: ({1, 2}, set()) for name in names[:MOST_AT_ONCE]})
        for live in lives:
            sharing.hear(live)
        await sharing.beat([])
        assert [live.presence.seats for live in lives] == [{0, 1, 2}] * MOST_AT_ONCE + [{0}] * 20
        assert other.read(names) == {name: {0: None} for name in names}
        assert sorted(map(len, mine.asked)) == [1, 20, 20, MOST_AT_ONCE, MOST_AT_ONCE]  # and a sign of life

    asyncio.run(doing())


def test_a_sign_of_life_waits_for_a_write(boards):
    """Both change rows of this process, and two transactions could wait for each other."""
    mine, _ = boards

    async def doing():
        live, sharing = opened(), Sharing(mine, asyncio.create_task)
        mine.has_written, mine.go_on = threading.Event(), threading.Event()
        live.presence.set_here({0})
        sharing.note(live)
        await asyncio.to_thread(mine.has_written.wait, 60)
        beating = asyncio.create_task(sharing.beat([]))
        await asyncio.sleep(0.1)
        assert mine.asked == [["t"]]
        mine.go_on.set()
        await beating
        assert mine.asked == [["t"], ["beat"]]

    asyncio.run(doing())
