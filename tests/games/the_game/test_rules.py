"""The Game, paragraph by paragraph: the deal and the turns. (The end and the variants: test_end.py.)"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pioche
from pioche.games.the_game import GAME, RULES
from tests.games.the_game.deals import BASES, HAND_SIZES, begun, dealt, hand, position
from tests.stories import free, legal, play, zone

LEFT, RIGHT = [20, 30, 40, 50, 60, 70, 80], [21, 31, 41, 51, 61, 71, 81]


def piles_for(card, tops):
    """The piles on which a card can be laid."""
    match = position([card], [], tops=tops)
    return set() if match.over else {name.partition(">")[2] for name in legal(match)}


@pytest.mark.parametrize("players", GAME.players)
def test_tg1_hands_by_number_of_players_and_the_rest_is_the_pile(players):
    match = pioche.open("the-game", players)
    assert [len(cards) for cards in match.hands()] == [HAND_SIZES[players]] * players
    assert zone(match, 0, "pile")["size"] == 98 - players * HAND_SIZES[players]


def test_tg1_the_cards_are_2_to_99():
    assert sorted(int(card) for card in RULES.decks(None)[0].cards) == list(range(2, 100))


def test_tg1_dealt_one_at_a_time_from_the_dealers_left():
    match = pioche.open("the-game", 3, deck=[str(card) for card in range(2, 100)], dealer=0)
    assert hand(match, 1) == ["2", "5", "8", "11", "14", "17"]
    assert hand(match, 2) == ["3", "6", "9", "12", "15", "18"]
    assert hand(match, 0) == ["4", "7", "10", "13", "16", "19"]


def test_tg2_players_are_asked_from_the_dealers_left_to_the_dealer():
    match = pioche.open("the-game", 4, dealer=1)
    for seat in (2, 3, 0, 1):
        assert match.to_move == (seat,)
        assert legal(match) == ["begin", "decline"]
        play(match, "decline")


@pytest.mark.parametrize("declines", range(4))
def test_tg2_the_first_to_say_so_begins_and_ends_the_asking(declines):
    match = play(pioche.open("the-game", 4, dealer=3), *["decline"] * declines, "begin")
    assert match.to_move == (declines,)
    assert len(legal(match)) == 4 * 6
    assert "begin" not in legal(match)


@pytest.mark.parametrize("dealer", range(3))
def test_tg2_if_nobody_wants_to_the_dealers_left_begins(dealer):
    match = play(pioche.open("the-game", 3, dealer=dealer), "decline", "decline", "decline")
    assert match.to_move == ((dealer + 1) % 3,)
    assert len(legal(match)) == 4 * 6


def test_tg2_answers_are_given_openly():
    match = play(pioche.open("the-game", 3, dealer=2), "decline")
    assert [(seat, move.name) for seat, move in match.log(-1)] == [(0, "decline")]
    assert match.known(2).declined == 1


def test_tg2_alone_nobody_is_asked():
    assert "stop" not in legal(pioche.open("the-game", 1))
    assert len(legal(pioche.open("the-game", 1))) == 4 * 8


def test_tg3_the_rising_example():
    match = dealt([3, 11, 12, 13, 18, 20, 34, 35], pile=[51])
    play(match, *(f"{card}>up1" for card in (3, 11, 12, 13, 18, 20, 34, 35)), "stop", "51>up1")


def test_tg3_the_falling_example():
    play(dealt([94, 90, 78, 61, 60, 57, 2, 3]), *(f"{card}>down2" for card in (94, 90, 78, 61, 60, 57)))


@pytest.mark.parametrize(
    ("card", "piles"), [(41, {"up1"}), (39, {"down1"}), (71, {"up1", "up2"}), (29, {"down1", "down2"})]
)
def test_tg3_higher_on_a_rising_pile_lower_on_a_falling_one(card, piles):
    assert piles_for(card, tops=(40, 70, 40, 30)) == piles


@pytest.mark.parametrize("card", [2, 99])
def test_tg3_the_piles_start_from_1_and_100(card):
    match = begun([2, 99, 40, 50, 60, 70, 80], RIGHT)
    assert {f"{card}>{pile}" for pile in ("up1", "up2", "down1", "down2")} <= set(legal(match))


def test_tg3_one_card_at_a_time_each_on_any_pile():
    match = play(begun(LEFT, RIGHT), "40>down1", "20>up2")
    assert [zone(match, 0, name)["cards"] for name in ("up1", "up2", "down1", "down2")] == [[], ["20"], ["40"], []]
    assert hand(match) == ["30", "50", "60", "70", "80"]
    assert {"30>down1", "30>up2", "50>up1", "50>down2"} <= set(legal(match))
    assert "50>down1" in legal(match)  # ten back
    assert "60>down1" not in legal(match)


def test_tg3_only_the_top_card_stays_in_view():
    match = play(begun(LEFT, RIGHT), "20>up1", "30>up1", "40>up1")
    for seat in range(-1, 2):
        shown = zone(match, seat, "up1")
        assert (shown["cards"], shown["size"], shown["role"]) == (["40"], 3, "laid")


def test_tg4_the_examples():
    assert "up1" in piles_for(37, tops=(47, 99, 3, 2))
    assert "down1" in piles_for(75, tops=(98, 99, 65, 2))


@pytest.mark.parametrize("card", [36, 38, 46, 27, 47 - 20])
def test_tg4_exactly_ten(card):
    assert "up1" not in piles_for(card, tops=(47, 99, 3, 2))


@given(st.integers(3, 98), st.tuples(*[st.integers(1, 99)] * 2, *[st.integers(2, 100)] * 2))
def test_tg4_forward_by_anything_or_back_by_ten(card, tops):
    up = {name for name, top in zip(("up1", "up2"), tops[:2], strict=True) if card > top or top - card == 10}
    down = {name for name, top in zip(("down1", "down2"), tops[2:], strict=True) if card < top or card - top == 10}
    assert piles_for(card, tops) == up | down


def test_tg4_any_number_of_times_mixed_with_ordinary_plays():
    match = begun([47, 37, 27, 28, 18, 65, 75], RIGHT)
    play(match, "47>up1", "37>up1", "65>down1", "27>up1", "28>up1", "75>down1", "18>up1")
    assert hand(match) == []


def test_tg4_no_card_is_ten_beyond_a_start_value():
    for card in range(3, 99):
        assert piles_for(card, BASES) == {"up1", "up2", "down1", "down2"}
    assert piles_for(91, tops=(98, 99, 100, 3)) == {"down1"}


def test_tg5_at_least_two_cards():
    match = begun(LEFT, RIGHT)
    assert "stop" not in legal(match)
    with pytest.raises(pioche.IllegalMove, match="2 more cards must be laid"):
        match.play(0, "stop")
    assert "stop" not in legal(play(match, "20>up1"))
    with pytest.raises(pioche.IllegalMove, match="1 more card must be laid"):
        match.play(0, "stop")
    assert "stop" in legal(play(match, "30>up1"))


def test_tg5_more_is_allowed_up_to_the_whole_hand():
    match = begun(LEFT, RIGHT)
    for count, card in enumerate(LEFT, 1):
        play(match, f"{card}>up1")
        assert match.to_move == (0,)
        assert ("stop" in legal(match)) == (count >= 2)
    assert hand(match) == []


def test_tg5_one_face_down_card_at_the_start_is_enough_for_the_minimum():
    match = play(position([50, 51, 52], [60], pile=[70]), "50>up1")
    assert "stop" not in legal(match)
    assert "stop" in legal(play(match, "51>up1"))


def test_tg6_a_player_who_lays_four_draws_four():
    match = begun(LEFT, RIGHT, pile=[5, 90, 10, 95, 11])
    play(match, "20>up1", "30>up1", "40>up1", "50>up1", "stop")
    assert hand(match) == ["5", "10", "60", "70", "80", "90", "95"]
    assert zone(match, 0, "pile")["size"] == 98 - 14 - 4


def test_tg6_then_the_player_to_the_left_plays():
    match = play(pioche.open("the-game", 3, deck=[str(card) for card in range(2, 100)], dealer=0), "decline", "begin")
    for seat, pile in ((2, "up1"), (0, "up2"), (1, "down1")):
        assert match.to_move == (seat,)
        first, second, *_ = hand(match, seat) if pile != "down1" else reversed(hand(match, seat))
        play(match, f"{first}>{pile}", f"{second}>{pile}", "stop")
    assert match.to_move == (2,)


def test_tg6_nothing_is_drawn_before_stopping():
    match = play(begun(LEFT, RIGHT), "20>up1", "30>up1", "40>up1")
    assert len(hand(match)) == 4
    assert zone(match, 0, "pile")["size"] == 98 - 14


def test_tg6_draws_stop_when_the_pile_runs_out():
    match = position([50, 51, 52], [60], pile=[70, 71])
    play(match, "50>up1", "51>up1", "52>up1", "stop")
    assert hand(match) == ["70", "71"]
    assert zone(match, 0, "pile")["size"] == 0


def test_tg7_without_the_pile_one_card_is_enough_and_nothing_is_drawn():
    match = position([50, 51, 52], [60, 61])
    assert "stop" not in legal(match)
    assert "stop" in legal(play(match, "50>up1"))
    play(match, "stop")
    assert hand(match) == ["51", "52"]
    assert match.to_move == (1,)


def test_tg7_holds_from_the_first_turn_that_starts_without_the_pile():
    match = play(position([50, 51, 52], [60, 61], pile=[70]), "50>up1", "51>up1", "stop")
    assert zone(match, 0, "pile")["size"] == 0
    assert "stop" in legal(play(match, "60>up1"))


def test_tg8_players_without_cards_are_skipped():
    match = play(position([50, 51], [], [], [60]), "50>up1", "stop")
    assert match.to_move == (3,)


def test_tg8_possibly_the_same_seat_again():
    match = play(position([50, 51, 52], [], []), "50>up1", "stop")
    assert match.to_move == (0,)
    assert "stop" not in legal(match)


def test_tg8_a_player_who_can_draw_is_not_skipped():
    match = play(
        position([50, 51], [60, 61], pile=[70, 71, 72]), "50>up1", "51>up1", "stop", "60>up2", "61>up2", "stop"
    )
    assert match.to_move == (0,)
    assert hand(match) == ["70", "71", "72"]


def test_tg6_cards_can_be_taken_back_freely_until_the_player_stops():
    match = pioche.open("the-game", 2, dealer=1)
    assert free(match) == []
    play(match, "begin")
    for _ in range(2):
        assert free(match) == legal(match)
        play(match, legal(match)[0])
    assert free(match) == [name for name in legal(match) if name != "stop"] != legal(match)
