"""Fournir des séries, paragraph by paragraph: refusals, quiet turns, the end, and what counts."""

import numpy as np
import pytest

from pioche.core.compiled.kernels import standings
from pioche.games.xxl.series import GAME as SHELF
from pioche.games.xxl.series import RULES
from tests.games.xxl.series.deals import ending, hand, legal, opened, play, position, series, table, turn, walk
from tests.games.xxl.series.referee import points

PLAYERS = list(SHELF.players)
DULL = "r0y3 g2b6 y1b7 r5y9"
RED_678 = "series g0r6+b2r7+b4r8"
LAYING = "g0r6 b2r7 b4r8 y3g4"
GREEN_678 = "g6r9 g7r8 b5g8"
HANDS = ["g0r6 b2r7 b4r8 y3g4", "r0y3 g2b6 y1b7 r5y9", "y9g10 r4b10 y2r3 b0y1", "y0g8 b8y10 g1r2", "y4r9", "r3y8"]


def around(players, **rest):
    """A round of so many, in which seat 0 can lay a series."""
    return position(*HANDS[:players], **{"open_cards": "b0y10"} | rest)


def scores(state):
    out = np.zeros(int(state.seats), np.int32)
    RULES.scores(state, out)
    return out.tolist()


def quiet_turn(state):
    """A turn with a swap and nothing else."""
    swap = next(name for name in legal(state) if name.startswith("swap"))
    return play(state, swap, "stop")


def quiet_turns(state, count):
    for _ in range(count):
        quiet_turn(state)
    return state


# XX42 Refusals.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx42_after_all_refuse_in_a_row_one_more_card_is_turned_up(players):
    state = around(players, stock="y0g5 r1b9 y0g9", turn=players - 1)
    play(state, *["stop"] * (players - 1))
    assert (table(state), state.left) == ({"b0y10"}, 3)
    play(state, "stop")
    assert (table(state), state.left) == ({"b0y10", "y0g5"}, 2)
    assert turn(state) == players - 1


@pytest.mark.parametrize("players", PLAYERS)
def test_xx42_a_card_turned_up_resets_the_count_and_the_next_player_goes_on(players):
    state = play(around(players, stock="y0g5 r1b9 y0g9"), *["stop"] * players)
    assert turn(state) == 0
    play(state, *["stop"] * (players - 1))
    assert state.left == 2
    play(state, "stop")
    assert (table(state), state.left) == ({"b0y10", "y0g5", "r1b9"}, 1)


@pytest.mark.parametrize("action", ["swap y3g4/b0y10", "add y3g4", RED_678])
@pytest.mark.parametrize("players", PLAYERS)
def test_xx42_a_turn_with_a_series_or_an_exchange_is_not_a_refusal(players, action):
    state = around(players, stock="y0g5 r1b9 y0g9 r1y8 g1y5")
    play(state, action, "stop")
    left = state.left
    play(state, *["stop"] * (players - 1))
    assert state.left == left
    play(state, "stop")
    assert state.left == left - 1


@pytest.mark.parametrize("action", ["swap y3g4/b0y10", "add y3g4"])
@pytest.mark.parametrize("players", PLAYERS)
def test_xx42_refusals_count_only_in_a_row(players, action):
    state = around(players, stock="y0g5 r1b9 y0g9", turn=1)
    play(state, *["stop"] * (players - 1), action, "stop")
    left = state.left
    play(state, *["stop"] * (players - 1))
    assert state.left == left
    play(state, "stop")
    assert state.left == left - 1


# XX43 Quiet turns.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_2n_turns_in_a_row_without_a_series_or_a_draw_count_like_n_refusals(players):
    state = quiet_turns(around(players, stock="y0g5 r1b9"), 2 * players - 1)
    assert (len(table(state)), state.left) == (1, 2)
    quiet_turn(state)
    assert (len(table(state)), state.left) == (2, 1)
    assert "y0g5" in table(state)
    assert turn(state) == 0


@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_refusals_are_among_the_2n_turns(players):
    state = quiet_turn(around(players, stock="y0g5 r1b9"))
    play(state, *["stop"] * (players - 1))
    quiet_turn(state)
    play(state, *["stop"] * (players - 2))
    assert state.left == 2
    assert play(state, "stop").left == 1


@pytest.mark.parametrize("action", ["add y3g4", RED_678])
@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_a_series_or_a_drawn_card_resets_the_count(players, action):
    state = quiet_turns(around(players, stock="y0g5 r1b9 y0g9 r1y8 g1y5", turn=1), players - 1)
    play(state, action, "stop")
    left = state.left
    quiet_turns(state, 2 * players - 1)
    assert state.left == left
    assert quiet_turn(state).left == left - 1


