"""Printing a match: repr, text and HTML."""

import pytest

import pioche
from pioche.core.match.table_text import table_text
from tests.stories import play

NO_MERCI = "no-merci players=3 dealer=2 begins=0; turn=1 turned=2 pot=2 tokens=10,10,11 pile=20,5,9,30 owner=0:5,20|-:*"


@pytest.fixture
def match():
    return pioche.open("no-merci", position=NO_MERCI)


def test_repr_shows_how_far_a_match_is(match):
    play(match, "refuse")
    assert repr(match) == "<Match no-merci, 3 players, move 1, seat 2 to move>"
    chaotic = pioche.open("drahtseilakt", 2, variant="chaotic")
    assert repr(chaotic) == "<Match drahtseilakt chaotic, 2 players, round 0, move 0, seats 0, 1 to move>"
    assert repr(pioche.open("20-20")) == "<Match 20-20, 1 player, move 0, seat 0 to move>"
    over = NO_MERCI.replace("turned=2", "turned=24")
    assert repr(pioche.open("no-merci", position=over)) == "<Match no-merci, 3 players, move 0, over>"


def test_the_table_is_shown_as_a_seat_sees_it(match):
    lines = match.text(1).splitlines()
    assert lines[:2] == ["No Merci: you are seat 2 of 3", "Take the 9, or refuse it with a token?"]
    rows = dict(line.split("  ", 1) for line in lines[2:])
    shown = {name: value.strip() for name, value in rows.items()}
    assert shown["Moves"] == "refuse, take"
    assert shown["To move"] == "seat 2"
    assert shown["Scores by seat"] == "?, -10, ?"
    assert "5 20" in shown.values()
    assert "9" in shown.values()
    assert "21 unseen" in shown.values()


def test_print_shows_what_a_spectator_sees(match):
    assert str(match) == match.text(-1)
    assert "Seat 2 decides about the 9." in str(match)
    assert "Moves" not in str(match)
    assert "30" not in str(match)


def test_the_table_can_be_printed_in_french(match):
    assert "Prendre le 9, ou le refuser" in match.text(1, "fr")
    assert "21 cartes cachées" in match.text(1, "fr")


def test_a_notebook_shows_the_same_as_html(match, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    html = match._repr_html_()
    assert html.startswith("<table><caption>No Merci<br>Seat 2 decides about the 9.</caption><tr><th>")
    assert "<td>5 20</td>" in html
    moves = pioche.open("the-game", 1, seed=1)
    assert "up1" in moves.text(0)
    assert ">up1" in moves.text(0)
    assert "&gt;up1" in table_text(moves, 0, "en").html()


def test_the_text_has_the_last_lines_of_the_log(match):
    play(match, "refuse", "take")
    assert "Seat 2 refuses the 9" in match.text(0)
    assert "Seat 3 takes the 9 and 3 tokens" in match.text(0)
    assert "refuses" not in match.text(0, last=1)
    assert "takes" not in match.text(0, last=0)


def test_the_end_shows_the_result_from_the_seats_side():
    match = pioche.open("no-merci", position=NO_MERCI.replace("turned=2", "turned=24"))
    assert "Result" in match.text(0)
    assert "Totals by seat" in match.text(0)
    assert "Scores by seat" not in match.text(0)
    assert match.text(0) != match.text(2)


def test_partners_are_named():
    assert "seat 1, seat 3" in pioche.open("six-sequences", 4, variant="teams", seed=1).text(0)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", pioche.games(), ids=lambda game: game.name)
def test_every_game_can_be_printed(game, language):
    match = pioche.open(game.name, seed=1)
    for seat in range(-1, match.players):
        assert game.title.text(language) in match.text(seat, language)
