"""Matches in which each round counts by the places reached in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from pioche.core.game import AnyRules, Format, Option, Setting
from pioche.core.rule import rule
from pioche.core.standings import Rounds, Scores, Total, highest_first, lowest_first

LOWEST_WINS, HIGHEST_WINS = 1, -1
ROUNDS = {"rounds": Option(default=1, low=1, high=99)}
"""How many rounds to play is for the players to agree on."""


@cache
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


def one_or_several(rules: AnyRules, rounds: int, best: int) -> Format:
    """A single round counts by its scores; of several rounds the places are added up, and the lowest sum wins."""
    if rounds == 1:
        return Format((rules,), highest_first if best == HIGHEST_WINS else lowest_first)
    return Format((rules,) * rounds, lowest_first, sum_of_places((best,)), counts_places=True)


def agreed_rounds(rules: AnyRules, best: int) -> Callable[[Setting], Format]:
    """The format of a game played for as many rounds as were agreed on (ROUNDS)."""

    def match_format(setting: Setting) -> Format:
        return one_or_several(rules, int(setting.options["rounds"]), best)

    return match_format
