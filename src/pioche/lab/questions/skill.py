"""How much can skill decide? A ladder of bots, each step measured by a duel with the bot below."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from pioche.core.words import Message

from ..answer import Answer, Plot, Table, Value
from ..figures import number, share
from ..simulate import NORMAL_95
from ..statistics import Estimate, mean_of
from .asked import Asked, Plan, blocks_for, column, interval, title
from .duels import alone, deals_in_block, matches_per_duel
from .playing import Sitting
from .words import say

MATCHES = 12_000
LADDER = "random,beginner,casual,strong,expert"


@dataclass(frozen=True)
class Skill:
    """Each bot of a ladder alone at a table of the one below; where all play together, each with its own kind."""

    sitting: Sitting
    ladder: tuple[str, ...]
    seed: int
    deals: int

    def block(self, number: int) -> Any:
        steps = []
        for lower, upper in pairwise(self.ladder):
            won = alone(self.sitting, upper, lower, self.deals, self.seed, number)
            below = np.full(self.deals, 1 / self.sitting.players)
            if self.sitting.found.together:
                below = alone(self.sitting, lower, upper, self.deals, self.seed, number)
            gain = won - below
            steps.append([float(won.sum()), float(below.sum()), float(gain.sum()), float(np.square(gain).sum())])
        return {"deals": self.deals, "steps": steps}


def plan(asked: Asked) -> Plan:
    ladder = asked.pool_of_several(LADDER, "skill.short")
    sitting = asked.sitting(ladder[0])
    deals, is_quick = deals_in_block(asked, ladder, 100, 2)
    work = Skill(sitting, ladder, asked.seed, deals)
    matches = deals * (len(ladder) - 1) * matches_per_duel(sitting)
    blocks = blocks_for(asked.matches or MATCHES, matches)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick)


def conclude(asked: Asked, work: Skill, results: Iterator[Any]) -> Answer:
    sums, deals = np.zeros((len(work.ladder) - 1, 4)), 0
    for block in results:
        sums, deals = sums + np.array(block["steps"]), deals + block["deals"]
    rows: list[tuple[Value, ...]] = []
    doublings = 0.0
    for (lower, upper), (won, below, gain, squares) in zip(pairwise(work.ladder), sums, strict=True):
        step = mean_of(deals, float(gain), float(squares))
        part, even = float(won) / deals, float(below) / deals
        doubled = _doublings(part, even, deals)
        doublings += doubled
        name = say("skill.step", upper=upper, lower=lower)
        won_interval = Estimate(part, step.error, deals).as_share
        rows.append((name, *won_interval, even, doubled, _deals_to_tell(step, deals)))
    columns = (column("step"), column("won", ".1%"), *interval(".1%"), column("even", ".1%"))
    more = (column("doublings", "+.2f"), column("deals_to_tell", ",d"))
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting, " < ".join(work.ladder)),
        findings=(finding(work.ladder, doublings),),
        tables=(Table("steps", say("skill.table"), (*columns, *more), tuple(rows)),),
        plots=(Plot("bars", "steps", say("skill.plot"), "steps", "step", "doublings"),),
        methods=(say("skill.method"), say("skill.method-tell"), *asked.left_out(LADDER), say("method.interval")),
        matches=deals * (len(work.ladder) - 1) * matches_per_duel(work.sitting),
    )


def finding(ladder: tuple[str, ...], doublings: float) -> Message:
    ends = {"lowest": ladder[0], "highest": ladder[-1]}
    if doublings <= 0:
        return say("skill.finding-none", **ends)
    if doublings < 1:
        return say("skill.finding-small", growth=share(2**doublings - 1, ".0%"), **ends)
    return say("skill.finding", doublings=number(doublings), **ends)


def _doublings(won: float, even: float, deals: int) -> float:
    """Return how often the odds of winning doubled, with half a win and half a loss added to each side."""

    def odds(part: float) -> float:
        return (part * deals + 0.5) / ((1 - part) * deals + 0.5)

    return math.log2(odds(won) / odds(even))


def _deals_to_tell(step: Estimate, deals: int) -> int | None:
    """Return how many deals a duel needs until its 95% interval leaves an even result out."""
    if not step.is_clear:
        return None
    return max(1, math.ceil(deals * (NORMAL_95 * step.error / step.value) ** 2))
