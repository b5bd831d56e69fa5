"""Bodies of HTTP requests and responses, described in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pioche.core.views import Cover, Genre, PlainMessage, PlainMove, PlainSheet, PlainTeam, View

from .events import Clock, SeatKind
from .messages import FaceId, Line, Name, SeatInfo, SeatNumber, Short, TableInfo, Token

# The shelf.


class VariantInfo(msgspec.Struct, frozen=True):
    name: str
    title: PlainMessage
    players: list[int]
    begins: PlainMessage
    teams: list[PlainTeam]
    """The teams; empty where everyone plays alone, or all play together."""


class OptionInfo(msgspec.Struct, frozen=True):
    """A yes-or-no option, or a number within a range."""

    title: PlainMessage
    default: bool | int
    low: int | None = None
    high: int | None = None
    about: PlainMessage | None = None
    """What the option changes, where the title alone is not enough."""


class BoxInfo(msgspec.Struct, frozen=True):
    """The printed box of a game, as far as its rulebook names it."""

    name: str
    authors: list[str]
    publisher: str | None
    year: int | None
    age: int | None
    """The minimum age."""


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    title: PlainMessage
    about: PlainMessage
    kind: PlainMessage
    crib: dict[str, list[str]]
    """The game in brief: five lines, by language."""
    box: BoxInfo
    cover: Cover
    """The picture on the shelf."""
    genre: Genre
    """The kind of game, for the filter of the shelf."""
    minutes: int
    """The approximate length of a match."""
    players: list[int]
    begins: PlainMessage
    """G2 Who begins, in words."""
    together: bool
    variants: list[VariantInfo]
    options: dict[str, OptionInfo]
    can_be_solved: bool
    difficulties: list[str]


class Daily(msgspec.Struct, frozen=True):
    game: str
    day: str
    is_yesterdays: bool
    """Whether the browser is new today: it is given yesterday's deal."""


class Start(msgspec.Struct, frozen=True):
    """A game to try first, and why."""

    game: str
    why: PlainMessage


class Shelf(msgspec.Struct, frozen=True):
    games: list[GameInfo]
    """Box by box: boxes with one game first, and the games of a box in the order of its rulebook."""
    start: list[Start]
    levels: list[str]
    languages: list[str]
    daily: Daily


# Tables.


class Plan(msgspec.Struct, frozen=True):
    """A seat of a new table: the opener's own, a bot's, or open."""

    kind: Literal["me", "bot", "open"]
    name: Name = ""
    level: Short | None = None
    face: FaceId = ""


class OpenTable(msgspec.Struct, frozen=True):
    game: Short
    seats: Annotated[list[Plan], msgspec.Meta(min_length=1, max_length=6)]
    variant: Short | None = None
    options: Annotated[dict[Short, bool | int], msgspec.Meta(max_length=8)] = {}
    daily: bool = False
    difficulty: Short | None = None
    dealer: SeatNumber | None = None
    """G2 The seat that deals first; drawn at random unless given."""
    clock: Clock | None = None
    contributes: bool = False
    """Whether the opener's page or program sends a part of the seed for each of its seats (`Contribute`)."""


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table, with the secret token of each seat that its opener holds."""

    table: str
    code: str
    seats: dict[str, str]


class Join(msgspec.Struct, frozen=True):
    code: Short
    name: Name
    seat: SeatNumber | None = None
    face: FaceId = ""
    contributes: bool = False
    """Whether the player's page or program sends a part of the seed (`Contribute`)."""


class JoinedTable(msgspec.Struct, frozen=True):
    table: str
    seat: int
    token: str


class Claim(msgspec.Struct, frozen=True):
    """Claim a seat for this browser by its secret token."""

    token: Token


class Claimed(msgspec.Struct, frozen=True):
    table: str
    seat: int


class Rematch(msgspec.Struct, frozen=True):
    """The variant to play next; the same one again if None."""

    variant: Short | None = None


class NextTable(msgspec.Struct, frozen=True):
    """The table of a rematch."""

    table: str


class Summary(msgspec.Struct, frozen=True):
    """A table's public summary, and the seats that the browser holds there. Times are in seconds since 1970."""

    table: str
    code: str
    game: str
    variant: str | None
    over: bool
    opened: float
    touched: float
    """When the last public event happened."""
    seats: list[int]
    to_move: list[int]
    names: list[str]
    kinds: list[SeatKind]
    faces: list[str] = []
    daily: str | None = None
    """The day, if this is a daily deal."""
    until: float | None = None
    """When the time of a player who is to move is up: one in this browser's seats, if there is one."""
    late: list[int] = []
    """The players whose time is up and about whom this browser has yet to decide."""
    problem: PlainMessage | None = None
    """Why the table cannot be read; everything but its game, its opening and one's seats is then left empty."""


