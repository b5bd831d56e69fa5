"""The types of what a seat is shown, as JSON-compatible data: `Match.view` and its parts."""

from __future__ import annotations

from typing import Literal, TypedDict

MoveKind = Literal["move", "signal", "backwards"]
"""A signal only shows something. A backwards move goes against the direction of its pile."""
ZoneRole = Literal["laid", "hand", "trick", "last-trick", "stock", "aside", "score"]
"""What a zone is for: cards held, played to this trick or the last one, still to be drawn, out of play, or only there
to be counted; in all other zones cards are laid."""
CounterKind = Literal["count", "tokens", "red-sticks", "blue-sticks", "colour", "direction", "sign", "mark"]
"""What the value of a counter means: a number of things, the letter of a colour, up or down, the name of a sign; or
nothing but its own name, a mark that is there or not."""


class PlainMessage(TypedDict):
    """A message of the catalogue, translated where it is read."""

    key: str
    arguments: dict[str, int | str | PlainMessage]


class PlainMove(TypedDict):
    name: str
    number: int
    message: PlainMessage
    cards: list[str]
    target: str | None
    kind: MoveKind


class PlainZone(TypedDict):
    id: str
    name: str
    seat: int | None
    cards: list[str]
    size: int
    role: ZoneRole


class PlainCounter(TypedDict):
    name: str
    seat: int | None
    value: int | str
    kind: CounterKind
    beside: str | None
    """The zone that it is shown with, or the group of zones; None where it stands with the other counters."""


class PlainTable(TypedDict):
    prompt: PlainMessage
    zones: list[PlainZone]
    counters: list[PlainCounter]


class PlainHint(TypedDict):
    move: PlainMove
    value: float
    error: float
    tries: int
    why: PlainMessage | None


class PlainStrike(TypedDict):
    """A score of a finished round that does not count: ``by`` is the round that struck it out. Rounds count from 0."""

    round: int
    seat: int
    by: int


class PlainTeam(TypedDict):
    """Seats that win or lose together, with a name for each of them, such as North and South."""

    name: PlainMessage
    seats: list[int]
    seat_names: list[PlainMessage]


class View(TypedDict):
    """A match as a seat sees it."""

    game: str
    rules: str
    """The game of the current round."""
    variant: str | None
    options: dict[str, bool | int]
    players: int
    seat: int
    round: int
    rounds: int
    dealer: int
    begins: int | None
    """The seat that begins the current round; None where the players agree on it, or all act at once."""
    over: bool
    ending: str | None
    finished_rounds: list[list[int]]
    """The scores of each finished round, by seat, the struck ones included."""
    strikes: list[PlainStrike]
    """Which of these scores are struck out."""
    totals: list[int]
    counts_places: bool
    """Whether places are added up instead of points."""
    scores: list[int] | None
    places: list[int] | None
    teams: list[PlainTeam]
    """Empty where everyone plays alone, or all play together."""
    team_places: list[int] | None
    """By team, when it is over."""
    harder: str | None
    """After a win where all play together: the next harder variant, if there is one."""
    to_move: list[int]
    moves: list[PlainMove]
    signals: list[PlainMove]
    table: PlainTable
