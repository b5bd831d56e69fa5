"""Sequences and series, and how they are laid, extended and exchanged with: K6-10 to K6-19."""

import pytest

from tests.games.k6t.six_sequences.deals import hand, legal, play, position, zones

EXTENDING = 2


def lays(state):
    return [name for name in legal(state) if name.startswith("lay")]


def adds(state):
    return [name for name in legal(state) if name.startswith("add ")]


def test_k6_10_a_sequence_is_three_consecutive_places_of_one_suit():
    assert lays(position("4h 5h 6h 6c 7c 9c 2d 3s", "")) == ["lay 4h+5h+6h"]


def test_k6_10_figures_follow_the_12_in_their_order():
    state = position("11s 12s Js Cs Bs Rs Qs Ks As", "")
    assert len(lays(state)) == 7
    assert {"lay 12s+Js+Cs", "lay Js+Cs+Bs", "lay Cs+Bs+Rs", "lay Bs+Rs+Qs", "lay Qs+Ks+As"} <= set(lays(state))


def test_k6_10_a_sequence_of_more_than_three_is_laid_and_added_to():
    state = play(position("4h 5h 6h 7h", ""), "lay 4h+5h+6h", "add 7h")
    assert zones(state, 0) == {"hearts-1": "4h 5h 6h 7h"}


def test_k6_10_a_series_is_three_of_a_rank_in_different_suits():
    state = position("9s 9c 9h 9m 8s 8c", "", sequences=["0 4h 5h 6h"])
    assert lays(state) == sorted(["lay 9s+9c+9h", "lay 9s+9c+9m", "lay 9s+9h+9m", "lay 9c+9h+9m"])
    assert zones(play(state, "lay 9s+9h+9m"), 0) == {"hearts-1": "4h 5h 6h", "series-9": "9s 9h 9m"}


def test_k6_10_zeros_never_form_a_series():
    assert lays(position("0s 0c 0h", "", sequences=["0 4h 5h 6h"])) == []


def test_k6_11_the_first_combination_is_a_sequence():
    state = position("9s 9c 9h 4d 5d 6d", "")
    assert lays(state) == ["lay 4d+5d+6d"]
    assert lays(play(state, "lay 4d+5d+6d")) == ["lay 9s+9c+9h"]


def test_k6_11_the_nth_series_needs_n_sequences():
    state = position("9s 9c 9h 8s 8c 8h", "", sequences=["0 4d 5d 6d"])
    assert "lay 8s+8c+8h" not in lays(play(state, "lay 9s+9c+9h"))
    state = position("9s 9c 9h 8s 8c 8h", "", sequences=["0 4d 5d 6d", "0 4t 5t 6t"])
    assert "lay 8s+8c+8h" in lays(play(state, "lay 9s+9c+9h"))


def test_k6_11_each_lay_counts_once():
    state = play(position("4d 5d 6d 9s 9c 9h 8s 8c 8h", ""), "lay 4d+5d+6d", "lay 9s+9c+9h")
    assert lays(state) == []


def test_k6_11_everything_one_laid_counts_and_others_do_not():
    state = position("9s 9c 9h 7d", "", sequences=["0 4d 5d 6d", "1 4t 5t 6t"], series=["0 8s 8c 8h"])
    assert lays(state) == []
    play(state, "add 7d")
    assert lays(state) == []


def test_k6_11_joined_sequences_still_count_separately():
    state = position("5d 6d 7d 9s 9c 9h 8s 8c 8h", "", sequences=["0 2d 3d 4d"])
    play(state, "lay 5d+6d+7d")
    assert zones(state, 0) == {"diamonds-1": "2d 3d 4d 5d 6d 7d"}
    play(state, "lay 9s+9c+9h", "lay 8s+8c+8h")


def test_k6_12_the_joker_takes_any_of_three_places():
    assert lays(position("0h 4h 5h", "")) == sorted(["lay 0h=3h+4h+5h", "lay 4h+5h+0h=6h"])
    assert lays(position("0h 4h 6h", "")) == ["lay 4h+0h=5h+6h"]
    assert lays(position("0h 4c 5c", "")) == []


def test_k6_12_the_joker_takes_places_at_both_ends():
    assert lays(position("0h 2h 3h", "")) == sorted(["lay 0h=1h+2h+3h", "lay 2h+3h+0h=4h"])
    assert lays(position("0h Qh Kh", "")) == sorted(["lay 0h=Rh+Qh+Kh", "lay Qh+Kh+0h=Ah"])
    state = position("0h", "", sequences=["0 2h 3h 4h"])
    assert adds(state) == ["add 0h=1h", "add 0h=5h"]
    assert zones(play(state, "add 0h=1h"), 0) == {"hearts-1": "0h 2h 3h 4h"}


