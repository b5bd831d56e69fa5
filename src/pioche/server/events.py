"""What can happen at a table. A table is the list of these, numbered from 0; everything else follows from it."""

from __future__ import annotations

from typing import Literal

import msgspec

SeatKind = Literal["person", "bot", "open"]


class Seat(msgspec.Struct, frozen=True):
    """Who is to sit in a seat: somebody with a name, a bot of a level, or whoever comes."""

    kind: SeatKind
    name: str = ""
    level: str | None = None


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The first event of every table. The seed is nobody's business before the end."""

    game: str
    players: int
    variant: str | None
    options: dict[str, bool | int]
    seats: list[Seat]
    seed: str
    daily: str | None = None
    """The day, if this is the deal of a day."""
    dealer: int | None = None
    """G2 The first dealer, if one was named; otherwise the seed decides."""


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """Somebody took an open seat, or took their seat back from a bot."""

    seat: int
    name: str


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """A bot plays for somebody who left."""

    seat: int
    level: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    seat: int
    move: str


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """Moves were taken back: ``left`` is how many still stand."""

    seat: int
    left: int


class UndoAsked(msgspec.Struct, frozen=True, tag="undo-asked"):
    seat: int
    left: int


class UndoAgreed(msgspec.Struct, frozen=True, tag="undo-agreed"):
    """A seat agrees, and others have yet to answer."""

    seat: int


class UndoRefused(msgspec.Struct, frozen=True, tag="undo-refused"):
    seat: int


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Something said across the table: free text, or a ready phrase, which everybody reads in their own language."""

    seat: int
    text: str = ""
    phrase: str | None = None


class Helped(msgspec.Struct, frozen=True, tag="helped"):
    """A seat asked for help: a hint, or whether it can still be won."""

    seat: int
    kind: Literal["hint", "winnable"]


class Continued(msgspec.Struct, frozen=True, tag="continued"):
    """Those who sat here go on at another table, in the same seats."""

    table: str


Event = Opened | Joined | Replaced | Moved | Undone | UndoAsked | UndoAgreed | UndoRefused | Said | Helped | Continued

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    return msgspec.json.encode(event)


def decode(body: bytes) -> Event:
    return _decoder.decode(body)
