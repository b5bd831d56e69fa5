"""What a pair of eyes sees of a table: the view of its seat, and what happened, in words."""

from __future__ import annotations

from . import messages
from .events import Continued, Event, Helped, Joined, Moved, Opened, Replaced, Said, UndoAsked, Undone, UndoRefused
from .room import Room
from .words import say

LAST_LINES = 40
"""So many of the last happenings are told to somebody who comes."""


def lines(room: Room, eyes: int, after: int) -> list[messages.Line]:
    """What happened after a number, as a seat saw it (−1: a spectator); nothing of moves that were taken back."""
    standing = {number: index for index, number in enumerate(room.moved)}
    told: list[messages.Line] = []
    for number, event in room.history[-LAST_LINES:]:
        if number > after:
            if isinstance(event, Moved):
                told += _moved(room, eyes, number, standing.get(number))
            elif line := _line(room, number, event):
                told.append(line)
    return told


def _moved(room: Room, eyes: int, number: int, index: int | None) -> list[messages.Line]:
    if index is None:
        return []
    return [
        messages.Line(number, "moved", seat, move.message.plain(), move.plain())
        for seat, move in room.match.as_seen(eyes, index)
    ]


def _line(room: Room, number: int, event: Event) -> messages.Line | None:
    match event:
        case Said(seat, text, phrase):
            spoken = say(f"phrase.{phrase}").plain() if phrase else None
            return messages.Line(number, "said", seat, spoken, text=text or None)
        case Joined(seat, _):
            return messages.Line(number, "joined", seat, say("line.joined").plain())
        case Replaced(seat, _):
            return messages.Line(number, "replaced", seat, say("line.replaced").plain())
        case Undone(seat, _):
            return messages.Line(number, "undone", seat, say("line.undone").plain(), fell=room.fallen.get(number, []))
        case UndoAsked(seat, _):
            return messages.Line(number, "undo-asked", seat, say("line.undo-asked").plain())
        case UndoRefused(seat):
            return messages.Line(number, "undo-refused", seat, say("line.undo-refused").plain())
        case Helped(seat, kind):
            return messages.Line(number, "helped", seat, say(f"line.{kind}").plain())
        case Continued() | Opened():
            return None
    return None


def table_info(room: Room, code: str) -> messages.TableInfo:
    opened = room.opened
    return messages.TableInfo(
        id=room.table,
        code=code,
        game=opened.game,
        variant=opened.variant,
        options=opened.options,
        players=opened.players,
        commitment=room.commitment,
        daily=opened.daily,
    )


def seat_infos(room: Room, here: set[int]) -> list[messages.SeatInfo]:
    return [
        messages.SeatInfo(seat.kind, seat.name, seat.level, seat.kind == "bot" or place in here)
        for place, seat in enumerate(room.seats)
    ]
