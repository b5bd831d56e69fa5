"""Bodies of requests about duplicates, described in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .contest_bodies import BoardEntry
from .duplicates import MOST_DEALS
from .messages import Short


class OpenDuplicate(msgspec.Struct, frozen=True):
    """Some deals of a game, to be played by friends, each at their own time."""

    game: Short
    players: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    variant: Short | None = None
    options: Annotated[dict[Short, bool | int], msgspec.Meta(max_length=8)] = {}
    level: Short = "strong"
    deals: Annotated[int, msgspec.Meta(ge=1, le=MOST_DEALS)] = 4


class DealBoard(msgspec.Struct, frozen=True):
    """One deal of a duplicate. Others' results are hidden until the player has finished it."""

    deal: int
    commitment: str
    table: str | None
    """The last table at which this player plays it."""
    is_over: bool
    count: int
    """How many have finished it."""
    entries: list[BoardEntry]


class DuplicateTotal(msgspec.Struct, frozen=True):
    """A player's sum over the deals that the reader has finished too."""

    name: str
    is_mine: bool
    deals: int
    points: float
    """For each deal, the number of players whose result was worse; an equal one counts one half."""


class DuplicateInfo(msgspec.Struct, frozen=True):
    code: str
    game: str
    variant: str | None
    players: int
    options: dict[str, bool | int]
    level: str
    low_wins: bool
    deals: list[DealBoard]
    totals: list[DuplicateTotal]
