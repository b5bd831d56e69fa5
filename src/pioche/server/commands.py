"""Turns a request at a table into an event, or raises `Refused`; nothing changes yet.

Requests are checked here and nowhere else, and so is whether a move is legal. What was written to the log by another
process is checked by `Table.follow`.
"""

from __future__ import annotations

import math
from typing import Any, Literal

from pioche.core.game import OPEN
from pioche.core.judgement import LEVELS
from pioche.core.state import SPECTATOR

from . import messages
from .bodies import Join
from .connection import Connection
from .errors import Refused
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
from .live import LiveTable
from .names import check_different, checked_name
from .table import Table
from .words import say


def event_of(request: Any, connection: Connection, live: LiveTable) -> Event:
    """Return the event of a request on a socket."""
    check_holder(connection, request.seat)
    return live.bounds.check(live.table, _event_of(request, connection, live))


def _event_of(request: Any, connection: Connection, live: LiveTable) -> Event:
    table = live.table
    match request:
        case messages.Move(_, seat, name, at):
            if table.last_moved(seat) > table.numbering.stored(at, connection.eyes):
                raise Refused(say("too-late"))
            return move(table, seat, name)
        case messages.Say(_, seat, text, phrase):
            return chat(table, seat, text.strip(), phrase)
        case messages.Contribute(_, seat, part):
            return contribute(table, seat, part)
        case messages.Undo(_, seat, at):
            return undo(table, seat, None if at is None else table.numbering.stored(at, connection.eyes))
        case messages.AnswerUndo(_, seat, agrees):
            _check_answers_for_another(connection, live, seat)
            return answer_undo(table, seat, agrees=agrees)
        case messages.AnswerLate(_, seat, late, lets):
            return answer_late(live, seat, late, lets=lets)
        case messages.ComeBack(_, seat):
            return come_back(table, seat)
    raise Refused(say("bad-message", reason=type(request).__name__))


def check_holder(connection: Connection, seat: int) -> None:
    """Refuse a request for a seat that the connection does not hold."""
    if seat not in connection.held:
        raise Refused(say("not-your-seat"))


def check_full(table: Table) -> None:
    """Refuse what depends on the deal before the cards are dealt."""
    if table.is_waiting:
        raise Refused(say("not-yet-full" if table.has_open_seat else "not-yet-dealt"))


def _check_answers_for_another(connection: Connection, live: LiveTable, seat: int) -> None:
    """Refuse an answer to one's own undo request for a seat that someone else is connected to."""
    asked = live.table.asked
    if asked is not None and asked.seat in connection.held and live.has_other_holder(seat, asked.seat):
        raise Refused(say("not-your-seat"))


def move(table: Table, seat: int, name: str) -> Moved:
    """Return the event of a move, if the move is legal."""
    check_full(table)
    table.match.check(seat, name)
    if table.seeded and seat not in table.seeded.levels and table.seeded.is_due(table.match):
        raise Refused(say("bots-first"))
    return Moved(seat, name)


def contribute(table: Table, seat: int, part: str) -> Contributed:
    """Add a player's part to the seed, before the cards are dealt; each player has one."""
    if not table.is_waiting or seat not in table.contributions.awaited:
        raise Refused(say("no-part-awaited"))
    return Contributed(seat, part)


def deal_now(table: Table) -> Dealt:
    """Deal without the parts of the seed that have not come."""
    if not table.is_being_dealt:
        raise Refused(say("too-late"))
    return Dealt()


def join(table: Table, asked: Join) -> Joined:
    """Take an open seat: the given one, or the first."""
    vacant = [number for number, each in enumerate(table.seats) if each.kind == "open"]
    seat = vacant[0] if asked.seat is None and vacant else asked.seat
    if seat is None or seat not in vacant:
        raise Refused(say("seat-taken"))
    name = checked_name(asked.name)
    check_different(name, (each.name for each in table.seats))
    return Joined(seat, name, asked.face, asked.contributes)


def come_back(table: Table, seat: int) -> Joined:
    """Take a seat back from a bot."""
    if table.seats[seat].kind != "bot":
        raise Refused(say("nothing-to-come-back-to"))
    return Joined(seat, table.seats[seat].name, table.seats[seat].face)


def replace(live: LiveTable, seat: int, level: str, held: set[int]) -> Replaced:
    """Let a bot play for a seat: at once if its holder asks, otherwise only if its player is away long enough."""
    if seat not in held:
        _check_away(live, seat, held)
    if live.table.seats[seat].kind != "person":
        raise Refused(say("nobody-to-replace"))
    if live.table.over:
        raise Refused(say("over"))
    if live.table.seeded:
        raise Refused(say("plays-alone"))
    if level not in LEVELS:
        raise Refused(say("bad-message", reason=f"level {level!r}"))
    live.bounds.check(live.table, event := Replaced(seat, level))
    return event


