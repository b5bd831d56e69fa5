"""Matches in which each round counts by the places reached in it."""

from __future__ import annotations

import numpy as np

from pioche.core.rule import rule
from pioche.core.standings import Rounds, Scores, Total, lowest_first

LOWEST_WINS, HIGHEST_WINS = 1, -1


def sum_of_places(wins: tuple[int, ...]) -> Total:
    """A total that adds up the places of all rounds (equal scores share one: 1, 1, 3), so that the lowest wins.

    ``wins`` says for each round whether its lowest or its highest score is best; after its end it begins anew.
    """

    @rule
    def places_summed(rounds: Rounds, finished: int, out: Scores) -> None:
        places = np.zeros(len(out), np.int32)
        out[:] = 0
        for number in range(len(rounds)):
            lowest_first(rounds[number] * wins[number % len(wins)], places)
            out += places

    return places_summed
