"""A PostgreSQL that exists only for a measurement, with its own folder and port, and full durability."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .live import free_port

TOOLS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the address of an empty database; the server stops with the context."""
    if not TOOLS:
        raise SystemExit("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    folder, port, tools = Path(tempfile.mkdtemp(prefix="pioche-postgres-")), free_port(), TOOLS[-1]
    as_user = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    control = [*as_user, tools / "pg_ctl", "-D", folder / "data", "-w"]
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run([*as_user, tools / "initdb", "-D", folder / "data", "-A", "trust", "-U", "pioche"], **quiet)
    options = f"-h 127.0.0.1 -p {port} -k {folder}"
    subprocess.run([*control, "-o", options, "-l", folder / "log", "start"], **quiet)
    try:
        yield f"postgresql+psycopg://pioche@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
        shutil.rmtree(folder, ignore_errors=True)
