"""The types of what a seat is shown, as JSON-compatible data: `Match.view` and its parts."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

MoveKind = Literal["move", "signal", "backwards"]
"""A signal only shows something. A backwards move goes against the direction of its pile."""
ZoneRole = Literal["laid", "hand", "trick", "last-trick", "stock", "aside", "score", "scored"]
"""What a zone is for: cards held, played to this trick or the last one, still to be drawn, out of play, or only there
to be counted, now or before; in all other zones cards are laid."""
CounterKind = Literal[
    "count",
    "tokens",
    "red-sticks",
    "blue-sticks",
    "colour",
    "direction",
    "rising-from",
    "falling-from",
    "next",
    "sign",
    "mark",
]
"""What the value of a counter means: a number of things, the letter of a colour, up or down, the number from which a
pile rises or falls, the number that comes next (below 0: none does), the name of a sign; or nothing but its own name,
a mark that is there or not."""
Layout = Literal["zones", "offer", "piles", "columns", "rows", "grid", "sections", "stakes"]
"""How the shared zones lie in the middle: as they come; a card on offer, with what lies on it; piles with a start and
a direction; columns, each of a colour; rows, each with a colour and a direction; a grid; sections with a heading; a
trick with the cards that it is played for."""
CardKind = Literal["number", "dark", "rope", "double", "suited"]
"""What the cards look like: numbers, in three designs; two halves, each a colour and a number; a rank and a suit."""

Cover = Literal[
    "fan",
    "chips",
    "arrows",
    "rope",
    "stairs",
    "descent",
    "refusal",
    "run",
    "columns",
    "colours",
    "grid",
    "suits",
]
"""The picture of a game on the shelf."""


class PlainMessage(TypedDict):
    """A message of the catalogue, translated where it is read."""

    key: str
    arguments: dict[str, int | str | PlainMessage]
    players: NotRequired[list[str]]
    """The arguments that are players: seats, counted from 0, which a text calls by name."""


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
    title: PlainMessage
    seat: int | None
    """The seat it lies in front of; None where it lies in the middle."""
    owners: list[int]
    """The seats it belongs to: its seat, or the whole team; empty where it belongs to everybody."""
    cards: list[str]
    groups: list[list[str]]
    """The same cards in the same order, split into groups such as runs; empty where they lie singly."""
    size: int
    role: ZoneRole
    suit: str | None
    """The letter of the suit or colour that all of it has, if that is its rule."""
    section: str | None
    """The id of the section in which it is shown, instead of in front of its seat."""


class PlainSection(TypedDict):
    """Zones that are shown together, under a heading."""

    id: str
    title: PlainMessage


class PlainCounter(TypedDict):
    name: str
    title: PlainMessage
    seat: int | None
    owners: list[int]
    value: int | str
    sign: PlainMessage | None
    """The value in words, where it is a sign or a mark."""
    kind: CounterKind
    beside: str | None
    """The id of the zone or section that it is shown with; None where it stands with the other counters."""


class PlainTable(TypedDict):
    prompt: PlainMessage
    zones: list[PlainZone]
    sections: list[PlainSection]
    """In the order in which they are shown."""
    counters: list[PlainCounter]


class PlainMoment(TypedDict):
    """What is to be seen for a moment before play goes on: a full trick, and who takes it."""

    message: PlainMessage
    seat: int
    """Who takes the cards."""
    zones: list[PlainZone]
    """The zones as they look at that moment, instead of those with the same ids."""
    best: str | None
    """The card that decided it."""


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
    layout: Layout
    cards: CardKind
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
