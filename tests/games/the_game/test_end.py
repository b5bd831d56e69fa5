"""The Game, paragraph by paragraph: the end, the result, the variants for experts, and the bound."""

import pytest

import pioche
from pioche.games.the_game import GAME, RULES
from tests.games.the_game.deals import HAND_SIZES, begun, hand, in_order, position
from tests.stories import legal, play

LEFT, RIGHT = [20, 30, 40, 50, 60, 70, 80], [21, 31, 41, 51, 61, 71, 81]


def test_tg9_the_game_ends_when_a_turn_starts_and_nothing_fits():
    match = position([50, 51], [60], tops=(50, 99, 3, 2))
    assert not match.over
    play(match, "51>up1", "stop")
    assert not match.over  # the 60 fits
    match = play(position([50, 61], [60], tops=(55, 99, 3, 2)), "61>up1", "stop")
    assert match.over
    assert match.ending == "stuck"
    assert match.to_move == ()


def test_tg9_the_game_ends_after_a_card_if_the_minimum_cannot_be_reached():
    match = play(position([40, 51, 60], [97], tops=(50, 99, 3, 2), pile=[70]), "60>up1")
    assert match.over
    assert match.ending == "stuck"


def test_tg9_no_looking_ahead_an_unlucky_order_gets_stuck():
    hands = [40, 51, 60], [97]
    lucky = play(position(*hands, tops=(50, 99, 3, 2), pile=[70]), "51>up1", "60>up1")
    assert not lucky.over
    assert play(position(*hands, tops=(50, 99, 3, 2), pile=[70]), "60>up1").over


def test_tg9_cards_that_fit_are_laid_even_if_the_minimum_is_out_of_reach():
    match = position([30, 51], [97], tops=(50, 99, 3, 2), pile=[70])
    assert not match.over
    assert legal(match) == ["51>up1"]
    assert play(match, "51>up1").over
    assert match.scores == [3, 3]


def test_tg9_a_backwards_trick_can_save_the_game():
    match = play(position([41, 51, 30], [97], tops=(50, 99, 3, 2), pile=[70]), "51>up1")
    assert not match.over
    assert legal(match) == ["41>up1"]


def test_tg9_others_need_not_be_able_to_lay():
    match = position([97], [50], tops=(50, 99, 3, 2))
    assert not match.over
    assert legal(match) == ["97>up1"]


def test_tg9_after_the_minimum_a_player_who_can_lay_no_more_stops():
    match = play(position([51, 40], [97], tops=(60, 99, 50, 2)), "40>down1")
    assert not match.over
    assert legal(match) == ["stop"]


def test_tg9_with_an_empty_hand_the_only_move_is_stop():
    match = play(begun(LEFT, RIGHT), *(f"{card}>up1" for card in LEFT))
    assert legal(match) == ["stop"]
    assert len(hand(play(match, "stop"))) == 7


def test_tg9_the_98th_card_ends_the_game_at_once():
    match = play(position([97, 98], []), "97>up1")
    assert not match.over
    play(match, "98>up1")
    assert match.over
    assert match.ending == "all-laid"
    assert match.legal(0) == []


def test_tg9_the_end_is_not_checked_while_settling_who_begins():
    def asking():
        """Seat 0, which can lay nothing, is asked whether to begin. (At a real start everything fits.)"""
        line = "the-game players=2 dealer=1; hand_size=7 left=3 drawn=98 tops=90,99,3,2 held=1,2 hands=50/51,97"
        return pioche.open("the-game", position=f"{line} laid_on=-:50,51,97")

    assert not play(asking(), "decline").over
    assert not play(asking(), "decline", "begin").over
    assert play(asking(), "begin").over
    assert play(asking(), "decline", "decline").over


@pytest.mark.parametrize("players", [1, 2])
def test_tg9_all_98_cards_can_be_laid(players):
    match = in_order(players)
    if players > 1:
        play(match, "begin")
    while not match.over and len(match.moves) < 1000:
        (seat,) = match.to_move
        for card in hand(match, seat):
            play(match, f"{card}>{('up1', 'up2')[seat]}")
        if not match.over:
            play(match, "stop")
    assert match.ending == "all-laid"
    assert match.scores == [0] * players


