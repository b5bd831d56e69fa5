"""Results of matches as one number for each seat: how far it came in ahead of the best other, and its share of the win.

Where all play together, the number is what is left over, counted negative: 0 has won.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import Format, Game, Setting
from pioche.core.judgement import Values

from .views import Unit


@dataclass(frozen=True)
class Outcomes:
    """The results of many matches, a row each, by seat."""

    leads: Values
    """How far ahead of the best other a seat is; below 0 it is behind."""
    wins: Values
    """Its share of the win: 1 alone, less if others are equal."""


@dataclass(frozen=True)
class Counting:
    """How totals and places become outcomes in one match."""

    together: bool
    sign: int
    """1 where the highest total wins, −1 where the lowest does."""
    rivals: NDArray[np.bool_]
    """By seat and other seat: whether they play against each other."""

    def outcomes(self, totals: NDArray[np.int32], places: NDArray[np.int32]) -> Outcomes:
        """Return the outcomes of finished matches, whose rows have a number for each seat."""
        first = places == 1
        if self.together:
            return Outcomes(-totals.astype(np.float64), first.astype(np.float64))
        good = self.sign * totals.astype(np.float64)
        best_other = np.where(self.rivals, good[:, None, :], -np.inf).max(axis=2)
        allies = (~self.rivals).sum(axis=1)
        return Outcomes(good - best_other, first * allies / np.maximum(first.sum(axis=1, keepdims=True), 1))


def counting_of(game: Game, setting: Setting, match_format: Format) -> Counting:
    players = setting.players
    rivals = ~np.eye(players, dtype=np.bool_)
    for team in game.teams.get(setting.variant or "", ()):
        rivals[np.ix_(team.seats, team.seats)] = False
    places = np.zeros(players, np.int32)
    match_format.places(np.arange(players, dtype=np.int32), places)
    return Counting(game.together, 1 if places[-1] == 1 else -1, rivals)


def unit_of(game: Game, match_format: Format) -> Unit:
    if game.together:
        return "left"
    return "places" if match_format.counts_places else "points"
