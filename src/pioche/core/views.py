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

EntryKind = Literal["points", "cancelled", "remark", "hidden", "struck"]
"""What a line of a score sheet is: points that count; things that cancel each other out; a remark that counts nothing;
something that counts, but that these eyes do not know; the round that struck the whole score out."""

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
Genre = Literal["daring", "together", "tricks", "shedding", "collecting", "solitaire", "medley"]
"""The kind of game, for the filter of the shelf: take a risk or not; all against the deck; take tricks, or avoid
them; get rid of cards; collect sets of cards; alone; several games in one match."""


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


Standing = Literal["best", "even", "behind", "unsure", "only"]
"""A move among the others: recommended, as good as that one, worse, tried too little to say, or the only one."""


class PlainHint(TypedDict):
    """A legal move, and what a strong bot thinks of it."""

    move: PlainMove
    value: float
    """What the bot decides by, from 0 to 1."""
    error: float
    tries: int
    why: PlainMessage | None
    figure: float | None
    """What people are shown, as the measure says; None where the move was tried too little."""
    margin: float | None
    """The figure is most likely not further off than this."""
    standing: Standing


class PlainMeasure(TypedDict):
    """What the figures of hints are."""

    name: PlainMessage
    meaning: PlainMessage
    """A sentence: how the figures are to be read, and the order of the moves."""
    is_share: bool
    """From 0 to 1, to be shown in percent."""
    low_is_best: bool


class PlainStrike(TypedDict):
    """A score of a finished round that does not count: ``by`` is the round that struck it out. Rounds count from 0."""

    round: int
    seat: int
    by: int


class PlainRound(TypedDict):
    """A round that has been dealt."""

    rules: str
    """The game of the round."""
    low_wins: bool
    """Whether the lowest score is the best."""
    places: list[int] | None
    """By seat, by the scores of this round alone; None until it is over."""


class PlainEntry(TypedDict):
    """One line of a score sheet: what counts for a seat, and how much."""

    title: PlainMessage
    cards: list[str]
    value: int | None
    """What it adds to the score; None if it counts nothing, or is hidden."""
    kind: EntryKind


class PlainSheet(TypedDict):
    """How the scores of a round come about. Of the current round, only what these eyes know."""

    cards: CardKind
    scores: list[int | None]
    """By seat, as if play stopped now; None where something is hidden."""
    entries: list[list[PlainEntry]]
    """By seat; empty for rounds before the position from which the match was opened."""


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
    order: list[str]
    """The ranks from low to high, where the names of the cards do not tell it."""
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
    dealt_rounds: list[PlainRound]
    """The finished rounds and the current one."""
    totals: list[int]
    counts_places: bool
    """Whether places are added up instead of points."""
    scores: list[int] | None
    places: list[int] | None
    teams: list[PlainTeam]
    """Empty where everyone plays alone, or all play together."""
    team_places: list[int] | None
    """By team, when it is over."""
    headline: PlainMessage | None
    """When it is over: the result from the side of these eyes."""
    decided: PlainMessage | None
    """When it is over: what made the difference, if one thing did."""
    harder: str | None
    """After a win where all play together: the next harder variant, if there is one."""
    to_move: list[int]
    moves: list[PlainMove]
    signals: list[PlainMove]
    table: PlainTable
