"""Tells the other processes on one database who is connected to this one, and reads who is connected to them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from .live import LiveTable
from .presence import Board


class Sharing:
    """Does nothing where there is only one process."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lock = asyncio.Lock()
        self._reads = 0
        """How many readings were begun."""

    def is_due(self, live: LiveTable) -> bool:
        """Return whether somebody came or went whom the other processes do not know of."""
        return self._board.is_shared and live.presence.here != live.presence.shared

    async def write(self, live: LiveTable) -> None:
        """Store who came and went, for other processes: one write at a time, with the latest state."""
        async with self._lock:
            presence, here = live.presence, set(live.presence.here)
            came, went = here - presence.shared, presence.shared - here
            with contextlib.suppress(SQLAlchemyError):  # the next write includes this change
                await asyncio.to_thread(self._board.write, live.table.id, came, went)
                presence.shared = here

    async def read(self, live: LiveTable) -> None:
        """Read which seats of a table are connected to other processes."""
        if not self._board.is_shared:
            return
        self._reads += 1
        begun, presence = self._reads, live.presence
        found = await asyncio.to_thread(self._board.read, live.table.id)
        if begun < presence.read:  # one that was begun later has ended already, and knows more
            return
        before, presence.read = presence.seats, begun
        presence.set_elsewhere(found)
        if presence.seats != before:
            live.show_all()

    async def beat(self, lives: Sequence[LiveTable]) -> None:
        """Store that this process is alive, write what could not be written, and read who is connected to others."""
        with contextlib.suppress(SQLAlchemyError):
            await asyncio.to_thread(self._board.beat)
            for live in lives:
                if self.is_due(live):
                    await self.write(live)
                if live.presence.elsewhere:
                    await self.read(live)

    async def close(self) -> None:
        """Mark this process's seats as gone."""
        if self._board.is_shared:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.clear)
