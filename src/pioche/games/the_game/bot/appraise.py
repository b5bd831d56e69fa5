"""Scores the moves of The Game: each by the best turn that begins with it."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.state import Counts
from pioche.parts.widesets import index_of

from ..rules import BEGIN, STOP, card_of, pile_of, step
from ..state import ASKING, HIGHEST, MOST_HELD, PILES, State
from .prospects import count_unseen, skipped
from .turn import NOT_PLANNED, PLAN, plan_turn
from .weights import BEGINS


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each move by the worth of the best turn that begins with it."""
    best, chosen = np.empty((PILES + 1, MOST_HELD)), np.empty(PLAN, np.int32)
    plan_turn(state, seat, weights, best, chosen)
    appraise_by(state, seat, moves, count, weights, best, chosen, out)


@rule
def appraise_by(
    state: State, seat: int, moves: Moves, count: int, weights: Weights, best: Values, chosen: Counts, out: Values
) -> None:
    """The same, with the turn already planned."""
    if state.phase == ASKING:
        skip = skipped_in_all(state, seat, chosen)
        for i in range(count):
            out[i] = -float(skip) if moves[i] == BEGIN else -weights[BEGINS]
        return
    for i in range(count):
        out[i] = best[PILES, 0] if moves[i] == STOP else first_worth(state, seat, moves[i], best)


@rule
def skipped_in_all(state: State, seat: int, tops: Counts) -> int:
    unseen = np.empty(HIGHEST + 2, np.int32)
    count_unseen(state, seat, unseen)
    total = 0
    for pile in range(PILES):
        total += skipped(unseen, tops[pile], int(state.tops[pile]), pile)
    return total


@rule
def first_worth(state: State, seat: int, move: int, best: Values) -> float:
    """The worth of the best plan that begins with laying a card; little if there is no such plan."""
    card, pile = card_of(move), pile_of(move)
    place = index_of(state.hands[seat], card)
    if best[pile, place] > NOT_PLANNED:
        return float(best[pile, place])
    if pile % 2 == 1 and state.tops[pile] == state.tops[pile - 1] and best[pile - 1, place] > NOT_PLANNED:
        return float(best[pile - 1, place])  # the plans use its twin
    return NOT_PLANNED - step(card, int(state.tops[pile]), pile)
