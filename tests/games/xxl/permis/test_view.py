"""What a person sees and reads at a table of Permis de refuser."""

from pathlib import Path

import pytest

import pioche
from pioche.games.xxl.permis import GAME, RULES
from pioche.games.xxl.permis.state import KEEPING, PART_TWO
from tests.games.xxl.permis.deals import NAMES, opened, play, position, reaching
from tests.stories import counters, zone

RECORDS = Path(__file__).parent / "records"


def prompt(state, seat, language="en"):
    return RULES.view(RULES.known(state, seat), seat).prompt.text(language)


def reason(state, seat, name):
    return RULES.why_not(RULES.known(state, seat), seat, RULES.move_numbers[name]).text("en")


def test_a_hand_is_shown_to_its_owner_only():
    match = opened(3)
    for seat in range(-1, 3):
        for owner in range(3):
            assert zone(match, seat, "hand", owner)["cards"] == (match.hands()[owner] if owner == seat else [])


def test_players_see_the_cards_they_won_only_while_choosing_one_to_keep():
    match = reaching(3, KEEPING)
    won = [NAMES[card] for card in range(55) if match.state.winner[card] == 0]
    assert zone(match, 0, "taken", 0)["cards"] == won
    assert [shown["seat"] for shown in match.view(-1)["table"]["zones"] if shown["name"] == "taken"] == []
    match.play(0, f"keep {won[0]}")
    assert zone(match, 0, "kept", 0)["cards"] == won[:1]
    assert [shown for shown in match.view(1)["table"]["zones"] if shown["name"] == "kept"] == []


def test_xx32_everybody_sees_the_tricks_won_in_part_one():
    state = play(position("g1r2 b0y1", "g2b5 b0y10", "b8y10 r0y3", part=1), "g1r2:g", "g2b5", "r0y3")
    for seat in range(-1, 3):
        table = RULES.view(RULES.known(state, seat), seat)
        assert [counter.value for counter in table.counters if counter.name == "tricks"] == [0, 1, 0]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_xx33_the_cards_won_in_part_one_are_the_hands_of_part_two(players):
    match = reaching(players, KEEPING)
    won, tricks = counters(match, -1, "cards"), counters(match, -1, "tricks")
    assert sum(won.values()) == 8 * players
    assert won == {seat: players * tricks[seat] for seat in range(players)}
    for seat in range(players):
        match.play(seat, "keep none")
    assert {seat: zone(match, -1, "hand", seat)["size"] for seat in range(players)} == won


def test_xx34_in_part_two_only_points_are_counted():
    match = reaching(3, PART_TWO)
    assert counters(match, -1, "tricks") == counters(match, -1, "cards") == {}
    assert counters(match, -1, "won") == {0: 0, 1: 0, 2: 0}


def test_xx32_players_without_a_trick_are_still_shown_if_the_game_ended_there():
    match = pioche.load(RECORDS / "without-trick.pioche")
    assert 0 in counters(match, -1, "tricks").values()
    match = pioche.load(RECORDS / "out-of-cards.pioche")
    assert counters(match, -1, "tricks") == {}


@pytest.mark.parametrize(("language", "words"), [("en", "Tricks, Cards won"), ("fr", "Plis, Cartes gagnées")])
def test_xx32_counters_have_words(language, words):
    names = ("tricks", "cards")
    assert ", ".join(RULES.words(f"counter.{name}").text(language) for name in names) == words


def test_the_prompt_says_what_to_do():
    state = position("g1r2 b0y1 b2y4", "g2b5 b0y10", "b8y10 r0y3")
    assert prompt(state, 0) == "You lead: play any card, naming one of its colours."
    play(state, "g1r2:g")
    assert prompt(state, 1) == "Follow with green, or refuse."
    assert prompt(state, 0) == "Seat 2 plays."
    play(state, "refuse")
    assert prompt(state, 2) == "You have no green: play any card, or refuse."
    assert prompt(state, 2, "fr").startswith("Vous n’avez rien à fournir (vert)")


def test_a_refusal_to_play_is_shown():
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10", "b8y10 r0y3"), "g1r2:g", "refuse")
    shown = RULES.view(RULES.known(state, -1), -1).counters
    assert [counter.seat for counter in shown if counter.name == "refused"] == [1]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("refuse", "nobody had more cards than you before this trick."),
        ("b0y10", "you can follow, so you must: green."),
        ("g2b5:g", "only the leader names a colour."),
        ("b0y10:b", "you can follow, so you must: green."),
        ("y9g10", "yellow 9, green 10 is not in your hand."),
        ("keep none", "a card is kept only between the two parts."),
    ],
)
def test_illegal_moves_are_explained(name, said):
    assert reason(play(position("g1r2 b0y1", "g2b5 b0y10"), "g1r2:g"), 1, name) == said


def test_illegal_leads_are_explained():
    state = position("g1r2", "g2b5 b0y10")
    assert reason(state, 0, "refuse") == "the leader may not refuse."
    assert reason(state, 0, "g1r2") == "to lead, name one of the card’s colours."
    assert reason(position("g1r2", "g2b5", part=1), 0, "refuse") == "nobody may refuse in part one."


def test_illegal_choices_to_keep_are_explained():
    match = reaching(3, KEEPING)
    other = next(NAMES[card] for card in range(55) if match.state.winner[card] == 1)
    with pytest.raises(pioche.IllegalMove, match="only a card that you have won can be kept"):
        match.play(0, f"keep {other}")
    with pytest.raises(pioche.IllegalMove, match="first choose the card to keep"):
        match.play(0, "refuse")


def test_moves_are_described():
    state = position("g0r6", "b0y1")
    move = RULES.describe(RULES.known(state, 0), 0, RULES.move_numbers["g0r6:r"])
    assert (move.cards, move.target) == (("g0r6",), "trick@0")
    assert move.text("en") == "lead green 0, red 6, naming red"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_message_renders(language):
    for key in GAME.words.entries:
        assert GAME.words(key, card="…", player=1, colour="…", count=2, reason="…", theirs=5).text(language)
