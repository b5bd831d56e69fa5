"""Which seats are connected, in this process and in others on the same database, and since when the others are not."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import sqlalchemy as sa

from .schema import presence
from .store import Store

STALE_SECONDS = 45.0
"""A process that has not written for this long counts as dead, and its players as gone."""
BEAT_SECONDS = 15.0
"""How often a process writes that it is alive."""
KEPT_SECONDS = 24 * 3600.0
"""Rows of dead processes are deleted after this long."""

NOW = sa.extract("epoch", sa.func.clock_timestamp())
"""The database's clock, so that the processes' own clocks need not agree."""


@dataclass
class Presence:
    """The connected seats of one table, and since when the other seats are not connected."""

    here: set[int] = field(default_factory=set)
    """Seats connected to this process."""
    elsewhere: set[int] = field(default_factory=set)
    """Seats connected to other processes, as last read."""
    shared: set[int] = field(default_factory=set)
    """Seats connected to this process, as last sent to the others."""
    read: int = 0
    """The number of the reading that `elsewhere` comes from: several may be under way."""
    _left: dict[int, float] = field(default_factory=dict)
    _since: float = field(default_factory=lambda: time.monotonic())

    @property
    def seats(self) -> set[int]:
        return self.here | self.elsewhere

    def set_here(self, seats: set[int]) -> None:
        self._note(seats | self.elsewhere)
        self.here = seats

    def set_elsewhere(self, away: dict[int, float | None]) -> None:
        """Take over, by seat, the seconds since it was last connected to another process; None: it is connected now."""
        elsewhere = {seat for seat, seconds in away.items() if seconds is None}
        self._note(self.here | elsewhere)
        self.elsewhere = elsewhere
        for seat, seconds in away.items():
            if seconds is not None:
                self._left[seat] = max(self._left.get(seat, self._since), time.monotonic() - seconds)

    def _note(self, seats: set[int]) -> None:
        for seat in self.seats - seats:
            self._left[seat] = time.monotonic()

    def away(self, seat: int) -> float:
        """Return how many seconds a seat has been without a connection."""
        return 0.0 if seat in self.seats else time.monotonic() - self._left.get(seat, self._since)


class Board:
    """Shares presence between the processes on one PostgreSQL. With SQLite there is only one process."""

    def __init__(self, store: Store) -> None:
        self._engine, self.is_shared = store.engine, not store.is_sqlite
        self._notify = store.notify
        self._process = secrets.token_hex(8)

    def write(self, table_id: str, came: Iterable[int], went: Iterable[int]) -> None:
        """Store who came and who went, and notify the other processes."""
        with self._engine.begin() as connection:
            for seat, is_here in [*((seat, True) for seat in came), *((seat, False) for seat in went)]:
                key = {"process": self._process, "table_id": table_id, "seat": seat}
                connection.execute(sa.delete(presence).filter_by(**key))
                connection.execute(sa.insert(presence).values(**key, seen=NOW, is_here=is_here))
            self._notify(connection, [(table_id, None, None)])

    def beat(self) -> None:
        """Store that this process is alive, and delete rows of processes that died long ago."""
        with self._engine.begin() as connection:
            alive = sa.update(presence).where(presence.c.process == self._process, presence.c.is_here)
            connection.execute(alive.values(seen=NOW))
            connection.execute(sa.delete(presence).where(presence.c.seen < NOW - KEPT_SECONDS))

    def read(self, table_id: str) -> dict[int, float | None]:
        """Return, by seat, the seconds since it was last connected to another process; None: it is connected now."""
        return dict(self._read(table_id))

    def _read(self, table_id: str) -> Iterator[tuple[int, float | None]]:
        age = NOW - sa.func.max(presence.c.seen)
        fresh = presence.c.is_here & (presence.c.seen > NOW - STALE_SECONDS)
        chosen = sa.select(presence.c.seat, age, sa.func.bool_or(fresh)).group_by(presence.c.seat)
        others = chosen.where(presence.c.table_id == table_id, presence.c.process != self._process)
        with self._engine.connect() as connection:
            for seat, seconds, is_here in connection.execute(others):
                yield seat, None if is_here else float(seconds)

    def clear(self) -> None:
        """Mark this process's seats as gone, before it ends."""
        with self._engine.begin() as connection:
            mine = sa.update(presence).where(presence.c.process == self._process, presence.c.is_here)
            connection.execute(mine.values(seen=NOW, is_here=False))