class Wins(msgspec.Struct, frozen=True):
    played: int
    won: int


class Statistics(msgspec.Struct, frozen=True):
    """K6-4 Finished solitaires, counted separately with and without help."""

    alone: Wins
    helped: Wins


# Afterwards.


class Step(msgspec.Struct, frozen=True):
    """A table after ``step`` moves, as ``eyes`` saw it; None: with all hands open."""

    step: int
    steps: int
    table: TableInfo
    seats: list[SeatInfo]
    eyes: int | None
    view: View
    lines: list[Line]


class Sheets(msgspec.Struct, frozen=True):
    """The score sheets of the rounds dealt so far, as ``eyes`` may see them; None: with nothing hidden."""

    eyes: int | None
    rounds: list[PlainSheet]


class LogPart(msgspec.Struct, frozen=True):
    """A part of the log of a table: chat, moves that were not taken back, and everything else in it."""

    lines: list[Line]
    first: int
    """The number of the first event in it, before which to ask next; 0 if there is none."""


class Shuffled(msgspec.Struct, frozen=True):
    """One deck of a round: the label of its shuffle, its cards in order, and its cards as dealt."""

    label: str
    cards: list[str]
    dealt: list[str]
    round: int
    title: PlainMessage
    """The name of the deck: the cards, the score cards."""


class Deal(msgspec.Struct, frozen=True):
    """The seed of a finished match, and every shuffle derived from it."""

    seed: str
    commitment: str
    players: int
    first_dealer: int
    decks: list[Shuffled]
    contributions: dict[str, str] | None = None
    """The parts of the seed: the server's, and those of the seats; None if the seed is the server's alone."""


# Lessons.


class LessonId(msgspec.Struct, frozen=True):
    """A lesson of a game: the number of a step, or the name of an example."""

    game: str
    id: str


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson; ``title`` and ``say`` are texts by language."""

    game: str
    """The game that it is played in: for rules that several games share, perhaps not the one that was asked for."""
    id: str
    paragraphs: list[str]
    """The paragraphs of the rulebook that it shows, the most important first."""
    title: dict[str, str] | None
    say: dict[str, str]


class Lessons(msgspec.Struct, frozen=True):
    game: str
    steps: list[LessonInfo]
    """The guided first game, in order."""
    examples: list[LessonInfo]
    paragraphs: dict[str, list[LessonId]]
    """By paragraph of the rulebook: the lessons that show it, the best first."""


class AskWhyNot(msgspec.Struct, frozen=True):
    """Why can these cards not be played now (to that zone)?"""

    cards: Annotated[list[Short], msgspec.Meta(max_length=8)]
    target: Short | None = None


class Try(msgspec.Struct, frozen=True):
    """The learner's own moves so far, and perhaps a question. The others' moves follow from the learner's."""

    moves: Annotated[list[Short], msgspec.Meta(max_length=40)] = []
    why_not: AskWhyNot | None = None


class LessonRefusal(msgspec.Struct, frozen=True):
    """Why the last move is not legal. It was not made."""

    message: PlainMessage
    reason: PlainMessage | None
    paragraph: str | None
    """The paragraph of the rulebook that forbids it."""


class Attempt(msgspec.Struct, frozen=True):
    """A lesson after the learner's moves."""

    lesson: LessonInfo
    outcome: Literal["open", "solved", "refused", "other"]
    """It is the learner's turn; the lesson is solved; the last move is illegal; it is legal, but not the solution."""
    word: dict[str, str] | None
    """What to tell the learner about the outcome, by language; None while the lesson is open, or after a refusal."""
    refusal: LessonRefusal | None
    wanted: list[str]
    """The names of the moves that lead on, any of them; empty when the lesson is solved."""
    forbidden: list[PlainMove]
    """Illegal moves that the learner may try, to see them refused."""
    reasons: list[PlainMessage]
    """The answer to ``why_not``; empty where such a move is legal, or nothing was asked."""
    step: Step
    """The table as the learner sees it, with every move since the lesson began."""
    sheets: list[PlainSheet]


class Failure(msgspec.Struct, frozen=True):
    error: PlainMessage
