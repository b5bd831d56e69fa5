"""How the network of No Merci's strong bots is learned: by policy gradients, in a league.

Winning at a table of one's own kind is not enough: among players who take early one must take early, among those who
wait it is best to wait. So after a while among its own kind the network learns in a league: with itself, with copies of
what it was on the way, and with players of other kinds, who calculate with weights that are set here.

Each step follows from the one before, so a generation, of many steps, is one block: more cores do not make it faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pioche.core.game import Setting
from pioche.core.judgement import Values, Weights
from pioche.core.training import LEARNED, ByOwnMethod, Compute, Course, Step, Training, array_text, text_array

from .. import GAME
from . import network
from .gradient import Learner, Mix, Recipe, fresh_rows, won_alone
from .judgement import CAUTION, DOUBT, FREEDOM, JUDGEMENT, NEED, RESERVE, SURENESS, WEIGHTS

LEAGUE = Recipe(network.HIDDEN, last_lead=0.2)
BATCHES = 50
"""How many steps a generation has, each of as many games as the course has deals."""
KEPT = (1, 2, 3, 5, 8, 12)
"""After each of these generations a copy is kept as an opponent; after the last, the league begins."""
ROWS = 7
"""What is passed on from one generation to the next: the rows of a `Learner`."""
NETWORK, AVERAGE = 0, 2
TIGHT, WAITING, LOOSE = range(3)
LOOSE_WEIGHTS = (0.5, -1.2, 0.617, 1.338, 0.441, 2.251, 18.343, 0.204, 0.21, 27.779, 0.202, 0.708)
"""A result of evolving the calculated judgement: it takes early, because tokens are valuable."""


def other_kinds() -> list[Weights]:
    """Return players of other kinds: one takes what its tokens pay for; to the next, a token is worth two points at
    first; the last takes early."""
    tight, waiting = np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    tight[[SURENESS, RESERVE, NEED, CAUTION, DOUBT]] = 1.0, 3.0, 0.1, -1000.0, 1.0
    waiting[[SURENESS, FREEDOM, RESERVE, NEED, DOUBT]] = 1.0, 1.0, 5.0, 0.2, 4.0
    return [tight, waiting, np.array(LOOSE_WEIGHTS)]


def league(players: int, kept: int) -> list[Mix]:
    """Return the tables of the league, where ``kept`` copies of the network are opponents."""
    alone, earlier = players - 1, tuple(range(LOOSE + 1, LOOSE + 1 + kept))
    return [
        Mix(0.36),
        Mix(0.22, (TIGHT,), alone),
        Mix(0.05, (WAITING,), alone),
        Mix(0.07, (LOOSE,), alone),
        Mix(0.04, (LOOSE,), 1),
        Mix(0.02, (TIGHT,), 1),
        Mix(0.17, earlier, alone),
        Mix(0.07, earlier, 1),
    ]


@dataclass(frozen=True)
class Stretch:
    """The steps of one generation. The one block returns the rows of the learner after it."""

    players: int
    variant: str | None
    rows: str
    kept: tuple[str, ...]
    in_league: bool
    deals: int
    seed: int
    generation: int
    generations: int

    def block(self, number: int) -> str:
        setting = GAME.agree(self.players, self.variant)
        first, in_all = (self.generation - 1) * BATCHES, self.generations * BATCHES
        rows, seeds = text_array(self.rows).reshape(ROWS, -1), (self.seed, self.generation)
        learner = Learner(setting, network.look, replace(LEAGUE, games=self.deals), rows, seeds, first)
        for other in (*other_kinds(), *map(text_array, self.kept)):
            learner.meet(other)
        if self.in_league:
            learner.mixes = league(self.players, len(self.kept))
        for step in range(first, first + BATCHES):
            learner.step(step / in_all)
        return array_text(learner.rows)


@dataclass(frozen=True)
class AmongOthers:
    """Networks that are tried alone among each of the other kinds. A block is the share one of them wins there."""

    players: int
    variant: str | None
    networks: tuple[str, ...]
    games: int
    seed: int

    def block(self, number: int) -> float:
        kinds = other_kinds()
        which, kind = divmod(number, len(kinds))
        setting = GAME.agree(self.players, self.variant)
        return won_alone(setting, text_array(self.networks[which]), kinds[kind], self.games, self.seed)


def learn(course: Course, compute: Compute) -> Iterator[Step]:
    """Yield a step for each generation. The result is the running average of the network."""
    players, variant = course.setting.players, course.setting.variant
    rows = first_rows(course)
    is_new = course.origin == "nothing"
    kept = [] if is_new else [array_text(rows[NETWORK])]
    for generation in range(1, course.generations + 1):
        in_league = not is_new or generation > KEPT[-1]
        schedule = (course.deals, course.seed, generation, course.generations)
        stretch = Stretch(players, variant, array_text(rows), tuple(kept), in_league, *schedule)
        rows = text_array(compute(stretch, 1)[0]).reshape(ROWS, -1)
        if is_new and generation in KEPT:
            kept.append(array_text(rows[NETWORK]))
        tried = (array_text(rows[NETWORK]), array_text(rows[AVERAGE]))
        shares = compute(AmongOthers(players, variant, tried, course.deals, course.seed), 2 * len(other_kinds()))
        success = np.reshape(shares, (2, -1)).mean(axis=1)
        yield Step(generation, float(success.max()), float(success.mean()), rounded(rows[AVERAGE]))


def first_rows(course: Course) -> Values:
    """Return the rows of a learner that has learned nothing, or of one whose network is the shipped one."""
    rows = fresh_rows(network.sees_count(course.setting.players), LEAGUE, course.seed)
    if course.origin == "shipped":
        rows[[NETWORK, AVERAGE]] = JUDGEMENT.weights(course.setting, LEARNED)
    return rows


def rounded(weights: Weights) -> Weights:
    """Return the weights as they are written, with four digits."""
    return np.array([float(f"{weight:.4g}") for weight in weights])


def as_toml(setting: Setting, weights: Weights) -> str:
    name = f"{LEARNED}-{setting.variant}" if setting.variant else LEARNED
    return f"[{name}.{setting.players}]\nweights = [{', '.join(f'{weight:.4g}' for weight in weights)}]"


TRAINING = Training(
    method=ByOwnMethod(learn=learn, as_toml=as_toml, judgement=JUDGEMENT), generations=62, deals=400, origin="nothing"
)
