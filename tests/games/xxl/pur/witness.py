"""XXL pur: the laws look at its first game, Montées et descentes; the other games have witnesses of their own."""

from tests.games.xxl.shedding.witness import sees, tally, where

__all__ = ["sees", "tally", "where"]
