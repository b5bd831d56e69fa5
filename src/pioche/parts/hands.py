"""Hands of cards: sorted rows of card numbers, so that order reveals nothing and equal hands have equal bytes.

A hand is a row; ``held`` is its number of cards. The slots after them are EMPTY.
"""

from __future__ import annotations

from typing import Any

from pioche.core.rule import rule
from pioche.core.state import Counts, Labels
from pioche.parts.seats import clockwise

EMPTY = -2
"""A slot of a hand known to hold no card; not the same as UNKNOWN."""


@rule
def add_card(hand: Labels, held: int, card: int) -> None:
    """Put a card into a hand of ``held`` cards."""
    slot = held
    while slot > 0 and hand[slot - 1] > card:
        hand[slot] = hand[slot - 1]
        slot -= 1
    hand[slot] = card


@rule
def remove_card(hand: Labels, held: int, card: int) -> None:
    """Remove a card from a hand of ``held`` cards that contains it."""
    for slot in range(held - 1):
        hand[slot] = hand[slot + (hand[slot] >= card)]  # no branch: processors would often mispredict it
    hand[held - 1] = EMPTY


@rule
def deal_hands(hands: Labels, seats: int, dealer: int, size: int, cards: Any) -> int:
    """G7 Deal one card at a time, clockwise from the dealer's left, ``size`` each; return the cards dealt."""
    hands[:] = EMPTY
    dealt = 0
    for held in range(size):
        seat = dealer
        for _ in range(seats):
            seat = clockwise(seat, 1, seats)
            add_card(hands[seat], held, cards[dealt])
            dealt += 1
    return dealt


@rule
def refill_hands(hands: Labels, held: Counts, seats: int, seat: int, cards: Any) -> None:
    """Deal all hands except a seat's own again from a row of cards."""
    first = 0
    for other in range(seats):
        if other != seat:
            first = refill_hand(hands[other], held[other], cards, first)


@rule
def refill_hand(hand: Labels, size: int, cards: Any, first: int) -> int:
    """Replace a hand by the next cards of a row; return the index of the card after them."""
    hand[:] = EMPTY
    for i in range(size):
        add_card(hand, i, cards[first + i])
    return first + size
