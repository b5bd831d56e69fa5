"""Fournir des séries, paragraph by paragraph: idle turns, the end, and what counts."""

import numpy as np
import pytest

from pioche.core.kernels import standings
from pioche.games.xxl.series import GAME as SHELF
from pioche.games.xxl.series import RULES
from tests.games.xxl.series.deals import ending, hand, legal, opened, play, position, table, turn, walk
from tests.games.xxl.series.referee import points

PLAYERS = list(SHELF.players)
DULL = "r0y3 g2b6 y1b7 r5y9"
RED_678 = "series g0r6+b2r7+b4r8"
LAYING = "g0r6 b2r7 b4r8 y3g4"
HANDS = ["g0r6 b2r7 b4r8 y3g4", "r0y3 g2b6 y1b7 r5y9", "y9g10 r4b10 y2r3 b0y1", "y0g8 b8y10 g1r2", "y4r9", "r3y8"]


def around(players, **rest):
    """A round of so many, in which seat 0 can lay a series."""
    return position(*HANDS[:players], **{"open_cards": "b0y10"} | rest)


def scores(state):
    out = np.zeros(int(state.seats), np.int32)
    RULES.scores(state, out)
    return out.tolist()


# XX42, XX43 Idle turns.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx42_when_all_in_a_row_did_nothing_one_more_card_is_turned_up(players):
    state = around(players, stock="y0g5 r1b9 y0g9", turn=players - 1)
    play(state, *["stop"] * (players - 1))
    assert (table(state), state.left) == ({"b0y10"}, 3)
    play(state, "stop")
    assert (table(state), state.left) == ({"b0y10", "y0g5"}, 2)
    assert turn(state) == players - 1


@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_the_count_begins_anew_after_a_card_was_turned_up_and_the_next_player_goes_on(players):
    state = play(around(players, stock="y0g5 r1b9 y0g9"), *["stop"] * players)
    assert turn(state) == 0
    play(state, *["stop"] * (players - 1))
    assert state.left == 2
    play(state, "stop")
    assert (table(state), state.left) == ({"b0y10", "y0g5", "r1b9"}, 1)


def test_xx43_a_turn_with_a_swap_is_idle():
    state = around(2, stock="y0g5 r1b9")
    play(state, "swap y3g4/b0y10", "stop", "stop")
    assert (table(state), state.left) == ({"y3g4", "y0g5"}, 1)


def test_xx43_a_turn_in_which_a_card_was_added_is_not_idle():
    state = around(2, stock="y0g5 r1b9 y0g9")
    play(state, "add y3g4", "stop", "stop")
    assert state.left == 2
    play(state, "stop")
    assert state.left == 1


def test_xx43_a_turn_with_a_series_is_not_idle():
    state = around(2, stock="y0g5 r1b9 y0g9 r1y8 g1y5")
    play(state, RED_678, "stop", "stop")
    assert state.left == 2
    play(state, "stop")
    assert state.left == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_idle_turns_count_only_in_a_row(players):
    state = around(players, stock="y0g5 r1b9 y0g9", turn=1)
    play(state, *["stop"] * (players - 1), "add y3g4", "stop")
    assert state.left == 2
    play(state, *["stop"] * (players - 1))
    assert state.left == 2
    play(state, "stop")
    assert state.left == 1


# XX44 The end.


def test_xx44_with_the_stock_empty_nothing_is_drawn_or_replaced():
    state = position("g0r6 b2r7 r5y9 y3g4", "g6r9 g7r8 b5g8", open_cards="b4r8 b0y10")
    play(state, RED_678)
    assert (hand(state, 0), table(state)) == ({"r5y9", "y3g4"}, {"b0y10"})


def test_xx44_it_is_over_as_soon_as_nobody_can_lay_a_series():
    state = play(position(LAYING, DULL, open_cards="b0y10"), RED_678)
    assert ending(state) == "nobody-can-lay"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_whoever_could_lay_it_and_whoever_is_to_move(players):
    for seat in range(players):
        others = ["r0y3 g2b6", "y1b7 r5y9", "y9g10 r4b10", "y2r3 b0y1", "y0g8"][: players - 1]
        hands = [*others[:seat], LAYING, *others[seat:]]
        for mover in range(players):
            state = play(position(*hands, open_cards="b0y10", turn=mover), "stop")
            assert ending(state) is None
            given = sorted(hand(state, turn(state)) - {"g0r6", "b2r7", "b4r8"})[0]
            assert ending(play(state, f"swap {given}/b0y10")) is None


def test_xx44_open_cards_count_for_everybody_and_the_swap_that_takes_the_last_chance_ends_it():
    state = position(DULL, "g0r6 b2r7", open_cards="b4r8 b0y10")
    assert ending(play(state, "swap g2b6/b0y10")) is None
    state = position(DULL, "g0r6 b2r7", open_cards="b4r8 b0y10")
    assert ending(play(state, "swap g2b6/b4r8")) == "nobody-can-lay"


def test_xx44_three_open_cards_are_no_series_that_anybody_can_lay():
    state = position("g0r6 y0g8", "r0y3 g2b6 y1b7", open_cards="b2r7 b4r8 b0y10")
    assert ending(play(state, "swap g0r6/b0y10")) == "nobody-can-lay"


