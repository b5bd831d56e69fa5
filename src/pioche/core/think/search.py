"""Information-set Monte-Carlo tree search over the contract of a game.

Each simulation imagines a world that could be the true one, descends the tree by the statistics so far, plays to the
end guided by the game's judgement, and records the result for every seat that made a choice. A node of the tree stands
for what a seat knows when it chooses, not for a path of moves: its key is a hash of that knowledge. The searching
seat's own nodes use what it knows; other seats' nodes use what everyone sees (single-observer), or what they know in
that world (multi-observer). So simultaneous and secret moves need no special treatment.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pioche.core.state import SPECTATOR

from ..chance import Random, below
from ..compiled.compile import Loop, compiled
from ..compiled.kernels import build_choice, pick_seat
from ..game import AnyRules, Moves
from ..judgement import Values, Weights
from ..rule import rule
from ..standings import Scores
from ..state import UNKNOWN, Batch, layout
from .tree import (
    LONGEST,
    NOT_FOUND,
    Numbers64,
    SearchTuning,
    Tree,
    back_up,
    find_node,
    mixed,
    most_promising,
    note,
    sample,
    sample_likely,
    weigh,
)

FREE = -1
"""The search chooses the first move of a simulation itself."""
TRIES, VALUES, SQUARES, FIGURES, FIGURE_SQUARES, TALLIES = range(6)
"""The columns for each legal move: tries, the sums of values and of figures, and of their squares."""


class Stakes(NamedTuple):
    """How the scores of the round become totals, and what the totals are worth."""

    if_zero: Scores  # per seat: the total after this round if it scores nothing
    otherwise: Scores  # per seat: the total to which its score, or its place, is added
    counts_place: bool  # in the round, instead of the score
    low_scores: bool  # are best in the round
    low_totals: bool  # are best in the match
    is_last: bool  # of the match's rounds
    together: bool  # all against the deck, and won with nothing left
    spread: float
    ambition: float


class Buffers(NamedTuple):
    """Scratch memory of one search."""

    worlds: Batch  # the one imagined last, and the one in play
    watched: Batch  # what somebody knows
    words: Numbers64  # the same memory, as numbers
    moves: Moves
    values: Values
    points: Scores
    totals: Scores
    worth: Values


def new_buffers(rules: AnyRules, players: int) -> Buffers:
    declared: Any = rules.state
    record = layout(declared)
    words = np.zeros(-(-record.itemsize // 8), np.int64)
    return Buffers(
        worlds=np.zeros(2, record),
        watched=np.ndarray(1, record, buffer=words),
        words=words,
        moves=np.zeros(rules.most_legal, np.int32),
        values=np.zeros(rules.most_legal, np.float64),
        points=np.zeros(players, np.int32),
        totals=np.zeros(players, np.int32),
        worth=np.zeros(players, np.float64),
    )


# The value of an outcome.


@rule
def add_up(points: Scores, stakes: Stakes, totals: Scores) -> None:
    """Compute the totals of the match from the round's scores."""
    for seat in range(len(points)):
        if stakes.counts_place:
            totals[seat] = stakes.otherwise[seat] + place_in_round(points, seat, stakes)
        elif points[seat] == 0:
            totals[seat] = stakes.if_zero[seat]
        else:
            totals[seat] = stakes.otherwise[seat] + points[seat]


@rule
def place_in_round(points: Scores, seat: int, stakes: Stakes) -> int:
    place = 1
    for other in range(len(points)):
        gap = points[other] - points[seat]
        place += gap < 0 if stakes.low_scores else gap > 0
    return place


@rule
def value_outcome(totals: Scores, stakes: Stakes, worth: Values) -> None:
    """Compute the value of totals to each seat, from 0 to 1: winning, if it is the last round, and the lead."""
    ambition = stakes.ambition if stakes.is_last else 0.0
    for seat in range(len(totals)):
        worth[seat] = ambition * share_of_win(totals, seat, stakes) + (1.0 - ambition) * lead(totals, seat, stakes)


