"""The server's end of a WebSocket: uvicorn's protocol, with a short way for texts in both directions."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

EXTENSION = "pioche.wire"
"""The extension of ASGI under which an endpoint finds the short way."""
WHOLE_TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""The first bytes of a frame that is a whole text, and of frames that keep a connection alive."""
ONE_BYTE, TWO_BYTES = 126, 1 << 16
"""Sizes below these fit into one byte of a frame's header, and into two more."""
MASKED, MASK_BYTES = 0x80, 4
"""Frames of a client are masked: the second byte says so, and the mask comes before the text."""


class Wire(WebSocketsSansIOProtocol):
    """Sends texts in few steps: one write to the system for all texts of a turn of the loop.

    A text that is sent through ASGI passes through some ten functions. A player who moves is sent the table and the
    answer: a write for each of them would take as long as making a view. A text that arrives in one piece, as nearly
    all do, needs no parser that waits for the rest.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._unsent: list[bytes] = []
        self._is_between = True
        """Whether everything received so far was made of whole frames. Once it was not, the parser reads all."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # or the handshake failed, and there is no scope
            self.scope["extensions"][EXTENSION] = {"write": self.write}

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what refers back to this connection, so that its memory is free once nobody serves it any more.

        Otherwise that would wait for a collection of all objects, which is hardly ever made.
        """
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(EXTENSION, None)

    def data_received(self, data: bytes) -> None:
        if not self._is_between or not self.handshake_initiated:
            super().data_received(data)
            self._is_between = self._is_between and self.handshake_initiated
            return
        text = None if self.close_sent else whole_text(data, self.config.ws_max_size)
        if text is not None:
            self._receive(text)
            return
        self._is_between = are_whole(data)
        super().data_received(data)

    def _receive(self, text: str) -> None:
        """Pass a text on. A client that sends another before the last one is read has to wait."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

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


def whole_text(data: bytes, most: int) -> str | None:
    """Return the text of data that are exactly one frame of a client with a whole text; None if they are not.

    What is longer than ``most`` bytes, or not UTF-8, is left to the parser as well, which refuses it.
    """
    if data[0] != WHOLE_TEXT or len(data) < 2 + MASK_BYTES:
        return None
    end = _end_of_frame(data, 0)
    begin = 2 + MASK_BYTES if data[1] < MASKED + ONE_BYTE else 4 + MASK_BYTES
    if end != len(data) or end - begin > most:
        return None
    try:
        return apply_mask(data[begin:], data[begin - MASK_BYTES : begin]).decode()
    except UnicodeDecodeError:
        return None


def are_whole(data: bytes) -> bool:
    """Return whether data are made of whole frames: texts, and those that keep a connection alive."""
    at = 0
    while at < len(data) and data[at] in (WHOLE_TEXT, PING, PONG):
        at = _end_of_frame(data, at)
    return at == len(data)


def _end_of_frame(data: bytes, at: int) -> int:
    """Return where a client's frame ends; beyond all data if it is unmasked, too long or has no whole header."""
    size = data[at + 1] - MASKED if at + 1 < len(data) else -1
    if 0 <= size < ONE_BYTE:
        return at + 2 + MASK_BYTES + size
    if size == ONE_BYTE and at + 4 <= len(data):
        return at + 4 + MASK_BYTES + int.from_bytes(data[at + 2 : at + 4])
    return len(data) + 1


def writer_of(scope: Mapping[str, Any]) -> Any:
    """Return the short way to send a text over a socket: `Wire.write`, or a function that always returns False."""
    return scope.get("extensions", {}).get(EXTENSION, {}).get("write", _never)


def _never(text: bytes) -> bool:
    return False
