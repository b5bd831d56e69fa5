"""Engines: what computes blocks. Each is a `concurrent.futures.Executor`, on this machine or on a cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from .errors import NoEngine, WorkersDied, say
from .table import usable_cores

BLOCK_THREAD = "pioche-block"
"""How the names of threads begin that compute blocks."""


class Engine:
    """An executor with a number of workers, opened again when its workers have died."""

    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    """The errors of a task whose worker died."""
    losses: tuple[type[BaseException], ...] = ()
    """The errors of a task or of sending one when the cluster itself is gone."""
    unloadable: tuple[type[BaseException], ...] = (ImportError, AttributeError)
    """The errors of a task whose worker cannot even find the function: what that raises itself is its result."""
    tries = 3
    """How often a block is sent out whose worker dies."""
    blames_others = True
    """Whether a task may be reported as dead because another one killed the worker: then each is tried alone."""
    is_here = False
    """Whether tasks run in this process."""
    task_seconds = 0.25
    """Blocks that take less are sent several together, to fill this time."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor, self.workers = executor, workers

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        try:
            return self.executor.submit(function, *arguments)
        except BrokenExecutor as broken:  # a worker died between two tasks
            future: Future[Any] = Future()
            future.set_exception(broken)
            return future

    def renew(self) -> bool:
        """Open the executor again after a death; return whether the other tasks under way are lost too."""
        raise WorkersDied(say("workers-lost"))

    def close(self) -> None:
        """Stop at once, whatever is under way."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class Borrowed(Engine):
    """An executor that its owner closes."""

    def close(self) -> None:
        pass


class Processes(Engine):
    """Processes of this machine. They end when the pipe to this process does, so none is left behind."""

    def __init__(self, workers: int) -> None:
        super().__init__(self._open(workers), workers)

    def _open(self, workers: int) -> Executor:
        spawn = get_context("spawn")
        theirs, self._lifeline = spawn.Pipe(duplex=False)
        return ProcessPoolExecutor(workers, spawn, _begin_worker, (theirs,))

    def renew(self) -> bool:
        self.close()
        self.executor = self._open(self.workers)
        return True

    def close(self) -> None:
        self._lifeline.close()
        super().close()


def _begin_worker(lifeline: Connection) -> None:
    """Leave interrupts to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv()
    except (EOFError, OSError):
        os._exit(1)


class Threads(Engine):
    """Threads of this process: compiled loops run side by side in them, and they start at once."""

    is_here = True

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor(workers, BLOCK_THREAD), workers)


def has_busy_threads() -> bool:
    """Return whether a thread of this process may still compute a block."""
    return any(thread.name.startswith(BLOCK_THREAD) for thread in threading.enumerate())


HERE: dict[str, Callable[[int], Engine]] = {"processes": Processes, "threads": Threads}
"""The engines of this machine, by name."""


WORTH_PROCESSES = 8
"""How many blocks each worker should have before it is worth starting processes."""


def usual_engine(blocks: int, workers: int | None, *, is_compiled: bool) -> str:
    """Return the engine that commands use by default.

    Compiled loops run side by side in threads, which start at once. Bots that choose move by move hold each other up
    there; but a process takes a second or two to start, so it needs some work.
    """
    cores = workers or usable_cores()
    return "threads" if is_compiled or cores == 1 or blocks < WORTH_PROCESSES * cores else "processes"


@contextmanager
def open_engine(on: str | Executor, workers: int | None = None) -> Iterator[Engine]:
    """Open an engine by name or address, or use an executor; close it at the end."""
    engine = _opened(on, workers)
    try:
        yield engine
    finally:
        engine.close()


def _opened(on: str | Executor, workers: int | None) -> Engine:
    if isinstance(on, Executor):
        return Borrowed(on, workers or usable_cores())
    if on in HERE:
        return HERE[on](workers or usable_cores())
    if on.startswith("ray://"):
        from .on_ray import RayEngine

        return RayEngine(on)
    if on.startswith(("tcp://", "tls://")):
        from .on_dask import DaskEngine

        return DaskEngine(on)
    raise NoEngine(say("no-engine", given=repr(on)))
