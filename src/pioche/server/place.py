"""A table in the memory of one process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from pioche.core.plain import View

from .connection import Connection
from .room import Room


@dataclass
class Place:
    """A table of this process, with those who look at it."""

    room: Room
    code: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Connection] = field(default_factory=set)
    bot: asyncio.Task[None] | None = None
    views: dict[int, View] = field(default_factory=dict)
    """What each pair of eyes sees now."""

    @property
    def here(self) -> set[int]:
        """The seats for which somebody looks on."""
        return {seat for watcher in self.watchers for seat in watcher.held}

    def has_left(self, seat: int) -> bool:
        """Whether a seat is somebody's who does not look on; who looks on at another process seems to have left too."""
        seats = self.room.seats
        return seat < len(seats) and seats[seat].kind == "person" and seat not in self.here

    def enter(self, connection: Connection) -> None:
        """Somebody looks on from now: they are told everything, the others who came."""
        here = self.here
        self.watchers.add(connection)
        connection.show(self)
        self._tell_others(here, connection)

    def leave(self, connection: Connection) -> None:
        here = self.here
        self.watchers.discard(connection)
        self._tell_others(here, connection)

    def _tell_others(self, here: set[int], connection: Connection) -> None:
        """A spectator comes and goes unnoticed, and so does somebody who looks on from two devices."""
        if self.here != here:
            for other in self.watchers - {connection}:
                other.show(self)

    def view(self, eyes: int) -> View:
        if eyes not in self.views:
            self.views[eyes] = self.room.match.view(eyes)
        return self.views[eyes]
