"""Estimates with intervals, and tests, from sums over many matches."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .simulate import NORMAL_95

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean, or a figure made of means, with its standard error."""

    value: float
    error: float

    @property
    def low(self) -> float:
        return self.value - NORMAL_95 * self.error

    @property
    def high(self) -> float:
        return self.value + NORMAL_95 * self.error

    @property
    def as_share(self) -> tuple[float, float, float]:
        """The value and the ends of its interval, for a share: not below 0 and not above 1."""
        return self.value, max(self.low, 0.0), min(self.high, 1.0)

    @property
    def is_clear(self) -> bool:
        """Whether the 95% interval leaves 0 out."""
        return not self.low <= 0 <= self.high


def mean_of(count: int, total: float, squares: float) -> Estimate:
    """Return the mean of ``count`` independent numbers from their sum and the sum of their squares."""
    mean = total / count
    variance = max(squares - count * mean * mean, 0.0) / max(count - 1, 1)
    return Estimate(float(mean), math.sqrt(variance / count))


def jackknife(values: Sequence[float], whole: float) -> Estimate:
    """Return a figure with its error, from the figure without each of several equal blocks."""
    count, mean = len(values), float(np.mean(values))
    spread = math.fsum((value - mean) ** 2 for value in values)
    return Estimate(whole, math.sqrt(spread * (count - 1) / count))


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
