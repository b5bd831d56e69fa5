"""Places, added up over rounds."""

import numpy as np

from pioche.core.compiled.compile import compiled
from pioche.parts.places import HIGHEST_WINS, LOWEST_WINS, sum_of_places

ROUNDS = np.array([[30, 50, 50, 10], [7, 1, 2, 7], [0, 0, 0, 9]], np.int32)


def totals(wins, rounds=ROUNDS):
    out = np.full(rounds.shape[1], 77, np.int32)
    sum_of_places(wins)(rounds, len(rounds), out)
    return out.tolist()


def test_the_places_of_all_rounds_are_added_up_and_equal_scores_share_one():
    assert totals((HIGHEST_WINS,)) == [3 + 1 + 2, 1 + 4 + 2, 1 + 3 + 2, 4 + 1 + 1]
    assert totals((LOWEST_WINS,)) == [2 + 3 + 1, 3 + 1 + 1, 3 + 2 + 1, 1 + 3 + 4]


def test_each_round_can_have_its_own_direction():
    assert totals((HIGHEST_WINS, LOWEST_WINS, LOWEST_WINS)) == [3 + 3 + 1, 1 + 1 + 1, 1 + 2 + 1, 4 + 3 + 4]
    assert totals((HIGHEST_WINS, LOWEST_WINS)) == [3 + 3 + 2, 1 + 1 + 2, 1 + 2 + 2, 4 + 3 + 1]


def test_without_rounds_all_totals_are_zero():
    assert totals((LOWEST_WINS,), ROUNDS[:0]) == [0, 0, 0, 0]


def test_compiled_and_interpreted_places_agree():
    total = sum_of_places((HIGHEST_WINS, LOWEST_WINS))

    def loop(rounds, out):
        total(rounds, len(rounds), out)

    out = np.zeros(4, np.int32)
    compiled(loop, "places.loop")(ROUNDS, out)
    assert out.tolist() == totals((HIGHEST_WINS, LOWEST_WINS))
