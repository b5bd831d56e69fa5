"""What plain requests carry and are answered with. docs/protocol.md tells it in words."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pioche.core.views import PlainMessage, PlainTeam, View

from .events import SeatKind
from .messages import Line, Name, SeatInfo, SeatNumber, Short, TableInfo, Token

# The shelf.


class VariantInfo(msgspec.Struct, frozen=True):
    name: str
    title: PlainMessage
    players: list[int]
    begins: PlainMessage
    teams: list[PlainTeam]
    """Who plays with whom; empty where each plays alone, or all play together."""


class OptionInfo(msgspec.Struct, frozen=True):
    """A choice of yes and no, or of a number between two."""

    title: PlainMessage
    default: bool | int
    low: int | None = None
    high: int | None = None
    about: PlainMessage | None = None
    """What it changes, where the title does not say it all."""


class BoxInfo(msgspec.Struct, frozen=True):
    """The printed box of a game, as far as its rulebook tells."""

    name: str
    authors: list[str]
    publisher: str | None
    year: int | None
    age: int | None
    """The youngest players it is for."""


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    title: PlainMessage
    about: PlainMessage
    kind: PlainMessage
    crib: dict[str, list[str]]
    """The game in brief: five lines, by language."""
    box: BoxInfo
    minutes: int
    """How long a match takes, about."""
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


class Shelf(msgspec.Struct, frozen=True):
    games: list[GameInfo]
    levels: list[str]
    languages: list[str]
    daily: Daily


# Tables.


class Plan(msgspec.Struct, frozen=True):
    """A seat as its opener wants it: one's own, a bot's, or open."""

    kind: Literal["me", "bot", "open"]
    name: Name = ""
    level: Short | None = None


class OpenTable(msgspec.Struct, frozen=True):
    game: Short
    seats: Annotated[list[Plan], msgspec.Meta(min_length=1, max_length=6)]
    variant: Short | None = None
    options: Annotated[dict[Short, bool | int], msgspec.Meta(max_length=8)] = {}
    daily: bool = False
    difficulty: Short | None = None
    dealer: SeatNumber | None = None
    """G2 The seat that deals first; by lot unless it is named."""


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table, with the secret of each seat that its opener holds."""

    table: str
    code: str
    seats: dict[str, str]


class Join(msgspec.Struct, frozen=True):
    code: Short
    name: Name
    seat: SeatNumber | None = None


class JoinedTable(msgspec.Struct, frozen=True):
    table: str
    seat: int
    token: str


class Claim(msgspec.Struct, frozen=True):
    """Bring a seat to this browser, by its secret link."""

    token: Token


class Claimed(msgspec.Struct, frozen=True):
    table: str
    seat: int


class Rematch(msgspec.Struct, frozen=True):
    """Another variant of the game, or the same one again."""

    variant: Short | None = None


class NextTable(msgspec.Struct, frozen=True):
    """Where those who sat at a table play again."""

    table: str


class Summary(msgspec.Struct, frozen=True):
    """A table from afar: what everybody may know of it, and which seats the asker holds. Times are in seconds."""

    table: str
    code: str
    game: str
    variant: str | None
    over: bool
    opened: float
    touched: float
    """When something last happened."""
    seats: list[int]
    to_move: list[int]
    names: list[str]
    kinds: list[SeatKind]


class Wins(msgspec.Struct, frozen=True):
    played: int
    won: int


class Statistics(msgspec.Struct, frozen=True):
    """K6-4 The finished games of a solitaire; those in which help was taken are counted apart."""

    alone: Wins
    helped: Wins


# Afterwards.


class Step(msgspec.Struct, frozen=True):
    """A table as it stood after so many moves, with somebody's eyes; ``eyes`` None: with all hands open."""

    step: int
    steps: int
    table: TableInfo
    seats: list[SeatInfo]
    eyes: int | None
    view: View
    lines: list[Line]


class Shuffled(msgspec.Struct, frozen=True):
    """A deck of a round: under which label it was shuffled, its cards in order, and as they were dealt."""

    label: str
    cards: list[str]
    dealt: list[str]


class Deal(msgspec.Struct, frozen=True):
    """What chance decided in a finished match, and the seed that decided it."""

    seed: str
    commitment: str
    players: int
    first_dealer: int
    decks: list[Shuffled]


class Failure(msgspec.Struct, frozen=True):
    error: PlainMessage
