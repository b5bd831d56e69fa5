"""A table loaded into this process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Raw

from . import snapshot
from .clock import TurnClock
from .connection import Connection
from .messages import PauseInfo, write
from .pause import Pause
from .presence import Presence
from .table import Table
from .texts import StateTexts, ViewTexts

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

    @cached_property
    def info(self) -> Raw:
        """The table's settings, as they are sent; they never change."""
        return Raw(write(snapshot.table_info(self.table, self.code)))

    @cached_property
    def views(self) -> ViewTexts:
        """The current view as it is sent, by viewpoint."""
        return ViewTexts(self.table)

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
        if not self._note_presence(connection):
            connection.show(StateTexts(self))

    def leave(self, connection: Connection) -> None:
        self.watchers.discard(connection)
        self._note_presence(connection)

    def _note_presence(self, connection: Connection) -> bool:
        """Update who is present; return whether that changed. Spectators and second devices change nothing."""
        before = self.presence.seats
        self.presence.set_here({seat for watcher in self.watchers for seat in watcher.held})
        if self.presence.seats == before:
            return False
        self.show_all()
        return True

    def show_all(self) -> None:
        """Send the table to all connections, whether or not anything happened."""
        texts = StateTexts(self)
        for watcher in self.watchers:
            watcher.show(texts)

    def show_news(self) -> None:
        """Send what happened to the connections that could notice it."""
        if not self.watchers:
            return
        texts = StateTexts(self)
        for watcher in self.watchers:
            watcher.show_news(texts)

    async def let_bots_finish(self) -> None:
        """At a contest, bots act before people: wait for their signals, so that no move is refused for being quick."""
        if self.table.seeded and self.bot is not None:
            await asyncio.wait({self.bot}, timeout=BOTS_FINISH_SECONDS)

    async def close(self) -> None:
        """Stop its bots, and close all connections."""
        if self.bot is not None:
            self.bot.cancel()
        for watcher in list(self.watchers):
            await watcher.close()

    def has_other_holder(self, seat: int, asker: int) -> bool:
        """Return whether a seat has a connection that does not also hold the asker's seat."""
        return any(seat in watcher.held and asker not in watcher.held for watcher in self.watchers)
