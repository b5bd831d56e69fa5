"""What a person sees and reads at a table of Fournir des séries."""

import pytest

import pioche
from pioche.games.xxl.series import GAME, RULES
from tests.games.xxl.series.deals import dealt, play, position
from tests.stories import counters, zone
from tests.stories import play as play_match

OWN, OTHER = "g0r6 b2r7 b4r8 y9g10", "r0y3 g2b6 y1b7 r4b10"


def match_of_two(**rest):
    return dealt([OWN, OTHER], "y0g5 g1r2", "b0y10 y2r3 y0g8", **rest)


def prompt(state, seat, language="en"):
    return RULES.view(RULES.known(state, seat), seat).prompt.text(language)


def reason(state, name):
    number = RULES.move_numbers[name]
    return RULES.why_not(RULES.known(state, int(state.turn)), int(state.turn), number).text("en")


def test_a_hand_is_shown_to_its_owner_only():
    match = match_of_two()
    for seat in (-1, 0, 1):
        for owner in (0, 1):
            assert zone(match, seat, "hand", owner)["cards"] == (match.hands()[owner] if owner == seat else [])
            assert zone(match, seat, "hand", owner)["size"] == 4


def test_g6_a_card_taken_openly_is_remembered_and_not_shown_to_the_others():
    match = play_match(match_of_two(), "swap b2r7/y0g5")
    assert match.known(1).taken[0] > 0
    assert zone(match, 1, "hand", 0)["cards"] == zone(match, -1, "hand", 0)["cards"] == []
    assert "y0g5" in zone(match, 0, "hand", 0)["cards"]


def test_open_cards_and_series_are_shown_to_all():
    match = play_match(match_of_two(), "series g0r6+b2r7+b4r8")
    for seat in (-1, 0, 1):
        assert zone(match, seat, "open")["cards"] == ["y0g5", "g1r2"]
        assert zone(match, seat, "series", 0)["cards"] == ["g0r6", "b2r7", "b4r8"]
        assert zone(match, seat, "series", 1)["cards"] == []
        assert counters(match, seat, "points") == {0: 27, 1: 0}
        assert zone(match, seat, "stock")["size"] == 55 - 8 - 2 - 3


def test_series_are_shown_in_the_order_they_were_laid():
    state = position("y9g10 g6r9 g7r8 b5g8", OTHER, open_cards="y0g5", stock="b4r8 b2r7 g0r6 b0y10")
    play(state, "series g6r9+g7r8+b5g8", "stop", "stop", "series g0r6+b2r7+b4r8")
    zones = RULES.view(RULES.known(state, -1), -1).zones
    (laid,) = (zone for zone in zones if (zone.name, zone.seat) == ("series", 0))
    assert laid.cards == ("g6r9", "g7r8", "b5g8", "g0r6", "b2r7", "b4r8")
    assert laid.groups == (("g6r9", "g7r8", "b5g8"), ("g0r6", "b2r7", "b4r8"))


def test_the_view_shows_what_is_still_possible_this_turn():
    match = match_of_two()
    seen = []
    for move in ("add y9g10", "series g0r6+b2r7+b4r8", "stop"):
        seen.append((counters(match, 1, "series-left"), counters(match, 1, "exchange-left")))
        play_match(match, move)
    assert seen == [({0: 1}, {0: 1}), ({0: 1}, {0: 0}), ({0: 0}, {0: 0})]
    assert counters(match, 0, "series-left") == {1: 1}


def test_everybody_sees_the_counts_of_refusals_and_quiet_turns():
    match = play_match(match_of_two(), "stop")
    assert counters(match, -1, "refusals") == {None: "1/2"}
    assert counters(match, -1, "quiet") == {}  # it says nothing that the refusals do not say
    play_match(match, "swap r0y3/y0g5", "stop")
    assert counters(match, -1, "refusals") == {None: "0/2"}
    assert counters(match, -1, "quiet") == {None: "2/4"}
    play_match(match, "add y9g10", "stop")
    assert counters(match, 1, "quiet") == {}


def test_the_prompt_says_what_to_do():
    state = position(OWN, OTHER, open_cards="y0g5 g1r2", stock="b0y10 y2r3 y0g8 r3y8")
    assert prompt(state, 0) == "Lay a series, swap or add a card, both, or neither."
    assert prompt(state, 1) == "Seat 1 plays."
    assert prompt(play(state, "add y9g10"), 0) == "You may still lay a series."
    assert prompt(play(state, "series g0r6+b2r7+b4r8"), 0) == "You have done both: end your turn."
    state = position(OWN, OTHER, open_cards="y0g5 g1r2", stock="b0y10 y2r3 y0g8 r3y8")
    assert prompt(play(state, "series g0r6+b2r7+b4r8"), 0) == "You may still swap or add a card."
    state = position(OWN, "g6r9 g7r8 b5g8", open_cards="y0g5 g1r2")
    assert prompt(state, 0) == "Lay a series, swap a card, both, or neither."
    assert prompt(play(state, "series g0r6+b2r7+b4r8"), 0, "fr") == "Vous pouvez encore échanger une carte."


CHOICE = "Lay a series, swap a card, both, or neither."


