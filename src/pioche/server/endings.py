"""Notes how matches end: results, ratings and entries on boards. What the server missed is noted at its next start."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.game import Game
from pioche.core.match.replay import match_at

from .boards import Boards
from .loading import rebuilt
from .logging import log_fault
from .results import Finished, Results, finished
from .store import Store
from .table import Table

logger = logging.getLogger("pioche.server")

Work = Callable[[Game, Callable[[], None]], Awaitable[None]]
"""Does something with the bots of a game in their threads, which may have to wait for the compiler."""


class Endings:
    def __init__(self, store: Store, boards: Boards, work: Work) -> None:
        self._store, self._boards, self._work = store, boards, work
        self.results = Results(store)
        self._noting: dict[str, asyncio.Task[None]] = {}
        """By table: the end that is being noted last."""

    async def settle(self) -> None:
        """Wait until the ends that somebody may have seen are stored."""
        if self._noting:
            await asyncio.wait(set(self._noting.values()))

    def note(self, table: Table) -> asyncio.Task[None]:
        """Store that a table is over, or that it goes on. If that fails, the next start does it.

        The player who made the last move does not wait for it: it is on disk already.
        """
        match = finished(table) if table.over and table.opened.practice is None else None
        noting = self._note(table.id, match, self._noting.get(table.id), is_over=table.over)
        task = self._noting[table.id] = asyncio.create_task(noting)
        task.add_done_callback(lambda task: self._forget(table.id, task))
        return task

    def _forget(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._noting.get(table_id) is task:
            del self._noting[table_id]

    async def _note(
        self, table_id: str, match: Finished | None, before: asyncio.Task[None] | None, *, is_over: bool
    ) -> None:
        if before is not None:  # it ended, and goes on
            await asyncio.wait({before})
        try:
            await asyncio.to_thread(self._store.note_end, table_id, is_over=is_over)
            if match is not None:
                await asyncio.to_thread(self.results.note, match)
            else:
                await asyncio.to_thread(self.results.forget, table_id)
        except SQLAlchemyError as error:
            log_fault("end not noted", error, table=table_id)

    async def prove(self, table: Table, ended: float | None = None) -> None:
        """Replay a contest's match, and enter it on its board. ``ended`` is when it ended; by default now."""
        match, contest = match_at(table.match, len(table.match.moves)), table.opened.contest
        is_helped, then = bool(table.help_taken), time.time() if ended is None else ended
        if contest is None:
            return

        def finish() -> None:
            self._boards.finish(table.id, match, contest, is_helped=is_helped, ended=then)

        try:
            await self._work(match.game, finish)
        except Exception:  # the next start tries again
            logger.exception("result not entered", extra={"table": table.id})

    async def catch_up(self) -> None:
        """Note the ends of tables from before results were stored, and of those that the last stop cut off."""
        for table_id, ended in await asyncio.to_thread(self.results.unnoted):
            try:
                table = await asyncio.to_thread(rebuilt, self._store, table_id)
                if table.over and table.opened.practice is None:
                    await asyncio.to_thread(self.results.note, finished(table, ended))
                    await self.prove(table, ended)
            except Exception:  # one broken table must not stop the others
                logger.exception("table cannot be read", extra={"table": table_id})
