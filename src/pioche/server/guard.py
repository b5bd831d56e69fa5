"""Middleware around every request: security headers, size limits, rate limits and the origin check."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pioche.core.words import Message as Sentence

from .api import refuse
from .errors import Busy, Refused
from .limits import Addresses, Limits, address_of, caller
from .loop_share import LoopShare
from .metrics import Metrics
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
SOCKET = re.compile(r"/ws/[^/]+")
"""The address of the WebSocket of a table."""
HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)
ANY_HOST: frozenset[str] = frozenset()
FOR_OPERATORS = ("/healthz", "/metrics")
"""These are asked for by the address of the machine."""
FOUND = (200, 304)
FORBIDDEN, NOT_FOUND, TOO_LARGE, MISDIRECTED = 403, 404, 413, 421
COUNTED = ("/api/", "/mcp")
"""Requests to these are limited to a rate for each address."""
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
"""The file name of an asset contains a hash of its content, so it can be cached forever."""


class Turned(Refused):
    """A request that is refused with a status of its own."""

    def __init__(self, message: Sentence, status: int) -> None:
        super().__init__(message)
        self.status = status


class Guard:
    """Middleware that adds headers and refuses requests that are too large, too frequent or from another origin."""

    def __init__(
        self,
        app: ASGIApp,
        sockets: ASGIApp,
        addresses: Addresses,
        limits: Limits,
        metrics: Metrics,
        share: LoopShare,
        hosts: frozenset[str] = ANY_HOST,
    ) -> None:
        self._app, self._sockets = app, sockets
        """WebSockets last for hours: middleware and routing around each of them would keep memory all the time."""
        self._addresses, self._limits = addresses, limits
        self._metrics, self._share, self._hosts = metrics, share, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = address_of(scope)
        caller.set(address)
        await self._share.carry_out(self._answer(scope, receive, send), address)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        begin = time.perf_counter()
        try:
            self._check(scope, headers)
        except Refused as error:
            self._metrics.refused(error.message.key)
            await (closed if scope["type"] == "websocket" else self._refusal(error))(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
            return
        is_asset = scope["path"].startswith(ASSETS)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.answered_http(message["status"], time.perf_counter() - begin)
                kept = FOREVER if is_asset and message["status"] in FOUND else ASK_AGAIN
                added = GUARDS | {"cache-control": kept}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await self._app(scope, self._measured(receive), guarded)

    def _refusal(self, error: Refused) -> Response:
        answer = refuse(error)
        answer.headers["Connection"] = "close"  # whoever asks too much has to connect again
        self._metrics.answered_http(answer.status_code, 0.0)
        return answer

    def _check(self, scope: Scope, headers: dict[str, str]) -> None:
        """Refuse what this server does not answer. Sockets are counted, and their origin is checked, by `Sockets`."""
        host = headers.get("host", "")
        if host and not HOST.fullmatch(host):
            raise Refused(say("bad-message", reason="Host"))
        if self._hosts and name_of(host) not in self._hosts and scope["path"] not in FOR_OPERATORS:
            raise Turned(say("other-host"), MISDIRECTED)
        if scope["type"] == "websocket":
            if not SOCKET.fullmatch(scope["path"]):
                raise Turned(say("no-table"), NOT_FOUND)
            return
        if not is_same_origin(headers):
            raise Turned(say("bad-message", reason="Origin"), FORBIDDEN)
        may = self._addresses.may_ask if scope["path"].startswith(COUNTED) else self._addresses.may_load
        if not may(address_of(scope)):
            raise Busy(say("too-fast"))
        if len(scope["path"]) > self._limits.path_length:
            raise Turned(say("no-table"), NOT_FOUND)
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > self._limits.body_bytes:
            raise Turned(say("bad-message", reason="Content-Length"), TOO_LARGE)

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
