"""The judgement of Fournir des séries.

A swap leaves the hand and the open cards together unchanged, and adding a card adds one card to them. So the series
that can be laid are listed once, and each move is scored by who could lay which of them afterwards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import Moves
from pioche.core.judgement import Judgement, Level, SearchParameters, Values, Weights, four_levels, weights_of
from pioche.core.rule import rule
from pioche.core.weights import Weight, places
from pioche.games.xxl.deck import CARD_COUNT, TOTAL
from pioche.parts.cardsets import first_of, how_many, only, without_first, worth_of

from ..rules import ADD, LAY, SWAP, given, received
from ..runs import FIRST_SERIES, LENGTH, SERIES, SERIES_CARDS, halves_of
from ..state import State
from .explain import explain
from .prospects import may_become


class SeriesWeights:
    """Points are counted in tens."""

    points: Weight
    """The points of a series, or of the best that can still be laid in this turn."""
    waiting: Weight
    """An exchange while a series can be laid."""
    next: Weight
    """The best series for the next turn, if nobody spoils it."""
    spoilt: Weight
    """How likely an open card that it needs is gone by then."""
    own_pair: Weight
    """Each run of which two are in hand and the third may come."""
    mixed_pair: Weight
    """Each run of which two are in hand or open, and the third may come."""
    rich: Weight
    """The total of the hand."""
    sure: Weight
    """Each run that others can surely lay then."""
    likely: Weight
    """Each run of which two are open then, and somebody may hold the third."""
    open: Weight
    """Each additional open card."""
    fresh: Weight
    """Each card drawn, with a full stock."""
    fresh_late: Weight
    """The same with the stock used up; in between it is gradual."""
    taken: Weight
    """Each open card used in a series."""
    stopping: Weight
    """Ending the turn."""


(
    POINTS,
    WAITING,
    NEXT,
    SPOILT,
    OWN_PAIR,
    MIXED_PAIR,
    RICH,
    SURE,
    LIKELY,
    OPEN,
    FRESH,
    FRESH_LATE,
    TAKEN,
    STOPPING,
) = places(SeriesWeights)

TEN = 10.0
FULL_STOCK = 40.0
SERIES_WORTH: NDArray[np.float64] = TOTAL[SERIES].sum(axis=1) / TEN
"""By series: its points."""
RUN_WORTH: NDArray[np.float64] = np.array(
    [SERIES_WORTH[first:last].mean() if first < last else 0.0 for first, last in pairwise(FIRST_SERIES)]
)
"""By run: the mean points of its series."""
ALL_CARDS = (1 << CARD_COUNT) - 1
MOST_LISTED = 48
"""The maximum number of series considered; there are seldom more."""


class Features(NamedTuple):
    """The features that all moves share."""

    hand: int
    open_cards: int
    can_lay: bool
    unseen: int
    """The halves of cards that the seat has not seen."""
    taken: int
    """The halves of cards that others took openly."""
    freshness: float
    """The worth of a drawn card."""
    series: NDArray[np.int64]
    """The series among hand and open cards, as sets, and their number."""
    brings: Values
    listed: int


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each move: its points, and what it leaves for oneself and for the others."""
    features = look(state, seat, weights)
    for i in range(count):
        move = moves[i]
        if move >= LAY:
            out[i] = laying(features, move - LAY, weights)
        elif move >= SWAP:
            mine, other = only(given(move)), only(received(move))
            out[i] = exchanging(features, features.hand ^ mine ^ other, features.open_cards ^ mine ^ other, weights)
        elif move >= ADD:
            mine = only(move - ADD)
            out[i] = (
                exchanging(features, features.hand ^ mine, features.open_cards ^ mine, weights) + features.freshness
            )
            out[i] += weights[OPEN]
        else:
            out[i] = outlook(features, features.hand, features.open_cards, weights) + weights[STOPPING]


@rule
def look(state: State, seat: int, weights: Weights) -> Features:
    hand, open_cards = int(state.hands[seat]), int(state.open_cards)
    taken, gone = 0, 0
    for other in range(state.seats):
        if other != seat:
            taken |= int(state.taken[other])
    for i in range(state.laid):
        gone |= SERIES_CARDS[state.series[i]]
    unseen = ALL_CARDS & ~(hand | open_cards | taken | gone)
    late = 1.0 - min(state.left / FULL_STOCK, 1.0)
    freshness = weights[FRESH] + (weights[FRESH_LATE] - weights[FRESH]) * late
    series, brings = np.empty(MOST_LISTED, np.int64), np.empty(MOST_LISTED, np.float64)
    listed = list_all(hand | open_cards, series, brings)
    return Features(
        hand,
        open_cards,
        not state.has_laid,
        halves_of(unseen),
        halves_of(taken),
        freshness,
        series,
        brings,
        listed,
    )