def test_k6_12_a_laid_joker_keeps_its_place():
    state = play(position("0h 4h 5h 3h", ""), "lay 4h+5h+0h=6h", "add 3h")
    assert zones(state, 0) == {"hearts-1": "3h 4h 5h 0h"}
    assert "add 6h" not in legal(state)


def test_k6_12_a_joker_never_goes_in_a_series():
    state = position("0s 9s", "", sequences=["0 4d 5d 6d"], series=["0 9c 9h 9d"])
    assert [name for name in legal(state) if "series" in name] == ["addto series 9s"]


def test_k6_13_the_ace_may_stand_on_place_1_and_the_1_on_place_a():
    assert lays(position("Ah 2h 3h", "")) == ["lay Ah=1h+2h+3h"]
    assert lays(position("1h Qh Kh", "")) == ["lay Qh+Kh+1h=Ah"]
    assert adds(position("Ah", "", sequences=["0 2h 3h 4h"])) == ["add Ah=1h"]
    assert adds(position("1h", "", sequences=["0 Rh Qh Kh"])) == ["add 1h=Ah"]


def test_k6_13_with_a_joker_too():
    assert lays(position("Ah 0h 3h", "")) == ["lay Ah=1h+0h=2h+3h"]
    assert lays(position("Ah 2h 0h", "")) == ["lay Ah=1h+2h+0h=3h"]
    assert lays(position("1h Qh 0h", "")) == ["lay Qh+0h=Kh+1h=Ah"]
    assert lays(position("1h 0h Kh", "")) == ["lay 0h=Qh+Kh+1h=Ah"]


def test_k6_13_nothing_wraps_round():
    assert lays(position("Kh Ah 1h 2h", "")) == []
    assert adds(position("2h 1h", "", sequences=["0 Qh Kh Ah"])) == []
    assert adds(position("Kh Ah", "", sequences=["0 1h 2h 3h"])) == []


def test_k6_13_in_series_1_and_a_are_different_ranks():
    state = position("1s 1c Ah Ad", "", sequences=["0 4h 5h 6h"], series=["0 1h 1d 1t"])
    assert lays(state) == []
    assert [name for name in legal(state) if "series" in name] == ["addto series 1c", "addto series 1s"]


def test_k6_14_a_sequence_is_extended_at_either_end_and_a_series_by_a_missing_suit():
    state = position("3h 7h 8h 9s 9m", "", sequences=["0 4h 5h 6h"], series=["0 9c 9t 9d"])
    assert legal(state) == sorted(["add 3h", "add 7h", "addto series 9m", "addto series 9s", "stop"])
    play(state, "add 7h", "add 8h", "add 3h", "addto series 9m")
    assert zones(state, 0) == {"hearts-1": "3h 4h 5h 6h 7h 8h", "series-9": "9c 9d 9t 9m"}
    assert hand(state, 0) == {"9s"}


def test_k6_14_only_ones_own_combinations_can_be_extended():
    assert legal(position("7h 9s", "", sequences=["1 4h 5h 6h"], series=["1 9c 9h 9d"])) == ["stop"]


def test_k6_14_sequences_that_touch_by_adding_become_one():
    state = play(position("7h 3h", "", sequences=["0 4h 5h 6h", "0 8h 9h 10h"]), "add 7h")
    assert zones(state, 0) == {"hearts-1": "4h 5h 6h 7h 8h 9h 10h"}
    assert adds(state) == ["add 3h"]


def test_k6_14_sequences_that_touch_by_laying_become_one():
    state = play(position("7h 8h 9h", "", sequences=["0 4h 5h 6h", "0 10h 11h 12h"]), "lay 7h+8h+9h")
    assert zones(state, 0) == {"hearts-1": "4h 5h 6h 7h 8h 9h 10h 11h 12h"}


def test_k6_14_other_players_sequences_are_not_joined():
    state = play(position("7h 8h 9h", "", sequences=["1 4h 5h 6h"]), "lay 7h+8h+9h")
    assert zones(state, 0) == {"hearts-1": "7h 8h 9h"}
    assert zones(state, 1) == {"hearts-1": "4h 5h 6h"}