def test_xx43_a_series_resets_the_count_even_with_the_stock_empty_or_after_a_swap():
    state = position(LAYING, f"{GREEN_678} r0y3", open_cards="b0y10")
    play(state, "swap y3g4/b0y10", "stop", "swap r0y3/y3g4", "stop")
    play(state, "swap b0y10/r0y3", RED_678, "stop")
    play(state, "swap y3g4/b0y10", "stop", "swap r0y3/y3g4", "stop", "swap b0y10/r0y3", "stop")
    assert ending(state) is None
    assert ending(play(state, "stop")) == "no-progress"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_a_card_turned_up_by_refusals_resets_the_count(players):
    state = quiet_turn(around(players, stock="y0g5 r1b9 y0g9"))
    play(state, *["stop"] * players)
    assert state.left == 2
    quiet_turns(state, 2 * players - 1)
    assert state.left == 2
    assert quiet_turn(state).left == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_xx43_the_card_turned_up_after_2n_turns_resets_both_counts(players):
    state = quiet_turns(around(players, stock="y0g5 r1b9 y0g9 r1y8"), 2 * players - 1)
    assert play(state, "stop").left == 3
    play(state, *["stop"] * (players - 1))
    assert state.left == 3
    assert play(state, "stop").left == 2
    quiet_turns(state, 2 * players)
    assert state.left == 1
    quiet_turns(state, 2 * players - 1)
    assert state.left == 1


# XX44 The end.


def test_xx44_with_the_stock_empty_nothing_is_drawn_or_replaced():
    state = position("g0r6 b2r7 r5y9 y3g4", "g6r9 g7r8 b5g8", open_cards="b4r8 b0y10")
    play(state, RED_678)
    assert (hand(state, 0), table(state)) == ({"r5y9", "y3g4"}, {"b0y10"})


def test_xx44_the_round_ends_as_soon_as_nobody_can_form_a_series():
    state = play(position(LAYING, DULL, open_cards="b0y10"), RED_678)
    assert ending(state) == "nobody-can-lay"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_it_does_not_matter_who_could_lay_a_series_or_who_is_to_move(players):
    for seat in range(players):
        others = ["r0y3 g2b6", "y1b7 r5y9", "y9g10 r4b10", "y2r3 b0y1", "y0g8"][: players - 1]
        hands = [*others[:seat], LAYING, *others[seat:]]
        for mover in range(players):
            state = play(position(*hands, open_cards="b0y10", turn=mover), "stop")
            assert ending(state) is None
            given = sorted(hand(state, turn(state)) - {"g0r6", "b2r7", "b4r8"})[0]
            assert ending(play(state, f"swap {given}/b0y10")) is None


def test_xx44_open_cards_count_for_everybody_and_a_swap_can_end_the_round():
    state = position(DULL, "g0r6 b2r7", open_cards="b4r8 b0y10")
    assert ending(play(state, "swap g2b6/b0y10")) is None
    state = position(DULL, "g0r6 b2r7", open_cards="b4r8 b0y10")
    assert ending(play(state, "swap g2b6/b4r8")) == "nobody-can-lay"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_three_open_cards_count_for_anybody_who_holds_a_card(players):
    for holder in range(players):
        hands = [""] * players
        hands[holder] = "b0y1"
        for mover in range(players):
            state = play(position(*hands, open_cards=GREEN_678, turn=mover), "stop")
            assert ending(state) is None


def test_xx44_three_open_cards_are_taken_by_an_exchange_and_laid_in_the_same_turn():
    state = play(position(LAYING, "b0y1", open_cards=f"b0y10 {GREEN_678}"), RED_678, "stop")
    assert ending(state) is None
    assert series(state) == []
    play(state, "swap b0y1/g7r8", "series g6r9+g7r8+b5g8")
    assert scores(state) == [27, 43]
    assert ending(state) == "nobody-can-lay"


def test_xx44_three_open_cards_do_not_count_for_empty_hands():
    state = play(position("g0r6 b2r7 b4r8", "", open_cards=GREEN_678), RED_678)
    assert ending(state) == "nobody-can-lay"
    state = play(position("g0r6 b2r7 b4r8", "b0y1", open_cards=GREEN_678), RED_678)
    assert ending(state) is None


def test_xx44_the_round_goes_on_if_a_swap_makes_three_open_cards_a_run():
    state = position("g0r6 y0g8", "r0y3 g2b6 y1b7", open_cards="b2r7 b4r8 b0y10")
    assert ending(play(state, "swap g0r6/b0y10")) is None
    assert series(play(state, "stop")) == []
    state = position("g0r6 y0g8", "r0y3 g2b6 y1b7", open_cards="b2r7 b4r8 b0y10")
    assert ending(play(state, "swap y0g8/b2r7", "stop")) is None
    assert ending(play(state, "swap r0y3/b4r8")) == "nobody-can-lay"


