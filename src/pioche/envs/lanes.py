"""Matches played side by side, one in each lane, and the loops that advance them: written once for every game.

A lane stops whenever its player must act. Bots may hold the other seats; they decide without search, so everything
runs at native speed.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.bits import lowest_bit
from pioche.core.chance import Shuffle, below, shuffle_cards
from pioche.core.compiled.compile import CompiledLoop, Loop, compiled
from pioche.core.game import AnyRules, Format, Game, Moves, Setting
from pioche.core.judgement import Values
from pioche.core.rule import rule
from pioche.core.state import UNKNOWN, Batch
from pioche.core.think.quick import judgement_of
from pioche.core.think.tree import sample

from .observation import Bytes, Observation, Segments, write_numbers

Numbers = NDArray[np.int32]

NOBODY = -1
"""The seat to act once a match is over."""
ANOTHER_GAME = -2
"""The seat to act while the next round, of other rules, is not dealt yet."""
EVERY_SEAT = -1
"""The learner's seat where the caller plays all seats."""
PLACE, SCORE, WIN = range(3)
"""What is rewarded at the end of a match."""
ILLEGAL = -1.0
"""The reward of an illegal move, which changes nothing else."""


class Lanes(NamedTuple):
    """The matches, a row each."""

    rng: NDArray[np.int64]
    seat: Numbers
    """The seat to act."""
    learner: Numbers
    """The seat that the caller plays, or EVERY_SEAT."""
    first_dealer: Numbers
    round: Numbers
    points: Any
    """Lane × round × seat."""
    totals: Numbers
    places: Numbers
    rewards: NDArray[np.float32]
    is_over: NDArray[np.bool_]
    legal: Numbers
    """The legal moves, at the beginning of each row."""
    legal_count: Numbers
    mask: NDArray[np.int8]
    """The same, with a 1 for each legal move."""
    observation: Observation


class Rounds(NamedTuple):
    """The rounds of the lanes under one set of rules, and how they are dealt, played by bots and observed."""

    states: Batch
    empty: Batch
    """One record of zeros, which a round is dealt into."""
    options: Batch
    fresh: Shuffle
    sizes: Numbers
    segments: Segments
    weights: Values
    """A row for each seat."""
    sharpness: Values


class Buffers(NamedTuple):
    """Scratch memory for one thread."""

    cards: Shuffle
    known: Batch
    moves: Moves
    values: Values


class Ways(NamedTuple):
    """What is rewarded, and how totals and rounds are read."""

    reward: int
    low_wins: bool
    together: bool
    one_game: bool
    """Whether all rounds have the same rules, so that the next one can be dealt at once."""


def ways_of(game: Game, setting: Setting, reward: int) -> Ways:
    form = game.format(setting)
    ranks = np.zeros(setting.players, np.int32)
    form.places(np.arange(setting.players, dtype=np.int32), ranks)
    is_together = game.together or setting.players == 1
    return Ways(reward, bool(ranks[0] == 1), is_together, len(set(form.rounds)) == 1)


@rule
def forget(known: Bytes) -> None:
    """Make a record of knowledge blank: bytes of −1 are UNKNOWN in a number of any width."""
    for k in range(len(known)):
        known[k] = UNKNOWN


def build_list_moves(rules: AnyRules) -> Loop:
    legal_moves = rules.legal_moves

    @rule
    def list_moves(i: int, lanes: Lanes, rounds: Rounds) -> None:
        """Write the legal moves. Of the mask, which may be long, only those that were or are legal are touched."""
        mask, legal, count = lanes.mask[i], lanes.legal[i], 0
        for k in range(lanes.legal_count[i]):
            mask[legal[k]] = 0
        if lanes.seat[i] >= 0:
            count = legal_moves(rounds.states[i], lanes.seat[i], legal)
        for k in range(count):
            mask[legal[k]] = 1
        lanes.legal_count[i] = count

    return list_moves