@pytest.mark.parametrize(
    ("laid", "cards", "lay", "expected"),
    [
        ("4h 5h 6h", "0h 7h 8h", "lay 0h=6h+7h+8h", ["4h 5h 6h", "0h 7h 8h"]),
        ("6h 7h 8h", "4h 5h 0h", "lay 4h+5h+0h=6h", ["4h 5h 0h", "6h 7h 8h"]),
        ("4h 5h 0h=6h", "6h 7h 8h", "lay 6h+7h+8h", ["4h 5h 0h", "6h 7h 8h"]),
        ("0h=6h 7h 8h", "4h 5h 6h", "lay 4h+5h+6h", ["4h 5h 6h", "0h 7h 8h"]),
    ],
)
def test_k6_14_sequences_may_overlap_by_a_joker_and_are_not_joined(laid, cards, lay, expected):
    state = play(position(cards + " 3h 9h", "6c", sequences=[f"0 {laid}"]), lay)
    assert zones(state, 0) == dict(zip(["hearts-1", "hearts-2"], expected, strict=True))
    assert adds(state) == ["add 3h", "add 9h"]
    play(state, "add 9h", "add 3h")
    assert zones(state, 0) == {"hearts-1": f"3h {expected[0]}", "hearts-2": f"{expected[1]} 9h"}
    assert not [name for name in legal(state) if name.startswith("exchange")]


def test_k6_14_an_overlapping_sequence_joins_the_one_it_touches_on_the_other_side():
    state = position("0h 7h 8h", "", sequences=["0 4h 5h 6h", "0 9h 10h 11h"])
    assert zones(play(state, "lay 0h=6h+7h+8h"), 0) == {"hearts-1": "4h 5h 6h", "hearts-2": "0h 7h 8h 9h 10h 11h"}


def test_k6_14_others_may_overlap_by_a_joker_too():
    state = play(position("0h 7h 8h 9h", "", sequences=["1 4h 5h 6h"]), "lay 0h=6h+7h+8h", "add 9h")
    assert zones(state, 0) == {"hearts-1": "0h 7h 8h 9h"}
    assert zones(state, 1) == {"hearts-1": "4h 5h 6h"}


def test_k6_14_a_series_that_lost_cards_may_be_extended_while_it_has_one():
    state = position("9s", "", sequences=["0 6c 7c 8c", "0 6h 7h 8h", "0 6d 7d 8d"], series=["0 9c 9h 9d"])
    play(state, "add 9c", "add 9h")
    assert "addto series 9s" in legal(state)
    play(state, "add 9d")
    assert "addto series 9s" not in legal(state)


def test_k6_15_cards_of_earlier_turns_move_from_series_to_sequences():
    state = position("", "", sequences=["0 6h 7h 8h"], series=["0 9c 9h 9d"])
    assert adds(state) == ["add 9h"]
    assert zones(play(state, "add 9h"), 0) == {"hearts-1": "6h 7h 8h 9h", "series-9": "9c 9d"}


def test_k6_15_cards_of_this_turn_cannot_move():
    state = play(position("9c 9h 9d 9t", "", sequences=["0 6h 7h 8h", "0 6t 7t 8t"]), "lay 9c+9h+9d")
    assert "add 9h" not in legal(state)
    play(state, "addto series 9t")
    assert "add 9t" not in legal(state)


def test_k6_15_a_move_is_not_new_in_the_next_turn():
    state = position("9c 9h 9d", "5s", sequences=["0 6h 7h 8h"], stock="2s 5c 8d Js Cc Bm Rt 12s 3t 4m 6s")
    play(state, "lay 9c+9h+9d", "stop", "stop", "discard 2s", "draw", "stop", "discard 5s", "draw")
    assert "add 9h" in legal(state)


def test_k6_15_never_from_a_sequence_to_a_series():
    state = position("", "", sequences=["0 6h 7h 8h"], series=["0 8c 8d 8t"])
    assert legal(state) == ["stop"]


def test_k6_15_a_series_may_shrink_to_nothing_and_still_counts():
    state = position("2s 2c 2h", "", sequences=["0 6c 7c 8c"], series=["0 9c 10c 11c"])
    play(state, "add 9c", "add 10c", "add 11c")
    assert zones(state, 0) == {"clubs-1": "6c 7c 8c 9c 10c 11c"}
    assert lays(state) == []


def test_k6_15_a_new_sequence_may_come_from_series_alone():
    series = ["0 9c 9h 9d", "0 10c 10s 10d", "0 11c 11s 11d"]
    state = position("", "", sequences=["0 6t 7t 8t"], series=series)
    assert lays(state) == ["lay 9c+10c+11c", "lay 9d+10d+11d"]
    assert zones(play(state, "lay 9c+10c+11c"), 0)["series-9"] == "9h 9d"


def test_k6_15_a_player_may_lay_two_series_of_one_rank():
    state = position("9s 9c 9h 9d 9t 9m", "", sequences=["0 6t 7t 8t", "0 6m 7m 8m"])
    play(state, "lay 9s+9c+9h", "lay 9d+9t+9m")
    assert zones(state, 0)["series-9"] == "9s 9c 9h 9d 9t 9m"


def test_k6_15_the_extending_phase_allows_moves_but_no_new_sequences():
    series = ["0 9c 9h 9d", "0 10c 10s 10d", "0 11c 11s 11d"]
    state = position("", "", sequences=["0 6h 7h 8h"], series=series, phase=EXTENDING)
    assert legal(state) == ["add 9h", "stop"]


