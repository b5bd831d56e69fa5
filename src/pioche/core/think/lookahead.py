"""Look-ahead as a race between moves, for games that use it instead of the search.

Judgement ranks the legal moves. The promising ones are tried in the same imagined worlds and played on; those that do
worse are dropped, and the favourite, judgement's choice, loses only to a move that is clearly better. In a world all
moves meet the same cards, so what counts is the lead of a move over the favourite: the luck of the cards cancels out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chance import Random
from ..compiled.compile import Loop, compiled
from ..game import Moves
from ..judgement import Estimate, Thought, Values, Weights
from ..rows import copy_row
from ..rule import rule
from ..state import Batch, batch

TRIES, TOTAL, SQUARES, LEAD, LEAD_SQUARES, TALLIES = range(6)
"""The columns for each move: tries, the sums of values and of their squares, and the same for its leads."""
WORLD, IN_PLAY, ROOMS = range(3)
"""The scratch states: an imagined world, and the copy of it in which a move is played on."""

Order = NDArray[np.int32]
"""Indices of moves, the favourite first."""


@rule
def never(worlds: int, tries: int, simulations: int, looks: int) -> bool:
    return False


@rule
def keep_all(order: Order, few: int, tally: Values) -> int:
    return few


@dataclass(frozen=True, kw_only=True, eq=False)
class Race:
    """How a game looks ahead. Its functions are rules."""

    name: str
    """The name of the compiled loop."""
    state: type
    most_legal: int
    appraise: Callable[[Any, int, Moves, int, Weights, Values], None]
    imagine: Callable[[Any, int, Weights, Random], None]
    """``imagine(known, seat, weights, rng)``: complete what the seat knows to a world that could be true."""
    try_move: Callable[[Any, int, int, Weights, Random], float]
    """``try_move(world, seat, move, weights, rng)``: make a move, play on, and return the value from 0 to 1."""
    choose: Callable[[Any, Order, int, Values, Values, Weights], int]
    """``choose(known, order, few, values, tally, weights)``: the index of the move to make.

    ``few`` moves are left in the race, the first of ``order``; ``values`` are their scores by judgement.
    """
    candidates: int = 1_000_000
    """The largest number of moves in the race,"""
    breadth: float = math.inf
    """and how far their score may be below the favourite's. The other moves are tried only to have an estimate."""
    for_all: float = 0.0
    """The share of the simulations in which all moves are tried; it is at least one world."""
    has_twins: bool = False
    """Whether moves with the same score have the same effect: only the first of them is tried."""
    is_time_to_drop: Callable[[int, int, int, int], bool] = never
    """``is_time_to_drop(worlds, tries, simulations, looks)``: asked after each world; ``looks`` is how often it was."""
    drop_worse: Callable[[Order, int, Values], int] = keep_all
    """``drop_worse(order, few, tally)``: move those that stay to the front of the order; return how many they are."""

    @cached_property
    def loop(self) -> Loop:
        return compiled(build_race(self), self.name)

    def think(
        self, known: Any, seat: int, legal: Moves, rng: Random, simulations: int, least: int, weights: Weights
    ) -> Thought:
        """Return the move to make and an estimate for each move (`Judgement.think`)."""
        given, tally = batch(self.state, 1), np.zeros((len(legal), TALLIES))
        given[0] = known
        moves, room = np.asarray(legal, np.int32), batch(self.state, ROOMS)
        chosen = self.loop(given, seat, moves, simulations, least, weights, rng, room, tally)
        estimates = tuple(_estimate(int(move), row) for move, row in zip(moves, tally, strict=True))
        return Thought(int(moves[chosen]), estimates, int(tally[:, TRIES].sum()))


def _estimate(move: int, row: Values) -> Estimate:
    tries = row[TRIES]
    mean = row[TOTAL] / tries
    variance = max(row[SQUARES] / tries - mean * mean, 0.0) + 0.25 / tries  # as if one more try had been far off
    return Estimate(move, float(np.clip(mean, 0, 1)), float(np.sqrt(variance / tries)), int(tries))


