"""Computes long work in blocks: on several cores or machines, with a journal from which a stopped run goes on.

A block depends on the work and on its number alone, and results come in the order of the numbers. So they are the same
whatever the engine, the number of workers and the number of stops.
"""

from __future__ import annotations

import json
import pickle
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count as count_from
from itertools import takewhile
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from pioche.core.errors import PiocheError

from .code import PlainCode, check_same, code_of
from .engines import Engine, open_engine
from .errors import ClusterLost, OtherCode, WorkersDied, say
from .journal import Journal, open_journal

AHEAD = 2
"""How many tasks for each worker are under way."""
FARTHEST = 64
"""How many tasks for each worker may be finished or under way before a block that the caller still waits for."""
MOST_TOGETHER = 512
"""How many blocks a task has at most."""

Progress = Callable[[int, int | None], None]


class Work(Protocol):
    """Work that is done in blocks: a frozen dataclass of plain data (names, numbers, tuples).

    It is pickled to the workers, and its fields are written at the head of a journal.
    """

    def block(self, number: int) -> Any:
        """Return the result of one block as JSON-compatible data. It depends on the work and the number alone."""


@dataclass(frozen=True)
class Rails:
    """How blocks are computed."""

    on: str | Executor = "processes"
    """``processes`` or ``threads`` of this machine, the address of a cluster, or an executor of your own."""
    workers: int | None = None
    """How many processes or threads: all cores by default."""
    resume: Path | None = None
    """A journal: finished blocks are read from it, new ones are appended."""
    progress: Progress | None = None
    """Called with the number of blocks that are done, and of all blocks if that is known: at the start and after each
    task."""


def compute(work: Work, count: int | None, rails: Rails | None = None) -> Generator[Any, None, None]:
    """Yield the results of blocks 0, 1, … in this order; without end if ``count`` is None.

    A block whose worker dies is computed again. Closing the iterator stops the workers at once.
    """
    rails = rails or Rails()
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(rails.resume, work))
        if count is not None and all(number in journal.results for number in range(count)):
            if rails.progress is not None:
                rails.progress(count, count)
            yield from (json.loads(journal.results[number]) for number in range(count))
            return
        engine = stack.enter_context(open_engine(rails.on, rails.workers))
        yield from _Run(work, count, journal, engine, rails.progress).results()


class Line:
    """Work that follows from the results of earlier work, with one journal and the same workers for all of it.

    The blocks of all works are numbered on, so what follows must depend on the head of the journal and on the earlier
    results alone: then a run that goes on asks for the same works again and gets their results from the journal.
    """

    def __init__(self, journal: Journal, open_workers: Callable[[], Engine]) -> None:
        self.journal = journal
        self.blocks = 0
        """How many blocks are done."""
        self._open_workers = open_workers
        self._engine: Engine | None = None

    @property
    def has_begun(self) -> bool:
        """Whether anything had to be computed that was not in the journal."""
        return self._engine is not None

    def compute(self, work: Work, count: int) -> list[Any]:
        """Return the results of the next blocks, which are 0, 1, … to the work."""
        first, self.blocks = self.blocks, self.blocks + count
        numbers = range(first, self.blocks)
        if all(number in self.journal.results for number in numbers):
            return [json.loads(self.journal.results[number]) for number in numbers]
        self._engine = self._engine or self._open_workers()
        run = _Run(Shifted(work, first), self.blocks, self.journal, self._engine, None, next=first)
        return list(run.results())


@dataclass(frozen=True)
class Shifted:
    """Work whose first block has another number than 0."""

    work: Work
    first: int

    def block(self, number: int) -> Any:
        return self.work.block(number - self.first)


@contextmanager
def open_line(head: Any, rails: Rails | None = None) -> Iterator[Line]:
    """Open the rails for works that follow from each other; ``head`` is written at the head of the journal."""
    rails = rails or Rails()
    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(rails.resume, head))
        yield Line(journal, lambda: stack.enter_context(open_engine(rails.on, rails.workers)))


@dataclass(frozen=True)
class Task:
    """Blocks that are sent to a worker together."""

    numbers: tuple[int, ...]
    tries: int = 1


@dataclass(frozen=True)
class Done:
    """What a worker returns: how long it took, the results as JSON, and an error that a block raised."""

    seconds: float
    results: list[str]
    error: Exception | None = None


def run_task(work: Work | bytes, numbers: tuple[int, ...], code: PlainCode | None) -> Done:
    """Compute blocks in a worker.

    Arguments are plain data, and the work is read only when the code has been compared: so a worker with other code
    can say so. In the caller's own process there is no other code. Errors are returned, because some engines would wrap
    them in others.
    """
    begin = perf_counter()
    try:
        if code is not None:
            check_same(code)
        unpacked = unpickled(work) if isinstance(work, bytes) else work
        results = [json.dumps(unpacked.block(number)) for number in numbers]
    except PiocheError as error:
        return Done(0.0, [], error)
    except Exception as error:  # user code may raise anything
        if code is not None:
            error.add_note(traceback.format_exc())  # where it was raised is not sent along
        return Done(0.0, [], error)
    return Done(perf_counter() - begin, results)