@pytest.mark.parametrize("owner", [0, 1])
def test_k6_16_a_joker_in_anyones_sequence_is_exchanged_for_the_true_card(owner):
    state = position("6h 6c", "", sequences=[f"{owner} 4h 5h 0h=6h"])
    assert [name for name in legal(state) if name.startswith("exchange")] == ["exchange 6h"]
    play(state, "exchange 6h")
    assert zones(state, owner) == {"hearts-1": "4h 5h 6h"}
    assert hand(state, 0) == {"0h", "6c"}


def test_k6_16_the_joker_may_be_used_at_once():
    state = play(position("6h", "", sequences=["0 4h 5h 0h=6h"]), "exchange 6h", "add 0h=7h")
    assert zones(state, 0) == {"hearts-1": "4h 5h 6h 0h"}
    assert hand(state, 0) == set()


def test_k6_16_on_the_end_places_only_the_true_card_is_exchanged():
    assert "exchange 1h" in legal(position("1h Ah", "", sequences=["1 0h=1h 2h 3h"]))
    assert "exchange Ah" not in legal(position("1h Ah", "", sequences=["1 0h=1h 2h 3h"]))
    assert "exchange Ah" in legal(position("1h Ah", "", sequences=["1 Qh Kh 0h=Ah"]))
    assert "exchange 1h" not in legal(position("1h Ah", "", sequences=["1 Qh Kh 0h=Ah"]))


@pytest.mark.parametrize("owner", [0, 1])
def test_k6_17_the_1_and_the_a_take_their_own_places(owner):
    state = play(position("1h", "", sequences=[f"{owner} Ah=1h 2h 3h"]), "exchange 1h")
    assert (zones(state, owner), hand(state, 0)) == ({"hearts-1": "1h 2h 3h"}, {"Ah"})
    state = play(position("Ah", "", sequences=[f"{owner} Qh Kh 1h=Ah"]), "exchange Ah")
    assert (zones(state, owner), hand(state, 0)) == ({"hearts-1": "Qh Kh Ah"}, {"1h"})


def test_k6_17_not_for_another_suit_nor_back():
    assert legal(position("1c", "", sequences=["1 Ah=1h 2h 3h"])) == ["stop"]
    assert legal(position("Ah", "", sequences=["1 1h 2h 3h"])) == ["stop"]


def test_k6_18_exchanges_take_cards_from_hand_only():
    sequences = ["0 4h 5h 0h=6h", "0 2c 3c 4c"]
    state = position("", "", sequences=sequences, series=["0 6h 6c 6d"])
    assert not [name for name in legal(state) if name.startswith("exchange")]


def test_k6_18_exchanges_are_made_while_laying_extending_and_in_the_last_goes():
    for phase in (1, 2, 5):
        assert "exchange 6h" in legal(position("6h", "", sequences=["1 4h 5h 0h=6h"], phase=phase))
    assert legal(position("6h", "", sequences=["1 4h 5h 0h=6h"], phase=0)) == ["draw"]
    assert legal(position("6h", "", sequences=["1 4h 5h 0h=6h"], phase=3)) == ["discard 6h"]


def test_k6_19_combinations_belong_to_the_team():
    sequences, series = ["0 4h 5h 6h", "1 4c 5c 6c"], ["0 9c 9h 9d"]
    state = position("", "", "7h 7c 9s", "", sequences=sequences, series=series, teams=True, turn=2)
    assert legal(state) == sorted(["add 7h", "addto series 9s", "stop"])
    assert zones(play(state, "add 7h"), 0)["hearts-1"] == "4h 5h 6h 7h"


def test_k6_19_series_and_sequences_are_counted_for_the_team():
    state = position("", "", "8s 8c 8h", "", sequences=["0 4h 5h 6h"], teams=True, turn=2)
    assert lays(state) == ["lay 8s+8c+8h"]
    state = position("", "", "8s 8c 8h", "", sequences=["0 4h 5h 6h"], turn=2)
    assert lays(state) == []


def test_worked_figure_moving_cards_out_of_series():
    state = position("9c 2h 3h", "", sequences=["0 10c 11c 12c", "0 10m 11m 12m"], series=["0 4h 4s 4t", "0 8h 8d 8c"])
    assert legal(state) == sorted(["add 9c", "lay 2h+3h+4h", "stop"])
    play(state, "lay 2h+3h+4h", "add 9c", "add 8c")
    assert zones(state, 0) == {
        "hearts-1": "2h 3h 4h",
        "clubs-1": "8c 9c 10c 11c 12c",
        "moons-1": "10m 11m 12m",
        "series-4": "4s 4t",
        "series-8": "8h 8d",
    }
