"""Fournir des séries: the runs that a hand may still complete."""

from __future__ import annotations

from pioche.core.rule import rule


@rule
def may_become(halves: int, others: int) -> int:
    """The runs with two halves among ``halves`` and the third only among ``others``."""
    two = halves & halves >> 1 | halves & halves >> 2 | halves >> 1 & halves >> 2
    possible = halves | others
    complete = halves & halves >> 1 & halves >> 2
    return two & possible & possible >> 1 & possible >> 2 & ~complete