@pytest.mark.parametrize("own", ["g3r10 g0r2 g1y5", "y9g10 b0y1 b1r6", "r1b10 y0g5 y1g3", "y4r9 y2r10 g0r6"])
def test_xx44_no_run_goes_on_from_the_10_of_a_colour_to_the_0_of_another(own):
    assert ending(play(position(own, "r0y7", open_cards="b8y10"), "stop")) == "nobody-can-lay"


def test_xx44_it_goes_on_if_only_the_player_who_has_laid_one_in_this_turn_can():
    state = position("g0r6 b2r7 b4r8 g6r9", DULL, open_cards="g7r8 b5g8")
    play(state, RED_678)
    assert ending(state) is None
    assert legal(state) == ["stop", "swap g6r9/b5g8", "swap g6r9/g7r8"]


def test_xx44_it_is_over_in_the_middle_of_a_turn_when_the_last_card_is_drawn():
    state = play(position("g0r6 b2r7", DULL, open_cards="b0y10", stock="y9g10"), "add g0r6")
    assert ending(state) == "nobody-can-lay"
    assert turn(state) == 0
    assert ending(play(position("g0r6 b2r7 r5y9", DULL, open_cards="b0y10", stock="b4r8"), "add r5y9")) is None


@pytest.mark.parametrize(("last", "end"), [("y9g10", "nobody-can-lay"), ("b4r8", None)])
def test_xx44_it_is_looked_at_when_the_last_card_is_turned_up(last, end):
    state = position("g0r6 b2r7", DULL, open_cards="b0y10", stock=last)
    play(state, "stop", "stop")
    assert (state.left, ending(state)) == (0, end)
    assert table(state) == {"b0y10", last}


def test_xx44_while_the_stock_has_cards_it_goes_on_though_nobody_can_lay_a_series():
    assert ending(play(position("g0r6 b2r7", DULL, open_cards="b0y10", stock="y9g10"), "swap g0r6/b0y10")) is None


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_it_is_over_after_n_idle_turns_in_a_row_with_the_stock_empty(players):
    state = play(around(players), *["stop"] * (players - 1))
    assert ending(state) is None
    assert ending(play(state, "stop")) == "all-idle"


def test_xx44_swaps_are_idle_with_the_stock_empty_too_and_a_series_is_not():
    state = position("g0r6 b2r7 b4r8 g6r9", "g7r8 b5g8", open_cards="b0y10")
    play(state, "swap g6r9/b0y10", "stop", "swap g7r8/g6r9")
    assert ending(play(state, "stop")) == "all-idle"
    state = position("g0r6 b2r7 b4r8 y3g4", "g6r9 g7r8 b5g8", open_cards="b0y10")
    play(state, "stop", "series g6r9+g7r8+b5g8", "stop", "stop")
    assert ending(state) is None
    assert ending(play(state, "stop")) == "all-idle"


def test_xx44_the_turned_up_last_card_begins_the_count_anew():
    state = play(position(LAYING, DULL, open_cards="b0y10", stock="y9g10"), "stop", "stop")
    assert (state.left, ending(state)) == (0, None)
    assert ending(play(state, "stop")) is None
    assert ending(play(state, "stop")) == "all-idle"


# XX45 What counts.


def test_xx45_the_totals_of_all_cards_in_ones_series_open_ones_included():
    state = position("g0r6 b2r7 r5y9 y3g4", "g6r9 g7r8 b0y1", open_cards="b4r8 b5g8", stock="y9g10 r0y3 y2r3 r1b9")
    assert scores(play(state, RED_678)) == [6 + 9 + 12, 0]
    play(state, "stop", "series g6r9+g7r8+b5g8")
    assert scores(state) == [27, 15 + 15 + 13]


def test_xx45_several_series_of_one_seat_add_up():
    state = position(LAYING, DULL, open_cards="b0y10", stock="g6r9 g7r8 b5g8 y9g10")
    play(state, RED_678, "stop", "stop", "series g6r9+g7r8+b5g8")
    assert scores(state) == [27 + 43, 0]


def test_xx45_the_highest_score_wins():
    match = opened(3)
    for _ in walk(match, np.random.default_rng(2), eagerness=1):
        pass
    laid = [0] * 3
    for seat, name in match.moves:
        if name.startswith("series"):
            laid[seat] += sum(map(points, name.removeprefix("series ").split("+")))
    assert match.scores == laid
    assert match.places == [1 + sum(other > score for other in laid) for score in laid]
    assert max(laid) > min(laid)


def test_xx71_of_several_rounds_the_places_are_added_up():
    agreed = SHELF.format(SHELF.agree(3, rounds=2))
    totals, places = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32)
    standings(SHELF.name, agreed)(np.array([[[90, 70, 90], [10, 120, 50]]], np.int32), totals, places)
    assert totals.tolist() == [[1 + 3, 3 + 1, 1 + 2]]
    assert places.tolist() == [[2, 2, 1]]
    assert opened(3).rounds == 1
    assert opened(3, rounds=4).rounds == 4
