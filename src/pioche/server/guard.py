"""Middleware around every request: security headers, size limits, rate limits and the origin check."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .api import refuse
from .errors import Refused
from .limits import Addresses, Limits, address_of, caller
from .words import say

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
GUARDS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
ASSETS = "/assets/"
HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)
ANY_HOST: frozenset[str] = frozenset()
FOR_OPERATORS = ("/healthz", "/metrics")
"""These are asked for by the address of the machine."""
MISDIRECTED = 421
COUNTED = ("/api/", "/mcp")
"""Requests to these are limited to a rate for each address."""
Told = Callable[[int, float], None]
"""Takes the status of an answer, and the seconds until it began."""
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
"""The file name of an asset contains a hash of its content, so it can be cached forever."""


class Guard:
    """Middleware that adds headers and refuses requests that are too large, too frequent or from another origin."""

    def __init__(
        self,
        app: ASGIApp,
        addresses: Addresses,
        limits: Limits,
        hosts: frozenset[str] = ANY_HOST,
        told: Told | None = None,
    ) -> None:
        self._app, self._addresses, self._limits, self._hosts, self._told = app, addresses, limits, hosts, told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        caller.set(address_of(scope))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["type"] == "websocket":
            app = closed if self._host_refusal(scope, headers) else self._app
            await app(scope, receive, send)
            return
        if refusal := self._refusal(scope, headers):
            await refusal(scope, receive, send)
            return

        begin = time.perf_counter()
        is_asset = scope["path"].startswith(ASSETS)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                if self._told is not None:
                    self._told(message["status"], time.perf_counter() - begin)
                kept = FOREVER if is_asset and message["status"] == 200 else ASK_AGAIN
                added = GUARDS | {"cache-control": kept}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await self._app(scope, self._measured(receive), guarded)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        if refusal := self._host_refusal(scope, headers):
            return refusal
        if not is_same_origin(headers):
            return refuse(Refused(say("bad-message", reason="Origin")), 403)
        if scope["path"].startswith(COUNTED) and not self._addresses.may_ask(address_of(scope)):
            return refuse(Refused(say("too-fast")), 429)
        if len(scope["path"]) > self._limits.path_length:
            return refuse(Refused(say("no-table")), 404)
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > self._limits.body_bytes:
            return refuse(Refused(say("bad-message", reason="Content-Length")), 413)
        return None

    def _host_refusal(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        """Refuse a request for another server, or for nothing that could be the name of one."""
        host = headers.get("host", "")
        if host and not HOST.fullmatch(host):
            return refuse(Refused(say("bad-message", reason="Host")))
        if self._hosts and name_of(host) not in self._hosts and scope["path"] not in FOR_OPERATORS:
            return refuse(Refused(say("other-host")), MISDIRECTED)
        return None

    def _measured(self, receive: Receive) -> Receive:
        """Cut off a body without a Content-Length once it is too long."""
        left = self._limits.body_bytes

        async def read() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            return message if left >= 0 else {"type": "http.disconnect"}

        return read


async def closed(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a WebSocket."""
    await receive()
    await send({"type": "websocket.close"})


def name_of(host: str) -> str:
    """Return the name or address in a ``Host`` header, without the port."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdecimal() else host).lower()


def is_same_origin(headers: dict[str, str]) -> bool:
    """Return whether a request comes from this server's own page. Programs send no Origin and are let through."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False
