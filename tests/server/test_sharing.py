"""Presence that processes on one PostgreSQL share: the latest reading counts, and a failed write is repeated."""

import asyncio
import threading

import pytest
from sqlalchemy.exc import OperationalError

from pioche.server.events import Opened, Seat
from pioche.server.live import LiveTable
from pioche.server.presence import Board
from pioche.server.sharing import Sharing
from pioche.server.store import Store
from pioche.server.table import Table

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


class Slow(Board):
    """A board whose first reading is answered only when the test says so, and that can fail to write."""

    has_read: threading.Event | None = None
    go_on: threading.Event
    fails = False

    def hold(self) -> None:
        self.has_read, self.go_on = threading.Event(), threading.Event()

    def read(self, table_id):
        found = super().read(table_id)
        if self.has_read is not None and not self.has_read.is_set():
            self.has_read.set()
            assert self.go_on.wait(60)
        return found

    def write(self, table_id, came, went):
        if self.fails:
            raise OperationalError("", None, Exception("away"))
        super().write(table_id, came, went)


@pytest.fixture
def boards(database):
    store = Store(database)
    store.migrate()
    yield Slow(store), Board(store)
    store.close()


def opened() -> LiveTable:
    seats = [Seat("person", f"P{seat}") for seat in range(3)]
    return LiveTable(Table.open("t", Opened("no-merci", 3, None, {}, seats, "07".zfill(64))), "CODE")


def test_of_two_readings_the_one_that_began_later_counts(boards):
    mine, other = boards

    async def doing():
        live, sharing = opened(), Sharing(mine)
        mine.hold()
        first = asyncio.create_task(sharing.read(live))
        await asyncio.to_thread(mine.has_read.wait, 60)
        other.write("t", [1], [])
        await sharing.read(live)
        assert live.presence.seats == {1}
        mine.go_on.set()
        await first
        assert live.presence.seats == {1}

    asyncio.run(doing())


def test_a_player_who_changes_to_another_process_while_it_is_read_is_shown_there(boards):
    """The table was shown without the player meanwhile: it is shown again, although the same seats are connected."""
    mine, other = boards
    other.write("t", [0, 1], [])

    async def doing():
        live, sharing, shown = opened(), Sharing(mine), []
        live.presence.set_here({0})
        live.presence.set_elsewhere({1: None})
        live.show_all = lambda: shown.append(live.presence.seats)
        mine.hold()
        reading = asyncio.create_task(sharing.read(live))
        await asyncio.to_thread(mine.has_read.wait, 60)
        live.presence.set_here(set())
        mine.go_on.set()
        await reading
        assert shown == [{0, 1}]

    asyncio.run(doing())


def test_what_could_not_be_written_is_written_at_the_next_beat(boards):
    mine, other = boards

    async def doing():
        live, sharing = opened(), Sharing(mine)
        live.presence.set_here({2})
        mine.fails = True
        await sharing.write(live)
        assert other.read("t") == {}
        mine.fails = False
        await sharing.beat([live])
        assert other.read("t") == {2: None}
        assert not sharing.is_due(live)

    asyncio.run(doing())
