"""Seats in a circle."""

from __future__ import annotations

from pioche.core.rule import rule


@rule
def clockwise(seat: int, steps: int, seats: int) -> int:
    """Return the seat that is fewer than ``seats`` steps further round the table. (A remainder would be far slower.)"""
    other = int(seat) + int(steps)
    return other - int(seats) if other >= seats else other
