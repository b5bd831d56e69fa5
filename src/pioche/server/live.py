"""A table loaded into this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Raw

from . import snapshot
from .audience import Audience, Usher
from .bounds import Bounds
from .clock import TurnClock
from .connection import Connection
from .messages import PauseInfo, write
from .pause import Pause
from .presence import Presence
from .table import Table
from .texts import LineTexts, SeatTexts, StateTexts, ViewTexts

MOST_FIRST = 16
"""How many connections of players are sent a table before all others: one for each seat, and some second devices."""
BOTS_FINISH_SECONDS = 3.0
"""How long a move waits for the bots of a contest, before it is checked."""


@dataclass
class LiveTable:
    """A loaded table and the connections that watch it."""

    table: Table
    code: str
    grace: float = 0.0
    """How many seconds a player can be away before the others may let a bot play for them."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Connection] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    bot: asyncio.Task[None] | None = None
    pause: Pause | None = None
    is_compiling: bool = False
    """Whether the bots of a contest wait for the compiler."""
    bounds: Bounds = field(default_factory=Bounds)
    usher: Usher = field(default_factory=Usher)
    opener: str = ""
    """The address that opened it, as far as this process knows."""
    _holders: Counter[int] = field(default_factory=Counter)
    """By seat: how many of its devices are connected."""
    _lines: LineTexts | None = None
    _lines_at: int = -1

    @property
    def address(self) -> str:
        """The address for which its bots think: that of a connected player, or of the opener; or its own."""
        here = (watcher.address for watcher in self.watchers if watcher.held and watcher.address)
        return next(here, self.opener) or self.table.id

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is under way, so that it can be unloaded.

        Other processes must know that everybody has left: who comes next may find another object for this table.
        """
        others_know = self.presence.shared <= self.presence.here
        return others_know and not self.watchers and not self.lock.locked() and self.bot is None

    @cached_property
    def info(self) -> Raw:
        """The table's settings, as they are sent; they never change."""
        return Raw(write(snapshot.table_info(self.table, self.code)))

    @cached_property
    def views(self) -> ViewTexts:
        """The current view as it is sent, by viewpoint."""
        return ViewTexts(self.table)

    @cached_property
    def seats(self) -> SeatTexts:
        """The seats, as they are sent."""
        return SeatTexts(self)

    @cached_property
    def audience(self) -> Audience:
        return Audience(self, self.usher)

    def lines(self) -> LineTexts:
        """Return the lines of recent events as they are sent; they are made once, until something happens."""
        if self._lines is None or self._lines_at != self.table.number:
            self._lines, self._lines_at = LineTexts(self.table), self.table.number
        return self._lines

    @cached_property
    def clock(self) -> TurnClock | None:
        rule = self.table.opened.clock
        return None if rule is None else TurnClock(self.table, rule)

    def replaceable_in(self, seat: int) -> float | None:
        """Return the seconds until the others may let a bot play for a seat; None unless its player is away.

        At a table with a clock, players may be away.
        """
        if self.table.seats[seat].kind != "person" or seat in self.presence.seats or self.table.over or self.clock:
            return None
        return max(self.grace - self.presence.away(seat), 0.0)

    @property
    def pause_info(self) -> PauseInfo | None:
        return PauseInfo(sorted(self.pause.waits_for), self.pause.seconds) if self.pause else None

    def pause_for_readers(self) -> bool:
        """Begin a pause for the players who read along; return whether there are any."""
        people = {seat for seat, who in enumerate(self.table.seats) if who.kind == "person"}
        readers = {seat for watcher in self.watchers if watcher.reads for seat in watcher.held} & people
        self.pause = Pause(readers) if readers else None
        return bool(readers)

    def ready(self, seat: int) -> None:
        """Note that a player is ready to go on."""
        if self.pause and seat in self.pause.waits_for:
            self.pause.ready(seat)
            self.show_all()

    def enter(self, connection: Connection) -> None:
        """Add a connection: it is sent everything, and the others are sent who came."""
        self.watchers.add(connection)
        self._holders.update(connection.held)
        if not self._note_presence(connection):
            connection.show(StateTexts(self))

    def leave(self, connection: Connection) -> None:
        if connection in self.watchers:
            self.watchers.discard(connection)
            self._holders.subtract(connection.held)
        self.audience.leave(connection)
        self._note_presence(connection)

    def _note_presence(self, connection: Connection) -> bool:
        """Update who is present; return whether that changed. Spectators and second devices change nothing."""
        if not connection.held:
            return False
        before = self.presence.seats
        self.presence.set_here({seat for seat, count in self._holders.items() if count})
        if self.presence.seats == before:
            return False
        self.show_all()
        return True

    def show_all(self) -> None:
        """Send the table to all connections, whether or not anything happened."""
        texts, players, spectators = self._seated()
        for watcher in players:
            watcher.show(texts)
        self.audience.show(spectators, texts, always=True)

    def show_news(self) -> None:
        """Send what happened to the connections that could notice it."""
        if not self.watchers:
            return
        texts, players, spectators = self._seated()
        for watcher in players:
            watcher.show_news(texts)
        self.audience.show(spectators, texts, always=False)

    def _seated(self) -> tuple[StateTexts, list[Connection], list[Connection]]:
        """Return the table as text, and who is sent it: players first, then spectators and further devices."""
        players = [watcher for watcher in self.watchers if watcher.held]
        others = [watcher for watcher in self.watchers if not watcher.held]
        return StateTexts(self), players[:MOST_FIRST], others + players[MOST_FIRST:]

    async def let_bots_finish(self) -> None:
        """At a contest, bots act before people: wait for their signals, so that no move is refused for being quick."""
        if self.table.seeded and self.bot is not None:
            await asyncio.wait({self.bot}, timeout=BOTS_FINISH_SECONDS)

    def unload(self) -> None:
        """Let go of what refers back to this table, so that its memory is free at once.

        Otherwise that would wait for a collection of all objects, which is hardly ever made.
        """
        for name in ("audience", "seats"):
            vars(self).pop(name, None)

    async def close(self) -> None:
        """Stop its bots, and close all connections."""
        self.audience.close()
        if self.bot is not None:
            self.bot.cancel()
        for watcher in list(self.watchers):
            await watcher.close()

    def has_other_holder(self, seat: int, asker: int) -> bool:
        """Return whether a seat has a connection that does not also hold the asker's seat."""
        return any(seat in watcher.held and asker not in watcher.held for watcher in self.watchers)
