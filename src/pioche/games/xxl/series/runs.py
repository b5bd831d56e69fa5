"""All series that the deck allows, and how to find those among given cards.

A *run* is three consecutive numbers of one colour. Halves of cards and runs are stored as bit sets too: `half` gives
the bit of a half, and a run has the bit of its lowest half.
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
from pioche.parts.cardsets import first_of, without_first

LENGTH = 3
"""XX41 How many cards a series has."""
WIDTH = HIGHEST + LENGTH
"""Bits per colour: its numbers, and a gap that keeps a run from continuing into the next colour."""
PLACES = len(COLOURS) * WIDTH
BITS = 8
BYTES = -(-CARD_COUNT // BITS)


def half(colour: int, number: int) -> int:
    return colour * WIDTH + number


def _all_series() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each run with the cards that can form it, rising; cards that are a run in two colours count for the first."""
    found = set()
    for colour, start in product(range(len(COLOURS)), range(HIGHEST - LENGTH + 2)):
        choices = [np.flatnonzero(NUMBER[:, colour] == start + i).tolist() for i in range(LENGTH)]
        for cards in product(*choices):
            if frozenset(cards) not in found:
                found.add(frozenset(cards))
                yield half(colour, start), cards


def _halves_of(cards: range, bits: int) -> int:
    """The set of halves of the cards whose bits are set."""
    chosen = [CARDS[card] for i, card in enumerate(cards) if bits >> i & 1]
    places = {half(card.low_colour, card.low) for card in chosen} | {
        half(card.high_colour, card.high) for card in chosen
    }
    return sum(1 << place for place in places)


_ALL = list(_all_series())
SERIES: Labels = np.array([cards for _, cards in _ALL], np.int8).reshape(-1, LENGTH)
"""By series: its cards, in rising order."""
SERIES_CARDS: CardSets = (np.int64(1) << SERIES).sum(axis=1)
"""By series: its cards as a set."""
FIRST_SERIES: NDArray[np.int32] = np.searchsorted([run for run, _ in _ALL], np.arange(PLACES + 1)).astype(np.int32)
"""By run: the number of its first series; its last comes just before the first of the next run."""
HALVES: CardSets = np.array(
    [
        [_halves_of(range(first, min(first + BITS, CARD_COUNT)), bits) for bits in range(1 << BITS)]
        for first in range(0, CARD_COUNT, BITS)
    ],
    np.int64,
)
"""By the index of a byte in a set of cards and the value of that byte: the halves of those cards."""


@rule
def halves_of(cards: int) -> int:
    """The set of the halves of a set of cards."""
    found = 0
    for byte in range(BYTES):
        found |= HALVES[byte, cards >> byte * BITS & (1 << BITS) - 1]
    return found


@rule
def runs_of(hand: int, open_cards: int) -> int:
    """XX41 The runs that these cards can form, with at least one card from the hand."""
    own = halves_of(hand)
    halves = own | halves_of(open_cards)
    runs = halves & halves >> 1 & halves >> 2
    return runs & (own | own >> 1 | own >> 2)


@rule
def can_any_form(hands: CardSets, open_cards: int, seats: int) -> bool:
    """XX44 Whether anybody with a card in hand has a run among the hand and the open cards.

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
    """XX41 Write the moves that lay a series with a card from the hand, numbered from ``first``; return how many."""
    runs = runs_of(hand, open_cards)
    count = 0
    while runs:
        count = list_series_of(first_of(runs), hand, open_cards, first, out, count)
        runs = without_first(runs)
    return count


@rule
def list_series_of(run: int, hand: int, open_cards: int, first: int, out: Moves, count: int) -> int:
    """Append the moves for one run to the ``count`` moves already in ``out``; return the new count."""
    absent = ~(hand | open_cards)
    for series in range(FIRST_SERIES[run], FIRST_SERIES[run + 1]):
        cards = SERIES_CARDS[series]
        if cards & absent == 0 and cards & hand != 0:
            out[count] = first + series
            count += 1
    return count
