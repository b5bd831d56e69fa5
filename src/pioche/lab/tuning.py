"""Learns weights by self-play: evolution (CMA-ES) for winning, against a pool of earlier winners.

A better mean score does not always win more, and weights that beat one opponent may lose to another: so fitness is the
share of rounds won against the pool.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.game import AnyRules, Game, Setting
from pioche.core.judgement import Judgement, Weights
from pioche.core.state import batch
from pioche.core.think.quick import quick_loop

from .table import usable_cores

POOL = 4
"""How many of the latest rivals are opponents."""
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
        return replace(self.game.format(self.setting).rounds[self.round], judgement=self.judgement).for_bots

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
            rows = np.tile(others, (players, 1))
            rows[seat] = one
            shares, leads = self.shares(self.scores(rows, max(deals // players, 1), seed))
            won += float(shares[seat]) / players
            lead += float(leads[seat]) / players
        return won, lead

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


def evolve(
    trial: Trial,
    start: Weights,
    *,
    pool: Sequence[Weights] = (),
    scale: float | Sequence[float] = 0.3,
    deals: int = 4000,
    generations: int = 60,
    seed: int = 1,
    workers: int | None = None,
    report: Callable[[int, float, Weights], None] | None = None,
) -> Weights:
    """Return weights that win more than those at the start. The best of every tenth generation joins the pool."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cma warns about a missing plotting library that is not needed here
        import cma

    rivals = [*pool, np.asarray(start, np.float64)]
    scales = np.broadcast_to(np.asarray(scale, np.float64), len(start)).copy()
    evolution = cma.CMAEvolutionStrategy(list(start), 1.0, {"seed": seed, "verbose": -9, "CMA_stds": scales})
    with ThreadPoolExecutor(workers or usable_cores()) as threads:
        for generation in range(generations):
            children = [np.array(child) for child in evolution.ask()]
            tried = partial(trial.fitness, pool=rivals[-POOL:], deals=deals, seed=seed * 1000 + generation * 2)
            found = list(threads.map(tried, children))
            evolution.tell(children, [-fitness for fitness in found])
            if report is not None:
                report(generation, max(found), evolution.result.xfavorite)
            if generation % 10 == 9:
                rivals.append(np.array(evolution.result.xfavorite))
    return np.array(evolution.result.xfavorite)
