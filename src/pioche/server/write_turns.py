"""Lets one thread at a time write to an SQLite file: those that store events come first.

SQLite has no queue of writers. One that finds the file locked sleeps, longer and longer, up to a tenth of a second at a
time, and meanwhile others lock it again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

PATIENCE = 5.0
"""How long a transaction waits for those before it, in seconds; as long as for another program."""


class WriteTurns:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_taken = False
        self._events_waiting = 0

    @contextmanager
    def first(self) -> Iterator[None]:
        """Wait for the turn of a transaction that stores events: after one other at most."""
        with self._changed:
            self._events_waiting += 1
            self._changed.wait_for(lambda: not self._is_taken)
            self._events_waiting -= 1
            self._is_taken = True
        with self._taken():
            yield

    @contextmanager
    def other(self) -> Iterator[None]:
        """Wait for the turn of a transaction that can wait; raise if it does not come soon."""
        with self._changed:
            if not self._changed.wait_for(lambda: not self._is_taken and not self._events_waiting, PATIENCE):
                raise sa.exc.OperationalError("BEGIN", None, sqlite3.OperationalError("database is locked"))
            self._is_taken = True
        with self._taken():
            yield

    @contextmanager
    def _taken(self) -> Iterator[None]:
        try:
            yield
        finally:
            with self._changed:
                self._is_taken = False
                self._changed.notify_all()
