"""Estimates with intervals, and tests, from sums over many matches."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .simulate import NORMAL_95

Floats = NDArray[np.float64]
FEW_BLOCKS = (12.7062, 4.3027)
"""Student's 97.5% quantiles for one and two degrees of freedom."""


@dataclass(frozen=True)
class Estimate:
    """A mean, or a figure made of means, with its standard error."""

    value: float
    error: float
    count: int = 1
    """How many numbers it is the mean of."""
    reach: float = NORMAL_95
    """How many standard errors its 95% interval reaches to each side."""

    @property
    def low(self) -> float:
        return self.value - self.reach * self.error

    @property
    def high(self) -> float:
        return self.value + self.reach * self.error

    @property
    def as_share(self) -> tuple[float, float, float]:
        """The value and the ends of its interval, for a mean of shares."""
        return self.value, *wilson(self.value, self.error, self.count)

    @property
    def is_clear(self) -> bool:
        """Whether the 95% interval leaves 0 out."""
        return not self.low <= 0 <= self.high


def wilson(share: float, error: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a mean share, with an effective number of matches derived from its error.

    It stays between 0 and 1, and has a width even if all matches were won or lost.
    """
    worth = share * (1 - share) / error**2 if error > 0 else float(count)
    square = NORMAL_95**2
    middle = (share + square / (2 * worth)) / (1 + square / worth)
    margin = NORMAL_95 * math.sqrt(share * (1 - share) / worth + square / (4 * worth**2)) / (1 + square / worth)
    return middle - margin, middle + margin


def mean_of(count: int, total: float, squares: float) -> Estimate:
    """Return the mean of ``count`` independent numbers from their sum and the sum of their squares."""
    mean = total / count
    variance = max(squares - count * mean * mean, 0.0) / max(count - 1, 1)
    return Estimate(float(mean), math.sqrt(variance / count), count)


def jackknife(values: Sequence[float], whole: float) -> Estimate:
    """Return a figure with its error, from the figure without each of several equal blocks."""
    count, mean = len(values), float(np.mean(values))
    spread = math.fsum((value - mean) ** 2 for value in values)
    return Estimate(whole, math.sqrt(spread * (count - 1) / count), count, student_95(count - 1))


def student_95(freedom: int) -> float:
    """Return how many standard errors a 95% interval reaches: more than a normal one if there are few blocks.

    Beyond two degrees of freedom it is the expansion of Cornish and Fisher, which is within 1%.
    """
    if freedom <= len(FEW_BLOCKS):
        return FEW_BLOCKS[freedom - 1]
    z = NORMAL_95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the chance that a chi-square variable with these degrees of freedom is at least this large."""
    half = value / 2
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    start = 0.5 if freedom % 2 else 1.0
    for step in range((freedom - 1) // 2):
        power = start + step
        tail += math.exp(power * math.log(half) - half - math.lgamma(power + 1)) if half else 0.0
    return min(tail, 1.0)


def chance_of_means(means: Floats, expected: Floats, covariance: Floats) -> float:
    """Return the chance of means at least this far from the expected ones (Wald's test)."""
    distance = means - expected
    freedom = int(np.linalg.matrix_rank(covariance, hermitian=True))
    if freedom == 0:
        return 1.0
    return chi_square_tail(float(distance @ np.linalg.pinv(covariance, hermitian=True) @ distance), freedom)


def quantile(counts: Mapping[int, int], part: float) -> int:
    """Return the smallest value that at least this part of the counted values does not exceed."""
    wanted, seen = part * sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    raise ValueError("nothing was counted")
