"""Finds the seat that begins, in games where that depends on the cards."""

from __future__ import annotations

from pioche.core.rule import rule
from pioche.core.state import Counts
from pioche.parts.seats import clockwise


@rule
def most_points(points: Counts, seats: int, dealer: int) -> int:
    """G3 Return the seat with the most points; of equal seats, the closest to the dealer's left."""
    first = clockwise(dealer, 1, seats)
    seat = first
    for _ in range(seats - 1):
        seat = clockwise(seat, 1, seats)
        if points[seat] > points[first]:
            first = seat
    return first
