"""Opening, playing and undoing a match, and the errors."""

import numpy as np
import pytest

import pioche
from pioche.core.state import UNKNOWN, content
from pioche.core.words import LANGUAGES
from pioche.parts.widesets import each_of
from tests.stories import play, zone

CARDS = [str(card) for card in range(3, 36)]


def test_g1_seats_are_numbered_clockwise():
    match = play(pioche.open("no-merci", 4, dealer=1), "refuse")
    assert match.to_move == (3,)
    assert play(match, "refuse").to_move == (0,)


def test_g2_the_first_dealer_is_drawn_from_the_seed():
    dealers = [pioche.open("no-merci", 4, seed=seed).dealer for seed in range(200)]
    assert dealers == [pioche.open("no-merci", 4, seed=seed).dealer for seed in range(200)]
    assert {dealers.count(seat) > 25 for seat in range(4)} == {True}


def test_g2_with_a_deck_given_by_hand_the_dealer_still_comes_from_the_seed():
    for seed in range(20):
        assert pioche.open("no-merci", 4, seed=seed, deck=CARDS).dealer == pioche.open("no-merci", 4, seed=seed).dealer


def test_g2_the_dealer_can_be_chosen():
    assert pioche.open("no-merci", 4, dealer=2).to_move == (3,)


def test_g7_a_deck_is_read_from_the_top():
    match = pioche.open("no-merci", 3, deck=list(reversed(CARDS)))
    assert match.state.pile.tolist() == list(range(35, 11, -1))


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ([*CARDS[:-1], "3"], "The card 3 is in the deck ‘cards’ twice."),
        ([*CARDS[:-1], "36"], "The deck ‘cards’ has no card 36 here."),
        (CARDS[:-2], "The deck ‘cards’ is missing 2 of its 33 cards, among them 34."),
        ([], "The deck ‘cards’ is missing 33 of its 33 cards, among them 3."),
        ([*CARDS, "3"], "The card 3 is in the deck ‘cards’ twice."),
        ("3", "A deck for No Merci is […]."),
        ({"score": CARDS}, "A deck for No Merci is […]."),
        ({"cards": 3}, "A deck for No Merci is […]."),
        ([CARDS, CARDS], "2 decks were given for a match of 1 rounds."),
        ([None], "A deck for No Merci is […]."),
    ],
)
def test_g7_a_deck_that_is_not_exactly_the_cards_is_refused(deck, sentence):
    with pytest.raises(pioche.BadDeck) as refused:
        pioche.open("no-merci", 3, deck=deck)
    assert str(refused.value) == sentence


def test_g7_a_deck_may_be_given_as_numbers_or_under_its_name():
    match = pioche.open("no-merci", 3, deck=CARDS, dealer=0)
    for deck in (range(3, 36), list(range(3, 36)), {"cards": CARDS}, [CARDS]):
        assert content(pioche.open("no-merci", 3, deck=deck, dealer=0).state) == content(match.state)


def test_g4_equal_scores_share_the_place():
    match = pioche.open("no-merci", 4, deck=CARDS, dealer=3)
    assert match.scores == [-11] * 4
    assert match.places == [1] * 4
    play(match, "take")
    assert match.places == [4, 1, 1, 1]


def test_nobody_has_won_before_the_end():
    assert pioche.open("no-merci", 3).winners == ()


@pytest.mark.parametrize("move", ["take", 0])
def test_a_move_is_made_by_name_or_number(move):
    match = pioche.open("no-merci", 3, dealer=2)
    match.play(0, move)
    assert match.moves == ((0, "take"),)


def test_a_move_can_be_made_as_it_was_listed():
    match = pioche.open("no-merci", 3, dealer=2)
    match.play(0, match.legal(0)[1])
    assert match.moves == ((0, "take"),)


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (0, "tak", "No Merci has no move 'tak'."),
        (0, 2, "No Merci has no move 2."),
        (0, -1, "No Merci has no move -1."),
        (0, None, "No Merci has no move None."),
        (0, True, "No Merci has no move True."),
        (1, "take", "It is not this seat’s turn."),
    ],
)
def test_an_illegal_move_is_refused_with_a_sentence(seat, move, sentence):
    match = pioche.open("no-merci", 3, dealer=2)
    before = content(match.state)
    with pytest.raises(pioche.IllegalMove) as refused:
        match.play(seat, move)
    assert str(refused.value) == sentence
    assert (content(match.state), match.moves) == (before, ())


