"""Files of puzzles: they are read as they are written, and a wrong one is refused in a sentence."""

from datetime import date

import pytest
from msgspec.structs import replace

from pioche import registry
from pioche.core.errors import BadPuzzles, IllegalMove, UnknownPuzzle
from pioche.core.match.guess import guess, open_puzzle
from pioche.core.puzzles import Dropped, Puzzle, Puzzles, Worth, entry, find_puzzle, heading, puzzle_of_the_day
from pioche.core.puzzles import read_puzzles as read

NO_MERCI = registry.find("no-merci")
PUZZLE = Puzzle(
    match=4,
    position="no-merci players=3 dealer=2 begins=0; tokens=11*3 pile=20,5,9,30 owner=-:*",
    moves=("0 refuse",),
    seat=1,
    best="refuse",
    obvious="take",
    found_by=("strong", "expert"),
    phase="opening",
    measure="win",
    worth={"refuse": Worth(0.6, 0.01, 100, 0.61, 0.01), "take": Worth(0.4, 0.01, 100, 0.41, 0.01)},
)
HEAD = heading(Puzzles(game="no-merci", seed=7, bots="strong"), "a command")


def written(**changes):
    return HEAD + entry(replace(PUZZLE, **changes))


def test_a_file_is_read_as_it_was_written():
    found = read(written() + entry(Dropped(9, "take", "refuse")) + entry(replace(PUZZLE, match=12)), "a file")
    assert (found.game, found.seed, found.bots) == ("no-merci", 7, "strong")
    assert found.puzzles == (replace(PUZZLE, number=1), replace(PUZZLE, number=2, match=12))
    assert found.dropped == (Dropped(9, "take", "refuse"),)
    assert found.next_match == 13
    assert read(HEAD, "a file").next_match == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game = ", "Invalid value"),
        (HEAD.replace("7", '"seven"'), "seed"),
        (written(position="the-game players=3; "), "'the-game' is not 'no-merci'"),
        (written(best="take"), "best 'take'"),
        (written(best="steal"), "best 'steal'"),
        (written(found_by=("genius",)), "genius"),
        (written(moves=("refuse",)), "moves"),
        (written(phase="overture"), "overture"),
        (written(seat=-1), "seat"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(text, reason):
    with pytest.raises(BadPuzzles, match="The puzzles in a file cannot be used: ") as refused:
        read(text, "a file")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"position": PUZZLE.position.replace("pile=20", "pile=99")},
        {"moves": ("1 refuse",)},
        {"seat": 2},
        {"worth": {**PUZZLE.worth, "pass": PUZZLE.worth["take"]}},
    ],
    ids=["no such card", "an illegal move", "not to move", "no such move"],
)
def test_a_puzzle_that_the_rules_do_not_lead_to_is_refused(changes):
    with pytest.raises(BadPuzzles):
        open_puzzle(NO_MERCI, replace(PUZZLE, **changes))


def test_a_puzzle_remembers_what_was_done_in_its_round():
    """Bots of No Merci remember who took cards by choice, and at what price: no position tells it."""
    match = open_puzzle(NO_MERCI, replace(PUZZLE, moves=("0 take", "0 refuse")))
    assert list(match.situation(1).known.conceded[:3]) == [20, 0, 0]
    later = open_puzzle(NO_MERCI, replace(PUZZLE, position=match.position(), moves=()))
    assert list(later.situation(1).known.conceded[:3]) == [0, 0, 0]


def test_a_guess_is_right_obvious_or_wrong():
    right, obvious = guess(NO_MERCI, PUZZLE, "refuse"), guess(NO_MERCI, PUZZLE, "take")
    assert (right.is_right, right.message.key) == (True, "core.puzzle.right")
    assert (obvious.is_right, obvious.message.key) == (False, "core.puzzle.obvious")
    assert [(hint.move.name, hint.figure) for hint in obvious.hints] == [("refuse", 0.61), ("take", 0.41)]
    with pytest.raises(IllegalMove):
        guess(NO_MERCI, PUZZLE, "steal")


def test_difficulty_follows_from_how_many_bots_find_the_move():
    found_by = [("beginner", "strong", "expert"), ("strong", "expert"), ("expert",), ()]
    assert [replace(PUZZLE, found_by=levels).difficulty for levels in found_by] == ["easy", "medium", "hard", "hard"]


def test_a_puzzle_keeps_its_key_under_another_number():
    assert replace(PUZZLE, number=8, match=3).key == PUZZLE.key != replace(PUZZLE, seat=2).key


def test_puzzles_are_numbered_from_1():
    assert find_puzzle((PUZZLE,), 1) is PUZZLE
    for number in (0, 2, 10**400):
        with pytest.raises(UnknownPuzzle):
            find_puzzle((PUZZLE,), number)
    with pytest.raises(UnknownPuzzle, match="This game has no puzzles"):
        find_puzzle((), 1)


def test_puzzles_of_the_day_take_turns():
    three = [replace(PUZZLE, seat=seat) for seat in range(3)]
    chosen = [puzzle_of_the_day(three, date(2030, 1, day)).seat for day in range(1, 7)]
    assert sorted(chosen[:3]) == [0, 1, 2]
    assert chosen[:3] == chosen[3:]
