"""The threads that read from and write to the database: addresses take turns in them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .fair_queue import Asker, FairQueue
from .limits import caller

Job = tuple["Future[Any]", Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class DatabaseThreads(ThreadPoolExecutor):
    """The default threads of the event loop. A job counts for the address whose request submits it.

    There are few of them: a thread that builds a statement and reads its rows holds Python's lock, and the event loop
    has to share that lock with all of them.
    """

    def __init__(self, threads: int) -> None:
        super().__init__(threads, thread_name_prefix="database")
        self._jobs: FairQueue[Job] = FairQueue()
        self._jobs_lock = threading.Lock()

    def submit(self, job: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._jobs_lock:
            self._jobs.add(Asker(caller.get()), (future, job, arguments, named))
        super().submit(self._do_next)
        return future

    def _do_next(self) -> None:
        with self._jobs_lock:
            future, job, arguments, named = self._jobs.take()
        if not future.set_running_or_notify_cancel():
            return
        try:
            found = job(*arguments, **named)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(found)