def build_look(rules: AnyRules, header: int) -> Loop:
    observe, list_moves = rules.observe, build_list_moves(rules)

    @rule
    def look(i: int, last: int, lanes: Lanes, rounds: Rounds, buffers: Buffers, known_bytes: Bytes) -> None:
        """Write what the seat to act knows, and its legal moves; after the end, what the seat that moved last knows."""
        seat = lanes.seat[i] if lanes.seat[i] >= 0 else max(last, 0)
        eyes = lanes.learner[i] if lanes.learner[i] >= 0 else seat
        forget(known_bytes)
        observe(rounds.states[i], eyes, buffers.known[0])
        row = lanes.observation[i]
        row[0] = eyes
        if header > 1:
            row[1] = lanes.round[i]
            for other in range(lanes.totals.shape[1]):
                row[2 + other] = lanes.totals[i, other]
        write_numbers(known_bytes, rounds.segments, row[header:])
        list_moves(i, lanes, rounds)

    return look


@rule
def reward_of(seat: int, totals: Numbers, places: Numbers, ways: Ways) -> float:
    """Return the reward of a seat at the end: its score, its share of the win, or its place from −1 (last) to 1."""
    if ways.reward == SCORE:
        return float(-totals[seat] if ways.low_wins else totals[seat])
    has_won = places[seat] == 1
    if ways.together:
        return 1.0 if has_won else 0.0 if ways.reward == WIN else -1.0
    winners, behind, ahead = 0, 0, 0
    for other in range(len(places)):
        winners += places[other] == 1
        behind += places[other] > places[seat]
        ahead += places[other] < places[seat]
    if ways.reward == WIN:
        return 1.0 / winners if has_won else 0.0
    return (behind - ahead) / (len(places) - 1)


def build_end(match_format: Format) -> Loop:
    total, rank = match_format.total, match_format.places

    @rule
    def end_round(i: int, lanes: Lanes, ways: Ways) -> None:
        """Add up the rounds; end the match after the last."""
        lanes.round[i] += 1
        done = int(lanes.round[i])
        total(lanes.points[i, :done], done, lanes.totals[i])
        if done < lanes.points.shape[1]:
            lanes.seat[i] = ANOTHER_GAME
            return
        lanes.is_over[i] = True
        lanes.seat[i] = NOBODY
        rank(lanes.totals[i], lanes.places[i])
        for seat in range(lanes.places.shape[1]):
            lanes.rewards[i, seat] = reward_of(seat, lanes.totals[i], lanes.places[i], ways)

    return end_round


def build_deal(rules: AnyRules) -> Loop:
    setup = rules.setup

    @rule
    def deal(i: int, lanes: Lanes, rounds: Rounds, buffers: Buffers) -> None:
        """Deal a round; the cards depend on the lane's own chance alone."""
        rng = lanes.rng[i]
        for deck in range(len(rounds.sizes)):
            for k in range(rounds.sizes[deck]):
                buffers.cards[deck, k] = rounds.fresh[deck, k]
            shuffle_cards(buffers.cards[deck], rounds.sizes[deck], rng)
        rounds.options[i].dealer = (lanes.first_dealer[i] + lanes.round[i]) % lanes.totals.shape[1]
        rounds.states[i] = rounds.empty[0]
        setup(rounds.states[i], rounds.options[i], buffers.cards)

    return deal


def build_advance(rules: AnyRules, match_format: Format, *, with_bots: bool) -> Loop:
    to_move, is_over, scores = rules.to_move, rules.is_over, rules.scores
    deal, end_round = build_deal(rules), build_end(match_format)
    bot_moves = build_bot_move(rules) if with_bots else no_bot_moves

    @rule
    def advance(i: int, lanes: Lanes, rounds: Rounds, buffers: Buffers, ways: Ways) -> None:
        """Go on until the caller must act, the match is over, or a round of other rules begins."""
        while True:
            state = rounds.states[i]
            if is_over(state):
                scores(state, lanes.points[i, lanes.round[i]])
                end_round(i, lanes, ways)
                if lanes.is_over[i] or not ways.one_game:
                    return
                deal(i, lanes, rounds, buffers)
            else:
                seat = lowest_bit(to_move(state))
                if lanes.learner[i] < 0 or seat == lanes.learner[i]:
                    lanes.seat[i] = seat
                    return
                bot_moves(i, seat, lanes, rounds, buffers)

    return advance


