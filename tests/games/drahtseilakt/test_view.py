"""What a person sees and reads at a table of Drahtseilakt."""

import pytest

import pioche
from pioche.games.drahtseilakt import GAME, RULES
from tests.games.drahtseilakt.deals import opened, play, play_on, play_rounds
from tests.stories import counters, zone


def prompt(match, seat, language="en"):
    return match.rules.view(match.known(seat), seat).prompt.text(language)


def test_a_hand_is_shown_to_its_owner_only():
    match = play(opened([7], [28], [36]), "7")
    for seat in range(-1, 3):
        for owner in range(3):
            hand = zone(match, seat, "hand", owner)
            assert hand["size"] == (8 if owner == 0 else 9)
            assert hand["cards"] == (match.hands()[owner] if owner == seat else [])


def test_the_trick_is_counted():
    match = opened([], [])
    assert counters(match, 0, "trick") == {None: 1}
    play_on(match, 2)
    assert counters(match, 0, "trick") == {None: 2}
    play_on(match, 2 * 17)
    assert match.over
    assert counters(match, 0, "trick") == {None: 9}


@pytest.mark.parametrize(
    ("score", "said"),
    [
        ([4], "the highest card takes 4 blue sticks, the lowest 4 red"),
        ([1], "the highest card takes 1 blue stick, the lowest 1 red"),
        (["r0", 4], "the highest card takes 4 blue sticks, the lowest nothing"),
        (["b0", 4], "the highest card takes nothing, the lowest 4 red sticks"),
        (["b0", 1], "the highest card takes nothing, the lowest 1 red stick"),
        (["b0", "r0", 4], "the highest card takes 4 blue sticks, the lowest 4 red"),
    ],
)
def test_the_prompt_says_what_the_trick_is_worth(score, said):
    assert prompt(opened([], [], score=score), 0) == f"You lead: {said}."


def test_the_prompt_says_whose_turn_it_is():
    match = opened([7], [28], [36], score=[4])
    worth = "the highest card takes 4 blue sticks, the lowest 4 red."
    assert prompt(match, 1) == prompt(match, -1) == f"Seat 1 plays: {worth}"
    play(match, "7")
    assert prompt(match, 1) == f"Your card: {worth}"
    assert prompt(match, 0) == f"Seat 2 plays: {worth}"
    assert prompt(match, 1, "fr").startswith("À vous de jouer")


def test_the_prompt_while_everybody_chooses():
    match = play(opened([7], [28], [36], score=[4], variant="chaotic"), "0 7")
    worth = "the highest card takes 4 blue sticks, the lowest 4 red."
    assert prompt(match, 0) == f"You have chosen; others have not yet: {worth}"
    assert prompt(match, 1) == f"Choose a card in secret: {worth}"
    assert prompt(match, -1) == f"The players choose in secret: {worth}"


def test_the_prompt_at_the_end():
    match = play_rounds(pioche.open("drahtseilakt", 2, seed=1), 2)
    assert prompt(match, 0) == "The last round’s nine tricks have been played."
    assert zone(match, 0, "trick", 0)["size"] == 0
    assert zone(match, 0, "last-trick", 0)["size"] == 1


def test_playing_a_card_not_in_hand_is_explained():
    match = opened([7], [28], [36])
    with pytest.raises(pioche.IllegalMove, match="the 28 is not in your hand"):
        match.play(0, "28")


def test_a_second_choice_is_refused_with_a_reason():
    match = play(opened([7], [28], [36], variant="chaotic"), "0 7")
    assert RULES.why_not(match.known(0), 0, 7).text("en") == "you have already chosen a card."


def test_a_move_has_its_card_and_its_target_zone():
    move = next(move for move in opened([7], [28]).legal(0) if move.name == "7")
    assert (move.number, move.cards, move.target) == (6, ("7",), "trick@0")
    assert (move.text("en"), move.text("fr")) == ("play the 7", "jouer le 7")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_message_renders(language):
    numbers = dict.fromkeys(("seat", "player", "highest", "lowest", "count", "trick", "high", "low", "share"), 1)
    sayings = {**numbers, **dict.fromkeys(("card", "worth", "takes", "then", "blue", "red"), "…")}
    for key in GAME.words.entries:
        assert GAME.words(key, **sayings).text(language)
