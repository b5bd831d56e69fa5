"""Fournir des séries, paragraph by paragraph: the deal, and what can be done in a turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pioche
from pioche.games.xxl.series import GAME as SHELF
from tests.games.xxl.series.deals import NAMES, hand, kinds, legal, opened, play, position, series, table, turn
from tests.games.xxl.series.referee import begins
from tests.stories import zone

PLAYERS = list(SHELF.players)
DULL = "r0y3 g2b6 y1b7 r5y9"
RED_678 = "series g0r6+b2r7+b4r8"


# XX40 The deal.


@pytest.mark.parametrize("players", PLAYERS)
def test_xx40_four_cards_each_two_turned_up_and_the_rest_is_the_stock(players):
    match = opened(players, deck=NAMES, dealer=1)
    for seat, held in enumerate(match.hands()):
        first = (seat - 2) % players
        assert held == NAMES[first : 4 * players : players]
    for seat in range(-1, players):
        assert zone(match, seat, "open")["cards"] == NAMES[4 * players : 4 * players + 2]
        stock = zone(match, seat, "stock")
        assert (stock["cards"], stock["size"]) == ([], 55 - 4 * players - 2)


def test_xx40_the_top_of_the_stock_is_the_card_after_those_turned_up():
    match = opened(2, deck=NAMES, dealer=1)
    (seat,) = match.to_move
    match.play(seat, f"add {match.hands()[seat][0]}")
    assert NAMES[10] in match.hands()[seat]


@given(st.integers(2, 6), st.integers(0, 999))
def test_xx40_the_player_with_the_most_points_begins(players, seed):
    match = pioche.open("fournir-des-series", players, seed=seed)
    assert match.to_move == (begins(match.hands(), match.dealer),)


# XX41 A turn.


def test_xx41_a_series_an_exchange_both_or_neither():
    state = position("g0r6 b2r7 b4r8 r0y3", DULL, open_cards="y0g5 g1r2", stock="y9g10 y2r3")
    assert kinds(state) == {"series", "swap", "add", "stop"}
    play(state, "stop")
    assert turn(state) == 1


@pytest.mark.parametrize("exchange", ["swap r0y3/y0g5", "add r0y3"])
def test_xx41_each_action_at_most_once_in_either_order(exchange):
    hands, rest = ("g0r6 b2r7 b4r8 r0y3", DULL), {"open_cards": "y0g5 g1r2", "stock": "g4r6 y5r7 g6r8 y9g10 b0y1"}
    series_first, exchange_first = position(*hands, **rest), position(*hands, **rest)
    play(series_first, RED_678)
    assert hand(series_first, 0) == {"r0y3", "g4r6", "y5r7", "g6r8"}
    assert kinds(series_first) == {"swap", "add", "stop"}  # though the drawn cards are a series again
    play(series_first, exchange)
    play(exchange_first, exchange)
    assert kinds(exchange_first) == {"series", "stop"}
    play(exchange_first, RED_678)
    for state in (series_first, exchange_first):
        assert legal(state) == ["stop"]
        assert turn(state) == 0
        assert turn(play(state, "stop")) == 1


def test_xx41_the_next_turn_has_both_actions_again():
    state = position("g0r6 b2r7 b4r8 r0y3", "g6r9 g7r8 b5g8 b0y1", open_cards="y0g5 g1r2", stock="y9g10 y2r3 r5y9")
    play(state, RED_678, "swap r0y3/y0g5", "stop")
    assert kinds(state) == {"series", "swap", "stop"}
    state = position("g0r6 b2r7 b4r8 r0y3", DULL, open_cards="y0g5 g1r2", stock="y9g10 y2r3 r5y9 b0y1")
    assert "add" in kinds(play(state, "add r0y3", "stop"))


@pytest.mark.parametrize(
    ("own", "open_cards", "can_lay"),
    [
        ("g0r6 b2r7 b4r8 r0y3", "y0g5 g1r2", True),
        ("g0r6 b2r7 g2b6 r0y3", "b4r8 g1r2", True),
        ("g0r6 y1b7 g2b6 r0y3", "b4r8 b2r7", True),
        ("g0r6 y1b7 g2b6 r0y3", "b4r8 b2r7 b1r6", True),
        ("b2r7 y1b7 g2b6 r0y3", "b4r8 g0r6", True),
        ("b4r8 y1b7 g2b6 r0y3", "b2r7 g0r6", True),
        ("b0y10 y1b7 g2b6 r0y3", "b4r8 b2r7 g0r6", False),
    ],
)
def test_xx41_a_series_uses_at_least_one_card_from_hand(own, open_cards, can_lay):
    state = position(own, DULL, open_cards=open_cards, stock="y9g10")
    assert (RED_678 in series(state)) == can_lay
    assert all(set(name.split(" ")[1].split("+")) & hand(state, 0) for name in series(state))


@pytest.mark.parametrize(
    "own",
    [
        "g0r6 b2r7 y4r9 r0y3",  # red 6, 7, 9
        "g0r6 g4r6 b2r7 r0y3",  # red 6, 6, 7
        "g0r6 b2r7 b5g8 r0y3",  # red 6, 7, green 8
        "g6r9 y2r10 r0y7 b1g4",  # red 9, 10, 0
        "y7g10 r0y3 r1y8 b5g8",  # red 0 and 1 after green 10
    ],
)
def test_xx41_three_consecutive_numbers_of_one_colour_and_nothing_else(own):
    assert series(position(own, DULL, open_cards="b0y10", stock="y9g10")) == []


def test_xx41_a_run_may_begin_at_0_and_end_at_10():
    state = position("r0b4 r1y8 g0r2 y9g10", DULL, open_cards="y0g9 b5g8", stock="b0y1")
    assert series(state) == ["series b5g8+y0g9+y9g10", "series r0b4+r1y8+g0r2"]


def test_xx41_a_series_is_named_by_its_cards_rising():
    assert series(position("g7r8 b5g8 g6r9 r0y3", DULL, open_cards="b0y1", stock="y9g10")) == ["series g6r9+g7r8+b5g8"]


@pytest.mark.parametrize(
    ("own", "name"),
    [
        ("b1r6 b2r7 b3r5", "series b3r5+b1r6+b2r7"),  # red 5, 6, 7; and blue 1, 2, 3
        ("b5g8 b6g7 b7g9", "series b6g7+b5g8+b7g9"),  # green 7, 8, 9; and blue 5, 6, 7
        ("b3y6 b4y7 b2y8", "series b2y8+b3y6+b4y7"),  # blue 2, 3, 4; and yellow 6, 7, 8
    ],
)
def test_xx41_a_run_in_two_colours_is_one_series_named_for_the_first(own, name):
    assert series(position(f"{own} r0y3", DULL, open_cards="g1r2", stock="y9g10")) == [name]


def test_xx41_each_choice_of_cards_for_a_run_is_a_separate_series():
    state = position("g0r6 b1r6 b2r7 b4r8", DULL, open_cards="y5r7 g1r2", stock="y9g10")
    six, seven = ("g0r6", "b1r6"), ("b2r7", "y5r7")
    assert series(state) == sorted(f"series {low}+{middle}+b4r8" for low in six for middle in seven)


@pytest.mark.parametrize(
    ("open_cards", "own", "stock", "drawn", "up"),
    [
        ("y0g5 g1r2", "g0r6 b2r7 b4r8 r0y3", 5, 3, 0),
        ("b4r8 g1r2", "g0r6 b2r7 y9g10 r0y3", 5, 2, 1),
        ("b4r8 b2r7", "g0r6 y2r3 y9g10 r0y3", 5, 1, 2),
        ("b4r8 b2r7", "g0r6 y2r3 y9g10 r0y3", 3, 1, 2),
        ("b4r8 b2r7", "g0r6 y2r3 y9g10 r0y3", 2, 1, 1),
        ("b4r8 b2r7", "g0r6 y2r3 y9g10 r0y3", 1, 1, 0),
        ("b4r8 g1r2", "g0r6 b2r7 y9g10 r0y3", 1, 1, 0),
        ("y0g5 g1r2", "g0r6 b2r7 b4r8 r0y3", 2, 2, 0),
        ("b4r8 b2r7", "g0r6 y2r3 y9g10 r0y3", 0, 0, 0),
    ],
)
def test_xx41_first_draw_up_to_four_then_replace_the_open_cards_used_while_the_stock_lasts(
    open_cards, own, stock, drawn, up
):
    cards = ["b0y10", "r1b9", "y0g8", "b3g7", "r2b9"][:stock]
    state = play(position(own, DULL, open_cards=open_cards, stock=" ".join(cards)), RED_678)
    laid = {"g0r6", "b2r7", "b4r8"}
    assert hand(state, 0) == set(own.split()) - laid | set(cards[:drawn])
    assert table(state) == set(open_cards.split()) - laid | set(cards[drawn : drawn + up])
    assert state.left == stock - drawn - up


def test_xx41_a_card_is_swapped_for_an_open_one_even_with_the_stock_empty():
    for stock in ("y9g10", ""):
        state = position("g0r6 b2r7 b4r8 r0y3", DULL, open_cards="y0g5 g1r2", stock=stock)
        swaps = [f"swap {own}/{other}" for own in ("b2r7", "b4r8", "g0r6", "r0y3") for other in ("g1r2", "y0g5")]
        assert [name for name in legal(state) if name.startswith("swap")] == swaps
        play(state, "swap r0y3/y0g5")
        assert (hand(state, 0), table(state)) == ({"g0r6", "b2r7", "b4r8", "y0g5"}, {"r0y3", "g1r2"})
        assert state.left == len(stock.split())


def test_xx41_an_added_card_joins_the_open_ones_and_another_is_drawn():
    state = position("g0r6 b2r7 b4r8 r0y3", DULL, open_cards="y0g5 g1r2", stock="b0y10 y9g10")
    play(state, "add r0y3")
    assert (hand(state, 0), table(state)) == ({"g0r6", "b2r7", "b4r8", "b0y10"}, {"y0g5", "g1r2", "r0y3"})
    assert state.left == 1


def test_xx41_cards_are_added_only_while_the_stock_has_cards():
    hands = ("g0r6 b2r7 b4r8 r0y3", DULL)
    assert kinds(position(*hands, open_cards="y0g5", stock="y9g10")) == {"series", "swap", "add", "stop"}
    assert kinds(position(*hands, open_cards="y0g5")) == {"series", "swap", "stop"}


def test_xx41_a_card_just_swapped_out_is_open_at_once():
    state = play(position("g0r6 y1b7 g2b6 r0y3", DULL, open_cards="b4r8 b2r7", stock="y9g10"), "swap g0r6/b4r8")
    assert series(state) == [RED_678]
    play(state, RED_678)
    assert table(state) == set()


def test_xx41_a_card_just_added_is_open_at_once():
    state = play(position("g0r6 b2r7 b4r8 r0y3", DULL, open_cards="y0g5", stock="g1r2 y9g10"), "add b4r8")
    assert series(state) == [RED_678]
    play(state, RED_678)
    assert table(state) == {"y0g5"}
    assert hand(state, 0) == {"r0y3", "g1r2", "y9g10"}


def test_xx41_a_card_drawn_for_an_added_one_can_be_laid_at_once():
    state = play(position("g0r6 b2r7 b0y10 r0y3", DULL, open_cards="y0g5", stock="b4r8 y9g10"), "add b0y10")
    assert series(state) == [RED_678]


def test_xx41_without_open_cards_nothing_is_swapped_and_without_a_hand_only_stop_is_left():
    assert kinds(position("g0r6 b2r7 b4r8", DULL, open_cards="")) == {"series", "stop"}
    assert legal(position("", "g0r6 b2r7 b4r8", open_cards="y0g5 g1r2")) == ["stop"]
