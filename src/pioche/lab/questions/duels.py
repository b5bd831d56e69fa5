"""Duels: one bot alone at a table of another, in every seat, on the same deals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .asked import Asked
from .playing import ASKED, BULK, Sitting, play, shares


def alone(sitting: Sitting, one: str, other: str, size: int, seed: int, number: int) -> NDArray[np.float64]:
    """Return, by deal, the share of matches that a bot wins alone at a table of another, over all seats.

    Where all play together, it is whether the bot wins with its own kind.
    """
    if sitting.found.together:
        alike = sitting.seat([one])
        return shares(alike, play(alike, size, seed, number))[:, 0]
    won = np.zeros(size)
    for seat in range(sitting.players):
        seated = sitting.seat([one if place == seat else other for place in range(sitting.players)])
        won += shares(seated, play(seated, size, seed, number))[:, seat]
    mean: NDArray[np.float64] = won / sitting.players
    return mean


def deals_in_block(asked: Asked, pool: tuple[str, ...], bulk: int = BULK, few: int = ASKED) -> tuple[int, bool]:
    """Return how many deals a block has, and whether all bots of a pool play compiled."""
    is_quick = all(asked.sitting(name).is_quick for name in pool)
    return bulk if is_quick else few, is_quick


def matches_per_duel(sitting: Sitting) -> int:
    return 1 if sitting.found.together else sitting.players
