"""Learns weights by self-play: evolution (CMA-ES) for winning, against a pool of earlier winners.

A better mean score does not always win more, and weights that beat one opponent may lose to another: so fitness is the
share of rounds won against the pool.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks, kernels, standings
from pioche.core.game import AnyRules, Game, Setting
from pioche.core.judgement import Judgement, Weights
from pioche.core.state import batch
from pioche.core.think.quick import quick_loop

from .errors import NoEngine, say

POOL = 4
"""How many of the latest rivals are opponents."""
RIVAL_EVERY = 10
"""After how many generations the best weights join the rivals."""
LEAD_COUNTS = 0.1
"""The weight of the lead in the fitness, which gives the evolution a gradient at the start."""


@dataclass(frozen=True)
class Trial:
    """Tries weights of a judgement in one round of a game."""

    game: Game
    setting: Setting
    judgement: Judgement
    round: int = 0

    @cached_property
    def rules(self) -> AnyRules:
        rules = self.game.format(self.setting).rounds[self.round]
        if rules.judgement is not self.judgement:
            rules = replace(rules, judgement=self.judgement)
        return rules.for_bots

    @cached_property
    def low_wins(self) -> bool:
        """Whether low scores are best in this round."""
        match_format = self.game.format(self.setting)
        rounds = np.zeros((self.round + 1, 2), np.int32)
        rounds[-1] = (0, 1)
        totals, places = np.zeros(2, np.int32), np.zeros(2, np.int32)
        match_format.total(rounds, len(rounds), totals)
        match_format.places(totals, places)
        return bool(places[0] < places[1])

    def scores(self, weights: NDArray[np.float64], deals: int, seed: int, sharpness: float = np.inf) -> Any:
        """Return scores by deal and seat with these weights (a row for each seat). A seed gives the same deals."""
        rules, players = self.rules, self.setting.players
        options = batch(rules.options, deals)
        options[:] = self.game.round_options(rules, self.setting, 0)
        options["dealer"] = np.arange(deals) // players % players
        rounds, rng = batch(rules.state, deals), new_random(seed)
        kernels(rules).deal(options, *fresh_decks(rules, options[0]), rng, rounds)
        sharp = np.full(players, sharpness)
        quick_loop(rules, self.judgement)(rounds, rng, weights, sharp, np.zeros(deals, np.int32))
        points = np.zeros((deals, players), np.int32)
        kernels(rules).result(rounds, points, np.zeros(deals, np.int32))
        return points

    def shares(self, points: Any) -> tuple[Any, Any]:
        """Return, from scores, each seat's share of rounds won (ties split) and its mean lead over the others."""
        better = -points if self.low_wins else points
        first = better == better.max(axis=1, keepdims=True)
        won = first / first.sum(axis=1, keepdims=True)
        return won.mean(axis=0), better.mean(axis=0) - better.mean()

    def alone(self, one: Weights, others: Weights, deals: int, seed: int) -> tuple[float, float]:
        """Return the share won and the mean lead of one player at a table of another, in every seat in turn."""
        players = self.setting.players
        won, lead = 0.0, 0.0
        for seat in range(players):
            share, ahead = self.alone_in(seat, one, others, deals, seed)
            won += share / players
            lead += ahead / players
        return won, lead

    def alone_in(self, seat: int, one: Weights, others: Weights, deals: int, seed: int) -> tuple[float, float]:
        """Return the same for one of the seats, which has its part of the deals."""
        players = self.setting.players
        rows = np.tile(others, (players, 1))
        rows[seat] = one
        shares, leads = self.shares(self.scores(rows, max(deals // players, 1), seed))
        return float(shares[seat]), float(leads[seat])

    def fitness(self, one: Weights, pool: Sequence[Weights], deals: int, seed: int) -> float:
        """Return the success of one player against the pool: alone and, with three or more, as the many against one."""
        total = 0.0
        for other in pool:
            won, lead = self.alone(one, other, deals // len(pool), seed)
            total += won + LEAD_COUNTS * np.tanh(lead / 20)
            if self.setting.players > 2:
                lost, _ = self.alone(other, one, deals // len(pool), seed + 1)
                total += (1 - lost) / (self.setting.players - 1)
        return total / len(pool)


@dataclass(frozen=True)
class MatchTrial(Trial):
    """Tries weights in matches of as many rounds as players, of which each deals once."""

    def scores(self, weights: NDArray[np.float64], deals: int, seed: int, sharpness: float = np.inf) -> Any:
        """Return the totals of ``deals`` matches, by seat."""
        rules, players = self.rules, self.setting.players
        options = batch(rules.options, deals * players)
        options[:] = self.game.round_options(rules, self.setting, 0)
        options["dealer"] = np.arange(deals * players) % players
        rounds, rng, lengths = batch(rules.state, len(options)), new_random(seed), np.zeros(len(options), np.int32)
        kernels(rules).deal(options, *fresh_decks(rules, options[0]), rng, rounds)
        quick_loop(rules, self.judgement)(rounds, rng, weights, np.full(players, sharpness), lengths)
        points = np.zeros((len(options), players), np.int32)
        kernels(rules).result(rounds, points, lengths)
        totals, places = np.zeros((deals, players), np.int32), np.zeros((deals, players), np.int32)
        total_up = standings(self.game.name, self.game.format(self.setting))
        total_up(points.reshape(deals, players, players), totals, places)
        return totals


class Evolution:
    """The state of an evolution: ask for children, try them against the opponents, and tell how successful they are.

    It depends only on its arguments and the results it receives. The best of every tenth generation joins the rivals.
    """

    def __init__(self, start: Weights, scale: float | Weights, *, pool: Sequence[Weights] = (), seed: int = 1) -> None:
        self.rivals = [*pool, np.asarray(start, np.float64)]
        self.generation, self.seed = 0, seed
        scales = np.broadcast_to(np.asarray(scale, np.float64), len(start)).copy()
        own_chance = {"seed": np.nan, "randn": np.random.RandomState(seed).randn}
        settings = {"verbose": -9, "CMA_stds": scales, **own_chance}
        self._strategy = cma_library().CMAEvolutionStrategy(list(start), 1.0, settings)

    @property
    def opponents(self) -> list[Weights]:
        return self.rivals[-POOL:]

    @property
    def deals_seed(self) -> int:
        """The seed of the deals of this generation."""
        return self.seed * 1000 + self.generation * 2

    @property
    def best(self) -> Weights:
        """The weights that the evolution believes to be best."""
        return np.array(self._strategy.result.xfavorite)

    @property
    def has_new_rival(self) -> bool:
        return self.generation % RIVAL_EVERY == 0

    def ask(self) -> list[Weights]:
        return [np.array(child) for child in self._strategy.ask()]

    def tell(self, children: Sequence[Weights], fitness: Sequence[float]) -> None:
        self._strategy.tell(list(children), [-each for each in fitness])
        self.generation += 1
        if self.has_new_rival:
            self.rivals.append(self.best)


def cma_library() -> Any:
    """Import the library of CMA-ES."""
    cma_version()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about a missing plotting library that is not needed here
        import cma
    return cma


def cma_version() -> str:
    """Return the version of that library, without importing it."""
    try:
        return version("cma")
    except PackageNotFoundError as error:
        raise NoEngine(say("engine-missing", engine="CMA-ES", extra="train")) from error
