"""Group commits: events that arrive while a commit is under way, or soon after it, are written together."""

from __future__ import annotations

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor

from .store import Entry, Store

PAUSE_SECONDS = 0.01
"""The least time between two commits of a server at which several tables play. A commit costs as much as a move, and
hardly more for ten events than for one."""


class Committer:
    """``await commit(entry)`` returns when the event is on disk: True, or False if its number was taken."""

    def __init__(self, store: Store, *, most: int = 200) -> None:
        self._log = store
        self._most = most
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._last: set[str] = set()
        """The tables of the last commit."""
        self._begun = -math.inf
        """When it began."""

    async def commit(self, entry: Entry) -> bool:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await future

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await self._wait_for_more()
            group, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
            try:
                answers = await loop.run_in_executor(self._thread, self._log.append, [entry for entry, _ in group])
            except Exception as error:
                for _, future in group:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), answer in zip(group, answers, strict=True):
                if not future.done():
                    future.set_result(answer)

    async def _wait_for_more(self) -> None:
        """Wait until the next commit is due; a table that plays alone has nothing to wait for."""
        tables, loop = {entry.table_id for entry, _ in self._waiting}, asyncio.get_running_loop()
        if tables != self._last and (rest := self._begun + PAUSE_SECONDS - loop.time()) > 0:
            await asyncio.sleep(rest)
        self._last, self._begun = {entry.table_id for entry, _ in self._waiting[: self._most]}, loop.time()

    async def finish(self) -> None:
        """Wait until pending events are written."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def close(self) -> None:
        await self.finish()
        self._thread.shutdown(wait=False)
