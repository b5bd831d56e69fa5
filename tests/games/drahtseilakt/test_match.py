"""Drahtseilakt, paragraph by paragraph: the rounds of a match, and what is struck out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pioche
from pioche.core.compiled.kernels import standings
from pioche.core.standings import Strike, list_strikes
from pioche.games.drahtseilakt import GAME
from pioche.games.drahtseilakt.rules import strikes, total
from tests.games.drahtseilakt.deals import opened, play_on, play_rounds, roles, staged
from tests.stories import counters, zone

TEXTBOOK = range(1, 10)
PLAYERS = list(GAME.players)


def totals(rounds, finished=None):
    """The totals of these rounds, a row each."""
    rounds = np.array(rounds, np.int32)
    out = np.zeros(rounds.shape[1], np.int32)
    total(rounds, len(rounds) if finished is None else finished, out)
    return out.tolist()


def struck(*scores):
    """Which of a player's rounds are struck out, and by which."""
    rounds = np.array(scores, np.int32).reshape(-1, 1)
    return {strike.round: strike.by for strike in list_strikes(strikes, rounds)}


@pytest.mark.parametrize("players", PLAYERS)
def test_da1_as_many_rounds_as_players_and_each_deals_once(players):
    match = pioche.open("drahtseilakt", players, seed=1, dealer=1)
    assert match.rounds == players
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        play_rounds(match, 1)
    assert dealers == [(1 + number) % players for number in range(players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_da3_the_dealers_left_leads_the_first_trick_of_every_round(players):
    match = staged(players, *[(0, 1, TEXTBOOK)] * players)
    for number in range(players):
        assert match.to_move == (number,)
        play_rounds(match, 1)


def test_da2_every_round_starts_afresh():
    match = play_rounds(staged(3, (0, 2, TEXTBOOK), (0, 2, [4])), 1)
    assert counters(match, 0, "red") == counters(match, 0, "blue") == {0: 0, 1: 0, 2: 0}
    assert [zone(match, -1, "hand", seat)["size"] for seat in range(3)] == [9, 9, 9]
    assert zone(match, 0, "score")["cards"] == ["4"]
    assert zone(match, 0, "used-score")["cards"] == []
    assert [zone(match, 0, "last-trick", seat)["size"] for seat in range(3)] == [0, 0, 0]


def test_da11_the_score_is_the_number_of_sticks():
    match = play_rounds(staged(3, (0, 2, ["b0", 5]), (1, 0, ["r0", 9])), 2)
    assert match.round_scores[:2] == [[45, 0, 40], [45, 36, 0]]


def test_da11_a_strike_over_several_rounds():
    match = staged(3, (0, 2, TEXTBOOK), (2, 1, ["b0", 5]), (1, 0, ["r0", 9]))
    play_rounds(match, 1)
    assert match.scores == [45, 0, 45]
    play_rounds(match, 1)
    assert match.scores == [0, 40, 90]
    play_rounds(match, 1)
    assert match.over
    assert match.round_scores == [[45, 0, 45], [0, 40, 45], [45, 36, 0]]
    assert match.scores == [45, 76, 45]


def test_da11_the_highest_is_struck():
    match = play_rounds(staged(4, (0, 1, ["r0", 9]), (0, 1, TEXTBOOK), (0, 1, ["r0", 1]), (2, 3, TEXTBOOK)), 4)
    assert [row[0] for row in match.round_scores] == [36, 45, 44, 0]
    assert match.scores[0] == 36 + 44


def test_da11_two_strikes_take_the_two_highest():
    match = play_rounds(staged(4, (0, 1, TEXTBOOK), (2, 0, ["b0", 9]), (3, 1, TEXTBOOK), (3, 1, TEXTBOOK)), 3)
    assert match.scores[0] == 36
    play_rounds(match, 1)
    assert match.round_scores[2:] == [[0, 45, 0, 45]] * 2
    assert match.scores[0] == 0


def test_da11_a_strike_in_the_last_round():
    match = staged(3, (0, 1, TEXTBOOK), (0, 2, TEXTBOOK), (1, 2, TEXTBOOK))
    play_on(match, 3 * 27 - 1)
    assert match.scores[0] == 90
    play_on(match, 1)
    assert match.scores[0] == 45


def test_da11_a_later_score_is_not_struck():
    match = play_rounds(staged(3, (0, 1, ["r0", 9]), (1, 2, TEXTBOOK), (0, 1, TEXTBOOK)), 3)
    assert [row[0] for row in match.round_scores] == [36, 0, 45]
    assert match.scores[0] == 45


def test_da11_with_nothing_to_strike_nothing_is_saved_up():
    match = play_rounds(staged(3, (1, 2, TEXTBOOK), (0, 1, TEXTBOOK), (0, 2, TEXTBOOK)), 3)
    assert [row[0] for row in match.round_scores] == [0, 45, 45]
    assert match.scores[0] == 90


def test_da11_a_round_still_being_played_strikes_nothing():
    match = staged(3, (0, 2, TEXTBOOK), (2, 1, [6, 2]))
    play_rounds(match, 1)
    play_on(match, 3)
    assert match.round_scores == [[45, 0, 45], [0, 6, 6]]
    assert match.scores == [45, 6, 51]
    play_on(match, 8 * 3 - 1)
    assert match.scores[0] == 45
    play_on(match, 1)
    assert match.scores[0] == 0


def test_da11_a_struck_score_stays_and_is_shown_with_the_round_that_struck_it():
    match = play_rounds(staged(3, (0, 2, TEXTBOOK), (2, 1, ["b0", 5]), (1, 0, ["r0", 9])), 1)
    assert match.strikes == []
    play_rounds(match, 1)
    assert match.strikes == [Strike(round=0, seat=0, by=1)]
    play_rounds(match, 1)
    assert match.strikes == [Strike(round=0, seat=0, by=1), Strike(round=0, seat=2, by=2)]
    for seat in range(-1, 3):
        view = match.view(seat)
        assert view["strikes"] == [{"round": 0, "seat": 0, "by": 1}, {"round": 0, "seat": 2, "by": 2}]
        assert view["finished_rounds"] == [[45, 0, 45], [0, 40, 45], [45, 36, 0]]


def test_da11_a_strike_is_shown_only_once_its_round_is_over():
    match = play_rounds(staged(3, (0, 2, TEXTBOOK), (2, 1, TEXTBOOK)), 1)
    play_on(match, 26)
    assert match.view(0)["strikes"] == []
    play_on(match, 1)
    assert match.view(0)["strikes"] == [{"round": 0, "seat": 0, "by": 1}]


def test_da11_strikes_do_not_change_the_raw_scores():
    match = play_rounds(staged(3, (0, 2, TEXTBOOK), (2, 1, TEXTBOOK)), 2)
    assert match.round_scores[:2] == [[45, 0, 45], [0, 45, 45]]
    assert match.view(0)["finished_rounds"] == [[45, 0, 45], [0, 45, 45]]


@pytest.mark.parametrize(
    ("scores", "rounds"),
    [
        ((12, 12, 0), {0: 2}),
        ((3, 12, 12, 0), {1: 3}),
        ((12, 12, 0, 0), {0: 2, 1: 3}),
        ((5, 0, 9, 0), {0: 1, 2: 3}),
        ((5, 0, 0, 9), {0: 1}),
        ((0, 0, 7, 4), {}),
        ((0, 8, 0, 4, 0), {1: 2, 3: 4}),
        ((1, 2, 3, 4, 0), {3: 4}),
    ],
)
def test_da11_the_highest_score_not_yet_struck_or_the_earliest_of_equals(scores, rounds):
    assert struck(*scores) == rounds


@given(st.lists(st.lists(st.sampled_from([0, 0, 3, 7, 45]), min_size=3, max_size=3), min_size=1, max_size=5), st.data())
def test_da11_da12_totals_omit_struck_scores(rounds, data):
    finished = data.draw(st.integers(0, len(rounds)))
    expected = []
    for seat in range(3):
        left = []
        for number, row in enumerate(rounds):
            if row[seat] == 0 and number < finished and left:
                left.remove(max(left))
            left.append(row[seat])
        expected.append(sum(left))
    assert totals(rounds, finished) == expected


def test_da11_da12_compiled_and_interpreted_standings_agree():
    points = np.random.default_rng(1).choice(np.array([0, 3, 7], np.int32), (50, 4, 4))
    out, places = np.zeros((50, 4), np.int32), np.zeros((50, 4), np.int32)
    standings(GAME.name, GAME.format(GAME.agree()))(points, out, places)
    assert out.tolist() == [totals(rounds) for rounds in points]


def test_da12_the_lowest_total_wins_and_equal_totals_share_the_place():
    match = play_rounds(staged(3, (0, 2, TEXTBOOK), (2, 1, ["b0", 5]), (1, 0, ["r0", 9])), 3)
    assert match.scores == [45, 76, 45]
    assert match.places == [1, 3, 1]
    assert match.winners == (0, 2)


def test_da12_the_strikes_decide():
    assert totals([[20, 15], [0, 5]]) == [0, 20]
    assert totals([[20, 15], [1, 0]]) == [21, 0]


def test_da12_nobody_has_won_before_the_last_round_is_over():
    match = opened(*roles(2, low=0, high=1))
    play_on(match, 2 * 18 - 1)
    assert not match.over
    assert match.winners == ()
    play_on(match, 1)
    assert match.over
    assert match.ending == "nine-tricks"
