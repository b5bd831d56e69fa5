"""Turning points among noise: an even match has none, and a real one is found."""

import numpy as np
import pytest

from pioche.review.curve import Point
from pioche.review.turning import candidates, swing_of, turning_points
from tests.review.matches import played

MATCHES = 100


@pytest.fixture(scope="module")
def match():
    return played("determiner-la-couleur", 2, seed=5)


def estimated(chances, playouts, rng):
    """Return a curve of a match of two, estimated by playouts."""
    points = []
    for step, chance in enumerate(chances, 1):
        found = rng.binomial(playouts, chance) / playouts
        error = np.sqrt(found * (1 - found) / playouts)
        leads, doubts = (10 * found - 5, 5 - 10 * found), (10 * error,) * 2
        points.append(Point("move", step, 0, (found, 1 - found), leads, (error,) * 2, doubts))
    return points


def turns_of(match, chances, playouts, rng):
    """Return the turning points that are found by this many playouts, and by four times as many in the second look."""
    curve, again = (estimated(chances, many, rng) for many in (playouts, 4 * playouts))
    swing = swing_of(curve)
    return turning_points(match, again, candidates(curve, swing), swing)


@pytest.mark.parametrize("playouts", [16, 400])
def test_an_even_match_has_no_turning_point(match, playouts):
    """Whatever the noise: that of few playouts is several times larger than a change that is worth a sentence."""
    rng, even = np.random.default_rng(7), [0.5] * len(match.moves)
    named = sum(bool(turns_of(match, even, playouts, rng)) for _ in range(MATCHES))
    assert named <= MATCHES * 0.15


def test_a_change_that_is_larger_than_the_noise_is_found(match):
    rng, middle = np.random.default_rng(7), len(match.moves) // 2
    chances = [0.4] * middle + [0.7] * (len(match.moves) - middle)
    for _ in range(MATCHES):
        first, *_ = turns_of(match, chances, 400, rng)
        assert first.step == middle + 1
        assert abs(first.after - first.before) == pytest.approx(0.3, abs=0.08)
        assert 0 < first.margin < 0.05


def test_where_hardly_anybody_wins_results_turn(match):
    curve = [
        Point("move", step, 0, (0.0,) * 2, (lead, -lead), (0.01,) * 2, (0.5,) * 2)
        for step, lead in enumerate([3, 3, 7], 1)
    ]
    assert swing_of(curve) == "result"
    (turn,) = turning_points(match, curve, candidates(curve, "result"), "result")
    assert (turn.step, turn.swing, turn.before, turn.after, turn.margin) == (3, "result", 3, 7, 1.4142)
