"""The course of a turn: K6-20 to K6-23."""

import pytest

import pioche
from pioche import IllegalMove
from tests.games.k6t.six_sequences import deals
from tests.games.k6t.six_sequences.deals import NAMES, hand, opened, position, told, zones
from tests.stories import legal, play

DRAWING, LAYING, EXTENDING, DISCARDING = range(4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_k6_20_eight_cards_each_and_the_rest_is_the_stock(players):
    match = opened(players, dealer=1)
    assert [len(hand) for hand in match.hands()] == [8] * players
    view = match.view(0)["table"]["zones"]
    assert next(zone for zone in view if zone["id"] == "stock")["size"] == 120 - 8 * players
    assert next(zone for zone in view if zone["id"] == "discard")["size"] == 0


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_k6_20_the_dealers_left_begins_and_draws(dealer):
    match = opened(3, dealer=dealer)
    assert match.to_move == ((dealer + 1) % 3,)
    assert legal(match) == ["draw"]


def test_k6_20_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    match = opened(3, dealer=1, deck=NAMES)
    assert match.hands()[2] == NAMES[0:24:3]
    assert match.hands()[0] == NAMES[1:24:3]
    play(match, "draw")
    assert NAMES[24] in match.hands()[2]


def test_k6_20_two_to_four_players():
    for players in (1, 5):
        with pytest.raises(pioche.BadSetting):
            opened(players)


def test_k6_21_draw_lay_draw_extend_discard():
    match = told(["4h 5h 6h 7h 2s 9m Jc Kt", "2c"], stock="5d 8h 3d 12s Rm")
    play(match, "draw")
    assert "5d" in match.hands()[0]
    play(match, "lay 4h+5h+6h", "add 7h", "stop")
    assert len(match.hands()[0]) == 9
    assert {"8h", "3d", "12s", "Rm"} <= set(match.hands()[0])
    play(match, "add 8h", "stop")
    assert len(match.hands()[0]) == 9
    play(match, "stop", "discard 2s")
    assert len(match.hands()[0]) == 8
    assert match.view(1)["table"]["zones"][1]["cards"] == ["2s"]


def test_k6_21_any_number_of_combinations_in_any_order():
    state = position("4h 5h 6h 4c 5c 6c 9s 9d 9t", "")
    deals.play(state, "lay 4h+5h+6h", "lay 9s+9d+9t", "lay 4c+5c+6c")
    assert zones(state, 0) == {"clubs-1": "4c 5c 6c", "hearts-1": "4h 5h 6h", "series-9": "9s 9d 9t"}


def test_k6_21_the_extending_phase_allows_no_new_combination():
    state = position("4h 5h 6h 8c 8d 8t 7c", "", sequences=["0 4c 5c 6c"], phase=EXTENDING)
    assert deals.legal(state) == ["add 7c", "stop"]


def test_k6_21_extending_and_drawing_repeat_as_long_as_one_can():
    match = told(["4h 5h 6h 2s 9m Jc Kt 12d", "2c"], stock="5d 7h 8h 9h 10h")
    play(match, "draw", "lay 4h+5h+6h", "stop", "add 7h", "add 8h", "add 9h", "stop", "add 10h", "stop", "stop")
    assert all(name.startswith("discard") for name in legal(match))


def test_k6_21_never_discard_a_joker():
    match = told(["0h 0s 2s 9m Jc Kt 12d 5t", "2c"], stock="7d")
    play(match, "draw", "stop")
    cards = ["2s", "9m", "Jc", "Kt", "12d", "5t", "7d"]
    assert legal(match) == sorted(f"discard {card}" for card in cards)
    with pytest.raises(IllegalMove, match="joker cannot be discarded"):
        match.play(0, "discard 0h")


def test_k6_21_play_goes_on_to_the_left():
    match = told(
        ["2s 9m Jc Kt 12d 5h 8c 11s", "2c 5m 8s 10t Qd Kh 4h 1d", "3d 6c 12m Js Bt 9h Cd Rs"], stock="7m Kd 1t"
    )
    play(match, "draw", "stop", "discard 2s")
    assert match.to_move == (1,)
    play(match, "draw", "stop", "discard 2c")
    assert match.to_move == (2,)
    play(match, "draw", "stop", "discard 3d")
    assert match.to_move == (0,)


def test_k6_22_laying_is_optional():
    match = told(["4h 5h 6h 2s 9m Jc Kt 12d", "2c"], stock="5d")
    play(match, "draw", "stop")
    assert "discard 4h" in legal(match)


def test_k6_22_after_a_stop_with_nothing_put_down_the_discard_follows():
    match = told(["4h 5h 6h 7h 9m Jc Kt 12d", "2c"], stock="5d")
    play(match, "draw", "lay 4h+5h+6h", "stop")
    assert "add 7h" in legal(match)
    play(match, "stop")
    assert all(name.startswith("discard") for name in legal(match))


@pytest.mark.parametrize(
    ("cards", "move"),
    [("7h", "add 7h"), ("9s", "addto series 9s"), ("Jt", "exchange Jt"), ("4m 5m 6m", "lay 4m+5m+6m")],
)
def test_k6_22_after_putting_anything_down_draw_and_extend(cards, move):
    sequences, series = ["0 4h 5h 6h", "1 11t 12t 0t=Jt"], ["0 9c 9h 9d"]
    state = position(f"{cards} 2c", "", sequences=sequences, series=series)
    deals.play(state, move, "stop")
    assert (state.phase, state.held[0]) == (EXTENDING, 9)


def test_k6_22_a_move_from_a_series_counts_as_putting_down():
    state = position("2c", "", sequences=["0 6h 7h 8h"], series=["0 9c 9h 9d"])
    deals.play(state, "add 9h", "stop")
    assert (state.phase, state.held[0]) == (EXTENDING, 9)


def test_k6_22_extending_follows_even_if_nothing_could_be_drawn():
    state = position("7h 8h 2c", "", sequences=["0 4h 5h 6h"], left=0)
    deals.play(state, "add 7h", "stop")
    assert state.phase == EXTENDING
    assert hand(state, 0) == {"8h", "2c"}
    assert deals.legal(state) == ["add 8h", "stop"]


def test_k6_22_the_rest_of_the_stock_is_drawn():
    state = position("7h 8h 2c", "", sequences=["0 4h 5h 6h"], left=2, stock="Ks Qm")
    deals.play(state, "add 7h", "stop")
    assert hand(state, 0) == {"8h", "2c", "Ks", "Qm"}


@pytest.mark.parametrize("cards", ["0s 0m", "", "0s"])
def test_k6_23_a_player_with_only_jokers_or_nothing_discards_nothing(cards):
    state = position(f"7h {cards}", "2c 3c", sequences=["0 4h 5h 6h"], left=0, pile="4c")
    deals.play(state, "add 7h", "stop", "stop")
    assert deals.to_move(state) == [1]
    assert deals.legal(state) == ["pass"]
    assert state.pile[state.discards - 1] == NAMES.index("4c")


def test_k6_23_any_other_card_may_be_discarded_even_one_just_taken():
    match = told(["2s 9m Jc Kt 12d", "2c"], stock="5d")
    play(match, "draw", "stop", "discard 5d")
    state = position("6h 2c As", "", sequences=["1 Qs Ks 1s=As"])
    deals.play(state, "exchange As", "stop", "stop", "discard 1s")


def test_moves_at_the_wrong_time_are_refused_with_a_reason():
    match = told(["4h 5h 6h 8s 8c 8h 8d 0m", "2c"], stock="5d 7h 2s 3d Jm 4t")
    reasons = {
        "stop": "begins with a draw",
        "claim lay 4h+5h+6h": "no discard to take",
    }
    for name, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            match.play(0, name)
    play(match, "draw")
    reasons = {
        "draw": "nothing to draw",
        "pass": "you cannot pass here",
        "discard 4h": "choose ‘stop’",
        "lay 8s+8c+8h": "more series than sequences",
        "add 3h": "not in your hand, nor",
        "add 4h": "none of your sequences ends",
        "exchange 4h": "nothing stands in",
        "exchange 4c": "not in your hand",
        "exchange 0m": "a joker can only be part",
        "addto series 0m": "a joker can only be part",
        "addto series 4h": "no series of that rank",
    }
    for name, reason in reasons.items():
        with pytest.raises(IllegalMove, match=reason):
            match.play(0, name)
    play(match, "lay 4h+5h+6h", "stop")
    with pytest.raises(IllegalMove, match="not lay anything new"):
        match.play(0, "lay 8s+8c+8d")
    play(match, "stop")
    with pytest.raises(IllegalMove, match="discard a card"):
        match.play(0, "stop")
    with pytest.raises(IllegalMove, match="not in your hand"):
        match.play(0, "discard Ks")
