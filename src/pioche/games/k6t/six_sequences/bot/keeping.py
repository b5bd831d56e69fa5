"""Les 6 Séquences: the value of keeping a card instead of discarding it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.judgement import Weights
from pioche.core.rule import rule
from pioche.core.weights import Weight, places
from pioche.games.k6t.deck import CARD_COUNT, rank_of, suit_of
from pioche.parts.cardsets import has, how_many

from ..combinations import ALL_PLACES, may_lay_series, owner_of
from ..dominance import ABOVE_ALL_TOPS, COST_IN_HAND, WORTH
from ..moves import ACE, JOKER, LAST_START
from ..state import SUIT_COUNT, RankSets, State


class KeepingWeights:
    """Weights of a card that is kept in hand."""

    ready: Weight
    """Three places that can be laid in the next turn, or a place at the end of one's own sequence."""
    near: Weight
    """Three places with one card missing."""
    far: Weight
    """Three places with two cards missing."""
    worthy: Weight
    """The extra value of high places, for each point beyond those of three low ones."""
    same_rank: Weight
    """Each other card of its rank in hand."""
    same_rank_now: Weight
    """The same, while a series may be laid."""
    same_unseen: Weight
    """Each card of its rank that may still come."""
    leading: Weight
    """How much more a place matters in a suit that the seat dominates."""
    trailing: Weight
    """How much more a place matters in a suit that the seat can come to dominate."""
    dead: Weight
    """How much a place still matters where others cannot be overtaken."""
    taken: Weight
    """The chance that somebody claims the card."""
    burnt: Weight
    """The card fits on another player's sequence, so that keeping it does harm there."""
    costly: Weight
    """The points that it costs at the end, once little stock is left."""
    beyond: Weight
    """One card is missing between it and one's own sequence."""
    bridge: Weight
    """The same, with own sequences on both sides."""


(
    READY,
    NEAR,
    FAR,
    WORTHY,
    SAME_RANK,
    SAME_RANK_NOW,
    SAME_UNSEEN,
    LEADING,
    TRAILING,
    DEAD,
    TAKEN,
    BURNT,
    COSTLY,
    BEYOND,
    BRIDGE,
) = places(KeepingWeights)

FEW_CARDS = 64
"""With fewer cards still to come than this, their number matters."""
LITTLE_STOCK = 24
"""With fewer cards in the stock than this, costs matter, fully once none is left."""
THREE_PLACES = 0b111
NEIGHBOURS = 2
"""The number of other places among three."""
BEYOND_LOW = tuple(sum(WORTH[start : start + 3]) - 3 * WORTH[1] for start in range(LAST_START + 1))
"""K6-32 By the first of three places: their points, beyond those of three low ones."""


class Features(NamedTuple):
    """What a seat sees of the table, by suit."""

    mine: RankSets
    """The ranks in hand or in own series."""
    laid: RankSets
    """The places that own sequences cover."""
    free: RankSets
    """The ranks that nobody has seen."""
    near_others: RankSets
    """The places at the ends of others' sequences."""
    matters: NDArray[np.float64]
    """How much a place of the suit matters."""
    chance: float
    """The chance that an unseen card is in a hand that may claim."""
    may_lay_series: bool
    others_may_lay_series: bool
    hope: float
    """The share of the round that is still to come, from 1 to 0."""
    lateness: float


@rule
def longest(places: int) -> int:
    """K6-31 The longest sequence, of equal ones the one with the higher top, as `dominance.highest_rank` counts them.

    Seams are ignored here.
    """
    length, tops = 0, 0
    while places:
        tops = places
        places &= places << 1
        length += 1
    if length == 0:
        return 0
    top = ACE
    while not has(tops, top):
        top -= 1
    return length * ABOVE_ALL_TOPS + top


@rule
def find_free(state: State, seat: int, free: RankSets) -> None:
    """Write, by suit, the ranks that lie neither on the table nor in the seat's hand.

    The true card behind a stand-in may still come; that is ignored.
    """
    # K6-13 Every place that is covered counts as its own card: an A on place 1 seems to be free, and so does a 1 on A.
    for suit in range(SUIT_COUNT):
        seen = int(state.hands[seat, suit])
        for owner in range(state.seats):
            seen |= int(state.in_sequences[owner, suit]) | int(state.in_series[owner, suit])
        if state.joker_place[suit] > 0:
            seen |= 1
        free[suit] = (ALL_PLACES | 1) & ~seen
    for i in range(state.discards):
        card = int(state.pile[i])
        free[suit_of(card)] &= ~(1 << rank_of(card))


