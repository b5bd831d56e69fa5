"""The result of a match in words, from every side."""

import pytest

import pioche
from pioche.core.match.verdict import Verdict
from pioche.core.state import SPECTATOR

SECOND = "no-merci players=3; turned=24 tokens=0,6,0 owner=0:35|1:17|2:20,30|-:*"


def told(position, seat, language="en"):
    verdict = Verdict(pioche.open("no-merci", position=position), seat)
    return verdict.headline.text(language), verdict.decided.text(language) if verdict.decided else None


@pytest.mark.parametrize(
    ("seat", "language", "headline"),
    [
        (1, "en", "You win by 24!"),
        (0, "en", "You came 2nd, 24 behind Seat 2"),
        (2, "en", "You came 3rd, 39 behind Seat 2"),
        (SPECTATOR, "en", "Seat 2 wins, 24 ahead of Seat 1"),
        (1, "fr", "Vous gagnez avec 24 d’avance\u00a0!"),
        (0, "fr", "Vous finissez 2e\u00a0: La place 2 vous devance de 24"),
    ],
)
def test_g4_the_headline_is_written_from_the_readers_side(seat, language, headline):
    assert told(SECOND, seat, language)[0] == headline


def test_the_costliest_entry_is_named():
    assert told(SECOND, 2)[1] == "What cost you most: the 30 (30)."
    assert told(SECOND, 0)[1] is None  # a single line says nothing more than the score


def test_g4_equal_totals_share_a_place():
    position = "no-merci players=3; turned=24 tokens=0,0,10 owner=0:20|1:21|2:30|-:*"
    assert told(position, 0)[0] == "You share first place with Seat 3"
    assert told(position, 1)[0] == "You came 3rd, 1 behind the winners"
    assert told(position, SPECTATOR)[0] == "Seat 1 and Seat 3 share first place"
    position = "no-merci players=3; turned=24 tokens=0,0,9 owner=0:20|1:21|2:30|-:*"
    assert told(position, 2)[0] == "You came joint 2nd, 1 behind Seat 1"


def test_k6_34_a_team_wins_or_loses_together():
    match = pioche.load("tests/games/k6t/six_sequences/records/all-passed-teams.pioche")
    headlines = [Verdict(match, seat).headline.text() for seat in (*range(4), SPECTATOR)]
    won, lost = "Your team wins by 22!", "Your team loses by 22"
    assert headlines == [lost, won, lost, won, "East and West win by 22"]


def test_tg10_a_cooperative_game_says_what_is_left():
    match = pioche.load("tests/games/the_game/records/stuck.pioche")
    verdict = Verdict(match, 0)
    assert verdict.headline.text() == f"Beaten! {match.scores[0]} cards left"
    assert verdict.decided.text().startswith("The largest share: ")
    won = pioche.load("tests/games/the_game/records/all-laid.pioche")
    assert Verdict(won, SPECTATOR).headline.text() == "Total victory: no card left!"
    assert Verdict(won, 0).decided is None


def test_in_several_rounds_the_largest_gap_decided():
    match = pioche.load("tests/games/xxl/pur/records/all-played.pioche")
    winner = match.places.index(1)
    decided = Verdict(match, winner).decided
    if match.places.count(1) == 1:
        assert "made the biggest difference: 1st for you" in decided.text()


def test_before_the_end_there_is_no_verdict():
    view = pioche.open("no-merci", 3, seed=1).view(0)
    assert (view["headline"], view["decided"]) == (None, None)
