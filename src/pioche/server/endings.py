"""Notes how matches end: results, ratings and entries on boards. What the server missed is noted at its next start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.game import Game
from pioche.core.match.replay import match_at

from .boards import Boards
from .loading import rebuilt
from .logging import log_fault
from .results import Results, finished
from .store import Store
from .table import Table

logger = logging.getLogger("pioche.server")

Work = Callable[[Game, Callable[[], None]], Awaitable[None]]
"""Does something with the bots of a game in their threads, which may have to wait for the compiler."""


class Endings:
    def __init__(self, store: Store, boards: Boards, work: Work) -> None:
        self._store, self._boards, self._work = store, boards, work
        self.results = Results(store)
        self._noting: set[asyncio.Future[None]] = set()

    async def settle(self) -> None:
        """Wait until the ends that somebody may have seen are stored."""
        if self._noting:
            await asyncio.wait(set(self._noting))

    async def note(self, table: Table) -> None:
        """Store that a table is over, or that it goes on. If that fails, the next start does it."""
        noted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._noting.add(noted)
        try:
            await asyncio.to_thread(self._store.note_end, table.id, is_over=table.over)
            if table.over and table.opened.practice is None:
                await asyncio.to_thread(self.results.note, finished(table))
            else:
                await asyncio.to_thread(self.results.forget, table.id)
        except SQLAlchemyError as error:
            log_fault("end not noted", error, table=table.id)
        finally:
            self._noting.discard(noted)
            noted.set_result(None)

    async def prove(self, table: Table) -> None:
        """Replay a contest's match, and enter it on its board."""
        match, contest = match_at(table.match, len(table.match.moves)), table.opened.contest
        is_helped = bool(table.help_taken)
        if contest is None:
            return
        try:
            await self._work(match.game, lambda: self._boards.finish(table.id, match, contest, is_helped=is_helped))
        except Exception:  # the next start tries again
            logger.exception("result not entered", extra={"table": table.id})

    async def catch_up(self) -> None:
        """Note the ends of tables from before results were stored, and of those that the last stop cut off."""
        for table_id, ended in await asyncio.to_thread(self.results.unnoted):
            try:
                table = await asyncio.to_thread(rebuilt, self._store, table_id)
                if table.over and table.opened.practice is None:
                    await asyncio.to_thread(self.results.note, finished(table, ended))
                    await self.prove(table)
            except Exception:  # one broken table must not stop the others
                logger.exception("table cannot be read", extra={"table": table_id})