def test_tg10_cards_not_laid_in_all_hands_and_the_pile_together():
    match = play(position([41, 51, 60], [97, 96], [95], tops=(50, 99, 3, 2), pile=[70, 71]), "60>up1")
    assert match.over
    assert match.scores == [2 + 2 + 1 + 2] * 3


def test_tg10_before_the_end_the_score_is_the_cards_left_now():
    match = begun(LEFT, RIGHT)
    assert match.scores == [98, 98]
    assert play(match, "20>up1", "30>up1").scores == [96, 96]


def test_tg10_with_none_left_all_have_won():
    match = play(position([97], [], []), "97>up1")
    assert match.scores == [0, 0, 0]
    assert match.places == [1, 1, 1]
    assert match.winners == (0, 1, 2)


def test_tg10_otherwise_all_have_lost_however_few_are_left():
    match = play(position([97], [50]), "97>up1", "stop", "50>up2")
    assert match.winners == (0, 1)
    match = play(position([60, 97], [50], tops=(50, 99, 3, 2)), "97>up1", "stop")
    assert match.scores == [2, 2]
    assert match.places == [2, 2]
    assert match.winners == ()


@pytest.mark.parametrize(("variant", "harder"), [(None, "expert"), ("expert", "expert-minus"), ("expert-minus", None)])
def test_tg10_after_a_victory_the_next_difficulty_is_offered(variant, harder):
    match = position([96, 97], [], variant=variant)
    assert match.view(0)["harder"] is None
    play(match, "96>up1")
    assert match.view(0)["harder"] is None
    play(match, "97>up1")
    assert [match.view(seat)["harder"] for seat in (-1, 0, 1)] == [harder] * 3


def test_tg10_after_a_defeat_no_other_difficulty_is_offered():
    match = play(position([60, 97], [50], tops=(50, 99, 3, 2)), "97>up1", "stop")
    assert match.over
    assert match.view(0)["harder"] is None


@pytest.mark.parametrize("variant", ["expert", "expert-minus"])
@pytest.mark.parametrize("players", GAME.players)
def test_tg11_experts_lay_at_least_three(players, variant):
    match = in_order(players, variant=variant)
    if players > 1:
        play(match, "begin")
    for card in hand(match)[:3]:
        assert "stop" not in legal(match)
        play(match, f"{card}>up1")
    assert "stop" in legal(match)


def test_tg11_hand_sizes_do_not_change():
    for players in GAME.players:
        assert len(hand(pioche.open("the-game", players, variant="expert"))) == HAND_SIZES[players]


def test_tg11_with_the_pile_empty_one_card_is_enough():
    match = play(position([50, 51, 52], [60], variant="expert"), "50>up1")
    assert "stop" in legal(match)


def test_tg11_stuck_with_two_of_three():
    match = position([51, 52, 40], [97], tops=(50, 99, 3, 2), pile=[70], variant="expert")
    play(match, "51>up1", "52>up1")
    assert match.over
    assert not play(position([51, 52, 40], [97], tops=(50, 99, 3, 2), pile=[70]), "51>up1", "52>up1").over


@pytest.mark.parametrize("players", GAME.players)
def test_tg12_one_card_fewer_dealt_and_drawn_back_to(players):
    match = in_order(players, variant="expert-minus")
    size = HAND_SIZES[players] - 1
    assert [len(cards) for cards in match.hands()] == [size] * players
    if players > 1:
        play(match, "begin")
    for card in hand(match)[:4]:
        play(match, f"{card}>up1")
    assert len(hand(play(match, "stop"))) == size


@pytest.mark.parametrize("variant", [None, "expert", "expert-minus"])
@pytest.mark.parametrize("players", GAME.players)
def test_g5_the_bound_is_195_moves_and_an_answer_each(players, variant):
    options = GAME.round_options(RULES, GAME.agree(players, variant), 0)
    assert RULES.bound(options) == 195 + players


def test_g5_signals_do_not_count():
    match = play(in_order(2), "decline", "decline")
    while not match.over and len(match.moves) < 1000:
        (seat,) = match.to_move
        match.play(seat, "signal stuck")
        match.play(seat, "signal unstuck")
        play(match, "stop" if "stop" in legal(match) else f"{hand(match, seat)[0]}>{('up1', 'up2')[seat]}")
    turns = [name for _, name in match.moves if "signal" not in name]
    assert match.over
    assert len(turns) <= 195 + 2 < len(match.moves)
