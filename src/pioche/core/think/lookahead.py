"""What games share that think by themselves, in a compiled loop of their own, instead of by the search."""

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
"""What every such loop counts for each move: how often it was tried, its values and their squares. More may follow."""


def thinking_by(loop: Callable[[], Loop], state: type, *, rooms: int, tallies: int) -> OwnThinking:
    """By a loop that works in so many states, counts so much for each move, and answers with the place of one."""

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
    """The move to make, by its place, and what each was found to be worth."""
    estimates = tuple(_estimate(int(move), row) for move, row in zip(moves, tally, strict=True))
    return Thought(int(moves[chosen]), estimates, int(tally[:, TRIES].sum()))


def _estimate(move: int, row: Values) -> Estimate:
    tries = row[TRIES]
    mean = row[TOTAL] / tries
    variance = max(row[SQUARES] / tries - mean * mean, 0.0) + 0.25 / tries  # as if one more try had been far off
    return Estimate(move, float(np.clip(mean, 0, 1)), float(np.sqrt(variance / tries)), int(tries))