def test_after_the_end_nobody_has_a_move():
    match = pioche.open("no-merci", 3)
    while not match.over:
        play(match, "take")
    assert [match.legal(seat) for seat in range(3)] == [[], [], []]
    with pytest.raises(pioche.IllegalMove, match=r"The match is over\."):
        match.play(0, "take")


@pytest.mark.parametrize("seat", [3, -1, "0", None, True, 0.0])
def test_a_seat_that_does_not_exist_is_refused(seat):
    match = pioche.open("no-merci", 3)
    for ask in (match.legal, match.signals, lambda seat: match.play(seat, "take")):
        with pytest.raises(pioche.BadSetting, match="There is no seat"):
            ask(seat)


def test_a_spectator_has_a_view_and_no_moves():
    view = pioche.open("no-merci", 3).view(-1)
    assert (view["seat"], view["moves"]) == (-1, [])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": 9}, "No Merci is for 3 to 5 players, not 9."),
        ({"players": "4"}, "No Merci is for 3 to 5 players, not '4'."),
        ({"players": True}, "No Merci is for 3 to 5 players, not True."),
        ({"variant": "expert"}, "No Merci has no variant 'expert'. Its variants: tactical."),
        ({"signals": True}, "No Merci has no option 'signals'. Its options: open_tokens."),
        ({"open_tokens": 1}, "The option open_tokens is on or off (True or False), not 1."),
        ({"dealer": 3}, "The dealer is a seat from 0 to 2, not 3."),
        ({"dealer": "0"}, "The dealer is a seat from 0 to 2, not '0'."),
    ],
)
def test_a_setting_the_game_does_not_have_is_refused(wrong, sentence):
    with pytest.raises(pioche.BadSetting) as refused:
        pioche.open("no-merci", **wrong)
    assert str(refused.value) == sentence


def test_an_unknown_game_is_refused():
    with pytest.raises(pioche.UnknownGame, match="There is no game called 'chess'") as refused:
        pioche.open("chess")
    assert refused.value.text("fr").startswith("Il n’y a pas de jeu nommé 'chess'.")


def test_undo_without_a_move_is_refused():
    with pytest.raises(pioche.IllegalMove, match="no move to take back"):
        pioche.open("no-merci", 3).undo()


def test_the_log_names_the_seat_of_each_move():
    match = pioche.open("no-merci", 3, deck=CARDS, dealer=2)
    play(match, "refuse", "take")
    told = {language: [move.done_by(seat).text(language) for seat, move in match.log(-1)] for language in LANGUAGES}
    assert told["en"] == ["Seat 1 refuses the 3", "Seat 2 takes the 3 and 1 token"]
    assert told["fr"] == ["La place 1 refuse le 3", "La place 2 prend le 3 et 1 jeton"]
    assert [move.name for _, move in match.log(2, last=1)] == ["take"]


def test_g6_a_player_knows_their_own_hand_and_the_sizes_of_the_others():
    match = pioche.open("the-game", 3, seed=1)
    known = match.known(1)
    assert list(each_of(known.hands[1])) == [int(card) for card in match.hands()[1]]
    assert (known.hands[[0, 2]] == UNKNOWN).all()
    assert known.held.tolist()[:3] == [6, 6, 6]


def test_g6_programs_may_remember_played_cards_that_people_are_not_shown():
    match = play(pioche.open("the-game", 1, deck=range(2, 100)), "2>up1", "3>up1")
    assert match.known(0).laid_on[2] == 0
    assert zone(match, 0, "up1")["cards"] == ["3"]


def test_a_numpy_integer_can_be_a_seed():
    assert content(pioche.open("no-merci", 3, seed=np.int64(5)).state) == content(
        pioche.open("no-merci", 3, seed=5).state
    )
