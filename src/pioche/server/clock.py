"""The clock of a table: deadlines that follow from the times of its events, so that they survive a restart."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import Refused
from .events import LateAllowed, LateAwaited
from .messages import DueInfo
from .words import say

if TYPE_CHECKING:
    from .events import Clock
    from .table import Table


class TurnClock:
    """Knows until when each player who is to move has time."""

    def __init__(self, table: Table, rule: Clock) -> None:
        self._table, self.rule = table, rule
        self._at: dict[int, float] = {}

    def hear(self, number: int, at: float) -> None:
        """Note when an event happened, in seconds since 1970."""
        begun = set(self._table.due.since.values()) | {number}
        self._at = {each: then for each, then in (self._at | {number: at}).items() if each in begun}

    def unknown(self) -> set[int]:
        """Return the numbers of events whose times have to be read from the log."""
        return set(self._table.due.since.values()) - self._at.keys()

    def until(self, seat: int) -> float | None:
        """Return when a player's time is up; None if they are not to move, or a bot plays for them."""
        since = self._at.get(self._table.due.since.get(seat, -1))
        return None if since is None or seat not in self._table.people else since + self.rule.seconds

    def first_end(self, seats: Sequence[int]) -> float | None:
        """Return when the time of the first of these seats is up that is to move; else the first of all."""
        ends = {seat: until for seat in self._table.due.since if (until := self.until(seat)) is not None}
        own = [ends[seat] for seat in seats if seat in ends]
        return min(own or ends.values(), default=None)

    def is_up(self, seat: int) -> bool:
        until = self.until(seat)
        return until is not None and until <= time.time()

    def deciders(self, late: int) -> set[int]:
        """Return the players who have yet to agree that a bot makes the move of a late one."""
        return self._table.people - {late} - self._table.due.allowed.get(late, frozenset())

    def may_bot_move(self, seat: int) -> bool:
        """Return whether a player's time is up and a bot makes their move."""
        is_allowed = seat in self._table.due.allowed and not self.deciders(seat)
        return self.is_up(seat) and (self.rule.then == "bot" or is_allowed)

    def info(self) -> list[DueInfo]:
        """Return how long the players who are to move have, for everybody at the table."""
        found, now = [], time.time()
        for seat in sorted(self._table.due.since):
            until = self.until(seat)
            if until is not None:
                deciders = sorted(self.deciders(seat)) if self.rule.then == "others" else []
                found.append(DueInfo(seat, max(until - now, 0.0), deciders))
        return found

    def answer(self, seat: int, late: int, *, lets: bool) -> LateAllowed | LateAwaited:
        """Return the answer of a seat to whether a bot makes the move of a late player, or refuse it."""
        if self.rule.then != "others" or not self.is_up(late):
            raise Refused(say("not-late"))
        if seat not in self.deciders(late):
            raise Refused(say("too-late"))
        return LateAllowed(seat, late) if lets else LateAwaited(seat, late)
