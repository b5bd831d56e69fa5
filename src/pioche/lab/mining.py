"""Mines puzzles match by match, on one core or several, into a file that grows: a run can be stopped and resumed.

The file of puzzles is its own journal: it holds the number of the last match with a puzzle, and is read by people.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import convert, to_builtins

from pioche import registry
from pioche.core.errors import BadPuzzles, say
from pioche.core.game import Game
from pioche.core.puzzles import Dropped, Puzzle, Puzzles, entry, heading, read_puzzles

from .blocks import Rails, compute
from .puzzles import Finding, Mine, search_match

ALONE = Rails("threads", 1)
ANSWERS = 3
"""At most one puzzle in three has the same answer; one in two if the game has only two moves."""


@dataclass
class Mined:
    """How far mining has come. Puzzles and dropped ones are those of the file, the other numbers those of this run."""

    puzzles: int
    dropped: int
    new: int = 0
    alike: int = 0
    """Puzzles that were not kept, because too many before them had the same answer."""
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

    def add(self, finding: Finding, *, is_kept: bool) -> None:
        is_puzzle = isinstance(finding.found, Puzzle)
        self.puzzles += is_puzzle and is_kept
        self.new += is_puzzle and is_kept
        self.alike += is_puzzle and not is_kept
        self.dropped += finding.found is not None and not is_puzzle
        self.matches += 1
        self.decisions += finding.decisions
        self.candidates += finding.candidates
        self.checked += finding.checked

    def to_dict(self) -> dict[str, Any]:
        return {**vars(self), "share": self.share, "per_minute": self.per_minute}


def mine_to_file(mine: Mine, path: Path, count: int, about: str, rails: Rails = ALONE) -> Generator[Mined, None, None]:
    """Search matches until a file has that many puzzles; yield how far it has come after each match.

    What is found is appended at once. A file that exists is continued, if it was mined in the same way. A puzzle is not
    kept if too many before it have the same answer.
    """
    before = _begin(mine, path, about)
    mined, begin = Mined(len(before.puzzles), len(before.dropped)), perf_counter()
    if mined.puzzles >= count:
        yield mined
        return
    answers, parts = Counter(each.best for each in before.puzzles), answers_of(registry.find(mine.game))
    with closing(findings(mine, before.next_match, rails)) as found:
        for finding in found:
            is_kept = keeps(answers, parts, finding.found)
            mined.add(finding, is_kept=is_kept)
            mined.seconds = perf_counter() - begin
            if finding.found is not None and is_kept:
                _append(path, entry(finding.found))
            yield mined
            if mined.puzzles >= count:
                return


def answers_of(game: Game) -> int:
    """Return n, where at most one in n puzzles of a game may have the same answer."""
    rounds = game.format(game.agree()).rounds
    return min(ANSWERS, *(len(rules.move_numbers) for rules in rounds))


def keeps(answers: Counter[str], parts: int, found: Puzzle | Dropped | None) -> bool:
    """Return whether to keep what was found; count the answer of a puzzle that is kept."""
    if isinstance(found, Puzzle):
        if parts * answers[found.best] > answers.total():
            return False
        answers[found.best] += 1
    return True


def _begin(mine: Mine, path: Path, about: str) -> Puzzles:
    """Return the content of the file; write its head if it is new."""
    registry.find(mine.game)
    fresh = Puzzles(game=mine.game, seed=mine.seed, bots="" if mine.records else mine.bots)
    head = heading(fresh, about).encode()
    with _using(path):
        content = path.read_bytes() if path.exists() else b""
        if head.startswith(content):
            path.write_bytes(head)
            return fresh
    found, size = _whole_entries(content, path.name)
    for field in ("game", "seed", "bots"):
        there, given = getattr(found, field), getattr(fresh, field)
        if there != given:
            raise BadPuzzles(say("other-puzzles", name=path.name, field=field, there=str(there), given=str(given)))
    with _using(path):
        os.truncate(path, size)
    return found


def _whole_entries(content: bytes, name: str) -> tuple[Puzzles, int]:
    """Return what a file holds without a last entry that was cut off, and the size of that in bytes.

    The match of such an entry is searched again.
    """
    try:
        return read_puzzles(_decoded(content), name), len(content)
    except BadPuzzles as error:
        size = content.rfind(b"\n[[")
        with suppress(BadPuzzles):
            if size > 0:
                return read_puzzles(_decoded(content[:size]), name), size
        raise error


def _decoded(content: bytes) -> str:
    """Return the text of a file that may end in the middle of a letter."""
    return content.decode(errors="replace")


def _append(path: Path, text: str) -> None:
    """Append an entry whole, or not at all."""
    with _using(path), path.open("ab", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        content = text.encode()
        try:
            while content:
                content = content[file.write(content) :]
        except OSError:
            file.truncate(size)
            raise


@contextmanager
def _using(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadPuzzles(say("unusable-puzzles", path=str(path), reason=reason)) from error


@dataclass(frozen=True)
class Search:
    """The search of matches, as work in blocks: a block is one match."""

    mine: Mine
    first: int

    def block(self, number: int) -> dict[str, Any]:
        finding = search_match(self.mine, self.first + number)
        kind = None if finding.found is None else type(finding.found).__name__
        return {**asdict(replace(finding, found=None)), "kind": kind, "found": to_builtins(finding.found)}


KINDS: dict[str | None, Any] = {"Puzzle": Puzzle, "Dropped": Dropped, None: None}


def findings(mine: Mine, first: int, rails: Rails) -> Generator[Finding, None, None]:
    """Yield what comes of each match, in their order: without end, or as many as there are records."""
    count = len(mine.records) - first if mine.records else None
    with closing(compute(Search(mine, first), count, rails)) as blocks:
        for block in blocks:
            found = convert(block.pop("found"), KINDS[block.pop("kind")])
            yield Finding(**block, found=found)
