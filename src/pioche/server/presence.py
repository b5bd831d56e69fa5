"""Which seats are connected, in this process and in others on the same database, and since when the others are not."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
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

Change = tuple[set[int], set[int]]
"""The seats whose players came to a table, and of those who went."""
Away = dict[int, float | None]
"""By seat: the seconds since it was last connected to another process; None: it is connected now."""

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

    def set_elsewhere(self, away: Away) -> None:
        """Take over who is connected to other processes."""
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

    def write(self, changes: Mapping[str, Change]) -> None:
        """Store who came to tables and who went, and notify the other processes."""
        rows = [
            {"at": table_id, "of": seat, "came": seat in came}
            for table_id, (came, went) in changes.items()
            for seat in came | went
        ]
        if not rows:
            return
        row = {"table_id": sa.bindparam("at"), "seat": sa.bindparam("of"), "process": self._process}
        mine = (presence.c[name] == value for name, value in row.items())
        new = sa.insert(presence).values(**row, seen=NOW, is_here=sa.bindparam("came"))
        with self._engine.begin() as connection:
            connection.execute(sa.delete(presence).where(*mine), rows)
            connection.execute(new, rows)
            self._notify(connection, [(table_id, None, None) for table_id in changes])

    def beat(self) -> None:
        """Store that this process is alive, and delete rows of processes that died long ago."""
        with self._engine.begin() as connection:
            alive = sa.update(presence).where(presence.c.process == self._process, presence.c.is_here)
            connection.execute(alive.values(seen=NOW))
            connection.execute(sa.delete(presence).where(presence.c.seen < NOW - KEPT_SECONDS))

    def read(self, table_ids: Iterable[str]) -> dict[str, Away]:
        """Return who is connected to other processes, by table."""
        age = NOW - sa.func.max(presence.c.seen)
        fresh = presence.c.is_here & (presence.c.seen > NOW - STALE_SECONDS)
        chosen = sa.select(presence.c.table_id, presence.c.seat, age, sa.func.bool_or(fresh))
        asked = sa.any_(sa.literal(list(table_ids), sa.ARRAY(sa.String)))
        others = chosen.where(presence.c.table_id == asked, presence.c.process != self._process)
        found: defaultdict[str, Away] = defaultdict(dict)
        with self._engine.connect() as connection:
            grouped = others.group_by(presence.c.table_id, presence.c.seat)
            for table_id, seat, seconds, is_here in connection.execute(grouped):
                found[table_id][seat] = None if is_here else float(seconds)
        return found

    def clear(self) -> None:
        """Mark this process's seats as gone, before it ends."""
        with self._engine.begin() as connection:
            mine = sa.update(presence).where(presence.c.process == self._process, presence.c.is_here)
            connection.execute(mine.values(seen=NOW, is_here=False))
