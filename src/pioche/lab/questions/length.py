"""How long is a match, how does it end, and how close is it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.words import Message

from ..answer import Answer, Plot, Table
from ..figures import count, number, share
from ..statistics import quantile
from .asked import Asked, Plan, blocks_for, column, title
from .playing import Sitting, ending_of, leads, play
from .words import say

MATCHES = 20_000
PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are shown."""


@dataclass(frozen=True)
class Lengths:
    """Matches, counted by length, ending and lead."""

    sitting: Sitting
    seed: int
    size: int

    def block(self, number: int) -> Any:
        block = play(self.sitting, self.size, self.seed, number)
        names = self.sitting.table.rounds[-1].endings
        if self.sitting.found.together:
            margins: NDArray[Any] = block.totals[:, 0]
        else:
            margins = leads(self.sitting, block)
        return {
            "lengths": _counted(block.lengths),
            "margins": _counted(margins),
            "endings": {names[int(ending)]: times for ending, times in _counted(block.endings).items()},
            "won": int((block.places[:, 0] == 1).sum()),
        }


def _counted(values: NDArray[Any]) -> dict[str, int]:
    found, times = np.unique(values, return_counts=True)
    return {str(value): int(many) for value, many in zip(found, times, strict=True)}


def plan(asked: Asked) -> Plan:
    sitting = asked.sitting()
    work = Lengths(sitting, asked.seed, sitting.size)
    blocks = blocks_for(asked.matches or MATCHES, work.size)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), sitting.is_quick)


def conclude(asked: Asked, work: Lengths, results: Iterator[Any]) -> Answer:
    lengths: Counter[int] = Counter()
    margins: Counter[int] = Counter()
    endings: Counter[str] = Counter()
    won = 0
    for block in results:
        lengths.update({int(value): times for value, times in block["lengths"].items()})
        margins.update({int(value): times for value, times in block["margins"].items()})
        endings.update(block["endings"])
        won += block["won"]
    matches = sum(lengths.values())
    together = work.sitting.found.together
    margin = "left" if together else "lead"
    tables = (
        _quantiles(lengths, margins, margin),
        _shares_of_endings(work.sitting, endings, matches),
        _histogram("lengths", "length", lengths),
        _histogram("margins", margin, margins),
    )
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting),
        findings=_findings(work.sitting, lengths, margins, endings, won / matches if together else None),
        tables=tables,
        plots=(
            Plot("histogram", "lengths", say("length.plot-lengths"), "lengths", "length", "matches"),
            Plot("histogram", "margins", say(f"length.plot-{margin}"), "margins", margin, "matches"),
        ),
        methods=(say("length.method"),),
        matches=matches,
    )


def _findings(
    sitting: Sitting, lengths: Counter[int], margins: Counter[int], endings: Counter[str], won: float | None
) -> tuple[Message, ...]:
    matches = sum(lengths.values())
    ending, times = endings.most_common(1)[0]
    found = (_how_long(lengths), say("length.ends", ending=ending_of(sitting, ending), share=share(times / matches)))
    middle = count(quantile(margins, 0.5))
    if won is not None:
        return (*found, say("length.won", share=share(won), middle=middle))
    return (*found, say("length.close", middle=middle, ties=share(margins[0] / matches)))


def _how_long(lengths: Counter[int]) -> Message:
    if len(lengths) == 1:
        return say("length.same", count=next(iter(lengths)))
    mean = sum(value * times for value, times in lengths.items()) / sum(lengths.values())
    return say(
        "length.long", mean=number(mean), low=count(quantile(lengths, 0.05)), high=count(quantile(lengths, 0.95))
    )


def _quantiles(lengths: Counter[int], margins: Counter[int], margin: str) -> Table:
    rows = tuple((part, quantile(lengths, part), quantile(margins, part)) for part in PARTS)
    return Table(
        "quantiles", say("length.table"), (column("part", ".0%"), column("length", ",d"), column(margin, ",d")), rows
    )


def _shares_of_endings(sitting: Sitting, endings: Counter[str], matches: int) -> Table:
    rows = tuple((ending_of(sitting, name), times, times / matches) for name, times in endings.most_common())
    columns = (column("ending"), column("matches", ",d"), column("share", ".1%"))
    return Table("endings", say("length.endings"), columns, rows)


def _histogram(name: str, of: str, counts: Counter[int]) -> Table:
    rows = tuple((value, counts[value]) for value in range(min(counts), max(counts) + 1))
    return Table(name, say(f"length.{name}"), (column(of, ",d"), column("matches", ",d")), rows, is_long=True)
