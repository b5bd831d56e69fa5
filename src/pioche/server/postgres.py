"""Connections to PostgreSQL with deadlines: a network that falls silent must not block a thread for ever.

TCP alone does not notice a silent network for a quarter of an hour, and never while nothing is sent. So every
connection, statement and answer has a deadline here, and while the database is away only one thread at a time tries
to connect: the others fail at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
import sqlalchemy as sa

CONNECT_SECONDS = 3
ANSWER_SECONDS = 5.0
"""How long a statement may take, on the way and in the database."""
TRY_AGAIN_SECONDS = 1.0
"""How long nobody tries to connect after it failed."""
TCP: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": round(ANSWER_SECONDS * 1000),
    "application_name": "pioche",
}
SESSION = {
    "statement_timeout": "5s",
    "idle_in_transaction_session_timeout": "10s",  # so that a lost process does not keep its locks
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
SET_SESSION = "SELECT " + ", ".join(f"set_config('{name}', '{value}', false)" for name, value in SESSION.items())


class Bounded(psycopg.Connection[Any]):
    """A connection whose statements are given up after `ANSWER_SECONDS`."""

    on_silence: Callable[[], None] | None = None
    """Called when an answer did not come in time."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        until = time.monotonic() + ANSWER_SECONDS
        try:
            return super().wait(gen, interval, ANSWER_SECONDS)
        except psycopg.OperationalError:
            if time.monotonic() < until:
                raise
            self.pgconn.finish()  # nobody knows what is still under way on it
            if self.on_silence is not None:
                self.on_silence()
            raise psycopg.OperationalError("the database did not answer in time") from None


def connect(*words: Any, **settings: Any) -> Bounded:
    """Return a connection with deadlines, on this side and in the database."""
    made = Bounded.connect(*words, **(TCP | settings))
    try:
        made.execute(SET_SESSION.encode())
        if not made.autocommit:
            made.commit()
    except psycopg.Error:
        made.close()
        raise
    return made


class Door:
    """Lets the threads of a pool connect, one at a time while the database is away."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_away = False
        self._is_trying = False
        self._again = 0.0

    def connect(self, dialect: Any, record: Any, words: Any, settings: Any) -> Bounded:
        """Return a connection, for SQLAlchemy's event ``do_connect``; raise at once while another thread tries."""
        is_only_try = self._enter()
        try:
            made = connect(*words, **settings)
        except psycopg.Error:
            self.close()
            raise
        finally:
            if is_only_try:
                self._is_trying = False
        self._is_away, made.on_silence = False, self.close
        return made

    def close(self) -> None:
        """Note that the database is away."""
        self._is_away, self._again = True, time.monotonic() + TRY_AGAIN_SECONDS

    def _enter(self) -> bool:
        """Return whether this is the only try, because the database is away."""
        with self._lock:
            if not self._is_away:
                return False
            if self._is_trying or time.monotonic() < self._again:
                raise psycopg.OperationalError("the database is away")
            self._is_trying = True
            return True


def bounded_engine(url: sa.URL) -> sa.Engine:
    """Return an engine whose connections give up in time."""
    made = sa.create_engine(url, pool_pre_ping=True, pool_timeout=ANSWER_SECONDS, hide_parameters=True)
    sa.event.listen(made, "do_connect", Door().connect)
    return made


def patient_engine(url: sa.URL) -> sa.Engine:
    """Return an engine whose statements may take their time: for migrations and the commands of operators."""
    settings = {name: value for name, value in TCP.items() if name != "tcp_user_timeout"}
    return sa.create_engine(url, connect_args=settings, poolclass=sa.NullPool, hide_parameters=True)
