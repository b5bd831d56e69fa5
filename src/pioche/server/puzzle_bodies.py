"""Bodies of the requests about puzzles, described in docs/protocol.md."""

from __future__ import annotations

import msgspec

from pioche.core.puzzles import Difficulty, Phase
from pioche.core.views import PlainHint, PlainMeasure, PlainMessage

from .bodies import Step
from .messages import Short


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle, without its cards."""

    game: str
    number: int
    """Its number among the puzzles of its game, from 1."""
    players: int
    variant: str | None
    options: dict[str, bool | int]
    seat: int
    """The seat that is to decide."""
    phase: Phase
    """The third of the round in which the decision is made."""
    difficulty: Difficulty
    """By the share of right first guesses or, before enough have guessed, by the levels of bots that find the move."""
    tried: int
    """How many players have guessed at it."""
    solved: int
    """How many of their first guesses were right."""
    share: float | None
    """The share of right first guesses; None before enough have guessed."""
    yours: bool | None
    """Whether this player's first guess was right; None before it."""


class PuzzleList(msgspec.Struct, frozen=True):
    game: str
    puzzles: list[PuzzleInfo]


class PuzzleCount(msgspec.Struct, frozen=True):
    """How many puzzles a game has, and how many of them this player has tried, and solved by the first guess."""

    game: str
    puzzles: int
    tried: int
    solved: int


class PuzzleOverview(msgspec.Struct, frozen=True):
    """The puzzle of the day, without its cards, and the games that have puzzles."""

    day: str
    daily: PuzzleInfo
    games: list[PuzzleCount]


class PuzzleTable(msgspec.Struct, frozen=True):
    """A puzzle at the table, as its seat sees it, with every move of the round so far that the seat noticed."""

    puzzle: PuzzleInfo
    step: Step
    day: str | None = None
    """The day, if it is the puzzle of the day."""


class MakeGuess(msgspec.Struct, frozen=True):
    """The move, by name."""

    move: Short


class Guessed(msgspec.Struct, frozen=True):
    """Whether a guess is right, and why."""

    puzzle: PuzzleInfo
    is_right: bool
    is_counted: bool
    """Whether it counts: it does if it is this player's first."""
    message: PlainMessage
    best: str
    """The name of the best move."""
    obvious: str
    """The name of the move that a weaker bot plays."""
    found_by: list[str]
    """The levels whose bots play the best move."""
    hints: list[PlainHint]
    """All legal moves with their figures and reasons, the best one first."""
    measure: PlainMeasure | None
    """What the figures are."""
