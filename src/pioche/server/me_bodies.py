"""Bodies of requests about a player's own matches and devices, described in docs/protocol.md."""

from __future__ import annotations

import msgspec

from pioche.review.views import Unit

from .contest_bodies import BoardEntry
from .messages import Token
from .ping_bodies import WayInfo


class MyMatch(msgspec.Struct, frozen=True):
    """A finished match of a player."""

    table: str
    game: str
    variant: str | None
    players: int
    seat: int
    ended: float
    score: int
    place: int
    won: bool
    is_helped: bool
    """Whether help was used, or a bot stood in for somebody."""
    contest: str | None
    """The deal of a board, such as ``daily 2026-01-31 no-merci``."""
    levels: list[str]
    """The levels of the bots at the table."""
    people: int
    """How many other people were at the table."""


class MyGame(msgspec.Struct, frozen=True):
    """A player's matches of one game, in one variant."""

    game: str
    variant: str | None
    played: int
    won: int
    helped: int
    """How many of those played were helped; they are not counted as won, and break no streak."""
    places: dict[str, int]
    """How often each place was reached."""
    best: int | None
    """The best score without options and without help; None if there is none."""
    streak: int
    """How many of the last matches were won in a row."""
    longest_streak: int


class MyOpponents(msgspec.Struct, frozen=True):
    """A player's matches of one game, in one variant, against bots of one level."""

    game: str
    variant: str | None
    level: str
    played: int
    won: int


class MyDay(msgspec.Struct, frozen=True):
    """A player's matches of one game on one day."""

    day: str
    game: str
    played: int
    won: int


class MyRating(msgspec.Struct, frozen=True):
    """An estimate of strength; ``sigma`` is its standard deviation. Bots are rated as a level."""

    game: str
    level: str | None
    """The level of bots; None for the player."""
    mu: float
    sigma: float
    matches: int


class MyLuck(msgspec.Struct, frozen=True):
    """How much of a result was luck and how much the player's own decisions, by the review of the match.

    Above 0, it helped the player; below, it cost.
    """

    table: str
    game: str
    unit: Unit
    luck: float
    """The deal and the cards that came."""
    others: float
    """What the other players did."""
    own: float
    """The player's own decisions."""
    error: float
    """The standard error of ``own``."""


class Me(msgspec.Struct, frozen=True):
    """A player's page. Of older matches than the last 2000, nothing is counted."""

    since: float | None
    """When the player first sat down or guessed at a puzzle; None before."""
    devices: int
    games: list[MyGame]
    opponents: list[MyOpponents]
    days: list[MyDay]
    ratings: list[MyRating]
    daily_streak: int
    """On how many days in a row, up to today or yesterday, the player finished a deal of the day."""
    matches: list[MyMatch]
    """The last matches, the newest first."""
    luck: list[MyLuck]
    """Those of the last matches that were reviewed, the oldest first."""


class Carry(msgspec.Struct, frozen=True):
    """A link for another device, which can be used once."""

    token: str
    path: str
    """The path of the link; the token comes after the #, so that browsers do not send it."""
    until: float
    picture: str
    """The link as a QR code (SVG)."""


class Adopt(msgspec.Struct, frozen=True):
    token: Token


class MyTable(msgspec.Struct, frozen=True):
    table: str
    seats: list[int]


class MyGuess(msgspec.Struct, frozen=True):
    """A player's first guess at a puzzle."""

    game: str
    puzzle: int | None
    """The number of the puzzle; None if the game no longer has it."""
    is_right: bool
    at: float


class Export(msgspec.Struct, frozen=True):
    """Everything that the server keeps about a player."""

    secret: str
    """A token that gives any browser this player back. The next export makes it void."""
    me: Me
    tables: list[MyTable]
    entries: list[BoardEntry]
    guesses: list[MyGuess]
    pings: list[WayInfo]


class Deleted(msgspec.Struct, frozen=True):
    tables: int
    """At how many tables the player sat. Those with nobody else are gone, the others have no name for the seat."""
