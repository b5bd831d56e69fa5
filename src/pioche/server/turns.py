"""Watches whom a table waits for: pings players who are away, and lets bots move for those whose time is up."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pioche.core.errors import PiocheError

from .errors import Refused
from .live import LiveTable

if TYPE_CHECKING:
    from .tables import Tables

logger = logging.getLogger("pioche.server")

LONGEST_SLEEP = 3600.0
"""The clock of the machine may be set meanwhile: nothing is planned further ahead, in seconds."""
AGAIN_SECONDS = 0.2
"""How long to wait at least before something is tried again."""
FAILED_SECONDS = 30.0
"""How long to wait after a failure of the database, for example."""

Ping = Callable[[LiveTable, int, int], Awaitable[None]]
"""Tell a seat that the table waits for it since the event of that number, unless it has been told."""


@dataclass
class Watch:
    """What is known about the players of one table who are to move, or to decide about a late one."""

    due: dict[int, int] = field(default_factory=dict)
    """By seat of a person: the number of the event since which they, or the late player, are to move."""
    absent: dict[int, float] = field(default_factory=dict)
    """By seat: since when it has been without a connection in this turn."""
    told: dict[int, int] = field(default_factory=dict)
    """By seat: the turn for which it was pinged, or would have been."""
    timer: asyncio.TimerHandle | None = None

    def follow(self, live: LiveTable) -> None:
        """Take over who is to move or to decide, and who of them is away."""
        table, here, now = live.table, live.presence.seats, time.monotonic()
        asked = {} if live.clock is None else live.clock.asked()
        since = {seat: table.seen_due.since[late] for seat, late in asked.items()} | table.due.since
        due = {seat: number for seat, number in since.items() if table.seats[seat].kind == "person"}
        kept = {seat: since for seat, since in self.absent.items() if self.due.get(seat) == due.get(seat)}
        self.absent = {seat: kept.get(seat, now) for seat in due if seat not in here}
        self.due = due

    def to_tell(self, ping_after: float) -> dict[int, float]:
        """Return the seats that have yet to be pinged, and when."""
        return {
            seat: since + ping_after for seat, since in self.absent.items() if self.told.get(seat) != self.due[seat]
        }


class Turns:
    """The turns at all tables of this process."""

    def __init__(self, tables: Tables, ping: Ping | None, ping_after: float) -> None:
        self._tables, self._ping, self._ping_after = tables, ping, ping_after
        self._watches: dict[str, Watch] = {}
        self._is_closed = False

    def note(self, live: LiveTable, at_least: float = 0.0) -> None:
        """Plan what happens next at a table if its players do nothing, in ``at_least`` seconds or later."""
        if self._is_closed or (live.clock is None and len(live.table.ever_people) < 2):
            return  # alone with bots, nobody waits
        watch = self._watches.get(live.table.id)
        if watch is None:
            watch = self._watches[live.table.id] = Watch()
        watch.follow(live)
        if live.clock is None and not watch.absent and watch.timer is None and watch.due:
            return  # whoever is to move is here
        if watch.timer is not None:
            watch.timer.cancel()
            watch.timer = None
        delay = self._delay(live, watch)
        if delay is not None:
            delay = min(max(delay, at_least), LONGEST_SLEEP)
            watch.timer = asyncio.get_running_loop().call_later(delay, self._rise, live.table.id)
        elif not watch.due:
            del self._watches[live.table.id]

    def forget(self, table_id: str) -> None:
        """Forget a table that is no longer loaded, unless something is planned there. Who was pinged is stored."""
        watch = self._watches.get(table_id)
        if watch is not None and watch.timer is None:
            del self._watches[table_id]

    def _delay(self, live: LiveTable, watch: Watch) -> float | None:
        """Return the seconds until something has to be done at a table; None if there is nothing to be done."""
        found = []
        if self._ping is not None:
            found += [then - time.monotonic() for then in watch.to_tell(self._ping_after).values()]
        if live.clock is not None:
            for seat in set(watch.due) & set(live.table.match.to_move):
                until = live.clock.until(seat)
                if until is not None and (not live.clock.is_up(seat) or live.clock.may_bot_move(seat)):
                    found.append(until - time.time())
        return min(found, default=None)

    def _rise(self, table_id: str) -> None:
        self._tables.run(self._act(table_id))

    async def _act(self, table_id: str) -> None:
        try:
            live = await self._tables.find(table_id)
            await self._move_for_the_late(live)
            await self._tell_the_absent(live)
            self.note(live, AGAIN_SECONDS)
        except Refused:  # the table was deleted
            self._watches.pop(table_id, None)
        except Exception:
            logger.exception("turn not watched", extra={"table": table_id})
            watch = self._watches.setdefault(table_id, Watch())
            watch.timer = asyncio.get_running_loop().call_later(FAILED_SECONDS, self._rise, table_id)

    async def _move_for_the_late(self, live: LiveTable) -> None:
        for seat in live.table.match.to_move:
            if live.clock is not None and live.clock.may_bot_move(seat):
                try:
                    await self._tables.move_late(live, seat)
                except PiocheError:  # the player moved while the bot was thinking
                    continue

    async def _tell_the_absent(self, live: LiveTable) -> None:
        await self._tables.sharing.read([live])
        watch = self._watches.get(live.table.id)
        if watch is None or self._ping is None:
            return
        watch.follow(live)
        for seat, then in watch.to_tell(self._ping_after).items():
            if then <= time.monotonic():
                watch.told[seat] = watch.due[seat]
                await self._ping(live, seat, watch.due[seat])

    def close(self) -> None:
        self._is_closed = True
        for watch in self._watches.values():
            if watch.timer is not None:
                watch.timer.cancel()
