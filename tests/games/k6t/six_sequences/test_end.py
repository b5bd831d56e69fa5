"""The end of a round and its scores: K6-30 to K6-34."""

import numpy as np
import pytest

import pioche
from pioche.games.k6t.six_sequences import GAME, RULES
from tests.games.k6t.six_sequences.deals import hand, legal, opened, play, position, scores, to_move

DRAWING, LAYING, EXTENDING, DISCARDING, CLAIMING, LAST_GOES, OVER = range(7)


def test_k6_30_the_stock_has_run_out_when_its_last_card_is_drawn():
    state = position("2c 5d", "9s", phase=DRAWING, left=1, stock="Jm")
    play(state, "draw")
    assert (state.phase, legal(state)) == (LAYING, ["stop"])
    play(state, "stop", "discard 2c")
    assert (state.phase, to_move(state)) == (LAST_GOES, [1])


def test_k6_30_with_a_card_left_the_next_turn_is_an_ordinary_one():
    state = play(position("2c 5d", "9s", phase=DRAWING, left=2, stock="Jm Kt"), "draw", "stop", "discard 2c")
    assert (state.phase, legal(state)) == (DRAWING, ["draw"])


def test_k6_30_the_stock_may_run_out_while_drawing_up():
    state = position("7h 2c", "9s", sequences=["0 4h 5h 6h"], left=3, stock="Jm Kt 8h")
    play(state, "add 7h", "stop", "add 8h", "stop", "stop", "discard 2c")
    assert (state.phase, to_move(state), hand(state, 0)) == (LAST_GOES, [1], {"Jm", "Kt"})


def test_k6_30_the_last_goes_have_no_drawing_or_discarding():
    state = position(
        "7h 4c 5c 6c 9s 9d 9t Jt 3m", "2s", sequences=["0 4h 5h 6h", "1 11t 12t 0t=Jt"], phase=LAST_GOES, left=0
    )
    assert legal(state) == sorted(["add 7h", "exchange Jt", "lay 4c+5c+6c", "lay 9s+9d+9t", "pass"])
    play(state, "add 7h")
    assert "stop" in legal(state)
    assert "pass" not in legal(state)
    play(state, "lay 4c+5c+6c", "lay 9s+9d+9t", "exchange Jt", "stop")
    assert (to_move(state), hand(state, 0)) == ([1], {"0t", "3m"})


