"""Sets of cards as bit masks: fast to compare, small, and without an order that could reveal anything.

To go through a set:

>>> cards, found = 0b101001, []
>>> while cards:
...     found.append(first_of(cards))
...     cards = without_first(cards)
>>> found
[0, 3, 5]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pioche.core.bits import count_bits, lowest_bit, nth_bit
from pioche.core.chance import Shuffle
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.state import CardSets, Counts
from pioche.parts.seats import clockwise

MOST_CARDS = 63
"""Cards are numbered below this."""


@rule
def only(card: int) -> int:
    """Return the set of this card alone. (``1 << card`` would overflow in NumPy, where a card is a small integer.)"""
    return 1 << int(card)


@rule
def has(cards: int, card: int) -> bool:
    return bool(cards & only(card) != 0)


@rule
def first_of(cards: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return lowest_bit(cards)


@rule
def without_first(cards: int) -> int:
    return cards & (cards - 1)


@rule
def how_many(cards: int) -> int:
    return count_bits(cards)


@rule
def nth_of(cards: int, index: int) -> int:
    """The card at an index of a set, counted from 0 in the order of their numbers."""
    return nth_bit(cards, index)


@rule
def list_cards(cards: int, first: int, out: Moves, count: int) -> int:
    """Write a move for each card of a set, numbered from ``first``, after the ``count`` written already.

    Return the new number of moves.
    """
    while cards:
        out[count] = first + first_of(cards)
        cards = without_first(cards)
        count += 1
    return count


@rule
def deal_sets(hands: CardSets, seats: int, dealer: int, size: int, cards: Shuffle) -> int:
    """G7 Deal one card at a time, clockwise from the dealer's left, ``size`` each; return the cards dealt."""
    hands[:] = 0
    seat = dealer
    for first in range(seats):
        seat = clockwise(seat, 1, seats)
        hand = 0
        for turn in range(size):
            hand |= only(cards[turn * seats + first])
        hands[seat] = hand
    return seats * size


@rule
def refill_sets(hands: CardSets, held: Counts, seats: int, seat: int, cards: Shuffle) -> None:
    """Deal all hands except a seat's own again from a row of cards."""
    first = 0
    for other in range(seats):
        if other != seat:
            hands[other] = set_of(cards, first, held[other])
            first += held[other]


@rule
def set_of(cards: Any, first: int, count: int) -> int:
    """Return the set of ``count`` cards of a row, from an index on."""
    found = 0
    for i in range(first, first + count):
        found |= only(cards[i])
    return int(found)


@rule
def worth_of(cards: int, worth: Any) -> int:
    """Return the total worth of a set of cards; ``worth`` is by card."""
    total = 0
    while cards:
        total += worth[first_of(cards)]
        cards = without_first(cards)
    return total


def each(cards: int) -> Iterator[int]:
    """Yield the cards of a set, by number."""
    left = int(cards)
    while left > 0:
        lowest = left & -left
        yield lowest.bit_length() - 1
        left ^= lowest