@rule
def list_all(cards: int, series: NDArray[np.int64], brings: Values) -> int:
    """Write the series among these cards, from the highest runs down."""
    halves = halves_of(cards)
    runs = halves & halves >> 1 & halves >> 2
    count = 0
    while runs:
        run = first_of(runs)
        runs = without_first(runs)
        for number in range(FIRST_SERIES[run], FIRST_SERIES[run + 1]):
            if SERIES_CARDS[number] & ~cards == 0 and count < MOST_LISTED:
                series[count] = SERIES_CARDS[number]
                brings[count] = SERIES_WORTH[number]
                count += 1
    return count


@rule
def laying(features: Features, number: int, weights: Weights) -> float:
    """XX41 (a) Score a series: its points and what it leaves; drawn and turned-up cards are not known yet."""
    cards = SERIES_CARDS[number]
    hand, open_cards = features.hand & ~cards, features.open_cards & ~cards
    used = how_many(cards & features.open_cards)
    value = weights[POINTS] * SERIES_WORTH[number] + weights[TAKEN] * used
    value += features.freshness * (LENGTH - used)
    return float(value + outlook(features, hand, open_cards, weights))


@rule
def exchanging(features: Features, hand: int, open_cards: int, weights: Weights) -> float:
    """XX41 (b) Score an exchange: what can be laid in this turn after it, and the prospects of the hand."""
    value = outlook(features, hand, open_cards, weights)
    if features.can_lay:
        value += weights[POINTS] * at_once(features, hand)
        if at_once(features, features.hand) > 0.0:
            value += weights[WAITING]
    return value


@rule
def outlook(features: Features, hand: int, open_cards: int, weights: Weights) -> float:
    return later(features, hand, open_cards, weights) - threat(features, open_cards, weights)


@rule
def at_once(features: Features, hand: int) -> float:
    best = 0.0
    for i in range(features.listed):
        if features.brings[i] > best and features.series[i] & hand != 0:
            best = features.brings[i]
    return best


@rule
def later(features: Features, hand: int, open_cards: int, weights: Weights) -> float:
    """Score the cards for the next turns; three open cards can be laid then too, after an exchange (XX44)."""
    best, first = 0.0, 0
    keeps = 1.0 - weights[SPOILT]
    for i in range(features.listed):
        cards = features.series[i]
        if cards & ~(hand | open_cards) == 0 and hand != 0:
            worth = features.brings[i]
            needed = cards & open_cards
            while needed:
                worth *= keeps
                needed = without_first(needed)
            if worth > best:
                best, first = worth, cards
    value = weights[NEXT] * best + weights[RICH] * worth_of(hand, TOTAL) / TEN
    own, lying = halves_of(hand & ~first), halves_of(open_cards & ~first)
    value += weights[OWN_PAIR] * runs_worth(may_become(own, features.unseen | lying))
    return float(value + weights[MIXED_PAIR] * runs_worth(may_become(own | lying, features.unseen)))


@rule
def threat(features: Features, open_cards: int, weights: Weights) -> float:
    """The threat of the open cards: series that others can surely lay, and some that they may."""
    halves = halves_of(open_cards)
    surely = halves | features.taken
    sure = surely & surely >> 1 & surely >> 2 & (halves | halves >> 1 | halves >> 2)
    likely = may_become(halves, features.unseen) & ~sure
    return float(weights[SURE] * runs_worth(sure) + weights[LIKELY] * runs_worth(likely))


@rule
def runs_worth(runs: int) -> float:
    total = 0.0
    while runs:
        total += RUN_WORTH[first_of(runs)]
        runs = without_first(runs)
    return total


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=SeriesWeights,
    weights=weights_of(__package__, SeriesWeights),
    levels=four_levels(Level("beginner"), Level("casual"), Level("tuned"), Level("tuned", simulations=800)),
    search=SearchParameters(sharpness=3.0, depth=40, spread=30.0, reuse=2),
    explain=explain,
)
