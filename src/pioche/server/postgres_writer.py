"""Writes events to PostgreSQL over one connection that stays open, and notifies other processes: in one round trip.

NOTIFY takes a lock on the whole database when it commits, and a pool asks the database whether a connection is still
there before each use. So a group of events has one notification, and the connection is asked only after a rest.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

if TYPE_CHECKING:
    import psycopg

CHANNEL = "pioche"
RESTED_SECONDS = 1.0
"""A connection that was not used for this long may have been lost: the database was restarted, for example."""
INSERT = """
WITH added AS (
    INSERT INTO events (table_id, number, at, body)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::float8[], %s::bytea[])
)
SELECT pg_notify(%s, %s)
"""

Row = tuple[str, int, float, bytes]
News = tuple[str, int | None]
"""A table and the number of its new event, or None if its presence has changed."""


def announcement(news: Sequence[News]) -> str:
    """Return what other processes are notified of, as text, which must be short: only the last number of each table."""
    return json.dumps(list(dict(news).items()), separators=(",", ":"))


class PostgresWriter:
    """Inserts events. Several threads may use it, one after the other."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine, self._lock = engine, threading.Lock()
        self._connection: psycopg.Connection[Any] | None = None
        self._used = 0.0

    @property
    def process(self) -> int | None:
        """The process of the database that serves this connection: notifications that it sent come from here."""
        connection = self._connection
        return None if connection is None or connection.closed else connection.info.backend_pid

    def insert(self, rows: Sequence[Row]) -> None:
        """Store events in one commit, all of them or none, and notify other processes.

        Errors are SQLAlchemy's, as everywhere else in the store.
        """
        import psycopg

        news = announcement([(table_id, number) for table_id, number, _, _ in rows])
        columns = [list(column) for column in zip(*rows, strict=True)]
        with self._lock:
            try:
                self._opened().execute(INSERT, [*columns, CHANNEL, news])
                self._used = time.monotonic()
            except psycopg.IntegrityError as error:
                raise sa.exc.IntegrityError(INSERT, None, error, hide_parameters=True) from error
            except psycopg.Error as error:
                self._close()  # the next call tries with a new connection
                raise sa.exc.OperationalError(INSERT, None, error, hide_parameters=True) from error

    def _opened(self) -> psycopg.Connection[Any]:
        """Return the connection, on which each statement is committed when it ends."""
        import psycopg

        if self._connection is not None and time.monotonic() - self._used > RESTED_SECONDS:
            self._check(self._connection)
        if self._connection is None:
            pooled = self._engine.raw_connection()
            pooled.detach()
            connection = pooled.dbapi_connection
            assert isinstance(connection, psycopg.Connection)
            connection.autocommit = True
            self._connection = connection
        return self._connection

    def _check(self, connection: psycopg.Connection[Any]) -> None:
        """Close a connection that was lost."""
        import psycopg

        try:
            connection.execute("")
        except psycopg.Error:
            self._close()

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
