"""From the scores of rounds to totals, and from totals to places. Rules too: kernels rank matches with them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .rule import rule

Scores = NDArray[np.int32]
"""One number for each seat."""
Rounds = NDArray[np.int32]
"""The scores of a match's rounds, a row each."""

Total = Callable[[Rounds, int, Scores], None]
"""``total(rounds, finished, out)``: rows from ``finished`` on are rounds that are still being played."""
Places = Callable[[Scores, Scores], None]
"""``places(totals, out)``."""


@rule
def summed(rounds: Rounds, finished: int, out: Scores) -> None:
    """The sum of all rounds."""
    for seat in range(len(out)):
        out[seat] = 0
        for number in range(len(rounds)):
            out[seat] += rounds[number, seat]


@rule
def lowest_first(totals: Scores, out: Scores) -> None:
    """G4 Equal totals share the place (1, 1, 3 …); the lowest is first."""
    for seat in range(len(totals)):
        out[seat] = 1
        for other in range(len(totals)):
            out[seat] += totals[other] < totals[seat]


@rule
def highest_first(totals: Scores, out: Scores) -> None:
    """G4 Equal totals share the place (1, 1, 3 …); the highest is first."""
    lowest_first(-totals, out)
