"""Estimates and tests, against figures known from elsewhere."""

import numpy as np
import pytest
from scipy import stats

from pioche.lab.statistics import chance_of_means, chi_square_tail, jackknife, mean_of, quantile, student_95


@pytest.mark.parametrize("freedom", range(1, 9))
@pytest.mark.parametrize("value", [0.0, 0.3, 2.0, 11.5, 60.0])
def test_the_tail_of_chi_square(freedom, value):
    assert chi_square_tail(value, freedom) == pytest.approx(stats.chi2.sf(value, freedom), rel=1e-9)


def test_a_mean_from_sums():
    values = np.array([1.0, 2.0, 4.0, 9.0])
    found = mean_of(4, values.sum(), np.square(values).sum())
    assert (found.value, found.error) == (4.0, pytest.approx(stats.sem(values)))
    assert found.low == pytest.approx(4 - 1.959964 * stats.sem(values))
    assert found.is_clear
    assert not mean_of(2, 1.0, 5.0).is_clear


def test_the_jackknife_of_a_mean_is_its_standard_error():
    values = np.array([1.0, 2.0, 4.0, 9.0])
    without = [float(np.delete(values, index).mean()) for index in range(4)]
    assert jackknife(without, 4.0).error == pytest.approx(stats.sem(values))


@pytest.mark.parametrize("freedom", [*range(1, 12), 24, 100, 10_000])
def test_few_blocks_have_wider_intervals(freedom):
    assert student_95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


def test_the_jackknife_of_two_blocks_is_no_narrower_than_it_should_be():
    """A normal interval would hold the mean in about 70 of 100 cases only."""
    rng, held = np.random.default_rng(1), 0
    for first, second in rng.normal(size=(1000, 2)):
        found = jackknife((second, first), (first + second) / 2)
        held += found.low <= 0 <= found.high
    assert 930 <= held <= 970


@pytest.mark.parametrize(("won", "count"), [(0, 10), (1, 10), (7, 10), (10, 10), (250, 1000)])
def test_the_interval_of_a_share_is_wilsons(won, count):
    value, low, high = mean_of(count, won, won).as_share
    expected = stats.binomtest(won, count).proportion_ci(method="wilson")
    assert value == won / count
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=0.1, abs=1e-9)
    assert 0 <= low < high <= 1


def test_equal_seats_are_called_different_as_rarely_as_promised():
    """Four seats that win by lot: one test in twenty finds a difference that is not there."""
    rng, found = np.random.default_rng(1), 0
    for _ in range(400):
        won = rng.multinomial(1, [0.25] * 4, size=500).astype(float)
        covariance = np.cov(won.T) / len(won)
        found += chance_of_means(won.mean(axis=0), np.full(4, 0.25), covariance) < 0.05
    assert 8 <= found <= 34


def test_nothing_that_varies_shows_no_difference():
    assert chance_of_means(np.array([0.5, 0.5]), np.array([0.5, 0.5]), np.zeros((2, 2))) == 1.0


def test_quantiles_of_counts():
    counts = {3: 1, 1: 2, 10: 1}
    assert [quantile(counts, part) for part in (0.05, 0.5, 0.75, 1.0)] == [1, 1, 3, 10]