@rule
def no_bot_moves(i: int, seat: int, lanes: Lanes, rounds: Rounds, buffers: Buffers) -> None:
    """The caller plays all seats."""


def build_bot_move(rules: AnyRules) -> Loop:
    legal_moves, apply, appraise = rules.legal_moves, rules.apply, judgement_of(rules).appraise

    @rule
    def bot_moves(i: int, seat: int, lanes: Lanes, rounds: Rounds, buffers: Buffers) -> None:
        """Let a bot that does not search make the move of its seat."""
        state, moves, values = rounds.states[i], buffers.moves, buffers.values
        count, chosen = legal_moves(state, seat, moves), 0
        if count > 1:
            appraise(state, seat, moves, count, rounds.weights[seat], values)
            chosen = sample(values, count, rounds.sharpness[seat], lanes.rng[i])
        apply(state, seat, moves[chosen])

    return bot_moves


def build_step(rules: AnyRules, match_format: Format, header: int, *, with_bots: bool) -> Loop:
    apply, deal = rules.apply, build_deal(rules)
    advance, look = build_advance(rules, match_format, with_bots=with_bots), build_look(rules, header)

    def step(which: Numbers, moves: Numbers, lanes: Lanes, rounds: Rounds, buffers: Buffers, ways: Ways) -> None:
        """Go on in these lanes until the caller must act again.

        Where a match is over, a new one begins; where the next round waits to be dealt, it is. Elsewhere the caller's
        move is made.
        """
        known_bytes = buffers.known.view(np.int8)
        for k in range(len(which)):
            i = int(which[k])
            seat, move = lanes.seat[i], moves[i]
            if lanes.is_over[i]:
                begin_match(i, lanes)
                deal(i, lanes, rounds, buffers)
            elif seat == ANOTHER_GAME:
                deal(i, lanes, rounds, buffers)
            elif move < 0 or move >= lanes.mask.shape[1] or lanes.mask[i, move] == 0:
                lanes.rewards[i, seat] = ILLEGAL
                continue
            else:
                apply(rounds.states[i], seat, move)
            advance(i, lanes, rounds, buffers, ways)
            look(i, seat, lanes, rounds, buffers, known_bytes)

    return step


@rule
def begin_match(i: int, lanes: Lanes) -> None:
    """Clear a lane for a new match, and draw who deals first."""
    lanes.is_over[i] = False
    lanes.round[i] = 0
    for number in range(lanes.points.shape[1]):
        for seat in range(lanes.points.shape[2]):
            lanes.points[i, number, seat] = 0
    for seat in range(lanes.totals.shape[1]):
        lanes.totals[i, seat] = 0
    lanes.first_dealer[i] = below(lanes.rng[i], lanes.totals.shape[1])


def build_watch(rules: AnyRules) -> Loop:
    observe = rules.observe

    def watch(i: int, seat: int, rounds: Rounds, buffers: Buffers, out: Observation) -> None:
        """Write what any seat knows of a lane's round."""
        known_bytes = buffers.known.view(np.int8)
        forget(known_bytes)
        observe(rounds.states[i], seat, buffers.known[0])
        write_numbers(known_bytes, rounds.segments, out)

    return watch


class Loops(NamedTuple):
    """The compiled loops for the rounds of one set of rules."""

    step: CompiledLoop
    watch: CompiledLoop


@cache
def loops_of(rules: AnyRules, match_format: Format, header: int, *, with_bots: bool) -> Loops:
    named = f"{rules.name}.{'bots' if with_bots else 'seats'}"
    return Loops(
        compiled(build_step(rules, match_format, header, with_bots=with_bots), named, is_disjoint=True),
        compiled(build_watch(rules), f"{rules.name}.watch", is_disjoint=True),
    )