def test_the_prompt_warns_the_player_who_would_end_the_round_by_doing_nothing():
    state = play(position(OWN, OTHER, open_cards="y0g5 g1r2", turn=1), "stop")
    assert prompt(state, 0) == f"{CHOICE} If you do nothing, the round ends."
    assert prompt(state, 0, "fr").endswith(" ou rien. Si vous ne faites rien, la manche s’arrête.")
    assert prompt(state, 1) == "Seat 1 plays."
    assert prompt(play(state, "swap y9g10/y0g5"), 0) == "You may still lay a series."
    state = position(OWN, OTHER, open_cards="y0g5 g1r2", stock="b0y10", turn=1)
    assert "the round ends" not in prompt(play(state, "stop"), 0)


def test_the_prompt_warns_the_player_whose_turn_is_the_last_without_a_series():
    state = position(OWN, OTHER, open_cards="y0g5 g1r2", turn=1)
    play(state, "swap r0y3/y0g5", "stop", "swap y9g10/r0y3", "stop", "swap g2b6/g1r2", "stop")
    assert prompt(state, 0) == f"{CHOICE} If you lay no series, the round ends."
    play(state, "swap r0y3/y9g10")
    assert prompt(state, 0) == "You may still lay a series. If you lay no series, the round ends."
    state = position(OWN, "g6r9 g7r8 b5g8 r0y3", open_cards="y0g5 g1r2", turn=1)
    play(state, "swap r0y3/y0g5", "stop", "swap y9g10/r0y3", "stop", "swap y0g5/g1r2", "stop", "series g0r6+b2r7+b4r8")
    assert prompt(state, 0) == "You may still swap a card."


def test_the_prompt_says_why_it_is_over():
    state = position(OWN, OTHER, open_cards="y0g5")
    assert prompt(play(state, "stop", "stop"), 0).startswith("The stock is empty and all the players have refused")
    state = position(OWN, OTHER, open_cards="y0g5")
    assert prompt(play(state, "series g0r6+b2r7+b4r8"), -1).startswith("The stock is empty and nobody can")
    state = position(OWN, OTHER, open_cards="y0g5")
    play(state, "swap y9g10/y0g5", "stop", "stop", "swap y0g5/y9g10", "stop", "stop")
    assert prompt(state, 1).startswith("The stock is empty and each player has had two turns")


@pytest.mark.parametrize(
    ("before", "name", "said"),
    [
        ("swap y9g10/y0g5", "add g0r6", "you have already exchanged a card this turn."),
        ("swap y9g10/y0g5", "swap g0r6/g1r2", "you have already exchanged a card this turn."),
        ("series g0r6+b2r7+b4r8", "series g0r6+b2r7+b4r8", "you can lay only one series per turn."),
        (None, "series g6r9+g7r8+b5g8", "blue 5, green 8 is neither in your hand nor among the open cards."),
        (None, "swap r0y3/y0g5", "red 0, yellow 3 is not in your hand."),
        (None, "add r0y3", "red 0, yellow 3 is not in your hand."),
        (None, "swap g0r6/b8y10", "blue 8, yellow 10 is not one of the open cards."),
    ],
)
def test_illegal_moves_are_explained(before, name, said):
    state = position(OWN, OTHER, open_cards="y0g5 g1r2", stock="b0y10 y2r3 y0g8 r3y8")
    assert reason(play(state, *filter(None, [before])), name) == said


def test_laying_three_open_cards_and_adding_without_a_stock_are_explained():
    state = position("y9g10 r0y3 b0y1", OTHER, open_cards="g0r6 b2r7 b4r8")
    assert reason(state, "series g0r6+b2r7+b4r8") == "at least one card of a series must come from your hand."
    assert reason(state, "add y9g10") == "the stock is empty: a card can only be swapped."


def test_a_move_out_of_turn_is_explained():
    with pytest.raises(pioche.IllegalMove, match="It is not this seat’s turn"):
        match_of_two().play(1, "stop")


def test_moves_are_described():
    state = position(OWN, OTHER, open_cards="y0g5 g1r2", stock="b0y10")
    told = {}
    for name in ("series g0r6+b2r7+b4r8", "swap y9g10/y0g5", "add y9g10", "stop"):
        move = RULES.describe(RULES.known(state, 0), 0, RULES.move_numbers[name])
        told[name.split(" ")[0]] = (move.text("en"), move.cards, move.target)
    assert told == {
        "series": (
            "lay a series: green 0, red 6 – blue 2, red 7 – blue 4, red 8",
            ("g0r6", "b2r7", "b4r8"),
            "series@0",
        ),
        "swap": ("swap yellow 9, green 10 for yellow 0, green 5", ("y9g10", "y0g5"), "open"),
        "add": ("add yellow 9, green 10 to the open cards, and draw", ("y9g10",), "open"),
        "stop": ("end the turn", (), None),
    }


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_message_renders(language):
    cards = {"card": "…", "first": "…", "second": "…", "third": "…", "before": "…", "higher": 5, "lower": 4}
    for key in GAME.words.entries:
        assert GAME.words(key, **cards, seat=1, player=1, choice="…", count=2, points=3, number=4).text(language)


@pytest.mark.parametrize("stock", ["b0y10", ""])
def test_xx41_xx44_only_a_swap_can_be_taken_back_freely_and_only_while_there_is_a_stock(stock):
    known = RULES.known(position(OWN, OTHER, open_cards="y0g5 g1r2", stock=stock), 0)
    free = {name for name, number in RULES.move_numbers.items() if RULES.can_take_back(known, 0, number)}
    assert free == {name for name in RULES.move_numbers if stock and name.startswith("swap")}
