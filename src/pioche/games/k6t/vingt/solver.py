"""Solve 20/20 with all cards known: find a winning line, or prove that there is none.

To win, all cards of each rank must be paired off so that the pairs can be removed in some order. A card can only go
after the cards on top of it, and both cards of a pair go at once. So the solver looks for one of the 15 ways to pair
six cards, for each rank, such that no pair has to go before itself.

``before[card]`` is the set of cards that must go before a card, whatever is chosen from here on. Two rules are applied
until nothing changes. If one card must go before another, they cannot be a pair. And any card that must go before all
possible partners of a card must go before that card too. If a rank still has several ways left, the search tries one
pair, and rules it out if that fails. When everything has failed, the loss is proved.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random, fraction, new_random
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.solving import Solution
from pioche.core.state import Batch, Cards, CardSets, Count, Counts, batch, copy
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, SUITS, rank_of, suit_of

from .rules import MOVE_COUNT, MOVES, PAIR_COUNT, PAIR_SUITS, SUIT_PAIRS, apply
from .state import PILE_SIZE, PILES, State

SUIT_COUNT = len(SUITS)
PAIRS_PER_RANK = SUIT_COUNT // 2
FIRST = tuple(first for first, _ in SUIT_PAIRS)
SECOND = tuple(second for _, second in SUIT_PAIRS)
PAIRS_WITH = tuple(
    sum(1 << pair for pair, suits in enumerate(SUIT_PAIRS) if suit in suits) for suit in range(SUIT_COUNT)
)
"""Per suit, as a bit mask of SUIT_PAIRS."""
WAYS = tuple(
    sum(1 << pair for pair in three)
    for three in combinations(range(PAIR_COUNT), PAIRS_PER_RANK)
    if len({suit for pair in three for suit in SUIT_PAIRS[pair]}) == SUIT_COUNT
)
"""The 15 ways to split six suits into pairs, each as a bit mask of SUIT_PAIRS."""
WAYS_WITH = tuple(sum(1 << way for way, pairs in enumerate(WAYS) if pairs >> pair & 1) for pair in range(PAIR_COUNT))
"""Per pair, as a bit mask of WAYS."""
ALL_WAYS = (1 << len(WAYS)) - 1
ALL_RANKS = (1 << RANK_COUNT) - 1

HALF = 60
"""The solver numbers cards rank by rank, and stores a set of cards as two bit masks that never split a rank."""
HALVES = CARD_COUNT // HALF
ONE_RANK = (1 << SUIT_COUNT) - 1
TRAIL = 2 + RANK_COUNT * (PAIRS_PER_RANK - 1)
"""Length of the trail: the certain facts, a working copy, and one per pair tried (two per rank; the third follows)."""
FIRST_LIMIT, LIMIT_GROWTH = 100, 1.5
"""The search restarts after this many steps, having learned which ranks are hard; the limit grows by this factor."""
RANK_CHANCE, PAIR_CHANCE = 0.5, 2.0
"""How much randomness there is in the search order, so that each restart differs."""
NEIGHBOURS = tuple(sum(1 << bit for bit in range(63) if not bit >> step & 1) for step in range(6))
FAILED, FINE = -1, 0
NO_MOVE = -1


class Thoughts:
    """The facts that follow from the choices made so far."""

    before: Annotated[CardSets, (CARD_COUNT, HALVES)]  # per card: the cards that must go before it
    ways: Annotated[Counts, RANK_COUNT]  # per rank: the ways left, as a bit mask of WAYS
    joined: Annotated[Counts, RANK_COUNT]  # per rank: pairs that are certain, as a bit mask of SUIT_PAIRS
    news: Cards  # ranks with changes still to be examined, as a bit mask
    rank: Count  # what is tried next: this rank …
    pair: Count  # … and this pair of it


# Order of removal.


@rule
def slot_of(card: int) -> int:
    """The solver's number of a card."""
    return rank_of(card) * SUIT_COUNT + suit_of(card)


