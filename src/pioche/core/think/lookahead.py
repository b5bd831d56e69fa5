"""Helpers for games with their own look-ahead, a compiled loop used instead of the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..chance import Random
from ..compiled.compile import Loop
from ..game import Moves
from ..judgement import Estimate, OwnThinking, Thought, Values, Weights
from ..state import batch

TRIES, TOTAL, SQUARES = range(3)
"""The columns such a loop fills for each move: tries, sum of values, sum of squares. A game may add more."""


def thinking_by(loop: Callable[[], Loop], state: type, *, rooms: int, tallies: int) -> OwnThinking:
    """Wrap a loop as a `think` function.

    The loop is given ``rooms`` scratch states and a table of ``tallies`` columns, and returns the index of a move.
    """

    def think(
        known: Any, seat: int, legal: Moves, rng: Random, simulations: int, least: int, weights: Weights
    ) -> Thought:
        given, tally = batch(state, 1), np.zeros((len(legal), tallies))
        given[0] = known
        moves = np.asarray(legal, np.int32)
        chosen = loop()(given, seat, moves, simulations, least, weights, rng, batch(state, rooms), tally)
        return counted(moves, chosen, tally)

    return think


def counted(moves: Moves, chosen: int, tally: Values) -> Thought:
    """Return the move to make, given by its index, and an estimate for each move."""
    estimates = tuple(_estimate(int(move), row) for move, row in zip(moves, tally, strict=True))
    return Thought(int(moves[chosen]), estimates, int(tally[:, TRIES].sum()))


def _estimate(move: int, row: Values) -> Estimate:
    tries = row[TRIES]
    mean = row[TOTAL] / tries
    variance = max(row[SQUARES] / tries - mean * mean, 0.0) + 0.25 / tries  # as if one more try had been far off
    return Estimate(move, float(np.clip(mean, 0, 1)), float(np.sqrt(variance / tries)), int(tries))
