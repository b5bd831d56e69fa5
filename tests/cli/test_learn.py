"""`pioche learn`: lessons in the terminal."""

import io

import pytest

from pioche import registry
from pioche.core.match.attempt import attempt


@pytest.fixture
def typed(monkeypatch):
    def keys(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return keys


def lines_of(game):
    """Return what a learner types who always asks for the answer, then plays it."""
    for lesson in game.lessons.steps:
        now, moves = attempt(game, lesson), []
        while now.outcome != "solved":
            moves.append(now.wanted[0])
            yield from ("?", now.wanted[0])
            now = attempt(game, lesson, moves)
        yield ""


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.name)
def test_every_guided_game_can_be_played_to_its_end(pioche_says, typed, game):
    typed(*lines_of(game))
    code, out, err = pioche_says("learn", game.name)
    assert (code, err) == (0, "")
    assert out.count("Press Enter") == len(game.lessons.steps)
    assert out.endswith("with ‘pioche serve’.\n")


def test_a_refusal_names_its_paragraph_and_the_lesson_goes_on(pioche_says, typed):
    typed("refuse", "take", "")
    _, out, _ = pioche_says("learn", "no-merci", "NM4")
    assert "Forbidden here, but try: refuse" in out
    assert "without a token, you must take the card. (NM4)" in out
    assert "Seat 1 takes the 35 and 7 tokens" in out


def test_another_legal_move_gets_a_kind_word_and_is_taken_back(pioche_says, typed):
    typed("take", "refuse", "q")
    _, out, _ = pioche_says("learn", "no-merci", "1", "--lang", "fr")
    assert "28 points d’un coup" in out
    assert "Le 28 a fait le tour de la table" in out


def test_leaving_early_is_quiet(pioche_says, typed):
    typed("q")
    assert pioche_says("learn", "the-game")[0] == 0
    typed()
    assert pioche_says("learn", "the-game")[::2] == (0, "")


def test_an_unknown_lesson_lists_the_others(pioche_says, typed):
    code, _, err = pioche_says("learn", "no-merci", "NM99")
    assert code == 2
    assert "There is no lesson 'NM99'. The lessons are: 1, 2, 3" in err