@rule
def earlier_of_rank(now: Thoughts, slot: int) -> int:
    """The suits whose card of the same rank must go before a card."""
    return int(now.before[slot, slot // HALF] >> (slot - slot % SUIT_COUNT) % HALF & ONE_RANK)


@rule
def put_before(now: Thoughts, slot: int, low: int, high: int) -> None:
    """Record that a set of cards must go before a card, and so before every card that goes after it."""
    now.before[slot, 0] |= low
    now.before[slot, 1] |= high
    now.news |= 1 << slot // SUIT_COUNT
    for other in range(CARD_COUNT):
        if now.before[other, slot // HALF] >> slot % HALF & 1:
            now.before[other, 0] |= low
            now.before[other, 1] |= high
            now.news |= 1 << other // SUIT_COUNT


@rule
def join(now: Thoughts, slot: int, partner: int) -> None:
    """Make two cards of a rank a pair: cards that go before one go before both, and cards after one, after both."""
    low = now.before[slot, 0] | now.before[partner, 0]
    high = now.before[slot, 1] | now.before[partner, 1]
    put_before(now, slot, low, high)
    put_before(now, partner, low, high)
    half, both = slot // HALF, 1 << slot % HALF | 1 << partner % HALF
    for other in range(CARD_COUNT):
        if now.before[other, half] & both:
            now.before[other, half] |= both


# Deductions.


@rule
def narrow(now: Thoughts) -> int:
    """Draw every conclusion. Return FAILED if some rank has no way left, and store that rank; otherwise FINE."""
    rank = 0
    while now.news:
        if now.news >> rank & 1 and conclude(now, rank) == FAILED:
            now.rank = rank
            return FAILED
        rank = (rank + 1) % RANK_COUNT
    return FINE


@rule
def conclude(now: Thoughts, rank: int) -> int:
    """Draw the conclusions from the changes to one rank."""
    now.news ^= 1 << rank
    now.ways[rank] &= ~impossible_ways(now, rank)
    if now.ways[rank] == 0 or join_certain(now, rank) == FAILED:
        return FAILED
    return inherit(now, rank)


@rule
def impossible_ways(now: Thoughts, rank: int) -> int:
    """The ways that contain a pair in which one card must go before the other."""
    ways = 0
    for suit in range(SUIT_COUNT):
        earlier = earlier_of_rank(now, rank * SUIT_COUNT + suit)
        for pair in range(PAIR_COUNT):
            if earlier and PAIRS_WITH[suit] >> pair & 1 and PAIR_SUITS[pair] & earlier:
                ways |= WAYS_WITH[pair]
    return ways


@rule
def join_certain(now: Thoughts, rank: int) -> int:
    """Join the pairs that are part of every way left; FAILED if a pair would have to go before itself."""
    for pair in range(PAIR_COUNT):
        if now.ways[rank] & ~WAYS_WITH[pair] == 0 and not now.joined[rank] >> pair & 1:
            slot, partner = rank * SUIT_COUNT + FIRST[pair], rank * SUIT_COUNT + SECOND[pair]
            if earlier_of_rank(now, slot) >> SECOND[pair] & 1 or earlier_of_rank(now, partner) >> FIRST[pair] & 1:
                return FAILED
            now.joined[rank] |= 1 << pair
            join(now, slot, partner)
    return FINE


@rule
def inherit(now: Thoughts, rank: int) -> int:
    """Cards that go before every possible partner of a card go before it too; FAILED if that includes the card."""
    for suit in range(SUIT_COUNT):
        slot = rank * SUIT_COUNT + suit
        low, high = -1, -1
        for pair in range(PAIR_COUNT):
            if PAIRS_WITH[suit] >> pair & 1 and now.ways[rank] & WAYS_WITH[pair]:
                partner = rank * SUIT_COUNT + FIRST[pair] + SECOND[pair] - suit
                low &= now.before[partner, 0]
                high &= now.before[partner, 1]
        if low & ~now.before[slot, 0] or high & ~now.before[slot, 1]:
            put_before(now, slot, low, high)
            if earlier_of_rank(now, slot) >> suit & 1:
                return FAILED
    return FINE


# The search.


@rule
def lay_out(state: State, now: Thoughts) -> None:
    """Start from the piles: a card goes after the cards on top of it. Removed cards are paired arbitrarily."""
    gone = np.zeros(RANK_COUNT, np.int64)
    now.before[:] = 0
    for pile in range(PILES):
        for place in range(PILE_SIZE):
            card = int(state.piles[pile, place])
            if place < state.removed[pile]:
                gone[rank_of(card)] |= 1 << suit_of(card)
            elif place > state.removed[pile]:
                slot, above = slot_of(card), slot_of(int(state.piles[pile, place - 1]))
                now.before[slot] = now.before[above]
                now.before[slot, above // HALF] |= 1 << above % HALF
    for rank in range(RANK_COUNT):
        pair_off(now, rank, gone[rank])
    now.news = ALL_RANKS


@rule
def pair_off(now: Thoughts, rank: int, suits: int) -> None:
    now.joined[rank] = 0
    now.ways[rank] = ALL_WAYS
    for pair in range(PAIR_COUNT):
        if suits & PAIR_SUITS[pair] == PAIR_SUITS[pair]:
            suits ^= PAIR_SUITS[pair]
            now.joined[rank] |= 1 << pair
            now.ways[rank] &= WAYS_WITH[pair]


@rule
def bits(mask: int) -> int:
    """The number of bits set in a mask, by adding groups of 2, then 4, then 8 … bits in parallel."""
    for step in range(len(NEIGHBOURS)):
        mask = (mask & NEIGHBOURS[step]) + (mask >> (1 << step) & NEIGHBOURS[step])
    return mask


@rule
def choose(now: Thoughts, failures: NDArray[np.float64], rng: Random) -> bool:
    """Choose a rank and a pair to try: few ways left, many failures so far. False if nothing is left to choose."""
    least = np.inf
    for rank in range(RANK_COUNT):
        ways = bits(now.ways[rank])
        cost = (ways + RANK_CHANCE * fraction(rng)) / failures[rank]
        if ways > 1 and cost < least:
            now.rank, least = rank, cost
    if least < np.inf:
        now.pair = mildest_pair(now, now.rank, rng)
    return least < np.inf


@rule
def mildest_pair(now: Thoughts, rank: int, rng: Random) -> int:
    """The pair that adds the fewest constraints: most cards that go before one already go before the other."""
    best, least = 0, np.inf
    for pair in range(PAIR_COUNT):
        if now.ways[rank] & WAYS_WITH[pair] and not now.joined[rank] >> pair & 1:
            slot, partner = rank * SUIT_COUNT + FIRST[pair], rank * SUIT_COUNT + SECOND[pair]
            cost = PAIR_CHANCE * fraction(rng)
            for half in range(HALVES):
                cost += bits(now.before[slot, half] ^ now.before[partner, half])
            if cost < least:
                best, least = pair, cost
    return best


@rule
def take(now: Thoughts) -> int:
    """Assume that the pair being tried is a pair."""
    now.ways[now.rank] &= WAYS_WITH[now.pair]
    now.news |= 1 << now.rank
    return narrow(now)


@rule
def rule_out(now: Thoughts) -> int:
    """Assume that the pair being tried is not a pair."""
    now.ways[now.rank] &= ~WAYS_WITH[now.pair]
    now.news |= 1 << now.rank
    return narrow(now)


@rule
def descend(trail: Batch, limit: float, failures: NDArray[np.float64], rng: Random) -> tuple[int, int]:
    """Search from the first entry of the trail.

    Return the depth at which everything is chosen, 0 if the limit was reached, or FAILED if there is no solution; and
    the number of steps.
    """
    depth, steps = 1, 0
    trail[1] = trail[0]
    while depth > 0 and choose(trail[depth], failures, rng):
        if steps >= limit:
            return 0, steps
        steps += 1
        trail[depth + 1] = trail[depth]
        depth += 1
        outcome = take(trail[depth])
        while outcome == FAILED and depth > 0:
            failures[trail[depth].rank] += 1
            depth -= 1
            if depth > 0:
                outcome = rule_out(trail[depth])
    return (depth if depth > 0 else FAILED), steps


def build_search() -> Loop:
    def search(state: State, trail: Batch, rng: Random) -> tuple[int, int]:
        """Return the index in the trail of the solution, or FAILED if the game cannot be won; and the steps made."""
        failures = np.ones(RANK_COUNT)
        lay_out(state, trail[0])
        if narrow(trail[0]) == FAILED:
            return FAILED, 0
        found, steps, limit = 0, 0, 1.0 * FIRST_LIMIT
        while found == 0:
            found, made = descend(trail, limit, failures, rng)
            steps += made
            limit *= LIMIT_GROWTH
        return found, steps

    return search


@rule
def next_of_line(state: State, joined: Counts) -> int:
    """The move that removes a chosen pair whose cards are both open, or NO_MOVE."""
    for move in range(MOVE_COUNT):
        rank, pair = move // PAIR_COUNT, move % PAIR_COUNT
        if joined[rank] >> pair & 1 and state.shown[rank] & PAIR_SUITS[pair] == PAIR_SUITS[pair]:
            return move
    return NO_MOVE


def build_line() -> Loop:
    def line(state: State, joined: Counts, moves: Moves) -> int:
        """Play the chosen pairs, each as soon as both cards are open; return the number of moves."""
        count, move = 0, next_of_line(state, joined)
        while move != NO_MOVE:
            moves[count] = move
            count += 1
            apply(state, 0, move)
            move = next_of_line(state, joined)
        return count

    return line


@cache
def _loops() -> tuple[Loop, Loop]:
    return compiled(build_search(), "20-20.search"), compiled(build_line(), "20-20.line")


def solve(state: State) -> Solution:
    """Find a winning line from this state, or prove that there is none. The result is deterministic."""
    search, line = _loops()
    trail = batch(Thoughts, TRAIL)
    found, steps = search(state, trail, new_random(0))
    if found == FAILED:
        return Solution(winnable=False, moves=(), steps=steps)
    moves = np.zeros(CARD_COUNT // 2, np.int32)
    count = line(copy(state), trail[found].joined, moves)
    return Solution(winnable=True, moves=tuple(MOVES[move] for move in moves[:count]), steps=steps)
