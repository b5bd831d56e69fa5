"""Finds the winner of a trick."""

from __future__ import annotations

from typing import Any

from pioche.core.rule import rule
from pioche.core.state import Labels


@rule
def trick_winner(cards: Labels, seats: int, colour: int, rank: Any) -> int:
    """Return the seat whose card ranks highest in a colour.

    ``cards`` is by seat, and negative where a seat has played none. ``rank`` is by card and colour, and negative
    where the card does not carry the colour. At least one card must carry the colour.
    """
    winner, highest = -1, -1
    for seat in range(seats):
        card = cards[seat]
        if card >= 0 and rank[card, colour] > highest:
            winner, highest = seat, rank[card, colour]
    return winner
