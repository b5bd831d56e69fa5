"""Writes rows to SQLite: a group of rows is one statement.

The statement runs from its first row to the disk without Python. With a call for each row, the thread that writes would
wait after each of them until the thread that serves the sockets pauses.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa

from .writer import Turn, Writer

Row = tuple[Any, ...]


class SqliteWriter(Writer[sqlite3.Connection]):
    """Inserts rows into one table of the database."""

    def __init__(self, engine: sa.Engine, table: sa.Table, turn: Turn | None = None) -> None:
        super().__init__(engine, turn)
        names = [column.name for column in table.columns]
        self._insert = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES "
        self._row = f"({', '.join('?' * len(names))})"

    def insert(self, rows: Sequence[Row]) -> None:
        """Store rows, each with a value for every column, in one commit: all of them or none."""
        if rows:
            self.run(self._insert + ", ".join([self._row] * len(rows)), [*chain.from_iterable(rows)])

    def _prepared(self, connection: Any) -> sqlite3.Connection:
        assert isinstance(connection, sqlite3.Connection)
        connection.isolation_level = None
        return connection
