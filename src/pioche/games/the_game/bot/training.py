"""How the weights of The Game's prospects are learned: by regression, from games that the judgement itself plays.

Each generation plays games with weights that differ a little from game to game, and then fits how the end followed from
what was seen after each turn (a ridge regression, stage by stage). The next generation plays by the result. The
generation with the best ends is kept and rescaled, so that it says what a position is worth: the look-ahead needs that.

NumPy's products of matrices and its solver are not used: their last digits depend on the number of cores, and with them
all that is learned afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pioche.core.compiled.compile import Loop, compiled
from pioche.core.game import Setting
from pioche.core.training import LEARNED, ByOwnMethod, Compute, Course, Step, Training, array_text, text_array
from pioche.core.weights import Weights
from pioche.core.weights import as_toml as table_of

from .. import GAME
from ..rules import HAND_SIZE
from ..state import CARDS
from .judgement import JUDGEMENT, SILENT, is_silent
from .lookahead import HALF_WON
from .recording import Recorded, play_games
from .weights import BASIS, FULL_PILE, LOST, OWN_LOST, PROSPECTS, STAGES, TheGameWeights

BLOCK = 1000
"""How many games a block has."""
TURNS = 40
"""The approximate number of turns recorded per game."""
NOISE = 0.12
"""How much weights differ from game to game, as a share of each."""
ALIKE = 10
"""The number of games played with the same weights."""
RIDGE = 30.0
MEMORY = 0.5
"""How much the games of a generation count in the next, which smooths out luck."""
CHECKED, CALIBRATED = 1000, 2000
"""How many games show how good a generation is, and to what scale its weights are brought."""
CHUNK = 20_000
"""How many positions are added up together."""
SIZE = STAGES * (PROSPECTS + 1)
TRIANGLE = np.triu_indices(SIZE)
CHECK, SCALE, RESULT = range(3)
"""Besides those of the generations: deals to check each generation on, to rescale by, and for the result."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Games:
    """Games of one setting with some weights."""

    players: int
    variant: str | None
    signals: bool
    weights: str
    games: int
    seeds: tuple[int, ...]

    @property
    def setting(self) -> Setting:
        return GAME.agree(self.players, self.variant, signals=self.signals)

    @property
    def blocks(self) -> int:
        return -(-self.games // BLOCK)

    def play(self, number: int, weights: Weights, *, is_recorded: bool) -> Recorded:
        size = min(BLOCK, self.games - number * BLOCK)
        rows = size * TURNS if is_recorded else 0
        return play_games(self.setting, weights, size, *self.seeds, number, rows=rows)


@dataclass(frozen=True)
class Ends(Games):
    """Games that are won or lost. A block is how many, how many of them are won, and the sum of their values."""

    def block(self, number: int) -> tuple[int, int, float]:
        left = self.play(number, text_array(self.weights), is_recorded=False).left
        return len(left), int((left == 0).sum()), float(value_of(left).sum())


@dataclass(frozen=True)
class Varied(Games):
    """Games whose weights differ from game to game. A block is the sums of its regression and of the ends."""

    def block(self, number: int) -> tuple[str, str, int, float]:
        weights = varied(text_array(self.weights), self.games, np.random.default_rng((*self.seeds, number)))
        played = self.play(number, weights, is_recorded=True)
        products, sums = regression_sums(self.setting, played)
        return array_text(products[TRIANGLE]), array_text(sums), len(played.left), float(value_of(played.left).sum())


@dataclass(frozen=True)
class Scaled(Games):
    """Games by which weights are rescaled. A block is the sums of that regression."""

    def block(self, number: int) -> tuple[list[list[float]], list[float]]:
        weights = text_array(self.weights)
        played = self.play(number, weights, is_recorded=True)
        parts = stages(played.piles, self.setting)
        by_stage = weights[FULL_PILE:].reshape(STAGES, PROSPECTS)
        worths = [(played.seen * worth).sum(axis=1) for worth in by_stage]
        worth = sum(part * each for part, each in zip(parts.T, worths, strict=True))
        is_open = played.seen[:, LOST] == 0
        seen, ends = np.column_stack([worth, parts])[is_open], value_of(played.left)[played.owner][is_open]
        products, sums = np.zeros((1 + STAGES, 1 + STAGES)), np.zeros(1 + STAGES)
        sums_loop()(seen, ends, products, sums)
        return mirrored(products).tolist(), sums.tolist()


def value_of(left: NDArray[np.int32]) -> Floats:
    """Return the value of an end: 1 if won, a half with four cards left."""
    return HALF_WON / (HALF_WON + left.astype(np.float64))


def stages(piles: NDArray[np.int32], setting: Setting) -> Floats:
    """Return, by position, how much of it belongs to each stage, as in `stage_weights`."""
    full = CARDS - setting.players * (HAND_SIZE[setting.players] - (setting.variant == "expert-minus"))
    share = 2 * piles / full
    early, late = np.clip(share - 1, 0, 1), np.clip(1 - share, 0, 1)
    is_empty = piles == 0
    return np.stack([early, 1 - early - late, np.where(is_empty, 0, late), is_empty], axis=1)


def regression_sums(setting: Setting, played: Recorded) -> tuple[Floats, Floats]:
    """Return the sums of a regression of the ends on the prospects, stage by stage."""
    products, sums = np.zeros((SIZE, SIZE)), np.zeros(SIZE)
    parts, ends = stages(played.piles, setting), value_of(played.left)[played.owner]
    for first in range(0, len(played.seen), CHUNK):
        rows = slice(first, first + CHUNK)
        seen = np.concatenate([played.seen[rows], np.ones((len(played.seen[rows]), 1))], axis=1)
        staged = (parts[rows, :, None] * seen[:, None, :]).reshape(-1, SIZE)
        sums_loop()(staged, ends[rows], products, sums)
    return mirrored(products), sums


def build_sums() -> Loop:
    def add_up(seen: Floats, ends: Floats, products: Floats, sums: Floats) -> None:
        """Add the products of what was seen at each position (the upper triangle), and those with the ends."""
        for row in range(len(seen)):
            for i in range(seen.shape[1]):
                here = seen[row, i]
                if here != 0:
                    sums[i] += here * ends[row]
                    for j in range(i, seen.shape[1]):
                        products[i, j] += here * seen[row, j]

    return add_up


@cache
def sums_loop() -> Loop:
    return compiled(build_sums(), "the-game.sums")


def mirrored(triangle: Floats) -> Floats:
    """Return the symmetric matrix of an upper triangle."""
    upper = np.triu(triangle)
    return upper + upper.T - np.diag(upper.diagonal())


DEPENDENT = 1e-12
"""A column of which no more than this share is left follows from those before, but for rounding."""


def solved(products: Floats, sums: Floats) -> Floats:
    """Solve the equations of a regression, by elimination. What was never seen, or follows from the rest, gets 0."""
    left, right, found = products.copy(), sums.copy(), np.zeros(len(sums))
    for i in range(len(sums)):
        pivot = left[i, i] if left[i, i] > DEPENDENT * products[i, i] else np.inf
        factors = left[i + 1 :, i] / pivot
        left[i + 1 :, i + 1 :] -= factors[:, None] * left[i, i + 1 :]
        right[i + 1 :] -= factors * right[i]
        left[i, i] = pivot
    for i in reversed(range(len(sums))):
        found[i] = right[i] / left[i, i]
        right[:i] -= left[:i, i] * found[i]
    return found


def fitted(products: Floats, sums: Floats) -> Weights:
    """Return the weight of each prospect in each stage."""
    counted = products.diagonal().reshape(STAGES, -1)[:, -1].sum()
    spread = np.sqrt(np.diag(products) / counted) + 1e-4
    held_back = np.tile(np.append(np.full(PROSPECTS, RIDGE), 0.01), STAGES)
    found = solved(products / np.outer(spread, spread) + np.diag(held_back), sums / spread)
    worths: Floats = (found / spread).reshape(STAGES, PROSPECTS + 1)[:, :PROSPECTS]
    # A card that fits nowhere is a loss, even where it was seen so seldom that luck says otherwise.
    worths[:, LOST : OWN_LOST + 1] = np.minimum(worths[:, LOST : OWN_LOST + 1], 0)
    return worths.ravel()


def varied(weights: Weights, games: int, rng: np.random.Generator) -> Floats:
    """Return rows of weights that differ a little; the first row does not."""
    worths = weights[FULL_PILE:]
    scale = NOISE * (np.abs(worths) + 0.1 * np.abs(worths).mean())
    many = np.repeat(weights[None], max(min(games, BLOCK) // ALIKE, 1), axis=0)
    many[1:, FULL_PILE:] += scale * rng.normal(size=(len(many) - 1, len(worths)))
    return many


def learn(course: Course, compute: Compute) -> Iterator[Step]:
    """Yield a step for each generation. The last one has the best weights so far, rescaled, on new deals."""
    setting, seed = course.setting, course.seed
    table = (setting.players, setting.variant, bool(setting.options["signals"]))
    weights = first_weights(course)
    products, sums, best = np.zeros((SIZE, SIZE)), np.zeros(SIZE), (-1.0, weights)
    for generation in range(1, course.generations + 1):
        played = Varied(*table, array_text(weights), course.deals, (seed, len((CHECK, SCALE, RESULT)) + generation))
        blocks = compute(played, played.blocks)
        products, sums = MEMORY * products, MEMORY * sums
        for block in blocks:
            products += square(text_array(block[0]))
            sums += text_array(block[1])
        weights = np.concatenate([weights[:FULL_PILE], fitted(products, sums)])
        won, value = ends(Ends(*table, array_text(weights), CHECKED, (seed, CHECK)), compute)
        best = max(best, (value, weights), key=lambda pair: pair[0])
        result = weights
        if generation == course.generations:
            scaled = Scaled(*table, array_text(best[1]), CALIBRATED, (seed, SCALE))
            result = rounded(rescaled(best[1], compute(scaled, scaled.blocks)))
            won, _ = ends(Ends(*table, array_text(result), 2 * CHECKED, (seed, RESULT)), compute)
        mean = sum(block[3] for block in blocks) / sum(block[2] for block in blocks)
        yield Step(generation, value, mean, result, won)


def first_weights(course: Course) -> Weights:
    """Return the shipped weights; or, from nothing, a beginner's prospects: to keep room on the piles."""
    shipped = JUDGEMENT.weights(course.setting, LEARNED).copy()
    if course.origin == "nothing":
        shipped[FULL_PILE:] = JUDGEMENT.weights(course.setting, "beginner")[FULL_PILE:]
    return shipped


def ends(games: Ends, compute: Compute) -> tuple[float, float]:
    """Return the share of games won, and the mean value of their ends."""
    played, won, values = np.sum(compute(games, games.blocks), axis=0)
    return float(won / played), float(values / played)


def square(triangle: Weights) -> Floats:
    """Return the symmetric matrix whose upper triangle is given."""
    products = np.zeros((SIZE, SIZE))
    products[TRIANGLE] = triangle
    return mirrored(products)


def rescaled(weights: Weights, blocks: list[tuple[list[list[float]], list[float]]]) -> Weights:
    """Return the weights rescaled, with their basis, so that they value positions; decisions stay the same."""
    products, sums = (np.sum([block[part] for block in blocks], axis=0) for part in range(2))
    found = solved(products, sums)
    scaled = weights.copy()
    scaled[FULL_PILE:] *= found[0]
    scaled[BASIS : BASIS + STAGES] = found[1:]
    return scaled


def rounded(weights: Weights) -> Weights:
    """Return the weights as they are written, with four digits."""
    return np.array([float(f"{weight:.4g}") for weight in weights])


def as_toml(setting: Setting, weights: Weights) -> str:
    kind = SILENT if is_silent(setting) else setting.variant
    name = f"{LEARNED}-{kind}" if kind else LEARNED
    return table_of(TheGameWeights, weights, f"{name}.{setting.players}")


TRAINING = Training(method=ByOwnMethod(learn=learn, as_toml=as_toml), generations=20, deals=6000, origin="nothing")
