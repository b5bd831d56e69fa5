"""Mining: a planted puzzle is found, a seed gives the same puzzles, and a stopped run goes on where it was."""

import json
from itertools import islice

import pytest
from msgspec import structs

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.errors import BadPuzzles, BadRecord
from pioche.core.judgement import Estimate, Mean
from pioche.core.match.guess import open_puzzle
from pioche.core.match.record import to_text
from pioche.core.puzzles import Dropped, Puzzle, read_puzzles
from pioche.lab import mining
from pioche.lab import puzzles as lab
from pioche.lab.blocks import Rails
from pioche.lab.mining import ALONE, findings, mine_to_file
from pioche.lab.puzzles import Finding, Mine, Thought, check, look, looks_clear, search_match, settings

pytestmark = pytest.mark.xdist_group("a-moins")
GAME = registry.find("a-moins")
MINE = Mine("a-moins", seed=5, bots="casual")


@pytest.fixture(autouse=True)
def in_haste(monkeypatch):
    """A tenth of the usual simulations: enough for moves that are far ahead."""
    monkeypatch.setattr(lab, "HINT_SIMULATIONS", 400)


def planted():
    """Return a match in which the last move was made in a puzzle, and that puzzle."""
    puzzle = GAME.puzzles[0]
    match = open_puzzle(GAME, puzzle)
    match.play(puzzle.seat, puzzle.obvious)
    return match, puzzle


def test_a_planted_puzzle_is_found():
    match, puzzle = planted()
    candidate = look(match, len(puzzle.moves), "middle", new_random(1))
    assert candidate is not None
    assert match.rules.move_name(candidate.obvious) == puzzle.obvious
    found = check(match, candidate, seed=1, number=0)
    assert isinstance(found, Puzzle)
    assert (found.key, found.best) == (puzzle.key, puzzle.best)


def test_a_planted_puzzle_is_dropped_if_a_longer_search_disagrees(monkeypatch):
    match, puzzle = planted()
    candidate = look(match, len(puzzle.moves), "middle", new_random(1))
    considered = lab.consider

    def fickle(situation, simulations):
        found = considered(situation, simulations)
        other = next(move for move in situation.numbers if move != found.move)
        return found if simulations == 400 else Thought(other, found.estimates, simulations, found.measure)

    monkeypatch.setattr(lab, "consider", fickle)
    dropped = check(match, candidate, seed=1, number=3)
    assert (dropped.match, dropped.best) == (3, puzzle.best)
    assert dropped.found != puzzle.best


def test_a_second_look_keeps_a_planted_puzzle():
    match, puzzle = planted()
    candidate = look(match, len(puzzle.moves), "middle", new_random(1))
    assert looks_clear(match, candidate, new_random(2))


@pytest.mark.parametrize(("lead", "error", "is_kept"), [(0.0, 0.05, False), (0.06, 0.05, True), (0.11, 0.0, True)])
def test_a_second_look_drops_decisions_in_which_another_move_is_about_as_good(monkeypatch, lead, error, is_kept):
    match, puzzle = planted()
    candidate = look(match, len(puzzle.moves), "middle", new_random(1))
    best, obvious = (match.rules.move_numbers[name] for name in (puzzle.best, puzzle.obvious))
    figures = {best: Mean(0.5, 0.0), obvious: Mean(0.1, 0.0), -1: Mean(0.5 - lead, error)}
    estimates = tuple(Estimate(move, 0.5, 0.1, 9, figure) for move, figure in figures.items())
    monkeypatch.setattr(lab, "consider", lambda situation, count: Thought(best, estimates, count, "win"))
    assert looks_clear(match, candidate, new_random(2)) == is_kept


def test_at_most_three_decisions_of_a_match_are_checked(monkeypatch):
    monkeypatch.setattr(lab, "looks_clear", lambda match, candidate, rng: True)
    monkeypatch.setattr(lab, "check", lambda match, candidate, seed, number: None)
    found = [search_match(MINE, number) for number in range(2)]
    assert [each.checked for each in found] == [min(each.candidates, lab.MOST_CHECKED) for each in found]
    assert max(each.candidates for each in found) > lab.MOST_CHECKED


def test_a_decision_that_every_level_gets_right_is_not_a_puzzle(monkeypatch):
    match, puzzle = planted()
    best = match.rules.move_numbers[puzzle.best]
    monkeypatch.setattr(lab, "obvious_moves", lambda situation: [best, best])
    assert look(match, len(puzzle.moves), "middle", new_random(1)) is None


def test_records_are_searched_too(tmp_path):
    match, _ = planted()
    mine = Mine("a-moins", seed=1, records=(to_text(match.record()),))
    (only,) = findings(mine, 0, ALONE)
    assert only.decisions >= 1
    for _ in mine_to_file(mine, tmp_path / "found.toml", 5, "a command"):
        pass
    found = read_puzzles((tmp_path / "found.toml").read_text(), "found.toml")
    assert [each.key for each in found.puzzles] == ([only.found.key] if isinstance(only.found, Puzzle) else [])


def test_records_of_another_game_are_refused():
    match, _ = planted()
    with pytest.raises(BadRecord, match="This is a record of À moins, not of No Merci"):
        search_match(Mine("no-merci", seed=1, records=(to_text(match.record()),)), 0)


def test_every_variant_and_number_of_players_takes_its_turn():
    agreed = settings(registry.find("six-sequences"))
    assert [(each.players, each.variant) for each in agreed] == [(2, None), (3, None), (4, None), (4, "teams")]