def build_race(race: Race) -> Loop:
    appraise, imagine, choose, most_legal = race.appraise, race.imagine, race.choose, race.most_legal
    candidates, breadth, share = race.candidates, race.breadth, race.for_all
    is_time_to_drop, drop_worse = race.is_time_to_drop, race.drop_worse
    list_moves, try_in_world = list_different if race.has_twins else list_all, build_trial(race)

    @rule
    def run(
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
        """Try moves in ``simulations`` simulations, each in ``least`` worlds or more; return the index of the best."""
        values, order, twin = np.empty(most_legal), np.empty(len(moves), np.int32), np.empty(len(moves), np.int32)
        appraise(known[0], seat, moves, len(moves), weights, values)
        different = list_moves(values, twin, order)
        sort_by_score(values, order[:different])
        few = count_promising(values, order[:different], candidates, breadth)
        worlds, tries, looks = 0, 0, 0
        worlds_for_all = max(math.ceil(int(simulations * share) / different), least, 1)
        while worlds < worlds_for_all or (tries < simulations and few > 1):
            room[WORLD] = known[0]
            imagine(room[WORLD], seat, weights, rng)
            tried = order[:different] if worlds < worlds_for_all else order[:few]
            try_in_world(room, seat, moves, tried, weights, rng, tally)
            worlds += 1
            tries += len(tried)
            if worlds >= worlds_for_all and is_time_to_drop(worlds, tries, simulations, looks):
                few = drop_worse(order, few, tally)
                looks += 1
        for i in range(len(moves)):
            copy_row(tally[twin[i]], tally[i])
        return choose(known[0], order, few, values, tally, weights)

    return run


def build_trial(race: Race) -> Loop:
    try_move = race.try_move

    @rule
    def try_in_world(
        room: Batch, seat: int, moves: Moves, tried: Order, weights: Weights, rng: Random, tally: Values
    ) -> None:
        """Try these moves in one world, the favourite first, and count what comes of each."""
        favourite = 0.0
        for i in range(len(tried)):
            room[IN_PLAY] = room[WORLD]
            value = try_move(room[IN_PLAY], seat, moves[tried[i]], weights, rng)
            favourite = value if i == 0 else favourite
            row, lead = tally[tried[i]], value - favourite
            row[TRIES] += 1
            row[TOTAL] += value
            row[SQUARES] += value * value
            row[LEAD] += lead
            row[LEAD_SQUARES] += lead * lead

    return try_in_world


@rule
def list_all(values: Values, twin: Order, order: Order) -> int:
    """List all moves to be tried, each for itself; return how many there are."""
    for i in range(len(order)):
        twin[i] = order[i] = i
    return len(order)


@rule
def list_different(values: Values, twin: Order, order: Order) -> int:
    """List the first move with each score; ``twin`` is the one that stands for a move. Return how many there are."""
    different = 0
    for i in range(len(order)):
        twin[i] = 0
        while values[twin[i]] != values[i]:
            twin[i] += 1
        if twin[i] == i:
            order[different] = i
            different += 1
    return different


@rule
def sort_by_score(values: Values, order: Order) -> None:
    """Sort moves by judgement, the highest score first."""
    for i in range(len(order)):
        best = i
        for k in range(i + 1, len(order)):
            if values[order[k]] > values[order[best]]:
                best = k
        order[i], order[best] = order[best], order[i]


@rule
def count_promising(values: Values, order: Order, candidates: int, breadth: float) -> int:
    count = 0
    for i in range(min(len(order), candidates)):
        count += values[order[i]] >= values[order[0]] - breadth
    return count


@rule
def surely_ahead(row: Values, errors: float, spread: float) -> float:
    """Return the mean lead of a move over the favourite, less a number of standard errors.

    ``spread`` is how far apart two moves usually are in one world; it counts as one more try.
    """
    tries = row[TRIES]
    mean = row[LEAD] / tries
    variance = max(row[LEAD_SQUARES] / tries - mean * mean, 0.0) + spread * spread / tries
    return float(mean - errors * math.sqrt(variance / tries))


@rule
def clearly_best(order: Order, few: int, tally: Values, errors: float, spread: float) -> int:
    """Return the favourite, or the move that is furthest ahead of it by more than a number of standard errors."""
    best, most = order[0], 0.0
    for i in range(1, few):
        ahead = surely_ahead(tally[order[i]], errors, spread)
        if ahead > most:
            best, most = order[i], ahead
    return int(best)
