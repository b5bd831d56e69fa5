"""The Game as people see it: the table, the prompts, moves in words and refusals."""

import pytest

import pioche
from pioche.core.words import LANGUAGES
from pioche.games.the_game import GAME
from tests.games.the_game.deals import begun, position
from tests.stories import counters, play, zone

LEFT, RIGHT = [20, 30, 40, 50, 60, 70, 80], [21, 31, 41, 51, 61, 71, 81]
DEAD_ENDS = (60, 99, 3, 2)


def prompt(match, seat, language="en"):
    return match.rules.view(match.known(seat), seat).prompt.text(language)


def said(match, name, language="en"):
    (seat,) = match.to_move
    (move,) = (move for move in match.legal(seat) + match.signals(seat) if move.name == name)
    return move.text(language)


PILE = {"seat": None, "role": "laid", "cards": [], "size": 0}


def test_tg3_an_empty_pile_shows_no_card_but_its_base():
    match = begun(LEFT, RIGHT)
    for name, base in (("up1", 1), ("up2", 1), ("down1", 100), ("down2", 100)):
        assert zone(match, 0, name).items() >= {**PILE, "id": name, "name": name}.items()
        assert counters(match, 0, f"base-{name}") == {None: base}
    kinds = {each["beside"]: each["kind"] for each in match.view(0)["table"]["counters"] if each["beside"]}
    assert kinds == {"up1": "rising-from", "up2": "rising-from", "down1": "falling-from", "down2": "falling-from"}


def test_tg5_counters_show_cards_to_lay_and_cards_left():
    match = begun(LEFT, RIGHT)
    for to_lay, left, move in ((2, 98, "20>up1"), (1, 97, "30>up1"), (0, 96, "40>up1"), (0, 95, "stop"), (2, 95, None)):
        assert counters(match, 1, "to-lay") == {None: to_lay}
        assert counters(match, 1, "left") == {None: left}
        if move:
            play(match, move)


def test_tg2_prompts_while_settling_who_begins():
    match = pioche.open("the-game", 2, dealer=1)
    assert prompt(match, 0) == "Would you like to begin?"
    assert prompt(match, 1) == prompt(match, -1) == "Seat 1 is asked whether to begin."
    assert counters(match, 0, "to-lay") == {}


def test_tg5_prompts_during_a_turn():
    match = begun(LEFT, RIGHT)
    assert prompt(match, 0) == "Lay at least 2 cards."
    assert prompt(match, 1) == "Seat 1 is laying cards."
    assert prompt(play(match, "20>up1"), 0) == "Lay at least 1 more card."
    assert prompt(match, 0, "fr") == "Posez encore au moins 1 carte."
    assert prompt(play(match, "30>up1"), 0) == "Lay another card, or stop."
    assert prompt(play(match, *(f"{card}>up1" for card in LEFT[2:])), 0) == "Your hand is empty: stop."
    assert prompt(play(position([40, 55], [], tops=(60, 99, 50, 2)), "40>down1"), 0) == (
        "None of your other cards fits: stop."
    )


@pytest.mark.parametrize(
    ("left", "result"),
    [
        ([], "All 98 cards have been laid: total victory!"),
        ([50], "Nothing fits any more. Only 1 card is left: excellent!"),
        (range(51, 60), "Nothing fits any more. Only 9 cards are left: excellent!"),
        (range(50, 60), "Nothing fits any more. 10 cards are left."),
    ],
)
def test_tg10_prompts_at_the_end(left, result):
    match = play(position([97], left[:5], left[5:], tops=DEAD_ENDS), "97>up1")
    if not match.over:
        play(match, "stop")
    assert prompt(match, -1) == prompt(match, 0) == result


def test_tg4_a_backwards_trick_is_described_as_one():
    match = play(begun([47, 37, 20, 30, 40, 50, 60], RIGHT), "47>up1")
    assert said(match, "60>up1") == "lay the 60 on the first rising pile"
    assert said(match, "37>up1") == "lay the 37 on the first rising pile: a backwards trick, ten back"
    assert said(match, "37>up1", "fr") == "poser le 37 sur la première pile croissante : un rétro, dix en arrière"
    kinds = {move.name: move.kind for move in match.legal(match.to_move[0])}
    assert kinds["37>up1"] == "backwards"
    assert kinds["60>up1"] == "move"


def test_tg4_a_card_that_does_not_fit_is_no_backwards_trick():
    """Lessons offer forbidden moves to try, in the words of the game."""
    match = play(begun([47, 37, 20, 30, 40, 50, 60], RIGHT), "47>up1")
    (seat,) = match.to_move
    forbidden = match.rules.describe(match.known(seat), seat, match.rules.move_numbers["30>up1"])
    assert forbidden.text("en") == "lay the 30 on the first rising pile"
    assert forbidden.kind == "move"


def test_a_move_names_its_card_and_its_pile():
    match = begun(LEFT, RIGHT)
    (move,) = (move for move in match.legal(0) if move.name == "20>down2")
    assert (move.cards, move.target) == (("20",), "down2")


def test_tg6_the_description_of_stop_says_how_many_cards_are_drawn():
    match = play(begun(LEFT, RIGHT), "20>up1", "30>up1", "40>up1")
    assert said(match, "stop") == "stop and draw 3 cards"
    assert said(play(position([50, 51, 52], [60], pile=[70]), "50>up1", "51>up1"), "stop") == "stop and draw 1 card"
    assert said(play(position([50, 51], [60]), "50>up1"), "stop") == "stop"


def test_tg13_signals_are_described_in_words():
    match = begun(LEFT, RIGHT)
    assert said(match, "signal up1 leave") == "leave the first rising pile to me"
    assert said(match, "signal stuck", "fr") == "je ne peux presque plus jouer"
    targets = {move.name: move.target for move in match.signals(1)}
    assert targets["signal down1 gently"] == "down1"
    assert targets["signal stuck"] == "hand@1"
    assert {move.kind for move in match.signals(1)} == {"signal"}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("50>up1", "the first rising pile shows 61: it takes a higher card, or one exactly ten lower."),
        ("70>down2", "the second falling pile shows 2: it takes a lower card, or one exactly ten higher."),
        ("10>up1", "the 10 is not in your hand."),
        ("stop", "1 more card must be laid before stopping."),
        ("begin", "the game has already begun."),
    ],
)
def test_illegal_moves_are_explained(move, reason):
    with pytest.raises(pioche.IllegalMove) as refused:
        position([50, 70], [80], tops=(61, 99, 3, 2)).play(0, move)
    assert str(refused.value) == f"{move} is not legal now: {reason}"
    assert refused.value.reason.text() == reason


def test_tg2_before_somebody_begins_no_card_can_be_laid():
    with pytest.raises(pioche.IllegalMove, match="you must first agree on who begins"):
        pioche.open("the-game", 2, dealer=1).play(0, "stop")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_shown_has_words(language):
    keys = [*(f"variant.{name}" for name in GAME.variants), *(f"option.{name}" for name in GAME.options)]
    keys += [f"sign.{sign}" for sign in ("leave", "gently", "freely", "stuck")] + ["title", "about", "talk.number"]
    assert all(GAME.words(key).text(language) for key in keys)


def test_tg13_the_log_tells_signals_in_the_third_person():
    match = begun(LEFT, RIGHT)
    match.play(1, "signal up1 leave")
    (seat, signal) = match.log(0)[-1]
    assert signal.done_by(seat).text("en") == "Seat 2 asks for the first rising pile"
    assert signal.done_by(seat).text("fr") == "La place 2 demande qu’on lui laisse la première pile croissante"
