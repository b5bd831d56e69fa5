"""Look-ahead as a race between moves: which moves are tried, how often, and which of them wins."""

import numpy as np
import pytest

from pioche.core.chance import below, new_random
from pioche.core.state import Flag, Index, batch
from pioche.core.think.lookahead import (
    LEAD,
    LEAD_SQUARES,
    SCRATCH_SIZE,
    TALLIES,
    TOTAL,
    TRIES,
    Race,
    build_race,
    clearly_best,
    surely_ahead,
)


class Ground:
    luck: Index
    is_used: Flag


def imagine(state, seat, weights, rng):
    state.luck = below(rng, 30)


def choose(known, order, few, values, tally, weights):
    return clearly_best(order, few, tally, 1.0, 0.0)


def raced(scores, worths, simulations=60, least=0, **rest):
    """Race moves with these scores, each worth a percentage and the luck of a world; return the best and the tally."""

    def appraise(state, seat, moves, count, weights, out):
        out[:count] = scores

    def try_move(state, seat, move, weights, rng):
        assert not state.is_used, "another move was made in this world"
        state.is_used = True
        return (worths[move] + int(state.luck)) / 100

    functions = {"appraise": appraise, "imagine": imagine, "try_move": try_move, "choose": choose}
    race = Race(name="race", state=Ground, most_legal=len(scores), **{**functions, **rest})
    moves, tally = np.arange(len(scores), dtype=np.int32), np.zeros((len(scores), TALLIES))
    rng = new_random(1)
    best = build_race(race)(
        batch(Ground, 1), 0, moves, simulations, least, None, rng, batch(Ground, SCRATCH_SIZE), tally
    )
    return best, tally


def tries(*given, **rest):
    return raced(*given, **rest)[1][:, TRIES].tolist()


def test_the_best_move_wins_though_luck_differs_more_than_the_moves():
    assert raced([3, 2, 1], [40, 41, 39])[0] == 1


def test_the_favourite_stays_if_no_move_is_better():
    assert raced([1, 3, 2], [40, 40, 39])[0] == 1


def test_all_moves_meet_the_same_luck():
    tally = raced([3, 2, 1], [40, 42, 39])[1]
    assert tally[:, LEAD] / tally[:, TRIES] == pytest.approx([0, 0.02, -0.01])


def test_simulations_are_shared_among_the_candidates():
    assert tries([3, 2, 1], [40, 40, 40], 60) == [20, 20, 20]
    assert tries([3, 1, 2], [40, 40, 40], 61, candidates=2) == [30, 1, 30]
    assert tries([3, -5, 2], [40, 40, 40], 61, breadth=2.0) == [30, 1, 30]


def test_all_moves_are_tried_as_often_as_asked():
    assert tries([3, 1, 2], [40, 40, 40], 60, least=7, candidates=1) == [7, 7, 7]
    assert tries([3, 1, 2], [40, 40, 40], 60, for_all=0.5, candidates=1) == [10, 10, 10]


def test_moves_that_do_worse_are_dropped():
    def is_time(worlds, tries, simulations, looks):
        return worlds == 5 and looks == 0

    def drop_last(order, few, tally):
        return few - 1

    assert tries([3, 2, 1], [40, 40, 40], 35, is_time_to_drop=is_time, drop_worse=drop_last) == [15, 15, 5]


def test_twins_are_tried_once_and_share_the_estimate():
    best, tally = raced([1, 3, 3, 1], [50, 40, 99, 99], 40, has_twins=True)
    assert best == 0
    assert tally[:, TRIES].tolist() == [20] * 4
    assert tally[1].tolist() == tally[2].tolist()
    assert tally[0, TOTAL] - tally[1, TOTAL] == pytest.approx(20 * 0.1)


def test_a_lead_is_measured_in_standard_errors():
    row = np.zeros(TALLIES)
    row[[TRIES, LEAD, LEAD_SQUARES]] = 4, 0.8, 4 * (0.2**2 + 0.1**2)  # ahead by 0.2, each give or take 0.1
    assert surely_ahead(row, 1.0, 0.0) == pytest.approx(0.2 - 0.05)
    assert surely_ahead(row, -2.0, 0.0) == pytest.approx(0.2 + 0.1)
    assert surely_ahead(row, 1.0, 0.6) == pytest.approx(0.2 - np.sqrt(0.1 / 4))  # the spread counts as one more try