@rule
def share_of_win(totals: Scores, seat: int, stakes: Stakes) -> float:
    """Return a seat's share of the win: 1 alone, less if others are equal, 0 if it is beaten."""
    if stakes.together:
        return 1.0 if totals[seat] == 0 else 0.0
    winners = 0
    for total in totals:
        if total < totals[seat] if stakes.low_totals else total > totals[seat]:
            return 0.0
        winners += total == totals[seat]
    return 1.0 / winners


@rule
def figure_of(totals: Scores, seat: int, stakes: Stakes) -> float:
    """Return what people are shown: in the last round the share of the win, before it the place reached."""
    if stakes.is_last:
        return share_of_win(totals, seat, stakes)
    place = 1.0
    for total in totals:
        place += total < totals[seat] if stakes.low_totals else total > totals[seat]
    return place


@rule
def lead(totals: Scores, seat: int, stakes: Stakes) -> float:
    """Return how far a seat is ahead of the others, from 0 to 1; in cooperative games, how near the end is."""
    if stakes.together:
        return float(stakes.spread / (stakes.spread + totals[seat]))
    ahead = 0.0
    for other in range(len(totals)):
        if other != seat:
            gap = (totals[other] - totals[seat]) / stakes.spread
            ahead += 1.0 / (1.0 + math.exp(-gap if stakes.low_totals else gap))
    return ahead / (len(totals) - 1)


