"""Déterminer la couleur over several rounds: XX71."""

import numpy as np
import pytest

import pioche
from pioche.core.compiled.kernels import standings
from pioche.games.xxl.couleur import GAME
from tests.games.xxl.couleur.deals import opened, play_out
from tests.games.xxl.couleur.referee import begins

ROUNDS = np.array([[90, 70, 90], [10, 120, 50], [60, 60, 60]], np.int32)


def test_xx71_one_round_unless_more_are_agreed():
    assert opened(3).rounds == 1
    assert opened(3, rounds=5).rounds == 5


@pytest.mark.parametrize("rounds", [-1, 100, True, "3"])
def test_xx71_at_most_99_rounds(rounds):
    with pytest.raises(pioche.BadSetting):
        opened(3, rounds=rounds)


def test_xx71_places_are_noted_and_summed_and_the_lowest_sum_wins():
    match = play_out(opened(3, rounds=2), np.random.default_rng(4))
    expected = [sum(1 + sum(other > row[seat] for other in row) for row in match.round_scores) for seat in range(3)]
    assert match.scores == expected
    assert match.winners == tuple(seat for seat in range(3) if expected[seat] == min(expected))


@pytest.mark.parametrize("variant", [None, "trump"])
def test_xx71_equal_scores_share_a_place_and_the_next_is_skipped(variant):
    agreed = GAME.format(GAME.agree(3, variant, rounds=3))
    totals, places = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32)
    standings(GAME.name, agreed)(ROUNDS[np.newaxis], totals, places)
    assert totals.tolist() == [[1 + 3 + 1, 3 + 1 + 1, 1 + 2 + 1]]
    assert places.tolist() == [[2, 2, 1]]


def test_xx71_a_single_round_is_decided_by_points():
    match = play_out(opened(4, rounds=1))
    assert match.scores == match.round_scores[0]
    assert match.places == [1 + sum(other > score for other in match.scores) for score in match.scores]


def test_xx71_the_deal_moves_on_and_every_round_starts_afresh():
    match = opened(3, rounds=3, dealer=1)
    dealers = []
    while not match.over:
        number = match.round
        dealers.append(match.dealer)
        assert match.to_move == (begins(match.hands(), match.dealer),)
        assert [len(hand) for hand in match.hands()] == [12, 12, 12]
        while match.round == number and not match.over:
            (seat,) = match.to_move
            match.play(seat, match.legal_numbers(seat)[0])
    assert dealers == [1, 2, 0]