def _check_away(live: LiveTable, seat: int, held: set[int]) -> None:
    if live.clock is not None:
        raise Refused(say("has-clock"))
    rest = live.replaceable_in(seat) if held and seat < len(live.table.seats) else None
    if rest is None:
        raise Refused(say("not-your-seat"))
    if rest > 0:
        raise Refused(say("not-away-for-long", count=math.ceil(rest)))


def undo(table: Table, seat: int, at: int | None = None) -> Undone | UndoAsked:
    """Take a seat's last move back: at once where nobody else is affected, otherwise the others are asked.

    ``at`` is the last event that the player had seen: the move must be older, and nothing taken back since.
    """
    if at is not None and (table.last_moved(seat) > at or any(number > at for number in table.fallen)):
        raise Refused(say("too-late"))
    mine = [index for index, (mover, _) in enumerate(table.match.moves) if mover == seat]
    if not mine or table.asked is not None:
        raise Refused(say("nothing-to-undo"))
    if table.over and (table.others(seat) or table.seeded):  # by now everyone may have seen every card
        raise Refused(say("over"))
    left = mine[-1]
    if table.numbering.is_hidden(table.moved[left], SPECTATOR):  # K6-26 asking would reveal it
        raise Refused(say("nothing-to-undo"))
    if not table.others(seat) or _is_free(table, left):
        return Undone(seat, left)
    return UndoAsked(seat, left)


def _is_free(table: Table, index: int) -> bool:
    """Return whether a move is the last one, was seen by all, and by the rules revealed nothing to its player."""
    match = table.match
    before = match.before(index)
    if index != len(match.moves) - 1 or before is None:
        return False
    seat, name = match.moves[index]
    number = match.rules.move_numbers[name]
    known = match.known_before(index, seat)
    return match.rules.secrecy(before, seat, number) == OPEN and match.rules.can_take_back(known, seat, number)


def answer_undo(table: Table, seat: int, *, agrees: bool) -> Undone | UndoAgreed | UndoRefused:
    """Answer an undo request for a seat: all others must agree, and one refusal ends the request."""
    if table.asked is None or seat not in table.awaited:
        raise Refused(say("nothing-to-undo"))
    if not agrees:
        return UndoRefused(seat)
    return Undone(table.asked.seat, table.asked.left) if table.awaited == {seat} else UndoAgreed(seat)


def answer_late(live: LiveTable, seat: int, late: int, *, lets: bool) -> LateAllowed | LateAwaited:
    """Let a bot make the move of a player whose time is up, or give them their time again."""
    if live.clock is None:
        raise Refused(say("not-late"))
    return live.clock.answer(seat, late, lets=lets)


def move_late(live: LiveTable, seat: int, name: str, level: str) -> Moved:
    """Return the event of a bot's move for a player whose time is up."""
    if live.clock is None or not live.clock.may_bot_move(seat):
        raise Refused(say("not-late"))
    return Moved(seat, move(live.table, seat, name).move, level)


def go_on(table: Table, following: str) -> Continued:
    """Continue at another table. There is only one: the second request is refused, and the table shows where."""
    if not table.over:
        raise Refused(say("not-over"))
    if table.continued is not None:
        raise Refused(say("too-late"))
    return Continued(following)


def rematch(table: Table, seed: str, variant: str | None = None) -> Opened:
    """Return the opening of a rematch: the same seats, a new deal, and another variant if one is given."""
    opened = table.opened
    setting = table.match.game.agree(opened.players, variant or opened.variant, **opened.options)
    seats, clock, contributors = list(table.seats), opened.clock, table.contributions.again(table.people)
    settings, by = (opened.game, opened.players, setting.variant, opened.options), table.match.game.edition
    return Opened(*settings, seats, seed, clock=clock, rules=by, contributors=contributors)


def chat(table: Table, seat: int, text: str, phrase: str | None) -> Said:
    """TG13 Send a chat message, unless the game forbids what it says."""
    if reason := table.match.game.may_say(text) if text else None:
        raise Refused(reason)
    if f"phrase.{phrase}" not in say.entries if phrase is not None else not text:
        raise Refused(say("nothing-said"))
    return Said(seat, text, phrase)


def ask_help(table: Table, seat: int, kind: Literal["hint", "winnable"]) -> Helped:
    """Ask for a hint on one's turn, or in a game with a solver whether it can still be won."""
    check_full(table)
    can_help = seat in table.match.to_move if kind == "hint" else table.match.game.solve is not None
    if not can_help:
        raise Refused(say("no-hint"))
    return Helped(seat, kind)
