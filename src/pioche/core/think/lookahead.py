"""Look-ahead as a race between moves, for games that use it instead of the search.

Judgement ranks the legal moves. The promising ones are tried in the same imagined worlds and played on; those that do
worse are dropped, and the favourite, judgement's choice, loses only to a move that is clearly better. In a world all
moves meet the same cards, so what counts is the lead of a move over the favourite: the luck of the cards cancels out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chance import Random
from ..compiled.compile import Loop, compiled
from ..game import Moves
from ..judgement import Estimate, Mean, Measure, Thought, Values, Weights
from ..rows import copy_row
from ..rule import rule
from ..state import Batch, batch

TRIES, TOTAL, SQUARES, LEAD, LEAD_SQUARES, WON, LEFT, LEFT_SQUARES, TALLIES = range(9)
"""The columns for each move: tries, and the sums of values and of leads, each with that of their squares.

The last three are sums too: shares of the win, and what was left over with its squares (`Race.read_end`).
"""
WORLD, IN_PLAY, SCRATCH_SIZE = range(3)
"""The scratch states: an imagined world, and the copy of it in which a move is played on."""

Order = NDArray[np.int32]
"""Indices of moves, the favourite first."""


@rule
def never(worlds: int, tries: int, simulations: int, looks: int) -> bool:
    return False


@rule
def keep_all(order: Order, few: int, tally: Values) -> int:
    return few


@rule
def read_nothing(state: Any, seat: int, value: float) -> tuple[float, float]:
    return 0.0, 0.0


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
    read_end: Callable[[Any, int, float], tuple[float, float]] = read_nothing
    """``read_end(world, seat, value)``: after `try_move`, the seat's share of the win and what is left over.

    People are shown these figures; they decide nothing.
    """
    measure: Measure = "win"
    """What the figures of the estimates are: the chance to win, of the match or of the round."""
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
        chosen, tally = self.run(known, seat, legal, rng, simulations, least, weights)
        return thought_of(legal, chosen, tally, self.measure, [chance_of(row) for row in tally])

    def run(
        self, known: Any, seat: int, legal: Moves, rng: Random, simulations: int, least: int, weights: Weights
    ) -> tuple[int, Values]:
        """Return the index of the move to make, and the columns of each move."""
        given, tally = batch(self.state, 1), np.zeros((len(legal), TALLIES))
        given[0] = known
        moves, scratch = np.asarray(legal, np.int32), batch(self.state, SCRATCH_SIZE)
        return int(self.loop(given, seat, moves, simulations, least, weights, rng, scratch, tally)), tally


def thought_of(legal: Moves, chosen: int, tally: Values, measure: Measure, figures: Sequence[Mean]) -> Thought:
    estimates = tuple(
        _estimate(int(move), row, figure) for move, row, figure in zip(legal, tally, figures, strict=True)
    )
    return Thought(int(legal[chosen]), estimates, int(tally[:, TRIES].sum()), measure)


def _estimate(move: int, row: Values, figure: Mean) -> Estimate:
    value = mean_of(row[TRIES], row[TOTAL], row[SQUARES], 0.25)
    return Estimate(move, float(np.clip(value.value, 0, 1)), value.error, int(row[TRIES]), figure)


def chance_of(row: Values) -> Mean:
    """Return the chance to win with a move."""
    return mean_of(row[TRIES], row[WON], row[WON], 0.25)


def cards_left(row: Values) -> Mean:
    """Return how much is left over after a move."""
    return mean_of(row[TRIES], row[LEFT], row[LEFT_SQUARES], 1.0)


def mean_of(tries: float, total: float, squares: float, doubt: float) -> Mean:
    """Return a mean with its standard error, as if one more try had been off by the square root of ``doubt``."""
    mean = total / tries
    variance = max(squares / tries - mean * mean, 0.0) + doubt / tries
    return Mean(float(mean), float(np.sqrt(variance / tries)))


@rule
def share_with_twins(tally: Values, twin: Moves) -> None:
    """Copy what was found for a move to those that amount to the same."""
    for i in range(len(twin)):
        copy_row(tally[twin[i]], tally[i])


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
        scratch: Batch,
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
            scratch[WORLD] = known[0]
            imagine(scratch[WORLD], seat, weights, rng)
            tried = order[:different] if worlds < worlds_for_all else order[:few]
            try_in_world(scratch, seat, moves, tried, weights, rng, tally)
            worlds += 1
            tries += len(tried)
            if worlds >= worlds_for_all and is_time_to_drop(worlds, tries, simulations, looks):
                few = drop_worse(order, few, tally)
                looks += 1
        share_with_twins(tally, twin)
        return choose(known[0], order, few, values, tally, weights)

    return run


def build_trial(race: Race) -> Loop:
    try_move, read_end = race.try_move, race.read_end

    @rule
    def try_in_world(
        scratch: Batch, seat: int, moves: Moves, tried: Order, weights: Weights, rng: Random, tally: Values
    ) -> None:
        """Try these moves in one world, the favourite first, and count what comes of each."""
        favourite = 0.0
        for i in range(len(tried)):
            scratch[IN_PLAY] = scratch[WORLD]
            value = try_move(scratch[IN_PLAY], seat, moves[tried[i]], weights, rng)
            favourite = value if i == 0 else favourite
            row, lead = tally[tried[i]], value - favourite
            row[TRIES] += 1
            row[TOTAL] += value
            row[SQUARES] += value * value
            row[LEAD] += lead
            row[LEAD_SQUARES] += lead * lead
            won, left = read_end(scratch[IN_PLAY], seat, value)
            row[WON] += won
            row[LEFT] += left
            row[LEFT_SQUARES] += left * left

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
