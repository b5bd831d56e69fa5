"""Puzzles: decisions in which one move is clearly best and the obvious one is not, in the file puzzles.toml of a game.

`pioche puzzles mine` writes these files. docs/puzzles.md describes the fields.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from importlib.resources import files
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from .errors import BadPuzzles, UnknownPuzzle, say
from .judgement import LEVELS, Estimate, Mean, Measure

FILE = "puzzles.toml"
KEY_DIGITS = 24
MOST_NAMED = 10**9
"""The largest number that a refusal repeats."""

Phase = Literal["opening", "middle", "end"]
"""The third of the round in which a decision was made."""
PHASES: tuple[Phase, ...] = get_args(Phase)
Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

Seat = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]


class Worth(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The value of a move, by which bots decide, and the figure shown to people, with their standard errors."""

    value: float
    error: float
    tries: Annotated[int, Meta(ge=1)]
    figure: float
    figure_error: float

    def estimate(self, move: int) -> Estimate:
        return Estimate(move, self.value, self.error, self.tries, Mean(self.figure, self.figure_error))


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A decision of a seat. It holds every card: show only what the seat knows."""

    number: int = 0
    """Its number in the file, from 1."""
    match: Count
    """The number of the match in which it was found."""
    position: str
    """The round as it was dealt."""
    moves: tuple[str, ...] = ()
    """The moves of the round so far, each as in a record: ``0 refuse``. Bots, and people, remember them."""
    seat: Seat
    best: str
    obvious: str
    """The move of a weaker bot, and the one to avoid."""
    found_by: tuple[str, ...] = ()
    """The levels whose bots play the best move."""
    phase: Phase
    measure: Measure
    """The unit of the figures."""
    worth: Annotated[Mapping[str, Worth], Meta(min_length=2)]
    """By move: what it is worth, from ten times the simulations of a hint. The best move comes first."""

    @property
    def game(self) -> str:
        return self.position.partition(" ")[0]

    @property
    def key(self) -> str:
        """A key that stays the same when the file is written again in another order."""
        text = "\n".join([self.position, *self.moves, str(self.seat)])
        return hashlib.sha256(text.encode()).hexdigest()[:KEY_DIGITS]

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is, by how many levels of bots play the best move."""
        missed = len(LEVELS) - len(self.found_by)
        return DIFFICULTIES[min(max(missed - 1, 0), len(DIFFICULTIES) - 1)]

    @property
    def history(self) -> list[tuple[int, str]]:
        """The moves so far, as pairs of seat and name."""
        return [(int(seat), move) for seat, _, move in (each.partition(" ") for each in self.moves)]


class Dropped(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that looked like a puzzle, until ten times the simulations of a hint gave another answer."""

    match: Count
    best: str
    found: str
    """The move that is best by ten times the simulations; the same one, if its margin was too small."""


class Puzzles(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a file: how its puzzles were mined, and what was found."""

    game: str
    seed: Count
    bots: str
    puzzles: tuple[Puzzle, ...] = msgspec.field(default=(), name="puzzle")
    dropped: tuple[Dropped, ...] = ()

    @property
    def next_match(self) -> int:
        """The number of the match at which mining goes on."""
        found = [each.match for each in self.puzzles] + [each.match for each in self.dropped]
        return max(found, default=-1) + 1


def load_puzzles(package: str) -> tuple[Puzzle, ...]:
    """Load the puzzles of the game in a package; none where it has no file of them."""
    source = files(package).joinpath(FILE)
    return read_puzzles(source.read_text(encoding="utf-8"), package).puzzles if source.is_file() else ()


def read_puzzles(text: str, name: str) -> Puzzles:
    """Read a file of puzzles, or raise `BadPuzzles`, which names the file. `pioche.core.match.guess` opens a puzzle."""
    try:
        found = msgspec.convert(tomllib.loads(text), Puzzles)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadPuzzles(say("bad-puzzles", name=name, reason=str(error))) from error
    for number, puzzle in enumerate(found.puzzles, 1):
        if reason := _fault(found, puzzle):
            raise BadPuzzles(say("bad-puzzles", name=name, reason=f"[[puzzle]] {number}: {reason}"))
    numbered = (msgspec.structs.replace(puzzle, number=number) for number, puzzle in enumerate(found.puzzles, 1))
    return msgspec.structs.replace(found, puzzles=tuple(numbered))


def _fault(found: Puzzles, puzzle: Puzzle) -> str | None:
    if puzzle.game != found.game:
        return f"{puzzle.game!r} is not {found.game!r}"
    if not {puzzle.best, puzzle.obvious} <= set(puzzle.worth) or puzzle.best == puzzle.obvious:
        return f"best {puzzle.best!r}, obvious {puzzle.obvious!r}"
    if not set(puzzle.found_by) <= set(LEVELS):
        return f"found_by {puzzle.found_by}"
    if not all(seat.isdecimal() and move for seat, _, move in (each.partition(" ") for each in puzzle.moves)):
        return "moves"
    return None


def find_puzzle(puzzles: tuple[Puzzle, ...], number: int) -> Puzzle:
    """Return the puzzle of a number, counted from 1, or raise `UnknownPuzzle`."""
    if 1 <= number <= len(puzzles):
        return puzzles[number - 1]
    raise UnknownPuzzle(say("unknown-puzzle", number=min(max(number, 0), MOST_NAMED), count=len(puzzles)))


def puzzle_of_the_day(puzzles: Iterable[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody: all of them take turns, in an order that looks random."""
    in_turn = sorted(puzzles, key=lambda puzzle: hashlib.sha256(puzzle.key.encode()).digest())
    if not in_turn:
        raise UnknownPuzzle(say("unknown-puzzle", number=1, count=0))
    return in_turn[day.toordinal() % len(in_turn)]


# Writing.


def heading(found: Puzzles, about: str) -> str:
    """Return the head of a file: a comment that says how its puzzles were mined, and the same as fields."""
    return f"# Mined by: {about}\n" + _fields({"game": found.game, "seed": found.seed, "bots": found.bots})


def entry(found: Puzzle | Dropped) -> str:
    """Return a puzzle, or a dropped one, as text to be appended to a file."""
    table = "puzzle" if isinstance(found, Puzzle) else "dropped"
    values = msgspec.to_builtins(found)
    values.pop("number", None)
    return f"\n[[{table}]]\n" + _fields(values)


def _fields(values: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {_spelled(value)}\n" for name, value in values.items())


def _spelled(value: Any) -> str:
    """Return a value as TOML. Strings and lists are spelled as in JSON."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_spelled(each)}" for name, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