def test_a_match_depends_on_its_number_alone():
    assert [search_match(MINE, number) for number in (2, 1)] == [search_match(MINE, number) for number in (1, 2)][::-1]


def test_a_stopped_run_goes_on_where_it_was(tmp_path):
    whole, parts = tmp_path / "whole.toml", tmp_path / "parts.toml"
    *_, done = mine_to_file(MINE, whole, 2, "a command")
    assert (done.puzzles, done.new) == (2, 2)
    for mined in mine_to_file(MINE, parts, 2, "a command"):
        if mined.puzzles == 1:
            break
    *_, resumed = mine_to_file(MINE, parts, 2, "a command")
    assert (resumed.puzzles, resumed.new) == (2, 1)
    assert parts.read_text() == whole.read_text()
    assert [mined.new for mined in mine_to_file(MINE, whole, 2, "a command")] == [0]
    text = whole.read_text()
    assert text.startswith("# Mined by: a command\n")
    assert len(read_puzzles(text, "whole").puzzles) == 2


@pytest.mark.parametrize("lost", [1, 40, 300])
def test_a_run_that_was_killed_amid_an_entry_loses_that_entry_alone(tmp_path, lost):
    whole, cut = tmp_path / "whole.toml", tmp_path / "cut.toml"
    list(mine_to_file(MINE, whole, 2, "a command"))
    cut.write_bytes(whole.read_bytes()[:-lost])
    *_, resumed = mine_to_file(MINE, cut, 2, "a command")
    assert resumed.new <= 1
    assert read_puzzles(cut.read_text(), "cut") == read_puzzles(whole.read_text(), "whole")


def test_a_file_whose_head_was_cut_off_is_begun_again(tmp_path):
    path = tmp_path / "found.toml"
    path.write_text("# Mined by: a com")
    *_, done = mine_to_file(MINE, path, 1, "a command")
    assert done.puzzles == 1
    assert path.read_text().startswith("# Mined by: a command\n")


def test_a_file_that_is_something_else_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("milk, eggs\n[[puzzle]]\n")
    with pytest.raises(BadPuzzles):
        next(mine_to_file(MINE, path, 1, "a command"))
    assert path.read_text() == "milk, eggs\n[[puzzle]]\n"


def test_a_full_disk_is_reported_and_leaves_no_part_of_an_entry(tmp_path, largest_file):
    path = tmp_path / "found.toml"
    list(mine_to_file(MINE, path, 1, "a command"))
    before = path.read_bytes()
    largest_file(len(before) + 100)
    with pytest.raises(BadPuzzles, match=r"found\.toml cannot be read or written"):
        list(mine_to_file(MINE, path, 2, "a command"))
    assert path.read_bytes() == before


def test_a_folder_that_does_not_exist_is_reported(tmp_path):
    with pytest.raises(BadPuzzles, match="No such file or directory"):
        next(mine_to_file(MINE, tmp_path / "nowhere" / "found.toml", 1, "a command"))


@pytest.mark.parametrize("lost", [0, 40])
def test_a_file_that_was_mined_differently_is_not_continued(tmp_path, lost):
    """Nor is an entry removed from it that was cut off."""
    path = tmp_path / "found.toml"
    list(mine_to_file(MINE, path, 1, "a command"))
    before = path.read_text()[: -lost or None]
    path.write_text(before)
    for other in (Mine("a-moins", 6, "casual"), Mine("a-moins", 5, "strong"), Mine("no-merci", 5, "casual")):
        with pytest.raises(BadPuzzles, match="was mined differently"):
            next(mine_to_file(other, path, 9, "a command"))
    assert path.read_text() == before


def test_an_answer_is_not_kept_too_often(tmp_path, monkeypatch):
    """Also not by a run that is resumed."""
    (first, other), path = GAME.puzzles[:2], tmp_path / "found.toml"
    dropped = Dropped(match=0, best="draw", found="pass")
    given = [first, first, dropped, other, other, first, first, first]

    def found(mine, begin, rails):
        for number, each in enumerate(given[begin:], begin):
            yield Finding(number, 1, 1, 1, structs.replace(each, match=number))

    monkeypatch.setattr(mining, "findings", found)
    monkeypatch.setattr(mining, "ANSWERS", 2)
    for mined in mine_to_file(MINE, path, 9, "a command"):
        if mined.puzzles == 2:
            break
    assert (mined.matches, mined.alike, mined.dropped) == (4, 1, 1)
    *_, resumed = mine_to_file(MINE, path, 9, "a command")
    assert (resumed.puzzles, resumed.alike) == (5, 1)
    kept = read_puzzles(path.read_text(), "found.toml").puzzles
    assert [puzzle.match for puzzle in kept] == [0, 3, 4, 5, 6]


def test_several_processes_find_the_same(tmp_path):
    alone = list(islice(findings(MINE, 0, ALONE), 1))
    several = findings(Mine("a-moins", 5, "casual"), 0, Rails("processes", 2))
    together = list(islice(several, 1))
    several.close()
    assert [(each.match, each.decisions) for each in together] == [(each.match, each.decisions) for each in alone]


def test_what_was_mined_is_reported(tmp_path):
    *_, done = mine_to_file(MINE, tmp_path / "found.toml", 1, "a command")
    told = json.loads(json.dumps(done.to_dict()))
    assert told["share"] == told["puzzles"] / (told["puzzles"] + told["dropped"])
    assert told["per_minute"] > 0
    assert told["decisions"] >= told["candidates"] >= told["checked"] >= 1
