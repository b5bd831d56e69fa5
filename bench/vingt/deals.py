"""Deals for measurements, and intervals of measured shares."""

import math
from typing import Any

from pioche.core.chance import Random
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.state import batch
from pioche.games.k6t.vingt import GAME, RULES

NORMAL_95 = 1.959964


def deals(count: int, rng: Random) -> Any:
    """Return ``count`` random deals, before the first move."""
    options, rounds = batch(RULES.options, count), batch(RULES.state, count)
    options[:] = GAME.round_options(RULES, GAME.agree(), 0)
    kernels(RULES).deal(options, *fresh_decks(RULES, options[0]), rng, rounds)
    return rounds


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a share."""
    share, square = wins / games, NORMAL_95**2 / games
    middle = (share + square / 2) / (1 + square)
    margin = NORMAL_95 / (1 + square) * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return middle - margin, middle + margin
