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
        before = live.presence.seats
        live.presence.set_elsewhere(await asyncio.to_thread(self._board.read, live.table.id))
        if live.presence.seats != before:
            live.show_all()

    async def beat(self, lives: Sequence[LiveTable]) -> None:
        """Store that this process is alive, and read the presence at tables that others are connected to."""
        with contextlib.suppress(SQLAlchemyError):
            await asyncio.to_thread(self._board.beat)
            for live in lives:
                await self.read(live)

    async def close(self) -> None:
        """Mark this process's seats as gone."""
        if self._board.is_shared:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.clear)
