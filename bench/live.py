"""A local server on a free port, for measurements and screenshots."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

RETRIES, PATIENCE = 8, 60


@dataclass(frozen=True)
class Live:
    port: int
    process: int
    database: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def live(*arguments: str, compiles: bool = False, database: str | None = None) -> Iterator[Live]:
    """Run a server without limits as long as the context is open; ``compiles``: in the background, ahead of need.

    Without an address of a database, it has an SQLite of its own.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = database or f"sqlite:///{folder}/tables.db"
        where = ["--port", str(port), "--database", database]
        how = ["--no-limits"] if compiles else ["--no-limits", "--no-warm-up"]
        command = [sys.executable, "-m", "pioche", "serve", *where, *how, *arguments]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with httpx.Client(transport=httpx.HTTPTransport(retries=RETRIES), timeout=PATIENCE) as client:
                client.get(f"http://127.0.0.1:{port}/healthz").raise_for_status()
            yield Live(port, process.pid, database)
        finally:
            process.terminate()
            process.wait()
