"""All series that the deck allows, and how to find those among given cards.

A *run* is three consecutive numbers of one colour. Halves of cards, and runs, are kept as sets too: the place of a half
is given by `half`, that of a run by its lowest half.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.state import CardSets, Labels
from pioche.games.xxl.deck import CARD_COUNT, CARDS, COLOURS, HIGHEST, NUMBER
from pioche.parts.cardsets import ONLY, first_of, without_first

LENGTH = 3
"""XX41 The cards of a series."""
WIDTH = HIGHEST + LENGTH
"""The places of a colour: its numbers, and a gap that keeps a run from going on in the next colour."""
PLACES = len(COLOURS) * WIDTH
BITS = 8
BYTES = -(-CARD_COUNT // BITS)


def half(colour: int, number: int) -> int:
    return colour * WIDTH + number


def _all_series() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each run with the cards that can make it, rising; three that are a run in two colours only for the first."""
    found = set()
    for colour, start in product(range(len(COLOURS)), range(HIGHEST - LENGTH + 2)):
        choices = [np.flatnonzero(NUMBER[:, colour] == start + i).tolist() for i in range(LENGTH)]
        for cards in product(*choices):
            if frozenset(cards) not in found:
                found.add(frozenset(cards))
                yield half(colour, start), cards


def _halves_of(cards: range, bits: int) -> int:
    """The halves of some of the cards in a row, as the bits say."""
    chosen = [CARDS[card] for i, card in enumerate(cards) if bits >> i & 1]
    places = {half(card.low_colour, card.low) for card in chosen} | {
        half(card.high_colour, card.high) for card in chosen
    }
    return sum(1 << place for place in places)


_ALL = list(_all_series())
SERIES: Labels = np.array([cards for _, cards in _ALL], np.int8).reshape(-1, LENGTH)
"""By series: its cards, rising by the numbers of the run."""
SERIES_CARDS: CardSets = ONLY[SERIES].sum(axis=1)
"""By series: its cards as a set."""
FIRST_SERIES: NDArray[np.int32] = np.searchsorted([run for run, _ in _ALL], np.arange(PLACES + 1)).astype(np.int32)
"""By run: the first of its series, which go on to the first of the next run."""
HALVES: CardSets = np.array(
    [
        [_halves_of(range(first, min(first + BITS, CARD_COUNT)), bits) for bits in range(1 << BITS)]
        for first in range(0, CARD_COUNT, BITS)
    ],
    np.int64,
)
"""By the number of a byte in a set of cards, and by its bits: the halves of those cards."""


@rule
def halves_of(cards: int) -> int:
    """The set of the halves of a set of cards."""
    found = 0
    for byte in range(BYTES):
        found |= HALVES[byte, cards >> byte * BITS & (1 << BITS) - 1]
    return found


@rule
def runs_of(hand: int, open_cards: int) -> int:
    """XX41 The runs that can be made of these cards, with at least one card from the hand."""
    own = halves_of(hand)
    halves = own | halves_of(open_cards)
    runs = halves & halves >> 1 & halves >> 2
    return runs & (own | own >> 1 | own >> 2)


@rule
def can_any_form(hands: CardSets, open_cards: int, seats: int) -> bool:
    """XX44 Whether anybody with a card in hand finds a run among the hand and the open cards.

    Three open cards count: one of them can be taken in exchange for a card from the hand.
    """
    lying = halves_of(open_cards)
    runs = 0
    for seat in range(seats):
        if hands[seat] != 0:
            halves = halves_of(hands[seat]) | lying
            runs |= halves & halves >> 1 & halves >> 2
    return runs != 0


@rule
def list_series(hand: int, open_cards: int, first: int, out: Moves) -> int:
    """XX41 Write the series that can be laid with a card from the hand, counted from the number ``first``."""
    runs = runs_of(hand, open_cards)
    count = 0
    while runs:
        count = list_series_of(first_of(runs), hand, open_cards, first, out, count)
        runs = without_first(runs)
    return count


@rule
def list_series_of(run: int, hand: int, open_cards: int, first: int, out: Moves, count: int) -> int:
    """The same for one run, after the ``count`` moves that are written already."""
    absent = ~(hand | open_cards)
    for series in range(FIRST_SERIES[run], FIRST_SERIES[run + 1]):
        cards = SERIES_CARDS[series]
        if cards & absent == 0 and cards & hand != 0:
            out[count] = first + series
            count += 1
    return count
