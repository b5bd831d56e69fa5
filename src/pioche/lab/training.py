"""Learns the weights of a game, as its ``bot/training.py`` says: ``pioche lab train``.

Each try of a generation is a block. The evolution itself runs in the calling process and depends on the settings and on
the results of the tries alone. So a run that goes on from a journal makes the same evolution again up to where it was
stopped, and learns the same weights as a run that was never stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

import numpy as np

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.core.game import Game
from pioche.core.match.position import option_text
from pioche.core.training import (
    LEARNED,
    ORIGINS,
    STILL,
    ByEvolution,
    ByOwnMethod,
    Compute,
    Course,
    Origin,
    Step,
    Training,
)
from pioche.core.trial import MatchTrial, Trial
from pioche.core.weights import Weights

from .blocks import Rails, open_line
from .code import code_here
from .questions.words import say
from .simulate import checked_number
from .sitting import GameSetting, Options, agree
from .tuning import RIVAL_EVERY, Evolution, cma_version

MOST_GENERATIONS, MOST_DEALS, MOST_SEED = 10**6, 10**9, 2**31 - 1
CHECKED = 5
"""Weights learned by a game's own method are compared with the shipped ones on this many times the deals."""

Row = tuple[float, ...]


@dataclass(frozen=True)
class Lesson:
    """What is learned: the head of a journal."""

    game: str
    variant: str | None
    options: Options
    """Those that differ from the game's own while it learns."""
    players: tuple[int, ...]
    generations: int
    deals: int
    seed: int
    origin: Origin
    library: str
    """The evolution of another version of the library may differ."""

    @property
    def command(self) -> str:
        """The command that learns the same."""
        players = f" --players {self.players[0]}" if len(self.players) == 1 else ""
        variant = f" --variant {self.variant}" if self.variant else ""
        variant += "".join(f" --option {option_text(name, value)}" for name, value in self.options)
        length = f"--generations {self.generations} --deals {self.deals} --seed {self.seed}"
        return f"pioche lab train {self.game}{players}{variant} {length} --from {self.origin}"

    def at(self, players: int) -> GameSetting:
        """Return the setting in which weights are learned for a number of players."""
        usual = training_of(registry.find(self.game)).options
        return agree(self.game, players, self.variant, **{**usual, **dict(self.options)})

    @property
    def made_by(self) -> str:
        """The command and the code, as a file of weights names them."""
        return f"{self.command}, Pioche {code_here()}"


@dataclass(frozen=True)
class CurvePoint:
    """One generation of a run: a row of its curve."""

    players: int
    generation: int
    best: float
    mean: float
    won: float | None
    weights: Weights

    def to_dict(self) -> dict[str, int | float | None]:
        return {name: getattr(self, name) for name in ("players", "generation", "best", "mean", "won")}


