"""Messages of the WebSocket, described in docs/protocol.md. The page's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pioche.core.views import PlainHint, PlainMeasure, PlainMessage, PlainMoment, PlainMove, View

from .events import Clock, SeatKind

WITHOUT_NULL = "^[^\\x00]*$"
"""PostgreSQL cannot store a null character in a text."""
Text = Annotated[str, msgspec.Meta(max_length=500, pattern=WITHOUT_NULL)]
Name = Annotated[str, msgspec.Meta(max_length=40, pattern=WITHOUT_NULL)]
FaceId = Annotated[str, msgspec.Meta(max_length=20, pattern="^[a-z-]*$")]
"""The name of a drawn face. The page knows which there are; for an unknown one it picks one by the player's name."""
Short = Annotated[str, msgspec.Meta(max_length=80, pattern=WITHOUT_NULL)]
Token = Annotated[str, msgspec.Meta(max_length=64, pattern=WITHOUT_NULL)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=9)]
Eyes = Annotated[int, msgspec.Meta(ge=-1, le=9)]
RequestId = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Number = Annotated[int, msgspec.Meta(ge=-1, le=2**31)]
Part = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A part of a seed: 32 bytes in hexadecimal digits."""


# From a page, or a program, to the server.


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message: the last event number known, the seats' tokens unless a cookie holds them, and the viewpoint
    to use, if not that of the first seat held."""

    after: Number = -1
    tokens: Annotated[list[Token], msgspec.Meta(max_length=8)] = []
    eyes: Eyes | None = None
    reads: bool = False
    """Whether somebody reads along: before another game of the match, bots wait until this page says `Ready`."""


class Look(msgspec.Struct, frozen=True, tag="look"):
    """Switch to the viewpoint of another seat that one holds; −1 is a spectator's."""

    seat: Eyes


class Move(msgspec.Struct, frozen=True, tag="move"):
    """A move or a signal. ``at`` is the last event number the player had seen, so that a double tap moves only once."""

    id: RequestId
    seat: SeatNumber
    move: Short
    at: Number


class Say(msgspec.Struct, frozen=True, tag="say"):
    id: RequestId
    seat: SeatNumber
    text: Text = ""
    phrase: Short | None = None


class Contribute(msgspec.Struct, frozen=True, tag="contribute"):
    """A player's part of the seed, drawn at random by their page or program after it received the commitment."""

    id: RequestId
    seat: SeatNumber
    part: Part


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """``at`` is the last event number the player had seen, so that a repeated request takes one move back.

    Clients from before it was there do not send it.
    """

    id: RequestId
    seat: SeatNumber
    at: Number | None = None


class AnswerUndo(msgspec.Struct, frozen=True, tag="answer-undo"):
    id: RequestId
    seat: SeatNumber
    agrees: bool


class AnswerLate(msgspec.Struct, frozen=True, tag="answer-late"):
    """Let a bot make the move of a player whose time is up, or rather wait for them."""

    id: RequestId
    seat: SeatNumber
    late: SeatNumber
    lets: bool


class WhyNot(msgspec.Struct, frozen=True, tag="why-not"):
    """Ask why these cards cannot be played now (to that zone); changes nothing."""

    id: RequestId
    seat: SeatNumber
    cards: Annotated[list[Short], msgspec.Meta(max_length=8)]
    target: Short | None = None


class AskHint(msgspec.Struct, frozen=True, tag="hint"):
    id: RequestId
    seat: SeatNumber


class AskWinnable(msgspec.Struct, frozen=True, tag="winnable"):
    id: RequestId
    seat: SeatNumber


class Replace(msgspec.Struct, frozen=True, tag="replace"):
    """Let a bot play for a seat: one's own, or that of a player who has been away long enough."""

    id: RequestId
    seat: SeatNumber
    level: Short = "strong"


class ComeBack(msgspec.Struct, frozen=True, tag="come-back"):
    """Take the seat back from the bot."""

    id: RequestId
    seat: SeatNumber


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The player has read what comes next: bots need not wait for them."""

    id: RequestId
    seat: SeatNumber


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    id: RequestId


Question = WhyNot | AskHint | AskWinnable
Answer = AnswerUndo | AnswerLate
FromClient = Hello | Look | Contribute | Move | Say | Undo | Answer | Question | Replace | ComeBack | Ready | Ping


# From the server.


class SeatInfo(msgspec.Struct, frozen=True):
    kind: SeatKind
    name: str
    level: str | None
    is_here: bool
    replaceable_in: float | None
    """The seconds until the others may let a bot play for this seat; None unless its player is away."""
    was_replaced: bool
    """Whether a bot has ever played for this seat's player."""
    face: str = ""
    """The face that the player chose; empty: one that follows from the name."""