@rule
def no_judgement(state: Any, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    out[:count] = 0


def appraisal_of(rules: AnyRules) -> Loop:
    return rules.judgement.appraise if rules.judgement else no_judgement


# The search.


def build_key(rules: AnyRules) -> Loop:
    observe = rules.observe

    @rule
    def key_of(buffers: Buffers, state: Any, observer: int, chooser: int) -> int:
        """Return the key of a seat's choice, from what the observer knows."""
        buffers.words[:] = UNKNOWN
        observe(state, observer, buffers.watched[0])
        key = chooser + 1
        for word in buffers.words:
            key = mixed(key, word)
        return key

    return key_of


def build_choose(appraise: Loop) -> Loop:
    @rule
    def choose(
        tree: Tree,
        node: int,
        buffers: Buffers,
        state: Any,
        seat: int,
        count: int,
        weights: Weights,
        tuning: SearchTuning,
        rng: Random,
    ) -> int:
        """Choose the most promising move in a known node; in a new one by judgement, or at random."""
        is_new = tree.entries[node].visits == 0
        if tuning.is_guided:
            appraise(state, seat, buffers.moves, count, weights, buffers.values)
            weigh(buffers.values, count, tuning.trust)
        if not is_new:
            return most_promising(tree, node, buffers.moves, buffers.values, count, tuning, rng)
        return sample_likely(buffers.values, count, rng) if tuning.is_guided else below(rng, count)

    return choose


def build_descend(rules: AnyRules, key_of: Loop, choose: Loop) -> Loop:
    to_move, legal_moves, apply, is_over = rules.to_move, rules.legal_moves, rules.apply, rules.is_over

    @rule
    def descend(
        tree: Tree,
        buffers: Buffers,
        state: Any,
        seat: int,
        first: int,
        weights: Weights,
        tuning: SearchTuning,
        rng: Random,
    ) -> tuple[int, int]:
        """Descend the tree to a new node; return how many choices were made, and the index of the first move.

        ``first`` may fix that index; otherwise it is FREE.
        """
        length = 0
        is_new = False
        while not is_new and length < LONGEST and not is_over(state):
            mask = to_move(state)
            chooser = seat if mask >> seat & 1 else pick_seat(mask, rng)
            count = legal_moves(state, chooser, buffers.moves)
            chosen = 0
            if count > 1:
                observer = chooser if chooser == seat or tuning.multi_observer else SPECTATOR
                node = find_node(tree, key_of(buffers, state, observer, chooser))
                if node == NOT_FOUND:
                    break
                is_new = tree.entries[node].visits == 0
                chosen = choose(tree, node, buffers, state, chooser, count, weights, tuning, rng)
                if length == 0:
                    chosen = chosen if first == FREE else first
                    first = chosen
                length = note(tree, node, buffers.moves[chosen], chooser, length)
            apply(state, chooser, buffers.moves[chosen])
        return length, first

    return descend


def build_play_on(rules: AnyRules, appraise: Loop) -> Loop:
    to_move, legal_moves, apply, is_over = rules.to_move, rules.legal_moves, rules.apply, rules.is_over
    random_move = build_choice(rules)

    @rule
    def judged(buffers: Buffers, state: Any, seat: int, weights: Weights, tuning: SearchTuning, rng: Random) -> int:
        """Return a legal move by judgement."""
        count = legal_moves(state, seat, buffers.moves)
        if count == 1:
            return int(buffers.moves[0])
        appraise(state, seat, buffers.moves, count, weights, buffers.values)
        return int(buffers.moves[sample(buffers.values, count, tuning.sharpness, rng)])

    @rule
    def play_on(buffers: Buffers, state: Any, weights: Weights, tuning: SearchTuning, rng: Random) -> None:
        """Play to the end, or to the maximum depth of playouts, by judgement or at random."""
        steps = 0
        while steps < tuning.depth and not is_over(state):
            chooser = pick_seat(to_move(state), rng)
            if tuning.is_guided:
                move = judged(buffers, state, chooser, weights, tuning, rng)
            else:
                move = random_move(state, chooser, buffers.moves, rng)
            apply(state, chooser, move)
            steps += 1

    return play_on


@rule
def count_try(tally: Values, move: int, worth: float, figure: float) -> None:
    """Add the outcome of a simulation to the sums of the legal move with this index."""
    tally[move, TRIES] += 1
    tally[move, VALUES] += worth
    tally[move, SQUARES] += worth * worth  # not ** 2, which Python may round otherwise
    tally[move, FIGURES] += figure
    tally[move, FIGURE_SQUARES] += figure * figure


def build_search(rules: AnyRules) -> Loop:
    imagine, scores, appraise = rules.imagine, rules.scores, appraisal_of(rules)
    descend, play_on = build_descend(rules, build_key(rules), build_choose(appraise)), build_play_on(rules, appraise)

    def search(
        known: Batch,
        seat: int,
        simulations: int,
        least: int,
        weights: Weights,
        tuning: SearchTuning,
        stakes: Stakes,
        tree: Tree,
        buffers: Buffers,
        rng: Random,
        tally: Values,
    ) -> None:
        """Run more simulations; ``tally`` sums, by legal move, the columns TRIES to FIGURE_SQUARES.

        The first simulations try each move ``least`` times.
        """
        done = int(tally[:, TRIES].sum())
        for number in range(done, done + simulations):
            if (number - done) % tuning.reuse == 0:
                buffers.worlds[0] = known[0]
                imagine(buffers.worlds[0], seat, rng)
            buffers.worlds[1] = buffers.worlds[0]
            world = buffers.worlds[1]
            given = number % len(tally) if number < least * len(tally) else FREE
            length, first = descend(tree, buffers, world, seat, given, weights, tuning, rng)
            play_on(buffers, world, weights, tuning, rng)
            scores(world, buffers.points)
            add_up(buffers.points, stakes, buffers.totals)
            value_outcome(buffers.totals, stakes, buffers.worth)
            back_up(tree, length, buffers.worth)
            count_try(tally, first, buffers.worth[seat], figure_of(buffers.totals, seat, stakes))

    return search


@cache
def search_loop(rules: AnyRules, *, interpreted: bool = False) -> Loop:
    """Return the search loop of a game."""
    loop = build_search(rules)
    return loop if interpreted else compiled(loop, f"{rules.name}.search")
