"""Matches of several rounds that add up the places reached in them, or the scores if the players so agree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from pioche.core.game import AnyRules, Format, Option, Setting
from pioche.core.rule import rule
from pioche.core.standings import Rounds, Scores, Total, highest_first, lowest_first

LOWEST_WINS, HIGHEST_WINS = 1, -1
ROUNDS = {"rounds": Option(default=1, low=1, high=99)}
"""The number of rounds, which the players choose."""
RAW_POINTS = {"raw_points": Option(default=False)}
"""Whether the scores of several rounds are added up instead of the places."""


@cache
def sum_of_places(wins: tuple[int, ...]) -> Total:
    """Return a total that adds up the places of all rounds (equal scores share one: 1, 1, 3); the lowest total wins.

    ``wins`` says for each round whether its lowest or its highest score is best; it repeats after its end.
    """

    @rule
    def places_summed(rounds: Rounds, finished: int, out: Scores) -> None:
        places = np.zeros(len(out), np.int32)
        out[:] = 0
        for number in range(len(rounds)):
            lowest_first(rounds[number] * wins[number % len(wins)], places)
            out += places

    return places_summed


def one_or_several(rules: AnyRules, rounds: int, best: int, *, raw_points: bool) -> Format:
    """Return the format of one round or several. Of several, the places are added up and the lowest sum wins.

    A single round counts by its scores. So do several with ``raw_points``: they are added up, and the best sum wins.
    """
    if raw_points or rounds == 1:
        return Format((rules,) * rounds, highest_first if best == HIGHEST_WINS else lowest_first)
    return Format((rules,) * rounds, lowest_first, sum_of_places((best,)), counts_places=True)


def agreed_rounds(rules: AnyRules, best: int) -> Callable[[Setting], Format]:
    """Return the format of a game whose players choose the number of rounds and how they count (ROUNDS, RAW_POINTS)."""

    def match_format(setting: Setting) -> Format:
        options = setting.options
        return one_or_several(rules, int(options["rounds"]), best, raw_points=bool(options["raw_points"]))

    return match_format
