"""A lock on an SQLite database for the life of a process. The system releases it, even if the process is killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

SUFFIX = ".lock"


class InUse(Exception):
    """Another process holds the lock."""


def lock(database: Path) -> IO[bytes]:
    """Return a handle that holds the lock until it is closed; raise `InUse` if another process holds it.

    A file of its own is locked: SQLite has its own use for locks on the database.
    """
    path = database.resolve()
    handle = path.with_name(path.name + SUFFIX).open("ab")
    try:
        _lock(handle)
    except BlockingIOError as error:
        handle.close()
        raise InUse(str(database)) from error
    return handle


if sys.platform == "win32":

    def _lock(handle: IO[bytes]) -> None:
        import msvcrt

        try:
            handle.seek(0, os.SEEK_SET)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error

else:

    def _lock(handle: IO[bytes]) -> None:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