class TableInfo(msgspec.Struct, frozen=True):
    id: str
    code: str
    game: str
    variant: str | None
    options: dict[str, bool | int]
    players: int
    commitment: str
    daily: str | None
    contest: str | msgspec.UnsetType = msgspec.UNSET
    """The deal that others play too, at tables of their own; left out at all other tables."""
    practice: str | msgspec.UnsetType = msgspec.UNSET
    """The table from whose match this one goes on, to practise; left out at all other tables."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """How long a player has for a move; left out at tables without a clock."""
    note: PlainMessage | msgspec.UnsetType = msgspec.UNSET
    """What the players should know, such as that the rules have changed since the table was opened."""


UndoKind = Literal["undone", "undo-asked", "undo-agreed", "undo-refused"]
LateKind = Literal["late", "late-allowed", "late-awaited"]
LineKind = Literal["moved", "said", "joined", "replaced", "helped", UndoKind, LateKind]


class Line(msgspec.Struct, frozen=True):
    """One event in words, as this viewpoint saw it. A move also has its name, cards and target."""

    number: int
    kind: LineKind
    seat: int | None
    message: PlainMessage | None = None
    move: PlainMove | None = None
    text: str | None = None
    fell: list[int] = []
    """The numbers of the moves that were taken back."""
    moments: list[PlainMoment] = []
    """What is to be seen for a moment after a move."""


class PauseInfo(msgspec.Struct, frozen=True):
    """Bots wait before another game of the match: for these seats, and at most so long."""

    waits_for: list[int]
    seconds: float


class DueInfo(msgspec.Struct, frozen=True):
    """A player who is to move at a table with a clock."""

    seat: int
    seconds: float
    """How much time is left; 0 if it is up."""
    deciders: list[int]
    """The players who have yet to agree that a bot makes the move when the time is up; empty if it needs no consent."""


class State(msgspec.Struct, frozen=True, tag="state"):
    """The table as ``eyes`` see it now, and what happened after number ``since``; −1: all recent events.

    Numbers count only events that these eyes could notice.
    """

    number: int
    since: int
    table: TableInfo
    seats: list[SeatInfo]
    yours: list[int]
    eyes: int
    view: View
    lines: list[Line]
    asked: int | None
    """The seat that asks to take a move back."""
    awaited: list[int]
    """The seats that have yet to agree to it."""
    continued: str | None
    pause: PauseInfo | None = None
    compiling: bool | msgspec.UnsetType = msgspec.UNSET
    """True while bots wait for the compiler, which happens once on a machine; otherwise left out."""
    due: list[DueInfo] | msgspec.UnsetType = msgspec.UNSET
    """Who is to move and how long they have; left out at tables without a clock."""
    contributing: list[int] | msgspec.UnsetType = msgspec.UNSET
    """The seats whose part of the seed is awaited; left out when the cards are dealt."""


class EncodedState(msgspec.Struct, frozen=True, tag="state"):
    """A `State` to be sent, with the parts that several connections share encoded already."""

    number: int
    since: int
    table: msgspec.Raw
    seats: msgspec.Raw
    yours: tuple[int, ...]
    eyes: int
    view: msgspec.Raw
    lines: list[msgspec.Raw]
    asked: int | None
    awaited: list[int]
    continued: str | None
    pause: PauseInfo | None = None
    compiling: bool | msgspec.UnsetType = msgspec.UNSET
    due: list[DueInfo] | msgspec.UnsetType = msgspec.UNSET
    contributing: list[int] | msgspec.UnsetType = msgspec.UNSET


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A request was carried out and its event stored under that number."""

    id: int
    number: int


class Refusal(msgspec.Struct, frozen=True, tag="refused"):
    """A request was not carried out, and nothing has changed."""

    id: int | None
    message: PlainMessage
    reason: PlainMessage | None = None
    """Why a move is not legal, without the name of the move; None where there is no specific reason."""


class Hints(msgspec.Struct, frozen=True, tag="hints"):
    """The legal moves, the recommended one first."""

    id: int
    hints: list[PlainHint]
    measure: PlainMeasure | None = None
    """What their figures are; None where nothing was tried."""


class Reasons(msgspec.Struct, frozen=True, tag="reasons"):
    """Why cards cannot be played; empty where they can."""

    id: int
    reasons: list[PlainMessage]


class Winnable(msgspec.Struct, frozen=True, tag="is-winnable"):
    id: int
    winnable: bool


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    id: int


FromServer = State | Done | Refusal | Hints | Reasons | Winnable | Pong

read_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
read_server: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)
write = msgspec.json.Encoder().encode
