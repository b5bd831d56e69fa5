"""Look-ahead in No Merci: a race between taking and refusing, both played to the end by judgement.

Neither is dropped. Others do not play exactly as is assumed here, so the score of a move by judgement still counts
in addition to its value in the imagined worlds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from pioche.core.chance import Random
from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.think.lookahead import TOTAL, TRIES, Order, Race

from ..knowledge import imagine
from ..rules import MOVES, is_over, legal_moves, scores
from .memory import Remembered, apply

Appraise = Callable[[Any, int, Moves, int, Weights, Values], None]

LEAD_SPREAD, LEAD_COUNTS = 30.0, 0.15
"""The typical spread of scores, and the weight of the lead; the rest is the weight of winning."""
TRUST, FIRST_TRUST = 0.03, 3.0
"""The weight of judgement's score next to the estimate, and an extra weight that is divided by the number of worlds.

Without the first, looking ahead loses against unknown opponents; the second matters with few worlds.
"""


@rule
def share_of_win(points: Scores, seat: int) -> float:
    lowest = points.min()
    return 1.0 / (points == lowest).sum() if points[seat] == lowest else 0.0


@rule
def worth(points: Scores, seat: int) -> float:
    """NM8 The value of scores to a seat, from 0 to 1: its share of the win, and a little for the lead."""
    won = share_of_win(points, seat)
    lead = 0.5 + 0.5 * math.tanh((points.mean() - points[seat]) / LEAD_SPREAD)
    return (1.0 - LEAD_COUNTS) * won + LEAD_COUNTS * lead


@rule
def read_end(state: Remembered, seat: int, value: float) -> tuple[float, float]:
    """Return the seat's share of the win at the end of a round."""
    points = np.zeros(state.seats, np.int32)
    scores(state, points)
    return share_of_win(points, seat), 0.0


@rule
def imagine_world(known: Remembered, seat: int, weights: Weights, rng: Random) -> None:
    imagine(known, seat, rng)


@rule
def choose(known: Remembered, order: Order, few: int, values: Values, tally: Values, weights: Weights) -> int:
    """The move with the highest value found, to which its score by judgement is added."""
    judged = values[: len(tally)]
    return int(((tally[:, TOTAL] + FIRST_TRUST * judged) / tally[:, TRIES] + TRUST * judged).argmax())


def race_by(appraise: Appraise) -> Race:
    """The race, if worlds are played to the end by ``appraise``."""

    @rule
    def try_move(state: Remembered, seat: int, move: int, weights: Weights, rng: Random) -> float:
        moves, values, points = np.empty(len(MOVES), np.int32), np.empty(len(MOVES)), np.zeros(state.seats, np.int32)
        apply(state, seat, move)
        while not is_over(state):
            chooser = int(state.turn)
            count = legal_moves(state, chooser, moves)
            appraise(state, chooser, moves, count, weights, values)
            apply(state, chooser, moves[values[:count].argmax()])
        scores(state, points)
        return worth(points, seat)

    return Race(
        name="no-merci.lookahead",
        state=Remembered,
        most_legal=len(MOVES),
        appraise=appraise,
        imagine=imagine_world,
        try_move=try_move,
        choose=choose,
        read_end=read_end,
    )
