"""How the rule of thumb of the hint player is learned: from simulation alone, by an evolution of its own.

Around a middle that begins as "take from the tallest piles" 32 rules are drawn, in mirrored pairs, and play the same
deals; the middle moves towards those that won most, and the spread of each number follows what they have in common.
The result is the running average of the middles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random, Shuffle, new_random, shuffle_cards
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.game import Setting
from pioche.core.state import Batch, batch
from pioche.core.training import ByOwnMethod, Compute, Course, Step, Training
from pioche.core.weights import Weights
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT

from ..state import PILE_SIZE, PILES
from .hint_player import PHASES, SUIT_COUNT, Judgement, Sketch, judgement, play_on, turn_up
from .judgement import ENDS, SHAPES

RULES_DRAWN = 32
GROWTH = 20
"""Each generation plays this part of the first deals more: closer to the optimum, the differences are smaller."""
FIRST_SPREAD, LEAST_SPREAD = 0.5, 0.05
CHECKED = 7
"""The result is tried on this many times the deals of the first generation: about 40,000."""


def build_wins() -> Loop:
    def wins(bags: NDArray[np.int16], told: Judgement, scratch: Batch) -> int:
        """Return how many of these deals a rule wins."""
        count = 0
        for i in range(len(bags)):
            scratch[0].left[:] = SUIT_COUNT
            scratch[0].open[:] = 0
            scratch[0].where[:] = 0
            scratch[0].heights[:] = PILE_SIZE
            scratch[0].hidden = CARD_COUNT - PILES
            for pile in range(PILES):
                turn_up(scratch[0], pile, bags[i, CARD_COUNT - 1 - pile])
            count += play_on(scratch[0], bags[i], told)
        return count

    return wins


def build_shuffles() -> Loop:
    def shuffles(bags: Shuffle, rng: Random) -> None:
        for i in range(len(bags)):
            shuffle_cards(bags[i], CARD_COUNT, rng)

    return shuffles


@cache
def loops() -> tuple[Loop, Loop]:
    return compiled(build_wins(), "20-20.train"), compiled(build_shuffles(), "20-20.shuffles")


@dataclass(frozen=True)
class Rules:
    """Rules of thumb that play the same deals."""

    rows: tuple[tuple[float, ...], ...]
    deals: int
    seed: int
    generation: int

    def block(self, number: int) -> float:
        """Return the share of the deals that one rule wins."""
        wins, shuffles = loops()
        bags = np.tile(np.arange(CARD_COUNT, dtype=np.int16) % RANK_COUNT, (self.deals, 1))
        shuffles(bags, new_random(self.seed, self.generation))
        return float(wins(bags, judged(np.array(self.rows[number])), batch(Sketch, 1)) / self.deals)


def judged(numbers: Weights) -> Judgement:
    """Return a judgement from one row of numbers."""
    parts = np.split(numbers, ENDS[:-1])
    return Judgement(*(np.ascontiguousarray(part.reshape(shape)) for part, shape in zip(parts, SHAPES, strict=True)))


def tallest_first() -> Weights:
    """Deeper cards first; of three, the deepest two."""
    depths = np.arange(PILE_SIZE, dtype=np.float64)
    single = -0.3 * depths
    return np.concatenate(
        [np.tile(depths, len(PHASES)), np.zeros(len(PHASES) * 8), single, single, np.zeros(PILE_SIZE)]
    )


class Evolution:
    """The middle of the rules that are drawn, their spread, and the average of the middles."""

    def __init__(self, start: Weights, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.middle, self.average = start, start.copy()
        self.spread = np.full_like(start, FIRST_SPREAD)
        ranks = np.log(RULES_DRAWN / 2 + 0.5) - np.log(np.arange(1, RULES_DRAWN // 2 + 1))
        self._shares = ranks / ranks.sum()

    def ask(self) -> Weights:
        """Draw rules: a row of numbers for each."""
        steps = self.rng.normal(size=(RULES_DRAWN // 2, len(self.middle)))
        self._steps = np.concatenate([steps, -steps])
        rules: Weights = self.middle + self.spread * self._steps
        return rules

    def tell(self, shares: list[float]) -> None:
        """Move towards the rules that won the largest shares."""
        best = self._steps[np.argsort(-np.array(shares), kind="stable")[: RULES_DRAWN // 2]]
        self.middle = self.middle + self.spread * (self._shares @ best)
        growth = np.exp(0.1 * (self._shares @ best**2 - 1) - 0.01)
        self.spread = np.maximum(self.spread * growth.clip(0.8, 1.2), LEAST_SPREAD)
        self.average += 0.1 * (self.middle - self.average)


def learn(course: Course, compute: Compute) -> Iterator[Step]:
    """Yield a step for each generation. At the end, the result plays new deals."""
    start = tallest_first() if course.origin == "nothing" else np.concatenate([each.ravel() for each in judgement()])
    evolution = Evolution(start, course.seed)
    for generation in range(1, course.generations + 1):
        deals = course.deals + (generation - 1) * course.deals // GROWTH
        rules = Rules(rows_of(evolution.ask()), deals, course.seed, generation)
        shares = compute(rules, RULES_DRAWN)
        evolution.tell(shares)
        won = None
        if generation == course.generations:
            found = Rules(rows_of(evolution.average[None]), CHECKED * course.deals, course.seed, generation + 1)
            won = compute(found, 1)[0]
        yield Step(generation, max(shares), sum(shares) / len(shares), evolution.average.copy(), won)


def rows_of(rows: Weights) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in rows)


def as_toml(setting: Setting, weights: Weights) -> str:
    def row(numbers: Weights) -> str:
        return "[" + ", ".join(f"{number:.2f}" for number in numbers) + "]"

    told, lines = judged(weights), []
    for number, phase in enumerate(PHASES):
        lines += [f"[{phase}]", f"removed = {row(told.removed[number])}"]
        lines += [f"open_of_six = {row(told.opened[number, 0])}", f"open_of_four = {row(told.opened[number, 1])}", ""]
    lines += ["[stays]", f"single_of_six = {row(told.single[0])}", f"single_of_four = {row(told.single[1])}"]
    return "\n".join([*lines, f"several = {row(told.several)}"])


TRAINING = Training(method=ByOwnMethod(learn=learn, as_toml=as_toml), generations=80, deals=6000, origin="nothing")