def plan_lesson(
    game: str,
    players: int | None = None,
    *,
    variant: str | None = None,
    generations: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    origin: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Lesson:
    """Return what to learn; what is not given is as the game says. Raise `BadSetting` where that cannot be."""
    found = registry.find(game)
    training = training_of(found)
    origin = training.origin if origin is None else origin
    if origin not in ORIGINS:
        raise BadSetting(say("train.origin", given=repr(origin), known=", ".join(ORIGINS)))
    agreed = found.agree(players, variant, **(options or {})).options
    return Lesson(
        found.name,
        variant,
        tuple((name, agreed[name]) for name in agreed if name in (options or {})),
        (players,) if players is not None else usual_players(found, variant),
        checked_number(
            "generations",
            training.generations_from(origin) if generations is None else generations,
            1,
            MOST_GENERATIONS,
        ),
        checked_number("deals", training.deals if deals is None else deals, 1, MOST_DEALS),
        checked_number("seed", seed, 0, MOST_SEED),
        origin,
        f"cma {cma_version()}" if isinstance(training.method, ByEvolution) else "",
    )


def training_of(game: Game) -> Training:
    """Return how a game learns, or raise `BadSetting` if it does not."""
    if not has_training(game):
        able = ", ".join(each.name for each in registry.games() if has_training(each))
        raise BadSetting(say("train.no-training", game=game.title, known=able))
    return cast(Training, import_module(f"{game.package}.bot.training").TRAINING)


def has_training(game: Game) -> bool:
    return find_spec(f"{game.package}.bot") is not None and find_spec(f"{game.package}.bot.training") is not None


def usual_players(game: Game, variant: str | None) -> tuple[int, ...]:
    """Return the numbers of players that weights are learned for."""
    possible = game.variant_players.get(variant or "", game.players)
    usual = tuple(players for players in training_of(game).players if players in possible)
    return usual or tuple(possible)


def train(lesson: Lesson, rails: Rails | None = None) -> Iterator[CurvePoint]:
    """Learn; yield each generation, for one number of players after the other."""
    rails = rails or Rails("threads")
    training = training_of(registry.find(lesson.game))
    in_all, done = len(lesson.players) * lesson.generations, 0
    with open_line(lesson, rails) as line:
        for players in lesson.players:
            at = lesson.at(players)
            course = Course(lesson.game, at.setting, lesson.generations, lesson.deals, lesson.seed, lesson.origin)
            for step in learn(training.method, at, course, line.compute):
                done += 1
                if rails.progress is not None and (line.has_begun or done == in_all):
                    rails.progress(done, in_all)
                yield CurvePoint(players, step.generation, step.best, step.mean, step.won, step.weights)


def learn(method: ByEvolution | ByOwnMethod, at: GameSetting, course: Course, compute: Compute) -> Iterator[Step]:
    if isinstance(method, ByEvolution):
        yield from learn_by_evolution(method, at, course, compute)
    elif method.judgement is None:
        yield from method.learn(course, compute)
    else:
        shipped = method.judgement.weights(course.setting, LEARNED)
        for step in method.learn(course, compute):
            if step.generation % RIVAL_EVERY == 0 or step.generation == course.generations:
                won = share_alone(at, step.weights, shipped, CHECKED * course.deals, course.seed, compute)
                step = replace(step, won=won)
            yield step


def share_alone(at: GameSetting, one: Weights, others: Weights, deals: int, seed: int, compute: Compute) -> float:
    """Return the share that one player wins alone at a table of others, over all seats, on deals of their own."""
    shares = compute(Alone(at, row_of(one), row_of(others), deals, seed + 1), at.players)
    return float(sum(shares) / len(shares))


def learn_by_evolution(method: ByEvolution, at: GameSetting, course: Course, compute: Compute) -> Iterator[Step]:
    """Evolve the weights. The best ones that join the rivals, and the last, are compared with the shipped ones."""
    start, shipped = start_of(method, course), method.judgement.weights(course.setting, LEARNED)
    pool = [method.judgement.weights(course.setting, table) for table in method.against]
    evolution = Evolution(start, method.scales(course.setting, start), pool=pool, seed=course.seed)
    while evolution.generation < course.generations:
        children = evolution.ask()
        tries = Generation(at, rows_of(children), rows_of(evolution.opponents), course.deals, evolution.deals_seed)
        fitness = compute(tries, len(children))
        evolution.tell(children, fitness)
        best, won = rounded(method, evolution.best), None
        if evolution.has_new_rival or evolution.generation == course.generations:
            won = share_alone(at, best, shipped, method.checked * course.deals, course.seed, compute)
        yield Step(evolution.generation, max(fitness), sum(fitness) / len(fitness), best, won)


@cache
def trial_of(at: GameSetting) -> Trial:
    method = training_of(at.found).method
    assert method.judgement is not None
    kind = MatchTrial if isinstance(method, ByEvolution) and method.by_match else Trial
    return kind(at.found, at.setting, method.judgement)


def start_of(method: ByEvolution, course: Course) -> Weights:
    """Return the weights that are shipped; or, from nothing, 0 for each weight that is learned."""
    shipped = method.judgement.weights(course.setting, LEARNED)
    if course.origin == "shipped":
        return shipped
    return np.where(method.scales(course.setting, shipped) > STILL, 0.0, shipped)


def rounded(method: ByEvolution, weights: Weights) -> Weights:
    return np.array([float(format(weight, method.digits)) for weight in weights]) + 0.0  # without a minus before zeros


@dataclass(frozen=True)
class Generation:
    """The children of a generation, each a row of weights. A block is the fitness of one of them."""

    at: GameSetting
    children: tuple[Row, ...]
    opponents: tuple[Row, ...]
    deals: int
    seed: int

    def block(self, number: int) -> float:
        opponents = [np.array(row) for row in self.opponents]
        return float(trial_of(self.at).fitness(np.array(self.children[number]), opponents, self.deals, self.seed))


@dataclass(frozen=True)
class Alone:
    """One row of weights at a table of another. A block is the share won in one of the seats."""

    at: GameSetting
    one: Row
    others: Row
    deals: int
    seed: int

    def block(self, number: int) -> float:
        won, _ = trial_of(self.at).alone_in(number, np.array(self.one), np.array(self.others), self.deals, self.seed)
        return won


def row_of(weights: Weights) -> Row:
    return tuple(map(float, weights))


def rows_of(many: Sequence[Weights]) -> tuple[Row, ...]:
    return tuple(map(row_of, many))
