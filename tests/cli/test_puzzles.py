"""``pioche puzzle`` and ``pioche puzzles mine``."""

import io
import json

import pytest

from pioche import registry
from pioche.core.puzzles import read_puzzles

FIRST = registry.find("no-merci").puzzles[0]


def test_a_puzzle_is_shown_without_its_answer(pioche_says, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, out, _ = pioche_says("puzzle", "no-merci")
    assert code == 0
    assert "No Merci, puzzle 1 of 30" in out
    assert f"Tokens, seat {FIRST.seat + 1} " in out
    assert out.count("Tokens, seat") == 1
    assert "best move:" not in out
    assert "Pile " in out
    assert "unseen" in out


@pytest.mark.parametrize("typed", [FIRST.best, str(("take", "refuse").index(FIRST.best) + 1)])
def test_a_puzzle_is_solved_by_a_name_or_a_number(pioche_says, monkeypatch, typed):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    code, out, _ = pioche_says("puzzle", "no-merci", "--number", "1")
    assert code == 0
    assert "Right! This is clearly the best move" in out
    assert "chance to win" in out
    assert "%" in out


def test_what_is_no_move_is_asked_for_again(pioche_says, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"steal\n\n9\n{FIRST.best}\n"))
    code, out, err = pioche_says("puzzle", "no-merci")
    assert (code, err) == (0, "")
    assert "No Merci has no move 'steal'." in out
    assert "No Merci has no move '9'." in out
    assert "Right!" in out


def test_tg13_a_signal_is_no_answer(pioche_says, monkeypatch):
    puzzles = enumerate(registry.find("the-game").puzzles, 1)
    number = next(number for number, puzzle in puzzles if "players=1" not in puzzle.position)
    monkeypatch.setattr("sys.stdin", io.StringIO("signal stuck\nq\n"))
    code, out, err = pioche_says("puzzle", "the-game", "--number", str(number))
    assert (code, err) == (0, "")
    assert "signal stuck is not legal now." in out


def test_a_wrong_answer_is_explained(pioche_says):
    code, out, _ = pioche_says("puzzle", "no-merci", "--move", FIRST.obvious, "--log", "--lang", "fr")
    assert code == 0
    assert "mais il y a mieux" in out
    assert "Robots qui le trouvent" in out
    assert "plus tôt" not in out


def test_a_puzzle_as_json_has_its_answer_only_after_a_guess(pioche_says):
    asked = json.loads(pioche_says("puzzle", "no-merci", "--json")[1])
    assert asked["view"]["seat"] == FIRST.seat
    assert not {"best", "hints"} & set(asked)
    told = json.loads(pioche_says("puzzle", "no-merci", "--json", "--move", FIRST.best)[1])
    assert (told["is_right"], told["best"], len(told["hints"])) == (True, FIRST.best, 2)


def test_the_puzzle_of_the_day_needs_no_game(pioche_says):
    code, out, _ = pioche_says("puzzle", "--daily", "--json")
    assert code == 0
    assert json.loads(out)["game"] in {game.name for game in registry.games()}


def test_a_game_has_a_puzzle_of_the_day_of_its_own(pioche_says):
    found = [json.loads(pioche_says("puzzle", game.name, "--daily", "--json")[1])["game"] for game in registry.games()]
    assert found == [game.name for game in registry.games()]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["puzzle"], "Name a game, or give --daily."),
        (["puzzle", "no-merci", "--number", "0"], "There is no puzzle 0: their numbers are 1 to 30."),
        (["puzzle", "no-merci", "--move", "steal"], "No Merci has no move 'steal'."),
        (["puzzle", "chess"], "There is no game called 'chess'."),
        (["puzzles", "dig", "no-merci"], "‘pioche puzzles’ does not know 'dig'. It knows: mine."),
        (["puzzles", "mine", "no-merci", "--count", "0"], "count"),
        (["puzzles", "mine", "no-merci", "no such record"], "no such record"),
        (["puzzles", "mine", "no-merci", "--bots", "genius"], "genius"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(pioche_says, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, errors = pioche_says(*words)
    assert (code, out) == (2, "")
    assert errors.startswith("pioche: ")
    assert sentence in errors
    assert errors.count("\n") == 1


@pytest.mark.xdist_group("a-moins")
def test_mining_reports_what_it_found(pioche_says, tmp_path):
    where = tmp_path / "found.toml"
    words = ("puzzles", "mine", "a-moins", "--bots", "casual", "--seed", "5", "--count", "1", "--out", str(where))
    code, out, _ = pioche_says(*words)
    assert code == 0
    assert f"1 puzzle in {where}" in out
    assert "Ten times the simulations gave the same answer for" in out
    (found,) = read_puzzles(where.read_text(), "found.toml").puzzles
    assert found.game == "a-moins"
    assert json.loads(pioche_says(*words, "--json")[1])["new"] == 0
