"""The puzzles of every game: they can be opened and solved, hide what is hidden, and their answers hold."""

import json
import math
from collections import Counter
from importlib.resources import files

import pytest

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.judgement import Estimate, Mean, Thought
from pioche.core.match.guess import guess, open_puzzle
from pioche.core.puzzles import read_puzzles
from pioche.lab.mining import answers_of
from pioche.lab.puzzles import LEAST_LEAD, consider, is_clear, lead_over, settings
from pioche.server.puzzle_api import noticed_lines, table_of
from tests.games.test_lessons import with_other_cards

GAMES = [pytest.param(game, id=game.name, marks=pytest.mark.xdist_group(game.name)) for game in registry.games()]
PUZZLES = [
    pytest.param(game, puzzle, id=f"{game.name}-{puzzle.number}", marks=pytest.mark.xdist_group(game.name))
    for game in registry.games()
    for puzzle in game.puzzles
]
SAMPLE = [each for each in PUZZLES if each.values[1].number % 10 == 1]
CONFIRMED = 0.95
FEW_SIMULATIONS = 1000
SHIPPED = 30


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_every_puzzle_opens_at_a_choice_of_its_seat(game, puzzle):
    match = open_puzzle(game, puzzle)
    assert puzzle.seat in match.to_move
    assert {move.name for move in match.legal(puzzle.seat)} == set(puzzle.worth)
    assert [f"{seat} {move}" for seat, move in match.moves] == list(puzzle.moves)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_best_move_is_right_and_the_obvious_one_is_not(game, puzzle):
    right, wrong = guess(game, puzzle, puzzle.best), guess(game, puzzle, puzzle.obvious)
    assert (right.is_right, wrong.is_right) == (True, False)
    assert [hint.standing for hint in right.hints] == ["best"] + ["behind"] * (len(puzzle.worth) - 1)
    assert right.best.move.name == puzzle.best
    assert all(hint.figure is not None for hint in right.hints)
    for language in ("en", "fr"):
        assert right.best.move.text(language) in wrong.message.text(language)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_other_hidden_cards_look_the_same_to_the_solver(game, puzzle):
    match = open_puzzle(game, puzzle)
    shown, other = table_of(match, puzzle), with_other_cards(match, puzzle.seat)
    assert shown.view == other.view(puzzle.seat)
    assert shown.lines == noticed_lines(match, puzzle.seat)
    assert shown.step <= len(puzzle.moves)
    assert match.position() not in json.dumps(shown.view)


@pytest.mark.parametrize(("game", "puzzle"), SAMPLE)
def test_a_short_search_finds_the_answer_of_a_sample_too(game, puzzle):
    situation = open_puzzle(game, puzzle).situation(puzzle.seat, rng=new_random(puzzle.number))
    found = consider(situation, FEW_SIMULATIONS)
    assert situation.rules.move_name(found.move) == puzzle.best
    obvious = situation.rules.move_numbers[puzzle.obvious]
    assert lead_over(found, obvious).value > LEAST_LEAD[found.measure] / 2


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_thirty_puzzles_that_differ(game):
    puzzles = game.puzzles
    assert len(puzzles) >= SHIPPED
    assert len({puzzle.match for puzzle in puzzles}) == len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    tables = {puzzle.position.partition(" dealer=")[0] for puzzle in puzzles}
    assert len(tables) >= min(len(settings(game)), len(puzzles)) / 2
    if game.players[-1] > 1:  # in a solitaire, only the last cards can be told apart
        assert len({puzzle.phase for puzzle in puzzles}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_is_that_of_more_than_a_third_of_the_puzzles(game):
    """Or of half, if there are two moves in all."""
    (_, most), *_ = Counter(puzzle.best for puzzle in game.puzzles).most_common(1)
    assert most <= math.ceil(len(game.puzzles) / answers_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_longer_searches_confirmed_nearly_all_that_were_mined(game):
    text = files(game.package).joinpath("puzzles.toml").read_text(encoding="utf-8")
    found = read_puzzles(text, game.name)
    command = f"pioche puzzles mine {game.name} --bots {found.bots} --seed {found.seed} --count "
    assert text.startswith(f"# Mined by: {command}")
    assert len(found.puzzles) >= CONFIRMED * (len(found.puzzles) + len(found.dropped))


def test_a_lead_must_be_large_and_sure():
    def found(lead, error):
        figures = {1: Mean(0.5 + lead, error), 2: Mean(0.5, error)}
        return Thought(1, tuple(Estimate(move, 0.5, 0.1, 9, mean) for move, mean in figures.items()), 18, "win")

    assert is_clear(found(0.06, 0.001))
    assert not is_clear(found(0.06, 0.001), is_first=True)
    assert is_clear(found(0.11, 0.001), is_first=True)
    assert is_clear(found(0.15, 0.015), is_first=True)
    assert not is_clear(found(0.14, 0.015), is_first=True)
    assert not is_clear(found(0.04, 0.001))
    assert not is_clear(found(0.06, 0.02))
