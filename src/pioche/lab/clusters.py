"""Connects to a cluster at an address, or raises an error of one sentence."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from .errors import NoEngine, say

REACH_SECONDS = 10
"""How long to wait for a cluster."""
TASK_SECONDS = 1.0
"""How long a task takes at least, where there are enough blocks: a scheduler spends milliseconds on each."""


def reach(address: str, engine: str) -> None:
    """Connect to the host and port of an address once, so that a wrong one is reported soon."""
    try:
        parts = urlsplit(address)
        if parts.hostname is None or parts.port is None:
            raise NoEngine(say("no-engine", given=repr(address)))
        socket.create_connection((parts.hostname, parts.port), REACH_SECONDS).close()
    except ValueError as error:
        raise NoEngine(say("no-engine", given=repr(address))) from error
    except OSError as error:
        reason = error.strerror or str(error) or type(error).__name__
        raise NoEngine(say("engine-away", engine=engine, address=address, reason=reason)) from error
