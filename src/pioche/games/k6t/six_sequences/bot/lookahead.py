"""Thinking ahead in Les 6 Séquences: the moves that judgement thinks well of are tried in worlds that could be true.

Each is played to the end there, by judgement. In every world each move meets the same cards, so it is enough to look at
the differences; the move that judgement chose is left only for one that is clearly better.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.compiled.kernels import pick_seat
from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import Batch
from pioche.core.think.lookahead import SQUARES, TOTAL, TRIES, thinking_by
from pioche.core.think.tree import sample

from ..combinations import owner_of
from ..knowledge import imagine
from ..rules import MOST_LEGAL, apply, is_over, legal_moves, scores, to_move
from ..state import MOST_SEATS, State
from .appraise import appraise

CANDIDATES = 6
"""So many moves are thought about at most,"""
BREADTH = 4.0
"""of those for which by so much less speaks than for judgement's choice."""
FOR_ALL = 32
"""Such a part of the simulations goes to all moves, to have something to say of each."""
LOOKS_EVERY = 16
"""After so many worlds, candidates that did worse are dropped."""
WORSE = 1.5
"""By so many standard errors a move is worse than judgement's choice, to be dropped."""
CLEARLY = 1.0
"""By so many it must be better, to be made instead."""
SPREAD = 8.0
"""A lead of so many points counts as a good one."""
AMBITION = 0.5
"""How much winning counts; the rest is the lead."""
LEAD, LEAD_SQUARES, TALLIES = range(SQUARES + 1, SQUARES + 4)
"""What is counted for each move besides: its leads over judgement's choice, and their squares."""

Places = NDArray[np.int32]


@rule
def play_out(state: State, weights: Weights, moves: Moves, values: Values, rng: Random) -> None:
    """To the end, by judgement."""
    while not is_over(state):
        seat = pick_seat(to_move(state), rng)
        count, chosen = legal_moves(state, seat, moves), 0
        if count > 1:
            appraise(state, seat, moves, count, weights, values)
            chosen = sample(values, count, math.inf, rng)
        apply(state, seat, moves[chosen])


@rule
def value_end(state: State, seat: int, points: Scores) -> float:
    """K6-34 What an end is worth to a seat, from 0 to 1: to win, and to be far ahead of the best of the others."""
    scores(state, points)
    ahead = math.inf
    for other in range(state.seats):
        if owner_of(state, other) != owner_of(state, seat):
            ahead = min(ahead, float(points[seat] - points[other]))
    won = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return AMBITION * won + (1.0 - AMBITION) / (1.0 + math.exp(-ahead / SPREAD))


@rule
def choose_candidates(state: State, seat: int, moves: Moves, weights: Weights, order: Places) -> int:
    """Put moves in order by how much speaks for them, as far as they are worth a thought; returns how many are."""
    count = len(moves)
    values = np.empty(count)
    appraise(state, seat, moves, count, weights, values)
    few, most = 0, values.max()
    for i in range(count):
        order[i] = i
    for i in range(count):
        best = i
        for k in range(i + 1, count):
            if values[order[k]] > values[order[best]]:
                best = k
        order[i], order[best] = order[best], order[i]
        few += i < CANDIDATES and values[order[i]] >= most - BREADTH
    return few


@rule
def try_all(
    room: Batch, seat: int, moves: Moves, tried: Places, weights: Weights, rng: Random, values: Values, tally: Values
) -> None:
    """Make each of these moves in an imagined world, the first of the room, and count what comes of it."""
    legal, points = np.empty(MOST_LEGAL, np.int32), np.empty(MOST_SEATS, np.int32)
    first = 0.0
    for i in range(len(tried)):
        room[1] = room[0]
        apply(room[1], seat, moves[tried[i]])
        play_out(room[1], weights, legal, values, rng)
        value, row = value_end(room[1], seat, points), tally[tried[i]]
        first = value if i == 0 else first
        row[TRIES] += 1
        row[TOTAL] += value
        row[SQUARES] += value**2
        row[LEAD] += value - first
        row[LEAD_SQUARES] += (value - first) ** 2


@rule
def surely_ahead(row: Values, errors: float) -> float:
    """How far a move is ahead of judgement's choice, on average, less so many standard errors."""
    mean = row[LEAD] / row[TRIES]
    variance = max(row[LEAD_SQUARES] / row[TRIES] - mean**2, 0.0)
    return float(mean - errors * math.sqrt(variance / row[TRIES]))


@rule
def drop_worse(order: Places, few: int, tally: Values) -> int:
    """Leave out candidates that are worse than judgement's choice; returns how many are left."""
    left = 1
    for i in range(1, few):
        if surely_ahead(tally[order[i]], -WORSE) >= 0.0:
            order[left], order[i] = order[i], order[left]
            left += 1
    return left


@rule
def clearly_best(order: Places, few: int, tally: Values) -> int:
    best, most = int(order[0]), 0.0
    for i in range(1, few):
        ahead = surely_ahead(tally[order[i]], CLEARLY)
        if ahead > most:
            best, most = int(order[i]), ahead
    return best


def look_further(
    known: Batch,
    seat: int,
    moves: Moves,
    simulations: int,
    least: int,
    weights: Weights,
    rng: Random,
    room: Batch,
    tally: Values,
) -> int:
    """Try moves in so many simulations, each at least so often; returns the place of the one to make."""
    values, order = np.empty(MOST_LEGAL), np.empty(len(moves), np.int32)
    few = choose_candidates(known[0], seat, moves, weights, order)
    done, worlds, for_all = 0, 0, max(simulations // FOR_ALL, least * len(moves), 1)
    while done < for_all or (done < simulations and few > 1):
        room[0] = known[0]
        imagine(room[0], seat, rng)
        tried = order if done < for_all else order[:few]
        try_all(room, seat, moves, tried, weights, rng, values, tally)
        done += len(tried)
        worlds += 1
        if worlds % LOOKS_EVERY == 0:
            few = drop_worse(order, few, tally)
    return clearly_best(order, few, tally)


@cache
def foresight() -> Loop:
    return compiled(look_further, "six-sequences.foresight")


think = thinking_by(foresight, State, rooms=2, tallies=TALLIES)
