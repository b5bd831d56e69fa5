"""Hands of cards: sorted rows of card numbers, so that order reveals nothing and equal hands have equal bytes.

A hand is a row; ``held`` is its number of cards. The slots after them are EMPTY.
"""

from __future__ import annotations

from typing import Any

from pioche.core.rule import rule
from pioche.core.state import Counts, Labels

EMPTY = -2
"""A slot of a hand known to hold no card; not the same as UNKNOWN."""


@rule
def add_card(hand: Labels, held: int, card: int) -> None:
    """Put a card into a hand of ``held`` cards."""
    place = held
    while place > 0 and hand[place - 1] > card:
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = card


@rule
def remove_card(hand: Labels, held: int, card: int) -> None:
    """Take a card out of a hand of ``held`` cards, one of which it is."""
    for place in range(held - 1):
        hand[place] = hand[place + (hand[place] >= card)]  # without an if, which processors would often guess wrong
    hand[held - 1] = EMPTY


@rule
def deal_hands(hands: Labels, seats: int, dealer: int, size: int, cards: Any) -> int:
    """G7 One card at a time, clockwise from the dealer's left, until all have their number; returns the cards dealt."""
    hands[:] = EMPTY
    for i in range(seats * size):
        add_card(hands[(dealer + 1 + i) % seats], i // seats, cards[i])
    return seats * size


@rule
def refill_hands(hands: Labels, held: Counts, seats: int, seat: int, cards: Any) -> None:
    """Make all hands but a seat's own anew of a row of cards."""
    first = 0
    for other in range(seats):
        if other != seat:
            first = refill_hand(hands[other], held[other], cards, first)


@rule
def refill_hand(hand: Labels, size: int, cards: Any, first: int) -> int:
    """Make a hand anew of the next cards of a row; returns the place of the card after them."""
    hand[:] = EMPTY
    for i in range(size):
        add_card(hand, i, cards[first + i])
    return first + size
