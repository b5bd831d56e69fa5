"""A stock: a row of cards with the top card last. Slots of cards that were taken hold NO_CARD."""

from __future__ import annotations

from pioche.core.chance import Shuffle
from pioche.core.rule import rule
from pioche.core.state import UNKNOWN, Labels

NO_CARD = -2


@rule
def lay_stock(stock: Labels, cards: Shuffle, first: int) -> int:
    """Make the cards of a deck from index ``first`` on the stock, in their order; return how many there are."""
    stock[:] = NO_CARD
    left = len(stock) - first
    for i in range(left):
        stock[left - 1 - i] = cards[first + i]
    return left


@rule
def take_top(stock: Labels, left: int) -> int:
    """Take the top card of a stock with ``left`` cards."""
    card = int(stock[left - 1])
    stock[left - 1] = NO_CARD
    return card


def known_from_top(stock: Labels, left: int) -> list[int]:
    """Return the cards of a stock with ``left`` cards that are known, the top card first."""
    return [int(card) for card in stock[:left][::-1] if card != UNKNOWN]
