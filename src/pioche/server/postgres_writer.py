"""Writes events to PostgreSQL and notifies other processes: in one round trip.

NOTIFY takes a lock on the whole database when it commits, and a pool asks the database whether a connection is still
there before each use. So a group of events has one notification, and the connection is asked only after a rest. The
notification has the events themselves, so that nobody has to ask for them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from .writer import Writer

if TYPE_CHECKING:
    import psycopg

CHANNEL = "pioche"
MOST_BYTES = 7999
"""The longest notification that PostgreSQL sends."""
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
News = tuple[str, int | None, str | None]
"""A table and the number of its new event, or None if its presence has changed; and the event, unless they are many."""


_read_news: msgspec.json.Decoder[list[News]] = msgspec.json.Decoder(list[News])


def announcement(news: Sequence[News]) -> str:
    """Return a notification as text. If it would be too long, it has only the last number of each table."""
    text = _written(news)
    if len(text) <= MOST_BYTES:  # it is ASCII
        return text
    return _written([(table_id, number, None) for table_id, number in {each[0]: each[1] for each in news}.items()])


def read_announcement(text: str) -> list[News] | None:
    """Return the news in a notification; None if it has another form."""
    try:
        return _read_news.decode(text)
    except msgspec.DecodeError:
        return None


def _written(news: Sequence[News]) -> str:
    return json.dumps(news, separators=(",", ":"))


class PostgresWriter(Writer["psycopg.Connection[Any]"]):
    """Inserts events."""

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
        self._used = 0.0

    @property
    def process(self) -> int | None:
        """The process of the database that serves this connection: notifications that it sent come from here."""
        connection = self._connection
        return None if connection is None or connection.closed else connection.info.backend_pid

    def insert(self, rows: Sequence[Row]) -> None:
        """Store events in one commit, all of them or none, and notify other processes."""
        news = announcement([(table_id, number, body.decode()) for table_id, number, _, body in rows])
        columns = [list(column) for column in zip(*rows, strict=True)]
        self.run(INSERT, [*columns, CHANNEL, news])
        self._used = time.monotonic()

    def _opened(self) -> psycopg.Connection[Any]:
        if self._connection is not None and time.monotonic() - self._used > RESTED_SECONDS:
            self._check(self._connection)
        return super()._opened()

    def _prepared(self, connection: Any) -> psycopg.Connection[Any]:
        import psycopg

        assert isinstance(connection, psycopg.Connection)
        connection.autocommit = True
        return connection

    def _check(self, connection: psycopg.Connection[Any]) -> None:
        """Close a connection that was lost."""
        try:
            connection.execute("")
        except self._errors.Error:
            self._close()
