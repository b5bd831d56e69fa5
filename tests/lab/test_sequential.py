"""The sequential test keeps its promised rates of false decisions, and stops early where it can."""

import numpy as np
import pytest

from pioche.lab.sequential import ERROR, FEWEST, Sequential

MARGIN, RUNS, BLOCK, MOST = 0.1, 600, 10, 4000
VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
"""Differences on a deal between two bots at a table of two; real ones are as coarse."""


def verdicts(mean):
    """Return the verdicts of many runs on differences with that mean."""
    rng = np.random.default_rng(1)
    chances = np.array([0.15, 0.2, 0.3, 0.2, 0.15]) + mean / 2.5 * VALUES
    found, deals = [], []
    for _ in range(RUNS):
        test = Sequential(MARGIN)
        while test.verdict is None and test.deals < MOST:
            drawn = rng.choice(VALUES, BLOCK, p=chances)
            test.add(BLOCK, drawn.sum(), np.square(drawn).sum())
        found.append(test.verdict)
        deals.append(test.deals)
    return found, np.mean(deals)


def too_many(rate):
    """The most of RUNS that a rate explains, with a chance of one in a thousand to be wrong."""
    return RUNS * rate + 3.1 * np.sqrt(RUNS * rate * (1 - rate))


def test_equal_bots_are_rarely_called_unequal():
    found, _ = verdicts(0.0)
    assert 0 < found.count("first") + found.count("second") <= too_many(ERROR)
    assert None not in found


@pytest.mark.parametrize(("mean", "right", "wrong"), [(MARGIN, "first", "second"), (-MARGIN, "second", "first")])
def test_a_difference_as_large_as_the_margin_is_rarely_missed(mean, right, wrong):
    found, _ = verdicts(mean)
    assert RUNS - found.count(right) <= too_many(ERROR)
    assert found.count(wrong) <= too_many(0.001)


def test_a_large_difference_is_decided_sooner():
    assert verdicts(2 * MARGIN)[1] < verdicts(MARGIN)[1] / 2


def test_nothing_is_decided_on_a_few_deals_and_certainty_needs_no_more():
    test = Sequential(MARGIN)
    test.add(FEWEST - 1, FEWEST - 1.0, FEWEST - 1.0)
    assert test.verdict is None
    test.add(1, 1.0, 1.0)
    assert test.verdict == "first"
    assert (test.difference.value, test.difference.error) == (1, 0)
