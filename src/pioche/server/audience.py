"""Sends a table to its spectators, a few at a time, so that a crowd at one table delays no move at another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from .connection import Connection
from .texts import StateTexts

if TYPE_CHECKING:
    from .live import LiveTable

SLICE = 64
"""How many spectators are sent the table before the event loop may do something else."""


class Audience:
    """The spectators who have yet to be sent the table as it is now. All of them are sent the same bytes."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._waiting: dict[Connection, bool] = {}
        """Who waits, and whether they are sent the table even if nothing happened."""
        self._texts, self._number = StateTexts(live), -1
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def show(self, spectators: Iterable[Connection], texts: StateTexts, *, always: bool) -> None:
        """Send the table to the first spectators now and to the others soon."""
        self._texts, self._number = texts, self._live.table.number
        for each in spectators:
            self._waiting[each] = always or self._waiting.get(each, False)
        if self._task is None:
            self._send_some()
        if self._waiting and self._task is None:
            self._task = asyncio.create_task(self._send_rest())

    def _send_some(self) -> None:
        if self._number != self._live.table.number:  # it has just changed, and will be shown anew
            self._texts, self._number = StateTexts(self._live), self._live.table.number
        for each in list(islice(self._waiting, SLICE)):
            (each.show if self._waiting.pop(each) else each.show_news)(self._texts)

    async def _send_rest(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)
                self._send_some()
        finally:
            self._task = None

    def leave(self, connection: Connection) -> None:
        self._waiting.pop(connection, None)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
