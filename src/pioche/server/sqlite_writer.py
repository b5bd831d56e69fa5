"""Writes rows to SQLite over one connection that stays open, without the work of a pool and of composing statements.

A group of rows is one statement, and the statement is its own transaction: it runs from its first row to the disk
without Python. With a call for each row, the thread that writes would wait after each of them until the thread that
serves the sockets pauses.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa

Row = tuple[Any, ...]


class SqliteWriter:
    """Inserts rows into one table of the database. Several threads may use it, one after the other."""

    def __init__(self, engine: sa.Engine, table: sa.Table) -> None:
        self._engine, self._lock = engine, threading.Lock()
        self._connection: sqlite3.Connection | None = None
        names = [column.name for column in table.columns]
        self._insert = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES "
        self._row = f"({', '.join('?' * len(names))})"

    def insert(self, rows: Sequence[Row]) -> None:
        """Store rows, each with a value for every column, in one commit: all of them or none.

        Errors are SQLAlchemy's, as everywhere else in the store.
        """
        if not rows:
            return
        statement = self._insert + ", ".join([self._row] * len(rows))
        with self._lock:
            try:
                self._opened().execute(statement, [*chain.from_iterable(rows)])
            except sqlite3.IntegrityError as error:
                raise sa.exc.IntegrityError(self._insert, None, error, hide_parameters=True) from error
            except sqlite3.Error as error:
                self._close()  # the next call tries with a new connection
                raise sa.exc.OperationalError(self._insert, None, error, hide_parameters=True) from error

    def _opened(self) -> sqlite3.Connection:
        """Return the connection, on which each statement is committed when it ends."""
        if self._connection is None:
            pooled = self._engine.raw_connection()
            pooled.detach()
            connection = pooled.dbapi_connection
            assert isinstance(connection, sqlite3.Connection)
            connection.isolation_level = None
            self._connection = connection
        return self._connection

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
