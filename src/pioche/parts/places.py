"""Matches of an agreed number of rounds, each counted by the places reached in it, or by its scores if so agreed."""

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
RAW_POINTS = {"raw_points": Option(default=False)}
"""Whether the scores of several rounds are added up instead of the places."""


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


def one_or_several(rules: AnyRules, rounds: int, best: int, *, raw_points: bool) -> Format:
    """Of several rounds the places are added up, and the lowest sum wins.

    A single round counts by its scores. So do several with ``raw_points``: they are summed, and the best sum wins.
    """
    if raw_points or rounds == 1:
        return Format((rules,) * rounds, highest_first if best == HIGHEST_WINS else lowest_first)
    return Format((rules,) * rounds, lowest_first, sum_of_places((best,)), counts_places=True)


def agreed_rounds(rules: AnyRules, best: int) -> Callable[[Setting], Format]:
    """The format of a game whose players agree on the number of rounds and how to add them up (ROUNDS, RAW_POINTS)."""

    def match_format(setting: Setting) -> Format:
        options = setting.options
        return one_or_several(rules, int(options["rounds"]), best, raw_points=bool(options["raw_points"]))

    return match_format
