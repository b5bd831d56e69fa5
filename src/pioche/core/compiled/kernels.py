"""Loops over many rounds, built for one game by closure over its rules.

``kernels(rules, interpreted=True)`` runs the same loops as ordinary Python, with identical results. Compiled
loops release the GIL, so threads scale.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bits import count_bits, lowest_bit, nth_bit, without_lowest
from ..chance import Random, Shuffle, below, shuffle_cards
from ..game import AnyRules, Format, Moves
from ..rule import rule
from ..standings import Rounds
from ..state import Batch
from .compile import Loop, compiled

Numbers = NDArray[np.int32]


@rule
def pick_seat(mask: int, rng: Random) -> int:
    """Return a random seat of a mask; if there is only one, no random number is drawn."""
    if without_lowest(mask):
        return nth_bit(mask, below(rng, count_bits(mask)))
    return lowest_bit(mask)


def build_deal(rules: AnyRules) -> Loop:
    setup = rules.setup

    def deal(options: Batch, fresh: Shuffle, sizes: Numbers, rng: Random, rounds: Batch) -> None:
        """Shuffle the decks and set up each round with its options."""
        cards = fresh.copy()
        for i in range(len(rounds)):
            for deck in range(len(sizes)):
                shuffle_cards(cards[deck], sizes[deck], rng)
            setup(rounds[i], options[i], cards)

    return deal


def build_play(rules: AnyRules) -> Loop:
    to_move, apply, is_over, most_legal = rules.to_move, rules.apply, rules.is_over, rules.most_legal
    choose = build_choice(rules)

    def play(rounds: Batch, rng: Random, lengths: Numbers) -> None:
        """Play each round to the end with uniformly random legal moves; add the number of moves to ``lengths``."""
        moves = np.empty(most_legal, np.int32)
        for i in range(len(rounds)):
            state = rounds[i]
            length = 0
            while not is_over(state):
                seat = pick_seat(to_move(state), rng)
                apply(state, seat, choose(state, seat, moves, rng))
                length += 1
            lengths[i] += length

    return play


def build_choice(rules: AnyRules) -> Loop:
    legal_moves, any_move = rules.legal_moves, rules.any_move

    @rule
    def choose_from_list(state: Any, seat: int, moves: Moves, rng: Random) -> int:
        """Return a legal move, each equally likely; ``moves`` is scratch memory."""
        return int(moves[below(rng, legal_moves(state, seat, moves))])

    if any_move is None:
        return choose_from_list

    @rule
    def choose_unlisted(state: Any, seat: int, moves: Moves, rng: Random) -> int:
        return any_move(state, seat, rng)

    return choose_unlisted


def build_result(rules: AnyRules) -> Loop:
    scores, ending = rules.scores, rules.ending

    def result(rounds: Batch, points: Rounds, endings: Numbers) -> None:
        """Write the scores of each round, a row each, and how it ended."""
        for i in range(len(rounds)):
            scores(rounds[i], points[i])
            endings[i] = ending(rounds[i])

    return result


def build_legal(rules: AnyRules) -> Loop:
    to_move, legal_moves, is_over = rules.to_move, rules.legal_moves, rules.is_over

    def legal(rounds: Batch, seats: Numbers, moves: Moves, counts: Numbers) -> None:
        """Write the legal moves of the lowest seat to move in each round; after the end, seat −1 and none."""
        for i in range(len(rounds)):
            seats[i], counts[i] = -1, 0
            if not is_over(rounds[i]):
                mask, seat = to_move(rounds[i]), 0
                while not mask & 1:
                    mask >>= 1
                    seat += 1
                seats[i] = seat
                counts[i] = legal_moves(rounds[i], seat, moves[i])

    return legal


def build_step(rules: AnyRules) -> Loop:
    apply, is_over = rules.apply, rules.is_over

    def step(rounds: Batch, seats: Numbers, moves: Numbers) -> None:
        """Make one legal move in each round that is not over."""
        for i in range(len(rounds)):
            if not is_over(rounds[i]):
                apply(rounds[i], seats[i], moves[i])

    return step


def build_observe(rules: AnyRules) -> Loop:
    observe = rules.observe

    def observe_all(rounds: Batch, seat: int, known: Batch) -> None:
        """Write what a seat knows of each round into blank records."""
        for i in range(len(rounds)):
            observe(rounds[i], seat, known[i])

    return observe_all


def build_imagine(rules: AnyRules) -> Loop:
    imagine = rules.imagine

    def imagine_all(known: Batch, seat: int, rng: Random, rounds: Batch) -> None:
        """Write, for each record of knowledge, a round that could be the true one."""
        for i in range(len(rounds)):
            rounds[i] = known[i]
            imagine(rounds[i], seat, rng)

    return imagine_all


def build_copy(rules: AnyRules) -> Loop:
    def copy(rounds: Batch, out: Batch, times: int) -> None:
        """Copy every round ``times`` times (for benchmarks)."""
        for _ in range(times):
            for i in range(len(rounds)):
                out[i] = rounds[i]

    return copy


def _loop(build: Callable[[AnyRules], Loop]) -> cached_property[Loop]:
    def built(self: Kernels) -> Loop:
        loop, rules = build(self.rules), self.rules
        return loop if self.is_interpreted else compiled(loop, f"{rules.name}.{loop.__name__}", is_disjoint=True)

    return cached_property(built)


class Kernels:
    """The loops of one game, each compiled at first use."""

    def __init__(self, rules: AnyRules, *, interpreted: bool = False) -> None:
        self.rules = rules
        self.is_interpreted = interpreted

    deal = _loop(build_deal)
    play = _loop(build_play)
    result = _loop(build_result)
    legal = _loop(build_legal)
    step = _loop(build_step)
    observe = _loop(build_observe)
    imagine = _loop(build_imagine)
    copy = _loop(build_copy)


@cache
def kernels(rules: AnyRules, *, interpreted: bool = False) -> Kernels:
    return Kernels(rules, interpreted=interpreted)


def build_standings(match_format: Format) -> Loop:
    total, places = match_format.total, match_format.places

    def standings(points: Any, totals: Any, out: Any) -> None:
        """Write the totals and places of finished matches; ``points`` is match × round × seat."""
        for i in range(len(points)):
            total(points[i], len(points[i]), totals[i])
            places(totals[i], out[i])

    return standings


@cache
def standings(name: str, match_format: Format) -> Loop:
    """Return the loop that ranks the matches of a game."""
    return compiled(build_standings(match_format), f"{name}.standings", is_disjoint=True)


def fresh_decks(rules: AnyRules, options: Any) -> tuple[Shuffle, Numbers]:
    """Return the unshuffled decks of a round, a row each, and their sizes, as `deal` takes them."""
    decks = rules.decks(options)
    sizes = np.array([len(deck.cards) for deck in decks], np.int32)
    fresh = np.zeros((len(decks), int(sizes.max())), np.int16)
    for row, deck in zip(fresh, decks, strict=True):
        row[: len(deck.cards)] = deck.cards
    return fresh, sizes
