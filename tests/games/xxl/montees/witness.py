"""Montées et descentes: as in all shedding games."""

from tests.games.xxl.shedding.witness import sees, tally, where

__all__ = ["sees", "tally", "where"]
