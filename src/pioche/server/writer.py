"""Writes to the database over one connection that stays open, without the work of a pool."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

Connection = TypeVar("Connection", bound=Any)
Turn = Callable[[], AbstractContextManager[Any]]
"""Waits for the turn of a thread that writes; it ends with the context."""


class Writer(Generic[Connection]):
    """Runs single statements, each of which is its own transaction. Several threads may use it, one after the other."""

    def __init__(self, engine: sa.Engine, turn: Turn | None = None) -> None:
        self._engine, lock = engine, threading.Lock()
        self._turn = turn or (lambda: lock)
        self._connection: Connection | None = None
        self._errors = engine.dialect.loaded_dbapi
        """The module with the exceptions of the driver."""

    def run(self, statement: str, values: Sequence[Any]) -> None:
        """Run a statement and commit it. Errors are SQLAlchemy's, as everywhere else in the store."""
        with self._turn():
            try:
                self._opened().execute(statement, values)
            except self._errors.IntegrityError as error:
                raise sa.exc.IntegrityError(statement, None, error, hide_parameters=True) from error
            except self._errors.Error as error:
                self._close()  # the next call tries with a new connection
                raise sa.exc.OperationalError(statement, None, error, hide_parameters=True) from error

    def _opened(self) -> Connection:
        """Return the connection."""
        if self._connection is None:
            pooled = self._engine.raw_connection()
            pooled.detach()
            self._connection = self._prepared(pooled.dbapi_connection)
        return self._connection

    def _prepared(self, connection: Any) -> Connection:
        """Return a new connection on which each statement is committed when it ends."""
        raise NotImplementedError

    def close(self) -> None:
        with self._turn():
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
