"""Seats in a circle."""

from __future__ import annotations

from typing import Any

from pioche.core.rule import rule


@rule
def clockwise(seat: int, steps: int, seats: int) -> int:
    """Return the seat that is fewer than ``seats`` steps further round the table. (A remainder would be far slower.)"""
    other = int(seat) + int(steps)
    return other - int(seats) if other >= seats else other


@rule
def only_turn(state: Any) -> int:
    """Return the bit mask of the only seat that may act: the one whose turn it is."""
    return int(1 << state.turn)
