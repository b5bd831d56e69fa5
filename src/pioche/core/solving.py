"""Results of a solver that knows all cards, and deals of a chosen difficulty, for solitaires."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """A solver's result, with every card known: a winning line by move names, or that there is none."""

    winnable: bool
    moves: tuple[str, ...]
    steps: int
    """How many choices were tried."""


@dataclass(frozen=True)
class GradedDeal:
    """A deal that can be won; ``seed`` opens the match."""

    seed: str
    difficulty: str
    share: float
    """The share of the grading games that won it."""
    tried: int
    """How many deals were examined to find it; 0 if it was stored."""
