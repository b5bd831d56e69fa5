"""Applies what other processes on the same database have stored for the tables of this one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import Refused, Unreadable
from .live import LiveTable
from .postgres_writer import News
from .unreadable import follow
from .words import say

if TYPE_CHECKING:
    from .tables import Tables

logger = logging.getLogger("pioche.server")


class Following:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def hear(self, news: Sequence[News]) -> None:
        """React to a notification: other processes have stored events, or changes in presence, of these tables."""
        for table_id, number, event in news:
            live = self._tables.loaded(table_id)
            if live is None:
                continue
            if number is None:
                self._tables.sharing.read_soon(live)
            elif live.table.number < number:
                self._tables.run(self.follow(live, None if event is None else (number, event)))

    async def catch_up_all(self) -> None:
        """Apply what was stored for any loaded table, events and presence: notifications may have been missed."""
        for live in self._tables.all_loaded():
            self._tables.sharing.read_soon(live)
            await self.follow(live)

    async def follow(self, live: LiveTable, news: tuple[int, str] | None = None) -> None:
        """Catch up in the background: a failure is logged, since nobody waits for the result."""
        try:
            async with live.lock:
                if news is None or news[0] > live.table.number:
                    await self.catch_up(live, news)
        except Refused:  # it cannot be read, which is logged, or was deleted; whoever is there has to connect again
            return
        except Exception:
            logger.exception("table cannot be read", extra={"table": live.table.id})

    async def catch_up(self, live: LiveTable, news: tuple[int, str] | None = None) -> None:
        """Apply events that other processes have stored: those that were heard of, or all that are there.

        Raise `Refused` if the table cannot be read, or was deleted.
        """
        try:
            found = await follow(self._tables.store, live.table, news)
        except Unreadable:
            await self._tables.unload([live.table.id])
            raise
        if not found and await asyncio.to_thread(self._tables.store.code_of, live.table.id) is None:
            await self._tables.unload([live.table.id])
            raise Refused(say("no-table"))
        await self._tables.read_times(live)
        if found:
            self._tables.tell(live)
