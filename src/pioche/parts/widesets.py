"""Sets of cards from decks too large for `pioche.parts.cardsets`: rows of two machine words.

The first word holds the cards from 0 to 62, the second those from 63 to 125.

>>> hand = np.zeros(WORDS, np.int64)
>>> for card in (98, 7, 63):
...     give(hand, card)
>>> take(hand, 63)
>>> list(each_of(hand))
[7, 98]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from pioche.core.chance import Shuffle
from pioche.core.rule import rule
from pioche.core.state import CardSets
from pioche.parts.cardsets import MOST_CARDS, each, first_of, how_many, nth_of, without_first
from pioche.parts.seats import clockwise

WORDS = 2


def wide_set(cards: Iterable[int]) -> list[int]:
    """Return the two words of a set of cards."""
    words = [0] * WORDS
    for card in cards:
        words[card // MOST_CARDS] |= 1 << card % MOST_CARDS
    return words


ALONE: CardSets = np.array([wide_set([card]) for card in range(WORDS * MOST_CARDS)], np.int64)
"""By card: the set of this card alone."""


@rule
def holds(cards: CardSets, card: int) -> bool:
    return bool((cards[0] & ALONE[card, 0]) | (cards[1] & ALONE[card, 1]))


@rule
def give(cards: CardSets, card: int) -> None:
    """Add a card to a set."""
    cards[0] |= ALONE[card, 0]
    cards[1] |= ALONE[card, 1]


@rule
def take(cards: CardSets, card: int) -> None:
    """Take a card out of a set."""
    cards[0] &= ~ALONE[card, 0]
    cards[1] &= ~ALONE[card, 1]


@rule
def first_in(cards: int, word: int) -> int:
    """Return the lowest card of one word of a set; it is not empty."""
    return word * MOST_CARDS + first_of(cards)


@rule
def nth_of_words(low: int, high: int, index: int) -> int:
    """The card at an index of the set with these words, counted from 0 in the order of their numbers."""
    lower = how_many(low)
    return nth_of(low, index) if index < lower else MOST_CARDS + nth_of(high, index - lower)


@rule
def nth_of_wide(cards: CardSets, index: int) -> int:
    """The same for a row of words."""
    return nth_of_words(int(cards[0]), int(cards[1]), index)


@rule
def index_of(cards: CardSets, card: int) -> int:
    """The index of a card in a set that holds it: how many of its cards are lower."""
    if card < MOST_CARDS:
        return how_many(cards[0] & (ALONE[card, 0] - 1))
    return how_many(cards[0]) + how_many(cards[1] & (ALONE[card, 1] - 1))


@rule
def write_cards(cards: CardSets, out: Any) -> int:
    """Write the cards of a set to a row, in the order of their numbers; return how many."""
    count = 0
    for word in range(WORDS):
        left = int(cards[word])
        while left:
            out[count] = first_in(left, word)
            left = without_first(left)
            count += 1
    return count


@rule
def mark_cards(cards: CardSets, row: Any, mark: int) -> None:
    """Write a number to each slot of a row, indexed by card, whose card is in a set."""
    for word in range(WORDS):
        left = int(cards[word])
        while left:
            row[first_in(left, word)] = mark
            left = without_first(left)


@rule
def deal_wide_sets(hands: CardSets, seats: int, dealer: int, size: int, cards: Shuffle) -> int:
    """G7 Deal one card at a time, clockwise from the dealer's left, ``size`` each; return the cards dealt."""
    hands[:] = 0
    seat = dealer
    for i in range(seats * size):
        seat = clockwise(seat, 1, seats)
        give(hands[seat], cards[i])
    return seats * size


@rule
def refill_wide_set(hand: CardSets, size: int, cards: Shuffle, first: int) -> int:
    """Replace a set by the next cards of a row; return the index of the card after them."""
    hand[:] = 0
    for i in range(first, first + size):
        give(hand, cards[i])
    return first + int(size)


def each_of(cards: CardSets) -> Iterator[int]:
    """Return the cards of a set, by number."""
    return (word * MOST_CARDS + card for word in range(WORDS) for card in each(cards[word]))
