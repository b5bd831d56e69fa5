"""Group commits: events that arrive while a commit is under way are written together in the next one."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from .store import Entry, Store


class Committer:
    """``await commit(entry)`` returns when the event is on disk: True, or False if its number was taken."""

    def __init__(self, store: Store, *, most: int = 200) -> None:
        self._log = store
        self._most = most
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")

    async def commit(self, entry: Entry) -> bool:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await future

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
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

    async def close(self) -> None:
        """Wait until pending events are written."""
        if self._task is not None:
            await self._task
        self._thread.shutdown(wait=False)
