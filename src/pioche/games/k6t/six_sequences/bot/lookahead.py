"""Look-ahead in Les 6 Séquences: a race between promising moves, each played to the end by judgement."""

from __future__ import annotations

import math

import numpy as np

from pioche.core.chance import Random
from pioche.core.compiled.kernels import pick_seat
from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.think.lookahead import Order, Race, clearly_best, surely_ahead
from pioche.core.think.tree import sample

from ..combinations import owner_of
from ..knowledge import imagine
from ..rules import MOST_LEGAL, apply, is_over, legal_moves, scores, to_move
from ..state import MOST_SEATS, State
from .appraise import appraise

LOOKS_EVERY = 16
"""The number of worlds after which candidates that did worse are dropped."""
WORSE = 1.5
"""How many standard errors worse than the favourite a move must be to be dropped."""
CLEARLY = 1.0
"""How many standard errors better it must be to be made instead."""
NO_SPREAD = 0.0
SPREAD = 8.0
"""A lead of this many points counts as a good one."""
AMBITION = 0.5
"""The weight of winning; the rest is the weight of the lead."""


@rule
def play_out(state: State, weights: Weights, moves: Moves, values: Values, rng: Random) -> None:
    """Play to the end by judgement."""
    while not is_over(state):
        seat = pick_seat(to_move(state), rng)
        count, chosen = legal_moves(state, seat, moves), 0
        if count > 1:
            appraise(state, seat, moves, count, weights, values)
            chosen = sample(values, count, math.inf, rng)
        apply(state, seat, moves[chosen])


@rule
def value_end(state: State, seat: int, points: Scores) -> float:
    """K6-34 The value of an end to a seat, from 0 to 1: winning, and the lead over the best of the others."""
    ahead = lead_at_end(state, seat, points)
    return AMBITION * has_won(ahead) + (1.0 - AMBITION) / (1.0 + math.exp(-ahead / SPREAD))


@rule
def lead_at_end(state: State, seat: int, points: Scores) -> float:
    """Return the lead over the best of the others, or of the other teams."""
    scores(state, points)
    ahead = math.inf
    for other in range(state.seats):
        if owner_of(state, other) != owner_of(state, seat):
            ahead = min(ahead, float(points[seat] - points[other]))
    return ahead


@rule
def has_won(ahead: float) -> float:
    """Return 1 for a win; a tie counts half."""
    return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0


@rule
def read_end(state: State, seat: int, value: float) -> tuple[float, float]:
    """Return whether the round was won."""
    return has_won(lead_at_end(state, seat, np.empty(MOST_SEATS, np.int32))), 0.0


@rule
def imagine_world(known: State, seat: int, weights: Weights, rng: Random) -> None:
    imagine(known, seat, rng)


@rule
def try_move(state: State, seat: int, move: int, weights: Weights, rng: Random) -> float:
    moves, values, points = np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL), np.empty(MOST_SEATS, np.int32)
    apply(state, seat, move)
    play_out(state, weights, moves, values, rng)
    return value_end(state, seat, points)


@rule
def is_time_to_drop(worlds: int, tries: int, simulations: int, looks: int) -> bool:
    return worlds >= LOOKS_EVERY * (looks + 1)


@rule
def drop_worse(order: Order, few: int, tally: Values) -> int:
    """Drop candidates that are clearly worse than the favourite; return how many are left."""
    left = 1
    for i in range(1, few):
        if surely_ahead(tally[order[i]], -WORSE, NO_SPREAD) >= 0.0:
            order[left], order[i] = order[i], order[left]
            left += 1
    return left


@rule
def choose(known: State, order: Order, few: int, values: Values, tally: Values, weights: Weights) -> int:
    return clearly_best(order, few, tally, CLEARLY, NO_SPREAD)


RACE = Race(
    name="six-sequences.lookahead",
    state=State,
    most_legal=MOST_LEGAL,
    appraise=appraise,
    imagine=imagine_world,
    try_move=try_move,
    choose=choose,
    read_end=read_end,
    measure="win-round",
    candidates=6,
    breadth=4.0,
    for_all=1 / 32,
    is_time_to_drop=is_time_to_drop,
    drop_worse=drop_worse,
)
think = RACE.think
