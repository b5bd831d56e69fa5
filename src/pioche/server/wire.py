"""The server's end of a WebSocket: uvicorn's protocol, with a short way to send texts to a client that reads."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "pioche.wire"
"""The extension of ASGI under which an endpoint finds the short way."""
WHOLE_TEXT = 0x81
"""The first byte of a frame that is a whole text."""
ONE_BYTE, TWO_BYTES = 126, 1 << 16
"""Sizes below these fit into one byte of a frame's header, and into two more."""


class Wire(WebSocketsSansIOProtocol):
    """Sends texts in few steps: one write to the system for all texts of a turn of the loop.

    A text that is sent through ASGI passes through some ten functions. A player who moves is sent the table and the
    answer: a write for each of them would take as long as making a view.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._unsent: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # or the handshake failed, and there is no scope
            self.scope["extensions"][EXTENSION] = {"write": self.write}

    def write(self, text: bytes) -> bool:
        """Send a text soon; return False if that is not possible at once, because the client is slow or gone."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(framed(text))
        return True

    def _flush(self) -> None:
        if self._unsent and not self.transport.is_closing():
            self.transport.write(b"".join(self._unsent))
        self._unsent.clear()

    async def send(self, message: Any) -> None:
        """Send a message of ASGI, such as a close, after the texts that came before it."""
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()


def framed(text: bytes) -> bytes:
    """Return a text as one frame (RFC 6455, 5.2). Frames of a server are not masked."""
    size = len(text)
    if size < ONE_BYTE:
        return struct.pack("!BB", WHOLE_TEXT, size) + text
    if size < TWO_BYTES:
        return struct.pack("!BBH", WHOLE_TEXT, ONE_BYTE, size) + text
    return struct.pack("!BBQ", WHOLE_TEXT, ONE_BYTE + 1, size) + text


def writer_of(scope: Mapping[str, Any]) -> Any:
    """Return the short way to send a text over a socket: `Wire.write`, or a function that always returns False."""
    return scope.get("extensions", {}).get(EXTENSION, {}).get("write", _never)


def _never(text: bytes) -> bool:
    return False
