"""Parts of the state message: recent events in words, the table's settings and its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from pioche.core.match import Match
from pioche.core.match.replay import move_lines
from pioche.core.state import SPECTATOR
from pioche.core.words import Player

from . import messages
from .events import (
    Continued,
    Event,
    Helped,
    Joined,
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


def lines(table: Table, eyes: int, after: int) -> list[messages.Line]:
    """Return what happened after a number, as a seat saw it (−1: a spectator), without moves that were taken back.

    Numbers are as ``eyes`` count them. Only events that they could notice count towards `LAST_LINES`.
    """
    noticed: list[tuple[int, int, Event]] = []
    for number, event in reversed(table.history):
        shown = table.numbering.shown(number, eyes)
        if shown <= after or len(noticed) == LAST_LINES:
            break
        if not table.numbering.is_hidden(number, eyes):
            noticed.append((shown, number, event))
    return [line for each in reversed(noticed) for line in _lines_of(table, eyes, *each)]


def _lines_of(table: Table, eyes: int, shown: int, number: int, event: Event) -> list[messages.Line]:
    """Return the lines of an event that was stored under a number and is shown under another."""
    if isinstance(event, Moved):
        return _moved(table, eyes, shown, table.index_of(number))
    if isinstance(event, Undone):
        return [_undone(table, eyes, shown, event.seat, table.fallen.get(number, []))]
    line = _line(shown, event)
    return [line] if line else []


def _moved(table: Table, eyes: int, number: int, index: int | None) -> list[messages.Line]:
    if index is None:
        return []
    return moved_lines(table.match, number, index, eyes)


def moved_lines(match: Match, number: int, index: int, eyes: int | None) -> list[messages.Line]:
    """Return the lines of a move, under a number; the last one has what is to be seen after it. None hides nothing."""
    moments = match.plain_moments(SPECTATOR if eyes is None else eyes, index)
    found = []
    for seat, move in reversed(move_lines(match, eyes, index + 1)):
        found.append(
            messages.Line(number, "moved", seat, move.done_by(seat).to_dict(), move.to_dict(), moments=moments)
        )
        moments = []
    return found[::-1]


def _undone(table: Table, eyes: int, number: int, seat: int, fallen: list[int]) -> messages.Line:
    fell = [table.numbering.shown(each, eyes) for each in fallen if not table.numbering.is_hidden(each, eyes)]
    return messages.Line(number, "undone", seat, say("line.undone", player=Player(seat)).to_dict(), fell=fell)


def _line(number: int, event: Event) -> messages.Line | None:
    match event:
        case Said(seat, text, phrase):
            spoken = say(f"phrase.{phrase}").to_dict() if phrase else None
            return messages.Line(number, "said", seat, spoken, text=text or None)
        case Joined(seat):
            return messages.Line(number, "joined", seat, say("line.joined", player=Player(seat)).to_dict())
        case Replaced(seat, _):
            return messages.Line(number, "replaced", seat, say("line.replaced", player=Player(seat)).to_dict())
        case UndoAsked(seat, _):
            return messages.Line(number, "undo-asked", seat, say("line.undo-asked", player=Player(seat)).to_dict())
        case UndoAgreed(seat):
            return messages.Line(number, "undo-agreed", seat, say("line.undo-agreed", player=Player(seat)).to_dict())
        case UndoRefused(seat):
            return messages.Line(number, "undo-refused", seat, say("line.undo-refused", player=Player(seat)).to_dict())
        case Helped(seat, kind):
            return messages.Line(number, "helped", seat, say(f"line.{kind}", player=Player(seat)).to_dict())
        case Continued() | Opened() | Moved() | Undone():
            return None
    return None


def table_info(table: Table, code: str) -> messages.TableInfo:
    opened = table.opened
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
    )


def seat_infos(live: LiveTable) -> list[messages.SeatInfo]:
    replaced, here = {each.seat for each in live.table.match.substitutes}, live.presence.seats
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
