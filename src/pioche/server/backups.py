"""Backs up a database while its server runs, and restores a database from such a copy.

A copy is one SQLite file, whatever the server's database is. So a server can also move from one kind to the other.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from .lock import InUse
from .schema import metadata, presence, tables
from .store import MIGRATIONS, SERVING, Store

BATCH = 1000
PRIVATE = 0o600
"""A copy holds the seeds of running matches and the keys of the server."""
COPIED = [table for table in metadata.sorted_tables if table is not presence]


class NotEmpty(Exception):
    """The database to restore into has tables."""


class NotACopy(Exception):
    """A file that is not a copy of a database of Pioche."""


class NotWritten(Exception):
    """A file that cannot be written: the folder is missing or protected, or the disk is full."""

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


class OtherVersion(Exception):
    """The database belongs to another version: this version's server must migrate it first."""


def back_up(store: Store, target: Path) -> int:
    """Write a copy of a database to a file that must not exist; return the number of tables in it."""
    try:
        target.open("xb").close()  # so that of two copies at once one fails
    except FileExistsError:
        raise
    except OSError as error:
        raise NotWritten(error) from error
    try:
        with _beside(target) as draft:
            if store.is_sqlite:
                _copy_file(Path(str(store.url.database)), draft)
            else:
                _copy_rows_from(store, draft)
            count = _count(draft)
            os.replace(draft, target)
    except BaseException as error:
        target.unlink()
        if isinstance(error, Exception) and _is_full(error):
            raise NotWritten(error) from error
        raise
    return count


def _is_full(error: Exception) -> bool:
    """Return whether SQLite could not write: the copy is the only file that is written."""
    return getattr(getattr(error, "orig", error), "sqlite_errorname", "") == "SQLITE_FULL"


def restore(source: Path, store: Store, *, replaces: bool = False) -> int:
    """Fill a database that nobody uses from a copy; return the number of its tables.

    Raise `NotEmpty` if it has tables, unless they are to be replaced.
    """
    with tempfile.TemporaryDirectory(prefix="pioche-") as folder:
        draft = Path(folder) / "copy.db"
        _check_copy(source)
        shutil.copyfile(source, draft)
        copy = Store(f"sqlite:///{draft}")
        copy.migrate()
        with contextlib.closing(copy), _alone(store):
            store.migrate()
            with store.patient().begin() as into, copy.engine.connect() as out:
                if not replaces and into.scalar(sa.select(sa.func.count()).select_from(tables)):
                    raise NotEmpty
                _clear(into)
                _copy_rows(out, into)
                return int(into.scalar(sa.select(sa.func.count()).select_from(tables)) or 0)


# Copying.


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Yield the path of a new file in the same folder that nobody else can read, and delete it afterwards."""
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)  # left by a copy that was killed
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    try:
        yield draft
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{draft}{suffix}").unlink(missing_ok=True)


def _copy_file(source: Path, draft: Path) -> None:
    """Copy an SQLite database with what is still in its log, while others write to it."""
    with _read_only(source) as out, contextlib.closing(sqlite3.connect(draft)) as into:
        out.backup(into)
        into.execute("PRAGMA journal_mode=DELETE")


def _copy_rows_from(store: Store, draft: Path) -> None:
    """Copy all rows of PostgreSQL as they are at one moment."""
    copy = Store(f"sqlite:///{draft}")
    with contextlib.closing(copy):
        copy.migrate()
        engine = store.patient().execution_options(isolation_level="REPEATABLE READ")
        with engine.connect() as out, copy.engine.begin() as into:
            if _version(out) != _version(into):
                raise OtherVersion
            _copy_rows(out, into)
    with contextlib.closing(sqlite3.connect(draft)) as into:
        into.execute("PRAGMA journal_mode=DELETE")


def _copy_rows(out: sa.Connection, into: sa.Connection) -> None:
    for table in COPIED:
        rows = out.execution_options(yield_per=BATCH).execute(sa.select(table))
        for group in rows.partitions():
            into.execute(sa.insert(table), [dict(row._mapping) for row in group])
    if into.dialect.name == "postgresql":  # the rows had numbers: the next new one needs a higher one
        last = "SELECT setval(pg_get_serial_sequence('entries', 'id'), coalesce(max(id), 0) + 1, false) FROM entries"
        into.execute(sa.text(last))


def _clear(connection: sa.Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(sa.delete(table))


# Checks.


@contextlib.contextmanager
def _alone(store: Store) -> Iterator[None]:
    """Keep servers off a database; raise `InUse` if one is there."""
    if store.is_sqlite:
        store.occupy()
        yield
        return
    with store.patient().connect() as connection:
        if not connection.scalar(sa.select(sa.func.pg_try_advisory_lock(SERVING))):
            raise InUse(str(store.url))
        yield


def _check_copy(path: Path) -> None:
    try:
        _count(path)
    except sqlite3.Error as error:
        raise NotACopy from error


def _count(path: Path) -> int:
    with _read_only(path) as copy:
        copy.execute("SELECT version_num FROM alembic_version").fetchone()
        found: tuple[Any, ...] = copy.execute("SELECT count(*) FROM tables").fetchone()
        return int(found[0])


def _read_only(path: Path) -> contextlib.closing[sqlite3.Connection]:
    """Open an SQLite file that exists; its name may have characters that mean something in an address."""
    return contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True))


def check_version(store: Store) -> None:
    """Raise `OtherVersion` if a database belongs to another version than this one."""
    with store.patient().connect() as connection:
        if _version(connection) != ScriptDirectory(str(MIGRATIONS)).get_current_head():
            raise OtherVersion


def _version(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
