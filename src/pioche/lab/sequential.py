"""A sequential test: which of two is better, stopped as soon as that is decided.

Two of Wald's tests (SPRT) run side by side on the differences between the two, deal by deal: one of "no difference"
against "the first is better by the margin", one against "the second is better by the margin" (Sobel and Wald). The
variance is estimated on the way, as if two more deals had been won and lost by all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from .statistics import Estimate, mean_of

ERROR = 0.05
"""The chance to call one better if they are equal, and to miss a difference as large as the margin."""
FEWEST = 50
"""No decision is made on fewer deals."""

Verdict = Literal["first", "second", "even"]
UPPER = math.log((1 - ERROR) / (ERROR / 2))
LOWER = math.log(ERROR / (1 - ERROR / 2))


@dataclass
class Sequential:
    """The sums of the differences so far."""

    margin: float
    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, deals: int, total: float, squares: float) -> None:
        self.deals += deals
        self.total += total
        self.squares += squares

    @property
    def difference(self) -> Estimate:
        return mean_of(self.deals, self.total, self.squares)

    @property
    def verdict(self) -> Verdict | None:
        """The decision, or None while there is none."""
        if self.deals < FEWEST:
            return None
        first, second = self._evidence(self.total), self._evidence(-self.total)
        if first >= UPPER:
            return "first"
        if second >= UPPER:
            return "second"
        return "even" if max(first, second) <= LOWER else None

    def _evidence(self, total: float) -> float:
        """Return the logarithm of the likelihood ratio of the margin to no difference."""
        mean = self.total / self.deals
        variance = (self.squares - self.deals * mean * mean + 2) / (self.deals + 1)
        return self.margin / variance * (total - self.deals * self.margin / 2)
