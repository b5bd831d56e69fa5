"""Plays rounds to their end by bots that do not search, many at a time, and returns the results of their matches.

Rounds that are still to be dealt are played once, with many deals, and every playout takes one of these results.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random, new_random
from pioche.core.compiled.kernels import kernels, standings
from pioche.core.game import AnyRules
from pioche.core.judgement import Level, Values, Weights
from pioche.core.match import Match
from pioche.core.state import Batch, batch, blanks
from pioche.core.think.quick import judgement_of, quick_loop
from pioche.lab.table import Table

from .outcomes import Counting, Outcomes, counting_of

LATER_ROUNDS = 1000
"""How many deals of each later round are played,"""
AT_ONCE = 50
"""and how many of them between two looks at the clock."""

Scores = NDArray[np.int32]
"""The scores of rounds, a row each, by seat."""


@dataclass(frozen=True)
class Player:
    """How every seat plays on: by a level's judgement alone."""

    level: str
    sharpness: Mapping[str, float] = field(default_factory=dict)
    """By the name of rules: how surely it makes the move that scores highest, where that is not as the level says."""

    def found_in(self, rules: AnyRules) -> Level:
        return judgement_of(rules).levels[self.level]


@dataclass(frozen=True)
class Playouts:
    """Playouts of the matches of one setting, with the same first dealer."""

    table: Table
    player: Player
    seed: int
    seconds: float = math.inf
    """How long deals of later rounds are played, for all of these rounds together."""
    _later: dict[int, Scores] = field(default_factory=dict, repr=False)

    @cached_property
    def counting(self) -> Counting:
        return counting_of(self.table.game, self.table.setting, self.table.format)

    @property
    def rounds(self) -> int:
        return len(self.table.rounds)

    def rules(self, number: int) -> AnyRules:
        return self.table.rounds[number].for_bots

    def weights(self, number: int) -> Weights:
        rules = self.rules(number)
        return judgement_of(rules).weights(self.table.setting, self.player.found_in(rules).weights)

    def sharpness(self, number: int) -> float:
        rules = self.rules(number)
        return self.player.sharpness.get(rules.name, self.player.found_in(rules).sharpness)

    # Rounds.

    def play_on(self, states: Batch, number: int, rng: Random) -> Scores:
        """Play rounds to their end; return their scores. The states are overwritten."""
        rules, players = self.rules(number), self.table.setting.players
        weights = np.array([self.weights(number)] * players)
        sharpness = np.full(players, self.sharpness(number))
        quick_loop(rules, judgement_of(rules))(states, rng, weights, sharpness, np.zeros(len(states), np.int32))
        scores = np.zeros((len(states), players), np.int32)
        kernels(rules).result(states, scores, np.zeros(len(states), np.int32))
        return scores

    def imagine(self, state: Batch, number: int, seat: int, count: int, rng: Random) -> Batch:
        """Return rounds that could be the true one, by what a seat knows of it."""
        rules = self.rules(number)
        known, worlds = blanks(rules.state, 1), batch(rules.state, count)
        kernels(rules).observe(state, seat, known)
        kernels(rules).imagine(np.repeat(known, count), seat, rng, worlds)
        return worlds

    def dealt_anew(self, number: int) -> Scores:
        """Return the scores of a round that is not dealt yet, for many deals."""
        if number not in self._later:
            rng = new_random(self.seed, number)
            dealer = ((self.table.dealer or 0) + number) % self.table.setting.players
            dealt = self.table.deal(number, np.full(LATER_ROUNDS, dealer), rng, is_for_bots=True)
            self._later[number] = self._play_deals(dealt, number, rng)
        return self._later[number]

    def _play_deals(self, dealt: Batch, number: int, rng: Random) -> Scores:
        """Play rounds to their end as long as there is time; return their scores. The first ones load the loops."""
        scores, until = [self.play_on(dealt[:AT_ONCE], number, rng)], perf_counter() + self.seconds / self.rounds
        for first in range(AT_ONCE, len(dealt), AT_ONCE):
            if perf_counter() >= until:
                break
            scores.append(self.play_on(dealt[first : first + AT_ONCE], number, rng))
        return np.concatenate(scores)

    # Matches.

    def outcomes(self, earlier: Scores, scores: Scores) -> Outcomes:
        """Return the outcomes of matches with these earlier rounds, one more round for each row, and later ones."""
        number, count, players = len(earlier), *scores.shape
        points = np.zeros((count, self.rounds, players), np.int32)
        points[:, :number], points[:, number] = earlier, scores
        for later in range(number + 1, self.rounds):
            points[:, later] = np.resize(self.dealt_anew(later), (count, players))
        totals, places = np.zeros((count, players), np.int32), np.zeros((count, players), np.int32)
        standings(self.table.game.name, self.table.format)(points, totals, places)
        return self.counting.outcomes(totals, places)

    def before_deal(self, earlier: Scores) -> Outcomes:
        """Return the outcomes of matches whose next round is not dealt yet; of one that is over, its own."""
        if len(earlier) < self.rounds:
            return self.outcomes(earlier, self.dealt_anew(len(earlier)))
        return self.outcomes(earlier[:-1], earlier[-1:])


def playouts_of(match: Match, player: Player, seed: int, seconds: float = math.inf) -> Playouts:
    return Playouts(Table(match.game, match.setting, match.deals.first_dealer), player, seed, seconds)


def mean_and_error(values: Values) -> tuple[Values, Values]:
    """Return the mean of each column, with its standard error."""
    return values.mean(axis=0), values.std(axis=0) / np.sqrt(len(values))
