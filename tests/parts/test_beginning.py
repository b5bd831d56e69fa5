"""The seat that begins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.parts.beginning import most_points


@pytest.mark.parametrize(
    ("points", "dealer", "begins"),
    [
        ([10, 30, 20], 0, 1),
        ([30, 10, 30], 0, 2),  # seat 2 comes before seat 0, the dealer
        ([30, 10, 30], 2, 0),
        ([5, 5, 5, 5], 1, 2),
        ([5, 5, 5, 5], 3, 0),
    ],
)
def test_g3_the_player_with_the_most_points_begins_ties_from_the_dealers_left(points, dealer, begins):
    assert most_points(np.array(points, np.int32), len(points), dealer) == begins


@given(st.lists(st.integers(0, 99), min_size=2, max_size=6), st.integers(0, 5))
def test_g3_nobody_between_the_dealer_and_the_first_player_has_as_many_points(points, dealer):
    dealer %= len(points)
    seat = most_points(np.array(points, np.int32), len(points), dealer)
    assert points[seat] == max(points)
    between = range(dealer + 1, dealer + 1 + (seat - dealer - 1) % len(points))
    assert all(points[other % len(points)] < points[seat] for other in between)
