"""What a person sees and reads at a table of Déterminer la couleur."""

import pytest

import pioche
from pioche.games.xxl.couleur import GAME, RULES
from tests.games.xxl.couleur.deals import opened, play, play_out, position
from tests.stories import counters, free, legal, zone
from tests.stories import play as play_match


def prompt(state, seat, language="en"):
    return RULES.view(RULES.known(state, seat), seat).prompt.text(language)


def shown(state, seat, name):
    """The cards of a zone of every seat, as one of them sees it."""
    zones = RULES.view(RULES.known(state, seat), seat).zones
    return [list(zone.cards) for zone in zones if zone.name == name]


def test_a_hand_is_shown_to_its_owner_only():
    match = opened(3)
    for seat in range(-1, 3):
        for owner in range(3):
            hand = zone(match, seat, "hand", owner)
            assert hand["size"] == 12
            assert hand["cards"] == (match.hands()[owner] if owner == seat else [])


def test_only_the_current_and_the_last_trick_are_shown():
    state = position("g1r2 b0y1", "g2b5 b0y10", "g0r6 r0y3")
    play(state, "g1r2", "g2b5")
    assert shown(state, 2, "trick") == [["g1r2"], ["g2b5"], []]
    play(state, "g0r6", "b0y10")
    assert shown(state, -1, "trick") == [[], ["b0y10"], []]
    assert shown(state, -1, "last-trick") == [["g1r2"], ["g2b5"], ["g0r6"]]
    play(state, "r0y3", "b0y1")
    assert shown(state, 0, "last-trick") == [["b0y1"], ["b0y10"], ["r0y3"]]
    assert shown(state, 0, "trick") == [[], [], []]


def test_points_won_and_tricks_are_counted():
    match = opened(2)
    assert counters(match, 0, "trick") == {None: 1}
    assert counters(match, -1, "won") == {0: 0, 1: 0}
    play_out(match)
    assert counters(match, 0, "trick") == {None: 12}
    assert list(counters(match, -1, "won").values()) == match.scores


def test_the_prompt_says_what_to_do():
    state = position("g1r2 b0y1", "g2b5 b0y10", "r0y3 b8y10")
    assert prompt(state, 0) == "You lead: play any card."
    assert prompt(state, 1) == prompt(state, -1) == "Seat 1 plays."
    play(state, "g1r2")
    assert prompt(state, 1) == "Follow with red or green."
    assert prompt(state, 1, "fr") == "À vous de fournir : rouge ou vert."
    play(state, "g2b5")
    assert prompt(state, 2) == "You have no green: play any card."
    play(state, "b8y10", "b0y10", "r0y3", "b0y1")
    assert prompt(state, 0) == "All cards have been played."


def test_the_prompt_names_the_trump():
    match = opened(3, dealer=2, variant="trump")
    assert prompt(match.state, 0) == "You begin: name trump."
    assert prompt(match.state, 1) == "Seat 1 names trump."
    match.play(0, "trump r")
    assert prompt(match.state, 0) == "You lead: play any card. Trump: red."
    assert prompt(match.state, 1, "fr") == "La place 1 joue. Atout : rouge."
    assert counters(match, 1, "trump") == {None: "r"}


def test_moves_are_described():
    match = opened(3, dealer=2, variant="trump")
    move = next(move for move in match.legal(0) if move.name == "trump g")
    assert (move.text("en"), move.text("fr")) == ("name green as trump", "nommer l’atout : vert")
    state = position("g0r6", "b0y1")
    move = RULES.describe(RULES.known(state, 0), 0, RULES.move_numbers["g0r6"])
    assert (move.name, move.cards, move.target) == ("g0r6", ("g0r6",), "trick@0")
    assert (move.text("en"), move.text("fr")) == ("play green 0, red 6", "jouer vert 0, rouge 6")


def test_illegal_moves_are_explained():
    match = opened(3)
    (seat,) = match.to_move
    other = (seat + 1) % 3
    with pytest.raises(pioche.IllegalMove, match="is not in your hand"):
        match.play(seat, match.hands()[other][0])
    with pytest.raises(pioche.IllegalMove, match="It is not this seat’s turn"):
        match.play(other, match.hands()[other][0])
    state = play(position("g1r2 b0y1", "g2b5 b0y10"), "g1r2")
    reason = RULES.why_not(RULES.known(state, 1), 1, RULES.move_numbers["b0y10"])
    assert reason.text("en") == "you can follow, so you must: red or green."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_message_renders(language):
    sayings = {"card": "…", "seat": 1, "player": 1, "colour": "…", "colours": "…", "trump": "", "count": 2, "held": 3}
    sayings["number"] = 4
    for key in GAME.words.entries:
        assert GAME.words(key, **sayings).text(language) or key == "no-trump"


@pytest.mark.parametrize("variant", [None, "trump"])
def test_xx61_xx65_every_move_can_be_taken_back_freely(variant):
    match = pioche.open("determiner-la-couleur", 3, seed=1, variant=variant)
    for _ in range(8):
        assert free(match) == legal(match)
        play_match(match, legal(match)[0])
