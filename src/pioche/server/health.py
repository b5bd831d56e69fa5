"""Checks, for ``/healthz`` and with a deadline, whether this server can store an event now."""

from __future__ import annotations

import asyncio
import errno
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from .store import Store

DEADLINE_SECONDS = 2.0
KEPT_SECONDS = 1.0
"""A good answer is used again for this long, so that asking often costs nothing."""
OK, SILENT, FULL, READ_ONLY, BROKEN = "ok", "silent", "disk full", "read-only", "database"
PROBE_BYTES = 65536
STATE = """
SELECT current_setting('transaction_read_only'), has_database_privilege(current_database(), 'TEMP')
"""
NEW_PAGE = "CREATE TEMPORARY TABLE pioche_health ON COMMIT DROP AS SELECT 1"
NEW_NUMBER = "SELECT pg_current_xact_id()"
STATES = {"53100": FULL, "25006": READ_ONLY, "57014": SILENT}
"""By SQLSTATE of PostgreSQL."""


class Health:
    """Writes to the database in a thread of its own, since all others may be waiting for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._asked: Future[str] | None = None
        self._good_until = 0.0

    async def check(self) -> str:
        """Return `OK`, or in a word what is wrong."""
        if time.monotonic() < self._good_until:
            return OK
        if self._asked is None or self._asked.done():  # otherwise the last check has not ended yet
            self._asked = self._thread.submit(self._try)
        try:
            found = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._asked)), DEADLINE_SECONDS)
        except TimeoutError:
            return SILENT
        if found == OK:
            self._good_until = time.monotonic() + KEPT_SECONDS
        return found

    def _try(self) -> str:
        try:
            if self._store.is_sqlite:
                write_to_sqlite(self._store.engine)
            else:
                write_to_postgres(self._store.engine)
        except SQLAlchemyError as error:
            return trouble(error, self._store.url)
        return OK

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def write_to_sqlite(engine: sa.Engine) -> None:
    """Commit a change that nobody reads: a number in the head of the file."""
    with engine.connect() as connection:
        count = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(count + 1) % 2**31}")


def write_to_postgres(engine: sa.Engine) -> None:
    """Commit a transaction that is written to the log of the database, and takes a new page of its disk if it may."""
    with engine.begin() as connection:
        is_read_only, may_try_disk = connection.execute(sa.text(STATE)).one()
        if is_read_only == "on":
            raise sa.exc.OperationalError("", None, ReadOnly())
        connection.execute(sa.text(NEW_PAGE if may_try_disk else NEW_NUMBER))


class ReadOnly(Exception):
    sqlstate = "25006"


def trouble(error: SQLAlchemyError, url: sa.URL) -> str:
    """Return in a word why the database failed."""
    cause = getattr(error, "orig", None)
    name = str(getattr(cause, "sqlite_errorname", ""))
    if name == "SQLITE_FULL":
        return FULL
    if name.startswith("SQLITE_READONLY"):
        return READ_ONLY
    if name == "SQLITE_BUSY":
        return SILENT
    if url.get_backend_name() == "sqlite":
        return _trouble_of_disk(Path(str(url.database)).parent)
    state = getattr(cause, "sqlstate", None)
    return BROKEN if state is None else STATES.get(state, BROKEN)


def _trouble_of_disk(folder: Path) -> str:
    """Return why nothing can be written to a folder, by trying."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
    except OSError as error:
        return {errno.EROFS: READ_ONLY, errno.EACCES: READ_ONLY, errno.ENOSPC: FULL}.get(error.errno or 0, BROKEN)
    return BROKEN
