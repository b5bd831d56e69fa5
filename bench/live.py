"""A local server on a free port, and a browser: for measurements and screenshots."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
]
"""The options of a browser without a display."""
RETRIES, PATIENCE = 8, 60


@dataclass(frozen=True)
class Live:
    port: int
    process: int
    database: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def live(*arguments: str, compiles: bool = False) -> Iterator[Live]:
    """Run a server without limits as long as the context is open; ``compiles``: in the background, ahead of need."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
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
