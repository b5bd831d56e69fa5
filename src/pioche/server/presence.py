"""Who is at the tables, in this process and in others on the same database, and for how long somebody has been away."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import sqlalchemy as sa

from .store import Store, presence

STALE_SECONDS = 45.0
"""A process that has not written for this long is taken for dead, and whoever was there for gone."""
BEAT_SECONDS = 15.0
"""How often a process writes that it is alive."""
KEPT_SECONDS = 24 * 3600.0
"""Rows of processes that died are deleted after this."""

NOW = sa.extract("epoch", sa.func.clock_timestamp())
"""The database's clock: the processes need not agree on the time."""


@dataclass
class Presence:
    """Of one table: the seats for which somebody looks on, and since when nobody does for the others."""

    here: set[int] = field(default_factory=set)
    """In this process."""
    elsewhere: set[int] = field(default_factory=set)
    """In other processes, as last heard."""
    shared: set[int] = field(default_factory=set)
    """In this process, as the others were last told."""
    _left: dict[int, float] = field(default_factory=dict)
    _since: float = field(default_factory=lambda: time.monotonic())

    @property
    def seats(self) -> set[int]:
        return self.here | self.elsewhere

    def set_here(self, seats: set[int]) -> None:
        self._note(seats | self.elsewhere)
        self.here = seats

    def set_elsewhere(self, away: dict[int, float | None]) -> None:
        """By seat: the seconds since somebody was last seen in another process, None if somebody is there now."""
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
        """For how many seconds nobody has looked on for a seat."""
        return 0.0 if seat in self.seats else time.monotonic() - self._left.get(seat, self._since)


class Board:
    """Where the processes of one PostgreSQL write who is at their tables. On SQLite there is only one process."""

    def __init__(self, store: Store) -> None:
        self._engine, self.is_shared = store.engine, not store.is_sqlite
        self._notify = store.notify
        self._process = secrets.token_hex(8)

    def write(self, table_id: str, came: Iterable[int], went: Iterable[int]) -> None:
        """Note who came and who went, and tell the other processes."""
        with self._engine.begin() as connection:
            for seat, is_here in [*((seat, True) for seat in came), *((seat, False) for seat in went)]:
                key = {"process": self._process, "table_id": table_id, "seat": seat}
                connection.execute(sa.delete(presence).filter_by(**key))
                connection.execute(sa.insert(presence).values(**key, seen=NOW, is_here=is_here))
            self._notify(connection, table_id, None)

    def beat(self) -> None:
        """Write that this process is alive, and forget those that died long ago."""
        with self._engine.begin() as connection:
            alive = sa.update(presence).where(presence.c.process == self._process, presence.c.is_here)
            connection.execute(alive.values(seen=NOW))
            connection.execute(sa.delete(presence).where(presence.c.seen < NOW - KEPT_SECONDS))

    def read(self, table_id: str) -> dict[int, float | None]:
        """By seat: the seconds since it was last seen at another process, None if it is there now."""
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
        """Before this process ends: nobody is here any more."""
        with self._engine.begin() as connection:
            mine = sa.update(presence).where(presence.c.process == self._process, presence.c.is_here)
            connection.execute(mine.values(seen=NOW, is_here=False))
