"""A server of our own on a free port of loopback, and how a browser is started: to measure and photograph."""

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
"""What a browser is started with where nobody sits before it."""
RETRIES, PATIENCE = 8, 60


@dataclass(frozen=True)
class Live:
    port: int
    process: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def live(*arguments: str) -> Iterator[Live]:
    """A server that takes as much as it is sent, as long as it is needed."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        where = ["--port", str(port), "--database", f"sqlite:///{folder}/tables.db"]
        command = [sys.executable, "-m", "pioche", "serve", *where, "--no-limits", "--no-warm-up", *arguments]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with httpx.Client(transport=httpx.HTTPTransport(retries=RETRIES), timeout=PATIENCE) as client:
                client.get(f"http://127.0.0.1:{port}/healthz").raise_for_status()
            yield Live(port, process.pid)
        finally:
            process.terminate()
            process.wait()
