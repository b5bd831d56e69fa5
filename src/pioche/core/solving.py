"""What a game for one can offer beside playing it: a solver that knows all cards, and deals as hard as one likes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """What a solver found, knowing every card: a winning line by the names of its moves, or that there is none."""

    winnable: bool
    moves: tuple[str, ...]
    steps: int
    """How many choices were tried."""


@dataclass(frozen=True)
class GradedDeal:
    """A deal that can be won: ``seed`` opens the match."""

    seed: str
    difficulty: str
    share: float
    """How many of the plays by which it was graded have won it."""
    tried: int
    """How many deals were looked at to find it."""
