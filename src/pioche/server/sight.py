"""What a pair of eyes sees of a table: the view of its seat, and what happened, in words."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

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
from .room import Room
from .words import say

if TYPE_CHECKING:
    from .place import Place

LAST_LINES = 40
"""How many of the last events are sent to somebody who comes."""


def lines(room: Room, eyes: int, after: int) -> list[messages.Line]:
    """What happened after a number, as a seat saw it (−1: a spectator), without moves that were taken back.

    Numbers are those of the eyes. Only events that they could notice count among the last.
    """
    numbering, standing = room.numbering, {number: index for index, number in enumerate(room.moved)}
    noticed = (each for each in reversed(room.history) if not numbering.is_hidden(each[0], eyes))
    told: list[messages.Line] = []
    for number, event in reversed(list(islice(noticed, LAST_LINES))):
        shown = numbering.shown(number, eyes)
        if shown <= after:
            continue
        if isinstance(event, Moved):
            told += _moved(room, eyes, shown, standing.get(number))
        elif isinstance(event, Undone):
            told.append(_undone(room, eyes, shown, event.seat, room.fallen.get(number, [])))
        elif line := _line(shown, event):
            told.append(line)
    return told


def _moved(room: Room, eyes: int, number: int, index: int | None) -> list[messages.Line]:
    if index is None:
        return []
    return [
        messages.Line(number, "moved", seat, move.message.plain(), move.plain())
        for seat, move in room.match.as_seen(eyes, index)
    ]


def _undone(room: Room, eyes: int, number: int, seat: int, fallen: list[int]) -> messages.Line:
    fell = [room.numbering.shown(each, eyes) for each in fallen if not room.numbering.is_hidden(each, eyes)]
    return messages.Line(number, "undone", seat, say("line.undone").plain(), fell=fell)


def _line(number: int, event: Event) -> messages.Line | None:
    match event:
        case Said(seat, text, phrase):
            spoken = say(f"phrase.{phrase}").plain() if phrase else None
            return messages.Line(number, "said", seat, spoken, text=text or None)
        case Joined(seat, _):
            return messages.Line(number, "joined", seat, say("line.joined").plain())
        case Replaced(seat, _):
            return messages.Line(number, "replaced", seat, say("line.replaced").plain())
        case UndoAsked(seat, _):
            return messages.Line(number, "undo-asked", seat, say("line.undo-asked").plain())
        case UndoAgreed(seat):
            return messages.Line(number, "undo-agreed", seat, say("line.undo-agreed").plain())
        case UndoRefused(seat):
            return messages.Line(number, "undo-refused", seat, say("line.undo-refused").plain())
        case Helped(seat, kind):
            return messages.Line(number, "helped", seat, say(f"line.{kind}").plain())
        case Continued() | Opened() | Moved() | Undone():
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


def seat_infos(place: Place) -> list[messages.SeatInfo]:
    replaced = {each.seat for each in place.room.match.substitutes}
    return [
        messages.SeatInfo(
            kind=who.kind,
            name=who.name,
            level=who.level,
            is_here=who.kind == "bot" or seat in place.presence.seats,
            replaceable_in=place.replaceable_in(seat),
            was_replaced=seat in replaced,
        )
        for seat, who in enumerate(place.room.seats)
    ]
