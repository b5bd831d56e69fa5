"""How much may happen at one table: chat, help, events, and the length of a match."""

from __future__ import annotations

from pioche.core.game import Game, Setting

from .errors import Busy, Refused
from .events import Event, Helped, Moved, Replaced, Said, UndoAsked, Undone
from .limits import Bucket, Limits
from .table import Table
from .words import say


class Bounds:
    """The limits of one table. A match can always be finished: moves, and seats that are taken, are never refused."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._chat: dict[int, Bucket] = {}

    def check(self, table: Table, event: Event) -> Event:
        """Return an event that may be stored, or refuse it."""
        if table.number >= self._limits.events and _is_extra(table, event):
            raise Refused(say("table-full", most=self._limits.events))
        if isinstance(event, Said):
            self._check_chat(table, event.seat)
        elif isinstance(event, Helped) and table.helps >= self._limits.helps:
            raise Refused(say("help-full", most=self._limits.helps))
        return event

    def _check_chat(self, table: Table, seat: int) -> None:
        if table.said >= self._limits.chat_messages:
            raise Refused(say("chat-full", most=self._limits.chat_messages))
        bucket = self._chat.setdefault(seat, Bucket(self._limits.chat, self._limits.chat_at_once))
        if not bucket.take():
            raise Busy(say("chat-too-fast"))


def _is_extra(table: Table, event: Event) -> bool:
    """Return whether a match can be finished without this event. Moves are bounded, if none is taken back."""
    if isinstance(event, Moved):
        rules = table.match.rules
        return rules.move_numbers[event.move] in rules.signal_numbers
    return isinstance(event, Said | Helped | Undone | UndoAsked | Replaced)


def check_length(game: Game, setting: Setting, limits: Limits) -> None:
    """Refuse a match with too many rounds. Older tables and records keep their rounds."""
    rounds = len(game.format(setting).rounds)
    if rounds > 1 and rounds * setting.players > limits.seat_rounds:
        raise Refused(say("match-too-long", players=setting.players, most=limits.seat_rounds // setting.players))
