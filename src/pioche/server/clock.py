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
    from .due import Due
    from .events import Clock
    from .table import Table


class TurnClock:
    """Knows until when each player who is to move has time."""

    def __init__(self, table: Table, rule: Clock) -> None:
        self._table, self.rule = table, rule
        self._at: dict[int, float] = {}

    def hear(self, number: int, at: float) -> None:
        """Note when an event happened, in seconds since 1970."""
        begun = self._begun() | {number}
        self._at = {each: then for each, then in (self._at | {number: at}).items() if each in begun}

    def unknown(self) -> set[int]:
        """Return the numbers of events whose times have to be read from the log."""
        return self._begun() - self._at.keys()

    def _begun(self) -> set[int]:
        return {*self._table.due.since.values(), *self._table.seen_due.since.values()}

    def until(self, seat: int) -> float | None:
        """Return when a player's time is up; None if they are not to move, or a bot plays for them."""
        return self._end(self._table.due, seat)

    def seen_until(self, seat: int) -> float | None:
        """Return when a player's time is up, as far as everybody can know."""
        return self._end(self._table.seen_due, seat)

    def _end(self, due: Due, seat: int) -> float | None:
        since = self._at.get(due.since.get(seat, -1))
        return None if since is None or seat not in self._table.people else since + self.rule.seconds

    def first_end(self, seats: Sequence[int]) -> float | None:
        """Return when the time of the first of these seats is up that is to move; else the first of all."""
        own = [until for seat in seats if (until := self.until(seat)) is not None]
        seen = [until for seat in self._table.seen_due.since if (until := self.seen_until(seat)) is not None]
        return min(own or seen, default=None)

    def is_up(self, seat: int) -> bool:
        until = self.until(seat)
        return until is not None and until <= time.time()

    def deciders(self, late: int) -> set[int]:
        """Return the players who have yet to agree that a bot makes the move of a late one."""
        return self._table.people - {late} - self._table.seen_due.allowed.get(late, frozenset())

    def asked(self) -> dict[int, int]:
        """Return the players who have yet to decide about a late one, each with the seat of the late one."""
        if self.rule.then != "others":
            return {}
        ends = {seat: self.seen_until(seat) for seat in self._table.seen_due.since}
        late = [seat for seat, until in ends.items() if until is not None and until <= time.time()]
        return {decider: seat for seat in late for decider in self.deciders(seat)}

    def may_bot_move(self, seat: int) -> bool:
        """Return whether a player's time is up and a bot makes their move.

        K6-26 Asking the others about a secret question would reveal it: a bot answers.
        """
        is_secret = seat not in self._table.seen_due.since
        is_allowed = seat in self._table.seen_due.allowed and not self.deciders(seat)
        return self.is_up(seat) and (self.rule.then == "bot" or is_secret or is_allowed)

    def info(self, eyes: int) -> list[DueInfo]:
        """Return how long the players who are to move have, as those eyes may know."""
        found, now = [], time.time()
        for seat in sorted({*self._table.seen_due.since, eyes}):
            until = self.until(seat) if seat == eyes else self.seen_until(seat)
            if until is not None:
                deciders = sorted(self.deciders(seat)) if self.rule.then == "others" else []
                found.append(DueInfo(seat, max(until - now, 0.0), deciders))
        return found

    def answer(self, seat: int, late: int, *, lets: bool) -> LateAllowed | LateAwaited:
        """Return the answer of a seat to whether a bot makes the move of a late player, or refuse it."""
        until = self.seen_until(late)
        if self.rule.then != "others" or until is None or until > time.time():
            raise Refused(say("not-late"))
        if seat not in self.deciders(late):
            raise Refused(say("too-late"))
        return LateAllowed(seat, late) if lets else LateAwaited(seat, late)