@pytest.mark.parametrize("own", ["g3r10 g0r2 g1y5", "y9g10 b0y1 b1r6", "r1b10 y0g5 y1g3", "y4r9 y2r10 g0r6"])
def test_xx44_no_run_continues_from_a_10_to_the_0_of_another_colour(own):
    assert ending(play(position(own, "r0y7", open_cards="b8y10"), "stop")) == "nobody-can-lay"


def test_xx44_the_round_goes_on_if_only_the_player_who_just_laid_a_series_can_form_another():
    state = position("g0r6 b2r7 b4r8 g6r9", DULL, open_cards="g7r8 b5g8")
    play(state, RED_678)
    assert ending(state) is None
    assert legal(state) == ["stop", "swap g6r9/b5g8", "swap g6r9/g7r8"]


def test_xx44_the_round_can_end_in_the_middle_of_a_turn_with_the_last_card_drawn():
    state = play(position("g0r6 b2r7", DULL, open_cards="b0y10", stock="y9g10"), "add g0r6")
    assert ending(state) == "nobody-can-lay"
    assert turn(state) == 0
    assert ending(play(position("g0r6 b2r7 r5y9", DULL, open_cards="b0y10", stock="b4r8"), "add r5y9")) is None


@pytest.mark.parametrize(("last", "end"), [("y9g10", "nobody-can-lay"), ("b4r8", None)])
def test_xx44_the_end_is_checked_when_the_last_card_is_turned_up(last, end):
    state = position("g0r6 b2r7", DULL, open_cards="b0y10", stock=last)
    play(state, "stop", "stop")
    assert (state.left, ending(state)) == (0, end)
    assert table(state) == {"b0y10", last}


def test_xx44_the_round_goes_on_while_the_stock_has_cards():
    assert ending(play(position("g0r6 b2r7", DULL, open_cards="b0y10", stock="y9g10"), "swap g0r6/b0y10")) is None


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_n_refusals_in_a_row_with_the_stock_empty_end_the_round(players):
    state = play(around(players), *["stop"] * (players - 1))
    assert ending(state) is None
    assert ending(play(state, "stop")) == "all-idle"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_a_swap_is_not_a_refusal_even_with_the_stock_empty(players):
    state = play(around(players, open_cards=f"b0y10 {GREEN_678}"), *["stop"] * (players - 1))
    assert ending(quiet_turn(state)) is None
    play(state, *["stop"] * (players - 1))
    assert ending(state) is None
    assert ending(play(state, "stop")) == "all-idle"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_2n_turns_without_a_series_with_the_stock_empty_end_the_round(players):
    state = play(around(players), *["swap y3g4/b0y10", "stop"])
    for lap in range(2):
        for _ in range(players - 1):
            assert ending(state) is None
            play(state, "stop")
        if lap == 0:
            play(state, "swap b0y10/y3g4", "stop")
    assert ending(state) == "no-progress"


@pytest.mark.parametrize("players", PLAYERS)
def test_xx44_if_both_counts_are_full_the_ending_is_all_refused(players):
    state = around(players, open_cards=f"b0y10 {GREEN_678}")
    for _ in range(players):
        given = sorted(hand(state, turn(state)) - set(LAYING.split()[:3]))[0]
        open_card = sorted(table(state) - set(GREEN_678.split()))[0]
        play(state, f"swap {given}/{open_card}", "stop")
    play(state, *["stop"] * (players - 1))
    assert ending(state) is None
    assert ending(play(state, "stop")) == "all-idle"


def test_xx44_a_series_resets_both_counts_with_the_stock_empty():
    state = position("g0r6 b2r7 b4r8 y3g4", "g6r9 g7r8 b5g8", open_cards="b0y10")
    play(state, "stop", "series g6r9+g7r8+b5g8", "stop", "stop")
    assert ending(state) is None
    assert ending(play(state, "stop")) == "all-idle"


def test_xx44_turning_up_the_last_card_resets_the_counts():
    state = play(position(LAYING, DULL, open_cards="b0y10", stock="y9g10"), "stop", "stop")
    assert (state.left, ending(state)) == (0, None)
    assert ending(play(state, "stop")) is None
    assert ending(play(state, "stop")) == "all-idle"
    state = quiet_turns(position(LAYING, DULL, open_cards=GREEN_678, stock="y9g10"), 3)
    assert ending(play(state, "stop")) is None
    assert (state.left, state.refusals, state.quiet) == (0, 0, 0)


# XX45 What counts.


def test_xx45_the_score_is_the_total_of_ones_series_including_open_cards():
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


def test_xx71_the_places_of_several_rounds_are_added_up():
    agreed = SHELF.format(SHELF.agree(3, rounds=2))
    totals, places = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32)
    standings(SHELF.name, agreed)(np.array([[[90, 70, 90], [10, 120, 50]]], np.int32), totals, places)
    assert totals.tolist() == [[1 + 3, 3 + 1, 1 + 2]]
    assert places.tolist() == [[2, 2, 1]]
    assert opened(3).rounds == 1
    assert opened(3, rounds=4).rounds == 4