@rule
def look(state: State, seat: int, weights: Weights) -> Features:
    owner = owner_of(state, seat)
    mine, free = np.empty(SUIT_COUNT, np.int32), np.empty(SUIT_COUNT, np.int32)
    near_others, matters = np.zeros(SUIT_COUNT, np.int32), np.empty(SUIT_COUNT, np.float64)
    find_free(state, seat, free)
    for suit in range(SUIT_COUNT):
        mine[suit] = state.hands[seat, suit] | state.in_series[owner, suit]
        matters[suit] = how_much_matters(state, owner, suit, int(mine[suit] | free[suit]), near_others, weights)
    held, unseen, others_may = 0, int(CARD_COUNT - state.drawn), False
    for other in range(state.seats):
        unseen += int(state.held[other])
        if owner_of(state, other) != owner:
            held += int(state.held[other])
            others_may |= may_lay_series(state, owner_of(state, other))
    unseen -= int(state.held[seat])
    return Features(
        mine,
        state.in_sequences[owner],
        free,
        near_others,
        matters,
        min(held / max(unseen, 1), 1.0),
        may_lay_series(state, owner),
        others_may,
        min((CARD_COUNT - state.drawn) / FEW_CARDS, 1.0),
        1.0 - min((CARD_COUNT - state.drawn) / LITTLE_STOCK, 1.0),
    )


@rule
def how_much_matters(
    state: State, owner: int, suit: int, possible: int, near_others: RankSets, weights: Weights
) -> float:
    """K6-31 How much a suit matters, by who dominates it and who can: in a lost suit, length counts for nothing."""
    laid, theirs = int(state.in_sequences[owner, suit]), 0
    for other in range(state.seats):
        places = int(state.in_sequences[other, suit])
        if other != owner and places:
            theirs = max(theirs, longest(places))
            near_others[suit] |= (places << 1 | places >> 1) & ~places & ALL_PLACES
    if laid and longest(laid) > theirs:
        return float(1.0 + weights[LEADING])
    if theirs == 0:
        return 1.0
    if longest((laid | possible) & ALL_PLACES) < theirs:
        return float(weights[DEAD])
    return float(1.0 + weights[TRAILING])


@rule
def overtakes(state: State, owner: int, suit: int, before: int, after: int) -> bool:
    """K6-31 Return whether laying these cards makes the seat dominant."""
    theirs = 0
    for other in range(state.seats):
        if other != owner:
            theirs = max(theirs, longest(int(state.in_sequences[other, suit])))
    return longest(before) <= theirs < longest(after)


@rule
def worth_keeping(features: Features, hand: RankSets, card: int, weights: Weights) -> float:
    """The value of keeping a card: for one's own sequences and series, and to deny it to others."""
    suit, rank = suit_of(card), rank_of(card)
    value = features.matters[suit] * places_for(features, suit, rank, weights)
    same, unseen = 0, 0
    for other in range(SUIT_COUNT):
        same += has(int(hand[other]), rank)
        unseen += has(int(features.free[other]), rank)
    value += (same - 1) * (weights[SAME_RANK] + features.may_lay_series * weights[SAME_RANK_NOW])
    value += weights[SAME_UNSEEN] * unseen * same
    value += weights[TAKEN] * chance_taken(features, suit, rank, unseen)
    if has(int(features.near_others[suit]), rank):
        value += weights[BURNT]
    return float(value - weights[COSTLY] * COST_IN_HAND[rank] * features.lateness)


@rule
def places_for(features: Features, suit: int, rank: int, weights: Weights) -> float:
    """The value of a card in every three places that may be completed; own sequences count as present."""
    # K6-13 A card counts for its own place alone: that an A may begin a sequence, or a 1 end one, is left out.
    at_hand = (int(features.mine[suit]) | int(features.laid[suit])) & ~(1 << rank)
    free, spare = int(features.free[suit]), int(has(at_hand, JOKER))
    value = 0.0
    for start in range(max(rank - NEIGHBOURS, 1), min(rank, LAST_START) + 1):
        others = THREE_PLACES << start & ~(1 << rank)
        missing = others & ~at_hand
        if how_many(missing & ~free) <= spare:
            lacking = how_many(missing) - spare
            worth = weights[READY] if lacking <= 0 else weights[NEAR] if lacking == 1 else weights[FAR] * features.hope
            value += worth * (1.0 + weights[WORTHY] * BEYOND_LOW[start])
    return value + beyond(int(features.laid[suit]), free, rank, weights)


@rule
def beyond(laid: int, free: int, rank: int, weights: Weights) -> float:
    """The value of a card one place away from own sequences, on one side or on both."""
    around = laid & ~(1 << rank)
    below = rank > NEIGHBOURS and has(around, rank - 2) and has(free, rank - 1)
    above = has(around, rank + 2) and has(free, rank + 1)
    value = weights[BEYOND] * (below + above)
    if (below and has(around, rank + 1)) or (above and has(around, rank - 1)):
        value += weights[BRIDGE]
    return float(value)


@rule
def chance_taken(features: Features, suit: int, rank: int, same: int) -> float:
    """K6-25 The approximate chance that a card is claimed: with two unseen cards, or with one beyond a sequence."""
    free, pairs = int(features.free[suit]), 0.0
    joker = has(free, JOKER)
    for start in range(max(rank - NEIGHBOURS, 1), min(rank, LAST_START) + 1):
        found = how_many(THREE_PLACES << start & free)
        pairs += 1.0 if found == NEIGHBOURS else 0.5 if found == 1 and joker else 0.0
    if features.others_may_lay_series:
        pairs += same * (same - 1) / 2
    taken = pairs * features.chance * features.chance
    if has(int(features.near_others[suit]), rank):
        beyond = how_many((1 << rank + 1 | 1 << rank - 1 | 1) & free)
        taken += beyond * features.chance
    return min(taken, 1.0)
