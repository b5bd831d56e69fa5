"""Tells the other processes on one database who is connected to this one, and reads who is connected to them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from itertools import islice
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from .live import LiveTable
from .presence import Board

MOST_AT_ONCE = 200
"""How many tables are written or read in one transaction: they fit into one notification."""
RETRY_SECONDS = 1.0
"""How long to wait before a statement that failed is repeated."""

Run = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
"""Runs something in the background."""


class Gathering:
    """Does something for tables in the background, for all at once that come while it is under way."""

    def __init__(self, do: Callable[[Sequence[LiveTable]], Awaitable[None]], run: Run) -> None:
        self._do, self._run = do, run
        self._waiting: dict[str, LiveTable] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, live: LiveTable) -> None:
        self._waiting[live.table.id] = live
        if self._task is None or self._task.done():
            self._task = self._run(self._do_all())

    async def _do_all(self) -> None:
        while self._waiting:
            group = [self._waiting.pop(table_id) for table_id in list(islice(self._waiting, MOST_AT_ONCE))]
            try:
                await self._do(group)
            except SQLAlchemyError:  # the database does not answer
                self._waiting = {live.table.id: live for live in group} | self._waiting
                await asyncio.sleep(RETRY_SECONDS)

    async def finish(self) -> None:
        """Wait until nothing is left to do, which may never be while players come and go."""
        if self._task is not None:
            await asyncio.wait({self._task})


class Sharing:
    """Does nothing where there is only one process."""

    def __init__(self, board: Board, run: Run) -> None:
        self._board = board
        self._writing = asyncio.Lock()
        """Two transactions that change the same rows in another order would block each other."""
        self._reads = 0
        """How many readings were begun."""
        self._to_write, self._to_read = Gathering(self._write, run), Gathering(self.read, run)

    def write_soon(self, live: LiveTable) -> None:
        """Tell the other processes soon if somebody came or went."""
        if self._is_due(live):
            self._to_write.add(live)

    def read_soon(self, live: LiveTable) -> None:
        """Read soon who is connected to the other processes."""
        self._to_read.add(live)

    def _is_due(self, live: LiveTable) -> bool:
        """Return whether somebody came or went whom the other processes do not know of."""
        return self._board.is_shared and live.presence.here != live.presence.shared

    async def _write(self, lives: Sequence[LiveTable]) -> None:
        """Store who came to these tables and who went."""
        async with self._writing:
            here = {live.table.id: set(live.presence.here) for live in lives}
            shared = {live.table.id: live.presence.shared for live in lives}
            changes = {each: (here[each] - shared[each], shared[each] - here[each]) for each in here}
            await asyncio.to_thread(self._board.write, changes)
            for live in lives:
                live.presence.shared = here[live.table.id]
                self.write_soon(live)  # somebody may have come or gone meanwhile

    async def read(self, lives: Sequence[LiveTable]) -> None:
        """Read which seats of these tables are connected to other processes."""
        if not self._board.is_shared:
            return
        self._reads += 1
        begun = self._reads
        found = await asyncio.to_thread(self._board.read, [live.table.id for live in lives])
        for live in lives:
            if begun < live.presence.read:  # one that was begun later has ended already, and knows more
                continue
            before, live.presence.read = live.presence.seats, begun
            live.presence.set_elsewhere(found.get(live.table.id, {}))
            if live.presence.seats != before:
                live.show_all()
                await asyncio.sleep(0)  # others may have something to do

    async def beat(self, lives: Sequence[LiveTable]) -> None:
        """Store that this process is alive, and read soon which players at other processes still are.

        It waits for no other statements: the next sign of life must not come too late.
        """
        with contextlib.suppress(SQLAlchemyError):
            async with self._writing:
                await asyncio.to_thread(self._board.beat)
        for live in lives:
            if live.presence.elsewhere:
                self.read_soon(live)

    async def settle(self) -> None:
        """Wait until all that is to be written and read is done."""
        await self._to_write.finish()
        await self._to_read.finish()

    async def close(self) -> None:
        """Mark this process's seats as gone."""
        if self._board.is_shared:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.clear)
