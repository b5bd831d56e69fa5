"""Bodies of requests about deals that several people play, described in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .entries import Mark
from .messages import FaceId, Name

RECORD_LENGTH = 60_000


class DailyInfo(msgspec.Struct, frozen=True):
    """A game's deal of the day, as far as this browser may know it."""

    game: str
    day: str
    """Today, or yesterday for a browser that is new today."""
    variant: str | None
    players: int
    options: dict[str, bool | int]
    level: str
    """The level of the bots."""
    commitment: str
    mark: Mark
    """The mark of an entry that this browser would begin now; only ``first`` has a place on the board."""
    table: str | None
    """The last table at which this player plays it."""
    is_over: bool
    """Whether the player has finished it."""


class Sitting(msgspec.Struct, frozen=True):
    """The name and face of the player who sits down to play a deal."""

    name: Name = ""
    face: FaceId = ""


class BoardEntry(msgspec.Struct, frozen=True):
    id: int
    contest: str
    rank: int | None
    """The place on the board; None if the entry does not count."""
    mark: Mark
    name: str
    place: int | None
    """The place reached at the table; None before the end."""
    score: int | None
    ended: float | None
    is_mine: bool


class Board(msgspec.Struct, frozen=True):
    """The results of one deal. Until the player has finished it, or its day is over, nothing but their number."""

    contest: str
    game: str
    day: str | None
    variant: str | None
    players: int
    options: dict[str, bool | int]
    level: str
    commitment: str
    seed: str | None
    """The seed, when the day is over."""
    low_wins: bool
    """Whether the lowest score is best, among those with the same place."""
    count: int
    """How many have finished it."""
    is_hidden: bool
    entries: list[BoardEntry]


class SendIn(msgspec.Struct, frozen=True):
    """A record that was played elsewhere, as text or JSON."""

    record: Annotated[str, msgspec.Meta(max_length=RECORD_LENGTH)]
    name: Name = ""
