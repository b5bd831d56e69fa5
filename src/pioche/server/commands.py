"""Turns a request into an event: the only place where a request at a table is checked."""

from __future__ import annotations

from typing import Any

from . import messages
from .connection import Connection
from .live import LiveTable
from .table import Refused, Table
from .words import say


def check_answer(request: Any, connection: Connection, live: LiveTable) -> None:
    """Refuse an answer to one's own undo request for a seat that someone else is connected to."""
    asked = live.table.asked
    if not isinstance(request, messages.AnswerUndo) or asked is None or asked.seat not in connection.held:
        return
    if live.has_other_holder(request.seat, asked.seat):
        raise Refused(say("not-your-seat"))


def event_of(request: Any, table: Table, eyes: int) -> Any:
    """Return the event of a request, or raise `Refused`. Event numbers in the request are as ``eyes`` count them."""
    match request:
        case messages.Move(_, seat, move, at):
            if table.last_moved(seat) > table.numbering.stored(at, eyes):
                raise Refused(say("too-late"))
            return table.move(seat, move)
        case messages.Say(_, seat, text, phrase):
            return table.say(seat, text.strip(), phrase)
        case messages.Undo(_, seat):
            return table.undo(seat)
        case messages.AnswerUndo(_, seat, agrees):
            return table.answer_undo(seat, agrees=agrees)
        case messages.ComeBack(_, seat):
            return table.come_back(seat)
    raise Refused(say("bad-message", reason=type(request).__name__))
