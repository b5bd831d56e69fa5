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
from .errors import Refused
from .logging import log_fault
from .results import Finished, Results, finished
from .store import Store
from .table import Table
from .unreadable import load

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

    async def end_of(self, table: Table) -> float:
        """Return when the last move of a match was stored. Noting that may have been put off for long."""
        last = table.moved[-1]
        times = await asyncio.to_thread(self._store.times_of, table.id, [last])
        return times.get(last, time.time())

    def note(self, table: Table, ended: float) -> asyncio.Task[None]:
        """Store that a table is over, since ``ended``, or that it goes on. If that fails, the next start does it.

        The player who made the last move does not wait for it: it is on disk already.
        """
        match = finished(table, ended) if table.over and table.opened.practice is None else None
        noting = self._note(table.id, ended if table.over else None, match, self._noting.get(table.id))
        task = self._noting[table.id] = asyncio.create_task(noting)
        task.add_done_callback(lambda task: self._forget(table.id, task))
        return task

    def _forget(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._noting.get(table_id) is task:
            del self._noting[table_id]

    async def _note(
        self, table_id: str, ended: float | None, match: Finished | None, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:  # it ended, and goes on
            await asyncio.wait({before})
        try:
            await asyncio.to_thread(self._store.note_end, table_id, ended)
            if match is not None:
                await asyncio.to_thread(self.results.note, match)
            else:
                await asyncio.to_thread(self.results.forget, table_id)
        except SQLAlchemyError as error:
            log_fault("end not noted", error, table=table_id)

    async def prove(self, table: Table, ended: float) -> None:
        """Replay a contest's match, and enter it on its board as one that ended then."""
        match, contest = match_at(table.match, len(table.match.moves)), table.opened.contest
        is_helped = bool(table.help_taken)
        if contest is None:
            return

        def finish() -> None:
            self._boards.finish(table.id, match, contest, is_helped=is_helped, ended=ended)

        try:
            await self._work(match.game, finish)
        except SQLAlchemyError as error:
            log_fault("result not entered", error, table=table.id)
        except Exception:  # the next start tries again
            logger.exception("result not entered", extra={"table": table.id})

    async def catch_up(self) -> None:
        """Note the ends of tables from before results were stored, and of those that the last stop cut off."""
        for table_id in await asyncio.to_thread(self.results.unnoted):
            try:
                table, _ = await load(self._store, table_id, asyncio.to_thread)
                if table.over and table.opened.practice is None:
                    ended = await self.end_of(table)
                    await asyncio.to_thread(self.results.note, finished(table, ended))
                    await self.prove(table, ended)
            except Refused:  # it cannot be read, which is logged, or was pruned or deleted
                continue
            except SQLAlchemyError as error:
                log_fault("end not noted", error, table=table_id)
            except Exception:  # one broken table must not stop the others
                logger.exception("table cannot be read", extra={"table": table_id})
