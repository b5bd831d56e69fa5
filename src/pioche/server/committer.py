"""Group commits: events that arrive while a commit is under way, or soon after it, are written together."""

from __future__ import annotations

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor

from .store import Entry, Store

PAUSE_SECONDS = 0.006
"""The least time between two commits of a server at which several tables play, unless `ENOUGH` events wait. A commit
costs as much as half a move, and hardly more for ten events than for one."""
ENOUGH = 4
"""When this many events wait, a commit costs little for each of them: it begins as soon as the last one is on disk."""

Waiting = list[tuple[Entry, "asyncio.Future[bool]"]]


class Committer:
    """``await commit(entry)`` returns when the event is on disk: True, or False if its number was taken.

    A busy server reads more events before it comes to the next commit, so its groups grow by themselves.
    """

    def __init__(self, store: Store, *, most: int = 200) -> None:
        self._log = store
        self._most = most
        self._waiting: Waiting = []
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._is_writing = False
        self._planned: asyncio.Handle | None = None
        """The beginning of the next commit, if it is planned."""
        self._idle: asyncio.Event = asyncio.Event()
        self._idle.set()
        self._last: set[str] = set()
        """The tables of the last commit."""
        self._begun = -math.inf
        """When it began."""

    async def commit(self, entry: Entry) -> bool:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        self._idle.clear()
        if not self._is_writing and (self._planned is None or len(self._waiting) == ENOUGH):
            self._plan()
        return await future

    def _plan(self) -> None:
        """Begin the next commit when it is due; what arrives in the same turn of the loop is part of it."""
        if self._planned is not None:
            self._planned.cancel()
        loop, rest = asyncio.get_running_loop(), 0.0
        if len(self._waiting) < ENOUGH and {entry.table_id for entry, _ in self._waiting} != self._last:
            rest = self._begun + PAUSE_SECONDS - loop.time()
        self._planned = loop.call_later(rest, self._begin) if rest > 0 else loop.call_soon(self._begin)

    def _begin(self) -> None:
        group, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
        loop = asyncio.get_running_loop()
        self._planned, self._is_writing = None, True
        self._last, self._begun = {entry.table_id for entry, _ in group}, loop.time()
        self._thread.submit(self._write, group, loop)

    def _write(self, group: Waiting, loop: asyncio.AbstractEventLoop) -> None:
        """Write a group, in a thread of its own."""
        answers: list[bool] | BaseException
        try:
            answers = self._log.append([entry for entry, _ in group])
        except BaseException as error:  # whoever waits must hear of it
            answers = error
        loop.call_soon_threadsafe(self._end, group, answers)

    def _end(self, group: Waiting, answers: list[bool] | BaseException) -> None:
        self._is_writing = False
        for index, (_, future) in enumerate(group):
            if future.done():
                continue
            if isinstance(answers, BaseException):
                future.set_exception(answers)
            else:
                future.set_result(answers[index])
        if self._waiting:
            self._plan()
        else:
            self._idle.set()

    async def finish(self) -> None:
        """Wait until pending events are written."""
        await self._idle.wait()

    async def close(self) -> None:
        await self.finish()
        self._thread.shutdown(wait=False)
