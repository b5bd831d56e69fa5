"""The arguments of the tools: JSON schemas are made of these types, and what an agent sends is checked by them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..messages import Name, Short, Text, Token

Seconds = Annotated[float, Meta(ge=0, le=55)]
"""Most clients give up after a minute."""
Language = Literal["en", "fr"]
SeatOnTable = Annotated[int, Meta(ge=1, le=10)]
"""Agents count seats from 1, as all texts do."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    language: Language | None = None


class ListGames(Request, frozen=True):
    pass


class Rules(Request, frozen=True):
    game: Short
    paragraph: Short | None = None


class OpenTable(Request, frozen=True):
    game: Short
    players: Annotated[int, Meta(ge=1, le=6)] | None = None
    variant: Short | None = None
    options: Annotated[dict[Short, bool | int], Meta(max_length=8)] = {}
    level: Short = "casual"
    open_seats: Annotated[int, Meta(ge=0, le=5)] = 0
    name: Name = ""
    wait: Seconds = 20


class JoinTable(Request, frozen=True):
    code: Short
    name: Name = ""
    seat: SeatOnTable | None = None
    wait: Seconds = 0


class AtTable(Request, frozen=True):
    token: Token


class Look(AtTable, frozen=True):
    wait: Seconds = 0


class LegalMoves(AtTable, frozen=True):
    pass


class Play(AtTable, frozen=True):
    move: Short
    at: Annotated[int, Meta(ge=0)] | None = None
    wait: Seconds = 20


class Say(AtTable, frozen=True):
    text: Text


class Hint(AtTable, frozen=True):
    pass


class Review(AtTable, frozen=True):
    wait: Seconds = 50
