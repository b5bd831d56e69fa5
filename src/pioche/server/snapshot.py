"""Parts of the state message: recent events in words, the table's settings and its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from pioche.core.match import Match
from pioche.core.match.replay import move_lines
from pioche.core.state import SPECTATOR
from pioche.core.table import Move
from pioche.core.views import PlainMoment
from pioche.core.words import Player

from . import messages
from .events import (
    Continued,
    Contributed,
    Dealt,
    Event,
    Helped,
    Joined,
    LateAllowed,
    LateAwaited,
    Moved,
    Opened,
    Replaced,
    Said,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
)
from .table import Table
from .words import say

if TYPE_CHECKING:
    from .live import LiveTable

LAST_LINES = 40
"""How many recent events are sent to a new connection."""
LINE_KINDS: dict[type[Event], messages.LineKind] = {
    Joined: "joined",
    Replaced: "replaced",
    UndoAsked: "undo-asked",
    UndoAgreed: "undo-agreed",
    UndoRefused: "undo-refused",
    LateAllowed: "late-allowed",
    LateAwaited: "late-awaited",
}


class Noticed(NamedTuple):
    """An event that some eyes could notice."""

    shown: int
    """Its number, as they count."""
    number: int
    """The number under which it is stored."""
    event: Event


def noticed(table: Table, eyes: int, after: int) -> list[Noticed]:
    """Return what a seat (−1: a spectator) could notice after a number, as it counts: at most `LAST_LINES` events."""
    found: list[Noticed] = []
    for number, event in reversed(table.history):
        shown = table.numbering.shown(number, eyes)
        if shown <= after or len(found) == LAST_LINES:
            break
        if not table.numbering.is_hidden(number, eyes):
            found.append(Noticed(shown, number, event))
    return found[::-1]


def lines_of(table: Table, eyes: int | None, seen: Noticed) -> list[messages.Line]:
    """Return the lines of an event that is not a move."""
    if isinstance(seen.event, Undone):
        return [_undone(table, eyes, seen.shown, seen.event.seat, table.fallen.get(seen.number, []))]
    line = _line(seen.shown, seen.event)
    return [line] if line else []


SeenMove = tuple[list[tuple[int, Move]], list[PlainMoment]]
"""A move as some eyes saw it, with what it revealed, and what is to be seen after it."""


def seen_move(match: Match, index: int, eyes: int | None) -> SeenMove:
    """Return how a move was seen; None hides nothing."""
    return move_lines(match, eyes, index + 1), match.plain_moments(SPECTATOR if eyes is None else eyes, index)


def moved_lines(match: Match, number: int, index: int, eyes: int | None) -> list[messages.Line]:
    """Return the lines of a move, under a number, as some eyes saw it; None hides nothing."""
    return lines_of_move(number, seen_move(match, index, eyes))


def lines_of_move(number: int, seen: SeenMove) -> list[messages.Line]:
    """Return the lines of a move, under a number; the last one has what is to be seen after it."""
    moves, moments = seen
    found = []
    for seat, move in reversed(moves):
        found.append(
            messages.Line(number, "moved", seat, move.done_by(seat).to_dict(), move.to_dict(), moments=moments)
        )
        moments = []
    return found[::-1]


def late_line(seen: Noticed) -> messages.Line:
    """Return the line before the move that a bot makes for a player whose time is up."""
    assert isinstance(seen.event, Moved)
    seat = seen.event.seat
    return messages.Line(seen.shown, "late", seat, say("line.late", player=Player(seat)).to_dict())


def _undone(table: Table, eyes: int | None, number: int, seat: int, fallen: list[int]) -> messages.Line:
    fell = fallen
    if eyes is not None:
        fell = [table.numbering.shown(each, eyes) for each in fallen if not table.numbering.is_hidden(each, eyes)]
    return messages.Line(number, "undone", seat, say("line.undone", player=Player(seat)).to_dict(), fell=fell)


def _line(number: int, event: Event) -> messages.Line | None:
    match event:
        case Said(seat, text, phrase):
            spoken = say(f"phrase.{phrase}").to_dict() if phrase else None
            return messages.Line(number, "said", seat, spoken, text=text or None)
        case Joined(seat) | Replaced(seat) | UndoAsked(seat) | UndoAgreed(seat) | UndoRefused(seat):
            kind = LINE_KINDS[type(event)]
            return messages.Line(number, kind, seat, say(f"line.{kind}", player=Player(seat)).to_dict())
        case LateAllowed(seat, late) | LateAwaited(seat, late):
            kind = LINE_KINDS[type(event)]
            sentence = say(f"line.{kind}", player=Player(seat), late=Player(late))
            return messages.Line(number, kind, seat, sentence.to_dict())
        case Helped(seat, asked):
            return messages.Line(number, "helped", seat, say(f"line.{asked}", player=Player(seat)).to_dict())
        case Continued() | Opened() | Contributed() | Dealt() | Moved() | Undone():
            return None
    return None


def table_info(table: Table, code: str) -> messages.TableInfo:
    opened, now = table.opened, table.match.game.edition
    return messages.TableInfo(
        id=table.id,
        code=code,
        game=opened.game,
        variant=opened.variant,
        options=opened.options,
        players=opened.players,
        commitment=table.commitment,
        daily=opened.daily,
        contest=opened.contest or UNSET,
        practice=opened.practice or UNSET,
        clock=opened.clock or UNSET,
        note=UNSET if opened.rules == now else say("older-rules", begun=opened.rules, now=now).to_dict(),
    )


def seat_infos(live: LiveTable) -> list[messages.SeatInfo]:
    replaced, here = live.table.stood_in_for, live.presence.seats
    return [
        messages.SeatInfo(
            kind=who.kind,
            name=who.name,
            level=who.level,
            is_here=who.kind == "bot" or seat in here,
            replaceable_in=None if seat in here else live.replaceable_in(seat),
            was_replaced=seat in replaced,
            face=who.face,
        )
        for seat, who in enumerate(live.table.seats)
    ]
