"""Compresses answers: short ones at once, long ones in a thread of its own, and those that come again only once.

Compressing takes a millisecond for some ten thousand bytes. In the event loop, all players would wait for it.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from concurrent.futures import ThreadPoolExecutor

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .kept import Kept

LEAST = 1000
"""Answers of at least this many bytes are compressed."""
LONG = 8000
"""Answers of at least this many bytes are compressed in a thread."""
LEVEL = 6
MOST_KEPT = 2 * 1024 * 1024
PACKABLE = ("application/json", "text/", "image/svg+xml", "application/javascript", "application/manifest")


def packed(text: bytes) -> bytes:
    return gzip.compress(text, LEVEL, mtime=0)


class Packing:
    """Middleware that compresses answers which are sent in one piece, for clients that can read it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="packing")
        self._kept = Kept(MOST_KEPT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self._app(scope, receive, send)
            return
        begun: Message | None = None

        async def send_packed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = message
                return
            if begun is not None:
                begin, begun = begun, None
                if not message.get("more_body") and is_packable(begin, message.get("body", b"")):
                    message = {**message, "body": await self._packed(message["body"])}
                    mark(begin, len(message["body"]))
                await send(begin)
            await send(message)

        await self._app(scope, receive, send_packed)

    async def _packed(self, text: bytes) -> bytes:
        if len(text) < LONG:
            return packed(text)
        name = hashlib.sha256(text).digest()  # the text itself would take more memory than what is kept
        found = self._kept.get(name)
        if found is None:
            found = await asyncio.get_running_loop().run_in_executor(self._thread, packed, text)
            self._kept.keep(name, found)
        return found


def is_packable(begin: Message, body: bytes) -> bool:
    headers = Headers(raw=begin["headers"])
    return (
        len(body) >= LEAST
        and "content-encoding" not in headers
        and headers.get("content-type", "").startswith(PACKABLE)
    )


def mark(begin: Message, size: int) -> None:
    """Note in the headers of an answer that its body is compressed."""
    headers = MutableHeaders(raw=begin["headers"])
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(size)
    headers.add_vary_header("Accept-Encoding")
