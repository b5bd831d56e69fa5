"""The result of a match in words, from every side."""

import numpy as np
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
    assert told(SECOND, 0)[1] == "What cost you most: the 35 (35)."


def test_without_such_an_entry_what_helped_the_other_side_is_named():
    position = "no-merci players=3; turned=24 tokens=5,9,1 owner=2:10,11,20|-:*"
    assert told(position, 0) == ("You came 2nd, 4 behind Seat 2", "What earned Seat 2 most: 9 tokens (9).")
    assert told(position, 1) == ("You win by 4!", "What earned you most: 9 tokens (9).")


@pytest.mark.parametrize("game", [game.name for game in pioche.games()])
def test_what_decided_a_match_is_said_unless_nothing_did(game):
    """To everybody, in matches of any course; nothing decided a tie, and nothing is left to say after a clear table."""
    for seed in range(3):
        match = at_random(game, seed)
        for seat in range(SPECTATOR, match.players):
            verdict = Verdict(match, seat)
            is_level = verdict._margin == 0 if match.players > 1 else match.scores == [0]
            assert (verdict.decided is None) == is_level


def at_random(game, seed, players=None):
    match, rng = pioche.open(game, players, seed=seed), np.random.default_rng(seed)
    while not match.over:
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    return match


def test_da11_a_struck_score_can_have_decided():
    """In round 3, the only one in which nothing was struck, the winner was not better."""
    match = at_random("drahtseilakt", 473, players=3)
    assert [Verdict(match, seat).decided.text() for seat in range(SPECTATOR, 3)] == [
        "Round 1 made the biggest difference: the 20 of Seat 2 was struck out.",
        "Round 2 made the biggest difference: 25 for you, 2 for Seat 2.",
        "Round 1 made the biggest difference: your 20 was struck out.",
        "Round 1 made the biggest difference: the 20 of Seat 2 was struck out.",
    ]


def test_k6_3_a_solitaire_names_the_ranks_that_are_left():
    match = at_random("20-20", 0)
    assert Verdict(match, 0).decided.text() == "Most cards left: 4 of rank 2, 2 of rank 5, 2 of rank J."
    assert Verdict(match, 0).decided.text("fr") == "Il en reste le plus\u00a0: 4 de rang 2, 2 de rang 5, 2 de rang J."


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
