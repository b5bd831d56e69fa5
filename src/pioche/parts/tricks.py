"""Finds the winner of a trick."""

from __future__ import annotations

from typing import Any

from pioche.core.rule import rule
from pioche.core.state import Labels


@rule
def trick_winner(cards: Labels, seats: int, colour: int, number: Any, total: Any) -> int:
    """Return the seat with the highest number in a colour; if equal, the one whose card has the larger total.

    ``cards`` is by seat, and negative where a seat has played none. ``number`` is by card and colour, and negative
    where the card does not carry the colour; ``total`` is by card. At least one card must carry the colour.
    """
    winner = -1
    for seat in range(seats):
        card = cards[seat]
        if (
            card >= 0
            and number[card, colour] >= 0
            and (winner < 0 or beats(card, cards[winner], colour, number, total))
        ):
            winner = seat
    return winner


@rule
def beats(card: int, other: int, colour: int, number: Any, total: Any) -> bool:
    """Return whether a card is higher in a colour than another card that has it too."""
    if number[card, colour] == number[other, colour]:
        return bool(total[card] > total[other])
    return bool(number[card, colour] > number[other, colour])
