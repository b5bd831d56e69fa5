"""``pioche serve``: the table in the browser."""

from __future__ import annotations

import argparse
import os
import threading
import webbrowser
from contextlib import nullcontext
from pathlib import Path

from .common import say

PORT = 8020
PAUSE = 0.7
"""Seconds that a bot takes for a move at least, so that people can follow."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("help.host").text(language))
    parser.add_argument("--port", type=int, default=PORT, help=say("help.port").text(language))
    parser.add_argument("--database", help=say("help.database").text(language))
    parser.add_argument("--pause", type=float, default=PAUSE, help=say("help.pause").text(language))
    parser.add_argument("--no-limits", action="store_true", help=say("help.no-limits").text(language))
    parser.add_argument("--no-warm-up", action="store_true", help=say("help.no-warm-up").text(language))
    parser.add_argument("--open", action="store_true", help=say("help.open").text(language))


def run(arguments: argparse.Namespace) -> None:
    import uvicorn

    from pioche.server import warm_up
    from pioche.server.app import Server
    from pioche.server.hall import Pace
    from pioche.server.limits import NO_LIMITS, Limits
    from pioche.server.logs import structured

    database = arguments.database or f"sqlite:///{data_folder() / 'tables.db'}"
    limits = NO_LIMITS if arguments.no_limits else Limits()
    server = Server(database, pace=Pace(pause=arguments.pause), limits=limits)
    address = f"http://{arguments.host}:{arguments.port}/"
    print(say("serve.ready", address=address).text(arguments.lang), flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    with nullcontext() if arguments.no_warm_up else warm_up.beside():
        uvicorn.run(
            server.app(),
            host=arguments.host,
            port=arguments.port,
            log_config=structured(),
            access_log=False,
            ws_max_size=2 * server.limits.message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=10,
        )


def data_folder() -> Path:
    """Where tables are kept: ``PIOCHE_DATA``, or the user's data folder."""
    if chosen := os.environ.get("PIOCHE_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pioche"