def unpickled(content: bytes) -> Work:
    try:
        work: Work = pickle.loads(content)
    except (ImportError, AttributeError) as missing:
        raise OtherCode(say("worker-without", reason=str(missing))) from missing
    return work


@dataclass
class _Run:
    """The blocks of a run: those to come, those under way and those that are finished but not yet yielded.

    It has the blocks from the first (``next``) to the one before ``count``.
    """

    work: Work
    count: int | None
    journal: Journal
    engine: Engine
    progress: Progress | None
    finished: dict[int, str] = field(default_factory=dict)
    again: deque[Task] = field(default_factory=deque)
    under_way: dict[Future[Any], Task] = field(default_factory=dict)
    together: int = 1
    next: int = 0
    done: int = 0
    one_by_one: bool = False
    """Whether tasks died, perhaps for the fault of others: each block alone shows which of them kills its worker."""

    @cached_property
    def sent(self) -> tuple[Work | bytes, PlainCode | None]:
        """The work as workers receive it, and the code that they must have."""
        return (self.work, None) if self.engine.is_here else (pickle.dumps(self.work), code_of(self.work).plain)

    def results(self) -> Iterator[Any]:
        kept, first = self.journal.results, self.next
        self.finished = {number: kept[number] for number in kept if number >= first and self.counts(number)}
        self.done = len(self.finished)
        self.report()
        for number in takewhile(self.counts, count_from(first)):
            while number not in self.finished:
                self.submit(number)
                self.collect()
            yield json.loads(self.finished.pop(number))

    def counts(self, number: int) -> bool:
        return self.count is None or number < self.count

    def submit(self, wanted: int) -> None:
        """Keep the workers busy, but do not run far ahead of the block that is wanted now."""
        self.one_by_one = self.one_by_one and bool(self.again)
        most = 1 if self.one_by_one else AHEAD * self.engine.workers
        farthest = wanted + FARTHEST * self.engine.workers * self.together
        while len(self.under_way) < most and (task := self.next_task(farthest)):
            with self.transport():
                work, code = self.sent
                future = self.engine.submit(run_task, work, task.numbers, code)
            self.under_way[future] = task

    def next_task(self, farthest: int) -> Task | None:
        if self.again:
            return self.again.popleft()
        numbers: list[int] = []
        together = self.together
        if self.count is not None:  # so that no worker is left with all that remains
            together = min(together, max(1, (self.count - self.next) // (AHEAD * self.engine.workers)))
        while len(numbers) < together and self.next < farthest and self.counts(self.next):
            if self.next not in self.journal.results:
                numbers.append(self.next)
            self.next += 1
        return Task(tuple(numbers)) if numbers else None

    def collect(self) -> None:
        """Wait for at least one task; keep its results."""
        ready, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
        died: list[Task] = []
        for future in sorted(ready, key=lambda each: self.under_way[each].numbers):
            task = self.under_way.pop(future)
            try:
                with self.transport():
                    done: Done = future.result()
            except self.engine.deaths as death:
                died.append(task)
                cause = death
                continue
            if done.error is not None:
                raise done.error
            self.keep(task, done)
        if died:
            self.try_again(died, cause)

    @contextmanager
    def transport(self) -> Iterator[None]:
        """Report in one sentence what goes wrong on the way to a worker and back."""
        try:
            yield
        except self.engine.losses as lost:
            kept = self.journal.name
            raise ClusterLost(say("cluster-lost", name=kept) if kept else say("cluster-lost-all")) from lost
        except self.engine.unloadable as error:
            raise OtherCode(say("worker-without", reason=str(error).strip().splitlines()[-1])) from error

    def keep(self, task: Task, done: Done) -> None:
        new = dict(zip(task.numbers, done.results, strict=True))
        self.journal.append(new)
        self.finished |= new
        self.done += len(new)
        each = max(done.seconds / len(new), 1e-6)
        self.together = max(1, min(MOST_TOGETHER, ceil(self.engine.task_seconds / each)))
        self.report()

    def try_again(self, died: list[Task], cause: BaseException) -> None:
        """Compute the blocks again whose worker died; where that broke the executor, all blocks under way.

        A block is given up only where it was sent alone: of several, any may have killed the worker.
        """
        for task in died:
            if task.tries >= self.engine.tries and len(task.numbers) == 1:
                raise WorkersDied(say("workers-died", block=task.numbers[0])) from cause
        if self.engine.renew():
            died += self.under_way.values()
            self.under_way.clear()
        self.one_by_one = self.engine.blames_others
        for task in sorted(died, key=lambda each: each.numbers):
            self.again += (Task((number,), task.tries + 1) for number in task.numbers)

    def report(self) -> None:
        if self.progress is not None:
            self.progress(self.done, self.count)
