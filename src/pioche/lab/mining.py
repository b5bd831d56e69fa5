"""Mines puzzles match by match, on one core or several, into a file that grows: a run can be stopped and resumed."""

from __future__ import annotations

import itertools
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from pioche import registry
from pioche.core.errors import BadPuzzles, say
from pioche.core.puzzles import Puzzle, Puzzles, entry, heading, read_puzzles

from .puzzles import Finding, Mine, search_match

AHEAD = 2
"""How many matches for each core may be under way before the first of them is written."""


@dataclass
class Mined:
    """How far mining has come. Puzzles and dropped ones are those of the file, the other numbers those of this run."""

    puzzles: int
    dropped: int
    new: int = 0
    matches: int = 0
    decisions: int = 0
    candidates: int = 0
    checked: int = 0
    seconds: float = 0.0

    @property
    def share(self) -> float | None:
        """The share of puzzles among those whose answer was checked with ten times the simulations."""
        proposed = self.puzzles + self.dropped
        return self.puzzles / proposed if proposed else None

    @property
    def per_minute(self) -> float:
        return 60 * self.new / self.seconds if self.seconds else 0.0

    def add(self, finding: Finding) -> None:
        is_puzzle = isinstance(finding.found, Puzzle)
        self.puzzles += is_puzzle
        self.new += is_puzzle
        self.dropped += finding.found is not None and not is_puzzle
        self.matches += 1
        self.decisions += finding.decisions
        self.candidates += finding.candidates
        self.checked += finding.checked

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "share": self.share, "per_minute": self.per_minute}


def mine_to_file(mine: Mine, path: Path, count: int, about: str, workers: int = 1) -> Iterator[Mined]:
    """Search matches until a file has that many puzzles; yield how far it has come after each match.

    What is found is appended at once. A file that exists is continued, if it was mined in the same way.
    """
    before = _begin(mine, path, about)
    mined, begin = Mined(len(before.puzzles), len(before.dropped)), perf_counter()
    if mined.puzzles >= count:
        yield mined
        return
    with closing(findings(mine, before.next_match, workers)) as found:
        for finding in found:
            mined.add(finding)
            mined.seconds = perf_counter() - begin
            if finding.found is not None:
                with path.open("a", encoding="utf-8") as out:
                    out.write(entry(finding.found))
            yield mined
            if mined.puzzles >= count:
                return


def _begin(mine: Mine, path: Path, about: str) -> Puzzles:
    """Return the content of the file; write its head if it is new."""
    registry.find(mine.game)
    fresh = Puzzles(game=mine.game, seed=mine.seed, bots="" if mine.records else mine.bots)
    if not path.exists():
        path.write_text(heading(fresh, about), encoding="utf-8")
        return fresh
    found = read_puzzles(path.read_text(encoding="utf-8"), path.name)
    for field in ("game", "seed", "bots"):
        there, given = getattr(found, field), getattr(fresh, field)
        if there != given:
            raise BadPuzzles(say("other-puzzles", name=path.name, field=field, there=str(there), given=str(given)))
    return found


def findings(mine: Mine, first: int, workers: int) -> Generator[Finding, None, None]:
    """Yield what comes of each match, in their order: without end, or as many as there are records."""
    numbers = range(first, len(mine.records)) if mine.records else itertools.count(first)
    search = partial(search_match, mine)
    return (search(number) for number in numbers) if workers == 1 else _in_processes(search, numbers, workers)


def _in_processes(search: partial[Finding], numbers: Iterable[int], workers: int) -> Generator[Finding, None, None]:
    with ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts_to_the_parent) as pool:
        waiting: deque[Future[Finding]] = deque()
        try:
            for number in numbers:
                waiting.append(pool.submit(search, number))
                if len(waiting) >= AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
