"""A table in the memory of one process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from pioche.core.views import View

from .connection import Connection
from .presence import Presence
from .table import Table


@dataclass
class LiveTable:
    """A table of this process, with those who look at it."""

    table: Table
    code: str
    grace: float = 0.0
    """For how many seconds somebody can be away before the others may let a bot play for them."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Connection] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    bot: asyncio.Task[None] | None = None
    views: dict[int, View] = field(default_factory=dict)
    """What each pair of eyes sees now."""

    def replaceable_in(self, seat: int) -> float | None:
        """The seconds until the others may let a bot play for a seat; None unless somebody is away from it."""
        if self.table.over or self.table.seats[seat].kind != "person" or seat in self.presence.seats:
            return None
        return max(self.grace - self.presence.away(seat), 0.0)

    def enter(self, connection: Connection) -> None:
        """Somebody looks on from now: they are sent everything, the others who came."""
        self.watchers.add(connection)
        if not self._note_presence(connection):
            connection.show(self)

    def leave(self, connection: Connection) -> None:
        self.watchers.discard(connection)
        self._note_presence(connection)

    def _note_presence(self, connection: Connection) -> bool:
        """Whether it was noticed: a spectator comes and goes unnoticed, and so does somebody with two devices."""
        before = self.presence.seats
        self.presence.set_here({seat for watcher in self.watchers for seat in watcher.held})
        if self.presence.seats == before:
            return False
        self.show_all()
        return True

    def show_all(self) -> None:
        """Send the table to all who look on, whether or not anything happened."""
        for watcher in self.watchers:
            watcher.show(self)

    def show_news(self) -> None:
        """Send what happened to those who could notice it."""
        for watcher in self.watchers:
            watcher.show_news(self)

    def has_other_holder(self, seat: int, asker: int) -> bool:
        """Whether somebody looks on for a seat who does not also hold the asker's."""
        return any(seat in watcher.held and asker not in watcher.held for watcher in self.watchers)

    def view(self, eyes: int) -> View:
        if eyes not in self.views:
            self.views[eyes] = self.table.match.view(eyes)
        return self.views[eyes]
