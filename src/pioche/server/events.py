"""The events of a table. A table is its list of events, numbered from 0; everything else is derived from them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

SeatKind = Literal["person", "bot", "open"]
LONGEST_CLOCK = 30 * 24 * 3600
"""Seconds."""


class Seat(msgspec.Struct, frozen=True):
    """A seat of a table: a person with a name, a bot of a level, or open."""

    kind: SeatKind
    name: str = ""
    level: str | None = None
    face: str = ""
    """The face that the player chose; empty: the page picks one by the name."""


class Clock(msgspec.Struct, frozen=True):
    """How many seconds a player has for a move, and what happens then: a bot moves, or the others decide."""

    seconds: Annotated[float, msgspec.Meta(ge=1, le=LONGEST_CLOCK)]
    then: Literal["bot", "others"] = "bot"


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The first event of every table. The seed stays secret until the end."""

    game: str
    players: int
    variant: str | None
    options: dict[str, bool | int]
    seats: list[Seat]
    seed: str
    daily: str | None = None
    """The day, if this is a daily deal."""
    dealer: int | None = None
    """G2 The first dealer, if one was chosen; otherwise the seed decides."""
    practice: str | None = None
    """The table from whose match this one goes on; it counts nowhere."""
    contest: str | None = None
    """The deal that others play too, each at a table of their own (`contest`). Its bots follow from the seed."""
    clock: Clock | None = None
    rules: int = 1
    """The edition of the game's rules (`Game.edition`); tables from before it was written are of the first."""
    contributors: list[int] = []
    """The seats whose page or program sends a part of the seed; none in tables from before there were such parts."""


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """Someone took an open seat, or took their seat back from a bot."""

    seat: int
    name: str
    face: str = ""
    contributes: bool = False
    """Whether the player's page or program sends a part of the seed."""


class Contributed(msgspec.Struct, frozen=True, tag="contributed"):
    """A player's part of the seed, in hexadecimal digits."""

    seat: int
    part: str


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The cards were dealt without the parts that had not come."""


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """A bot plays for someone who left."""

    seat: int
    level: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    seat: int
    move: str
    level: str | None = None
    """The level of the bot that made this one move, because the player's time was up."""


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """Moves were taken back; ``left`` moves remain."""

    seat: int
    left: int


class UndoAsked(msgspec.Struct, frozen=True, tag="undo-asked"):
    seat: int
    left: int


class UndoAgreed(msgspec.Struct, frozen=True, tag="undo-agreed"):
    """A seat agreed, and others have yet to answer."""

    seat: int


class UndoRefused(msgspec.Struct, frozen=True, tag="undo-refused"):
    seat: int


class LateAllowed(msgspec.Struct, frozen=True, tag="late-allowed"):
    """A seat agreed that a bot makes the move of a late player."""

    seat: int
    late: int


class LateAwaited(msgspec.Struct, frozen=True, tag="late-awaited"):
    """A seat would rather wait for a late player, whose time begins again."""

    seat: int
    late: int


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A chat message: free text, or a ready-made phrase that everyone reads in their own language."""

    seat: int
    text: str = ""
    phrase: str | None = None


class Helped(msgspec.Struct, frozen=True, tag="helped"):
    """A seat asked for help: a hint, or whether the game can still be won."""

    seat: int
    kind: Literal["hint", "winnable"]


class Continued(msgspec.Struct, frozen=True, tag="continued"):
    """The players continue at another table, in the same seats."""

    table: str


Undoing = Undone | UndoAsked | UndoAgreed | UndoRefused
Seed = Contributed | Dealt
Event = Opened | Joined | Seed | Replaced | Moved | Undoing | LateAllowed | LateAwaited | Said | Helped | Continued

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    return msgspec.json.encode(event)


def decode(body: bytes) -> Event:
    return _decoder.decode(body)
