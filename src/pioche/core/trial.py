"""Tries weights of a judgement: many rounds or matches at native speed, between players that do not search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import new_random
from .compiled.kernels import fresh_decks, kernels, standings
from .game import AnyRules, Game, Setting
from .judgement import Judgement, Weights
from .state import batch
from .think.quick import quick_loop

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
