"""Totals of a match from the scores of its rounds, and places from totals. These are rules: kernels use them too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .rule import rule
from .views import PlainStrike

Scores = NDArray[np.int32]
"""One number for each seat."""
Rounds = NDArray[np.int32]
"""The scores of a match's rounds, a row each."""

Total = Callable[[Rounds, int, Scores], None]
"""``total(rounds, finished, out)``: rows from ``finished`` on are rounds that are still being played."""
Places = Callable[[Scores, Scores], None]
"""``places(totals, out)``."""
NOT_STRUCK = -1
Strikes = Callable[[Rounds, int, Rounds], None]
"""``strikes(rounds, finished, out)``: for each round and seat, the round that struck this score out, or NOT_STRUCK."""


@dataclass(frozen=True)
class Strike:
    """A seat's score in a round that does not count, and the round that struck it out."""

    round: int
    seat: int
    by: int

    def to_dict(self) -> PlainStrike:
        return {"round": self.round, "seat": self.seat, "by": self.by}


def list_strikes(strikes: Strikes, rounds: Rounds) -> list[Strike]:
    """Return the strikes among finished rounds, in the order of the rounds that were struck."""
    struck_by = np.full(rounds.shape, NOT_STRUCK, np.int32)
    strikes(rounds, len(rounds), struck_by)
    found = zip(*np.nonzero(struck_by != NOT_STRUCK), strict=True)
    return [Strike(int(number), int(seat), int(struck_by[number, seat])) for number, seat in found]


@rule
def none_struck(rounds: Rounds, finished: int, out: Rounds) -> None:
    """Every score counts."""
    out[:] = NOT_STRUCK


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
    for seat in range(len(totals)):
        out[seat] = 1
        for other in range(len(totals)):
            out[seat] += totals[other] > totals[seat]