def test_k6_30_each_go_counts_as_a_turn_for_series():
    state = position("9c 9h 9d", "2s", sequences=["0 6h 7h 8h"], phase=LAST_GOES, left=0)
    play(state, "lay 9c+9h+9d")
    assert "add 9h" not in legal(state)
    play(state, "stop", "pass")
    assert "add 9h" in legal(state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_k6_30_the_round_is_over_when_all_pass_in_a_row(players):
    state = position("7h", *["2s"] + [""] * (players - 2), sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0)
    play(state, *["pass"] * (players - 1))
    assert state.phase == LAST_GOES
    assert play(state, "pass").phase == OVER


def test_k6_30_a_go_that_puts_something_down_resets_the_count():
    state = position("7h 3h", "2s", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0, turn=1)
    play(state, "pass", "add 7h", "stop", "pass", "add 3h", "stop", "pass")
    assert state.phase == LAST_GOES
    assert play(state, "pass").phase == OVER


def test_k6_30_a_player_may_pass_with_something_to_lay():
    state = play(position("7h", "2s", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0), "pass", "pass")
    assert state.phase == OVER


def test_k6_30_the_last_discard_can_still_be_claimed():
    state = position("8d 2c", "5s", "9d 10d 11d 3t", phase=DISCARDING, left=0)
    play(state, "discard 8d")
    assert to_move(state) == [2]
    play(state, "claim lay 8d+9d+10d")
    assert (state.phase, to_move(state)) == (LAST_GOES, [2])
    assert legal(state) == ["add 11d", "stop"]
    play(state, "add 11d", "stop")
    assert to_move(state) == [0]
    play(state, "pass", "pass", "pass")
    assert state.phase == OVER


def test_k6_30_if_nobody_claims_the_player_to_the_left_begins():
    state = play(position("8d 2c", "5s", "9d 10d", phase=DISCARDING, left=0), "discard 8d", "2 pass")
    assert (state.phase, to_move(state)) == (LAST_GOES, [1])


def test_k6_31_the_longest_sequence_of_a_suit_dominates():
    state = position("", "", sequences=["0 4h 5h 6h", "1 8h 9h 10h 11h"])
    assert scores(state) == [0, 4]


def test_k6_31_jokers_are_counted():
    assert scores(position("", "", sequences=["0 4h 5h 6h", "1 8h 9h 10h 0h=11h"])) == [0, 4]


def test_k6_31_of_equal_lengths_the_higher_top_dominates():
    assert scores(position("", "", sequences=["0 4h 5h 6h", "1 8h 9h 10h"])) == [0, 3]
    assert scores(position("", "", sequences=["0 8h 9h 10h", "1 4h 5h 6h"])) == [3, 0]


def test_k6_31_the_dominant_player_scores_the_most_valuable_sequence():
    """The longest makes dominant, but a shorter one may count more; others' do not count."""
    state = position("", "", sequences=["0 2h 3h 4h 5h", "0 Qh Kh Ah", "1 8h 9h 10h"])
    assert scores(state) == [9, 0]
    state = position("", "", sequences=["0 2h 3h 4h 5h 6h 7h 8h", "0 Jh Ch Bh"])
    assert scores(state) == [7, 0]


def test_k6_31_the_most_valuable_sequence_counts_nothing_unless_dominant():
    assert scores(position("", "", sequences=["0 2h 3h 4h 5h", "1 Qh Kh Ah"])) == [4, 0]


def test_k6_31_suits_are_scored_separately_and_series_count_nothing():
    state = position("", "", sequences=["0 4h 5h 6h", "1 4c 5c 6c", "0 Jm Cm Bm"], series=["0 Ks Kh Kd", "1 9s 9c 9d"])
    assert scores(state) == [3 + 6, 3]


def test_k6_31_overlapping_sequences_are_scored_separately():
    state = play(position("0h 7h 8h", "", sequences=["0 4h 5h 6h", "1 10h 11h 12h Jh"]), "lay 0h=6h+7h+8h")
    assert scores(state) == [0, 5]


def test_k6_32_what_places_are_worth():
    assert scores(position("", "", sequences=["0 10s 11s 12s Js Cs Bs Rs Qs Ks As"])) == [3 * 1 + 6 * 2 + 5, 0]
    assert scores(position("", "", sequences=["0 1s 2s 3s"])) == [3, 0]


def test_k6_32_an_ace_on_place_1_and_a_1_on_place_a_count_1():
    assert scores(position("", "", sequences=["0 As=1s 2s 3s"])) == [3, 0]
    assert scores(position("", "", sequences=["0 Qs Ks 1s=As"])) == [5, 0]


def test_k6_32_a_joker_counts_as_its_place():
    assert scores(position("", "", sequences=["0 Qs Ks 0s=As"])) == [9, 0]
    assert scores(position("", "", sequences=["0 0s=Qs Ks As"])) == [9, 0]
    assert scores(position("", "", sequences=["0 0s=1s 2s 3s"])) == [3, 0]


def test_k6_33_cards_left_in_hand_are_subtracted():
    assert scores(position("As", "0s")) == [-5, -5]
    assert scores(position("Js Cs Bs", "Rs Qs Ks")) == [-6, -6]
    assert scores(position("1s 2s 3s 4s 5s 6s", "7s 8s 9s 10s 11s 12s")) == [0, 0]
    assert scores(position("Ah Kc", "", sequences=["0 4h 5h 6h"])) == [3 - 7, 0]


def test_k6_34_the_highest_sum_over_the_rounds_wins():
    match = opened(3, rounds=2, seed=4, dealer=0)
    rng = np.random.default_rng(4)
    dealers = set()
    while not match.over:
        dealers.add(match.dealer)
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    assert dealers == {0, 1}
    assert match.scores == [sum(scores) for scores in zip(*match.round_scores, strict=True)]
    assert match.winners == tuple(seat for seat in range(3) if match.scores[seat] == max(match.scores))


def test_k6_34_one_round_by_default():
    assert opened(2).rounds == 1
    assert opened(2, rounds=99).rounds == 99
    for rounds in (0, 100):
        with pytest.raises(pioche.BadSetting):
            opened(2, rounds=rounds)


def test_k6_34_both_partners_hands_count_against_the_team():
    state = position("As", "Ks", "0m", "", sequences=["0 4h 5h 6h", "1 4c 5c 6c"], teams=True)
    assert scores(state) == [3 - 5 - 5, 3 - 2, 3 - 5 - 5, 3 - 2]


def test_k6_34_partners_share_the_place():
    match = opened(4, variant="teams", seed=3)
    rng = np.random.default_rng(3)
    while not match.over:
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    assert match.places in ([1, 3, 1, 3], [3, 1, 3, 1], [1, 1, 1, 1])
    assert match.team_places == [1 if match.scores[seat] == max(match.scores) else 2 for seat in (0, 1)]
    assert match.view(3)["team_places"] == match.team_places
    assert match.ending == "all-passed"


@pytest.mark.parametrize("players", [2, 3])
def test_teams_need_four_players(players):
    with pytest.raises(pioche.BadSetting, match="variant teams, is for 4 players, not"):
        opened(players, variant="teams")


def test_g5_the_stated_bound():
    bounds = [RULES.bound(GAME.round_options(RULES, GAME.agree(players), 0)) for players in GAME.players]
    assert bounds == [1837, 2289, 2725]
