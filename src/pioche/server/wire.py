"""The server's end of a WebSocket: uvicorn's protocol, with a short way for texts in both directions."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from .http_wire import asker_of
from .limits import UNLIMITED, Bucket, Limits
from .loop_share import LoopShare
from .words import say

EXTENSION = "pioche.wire"
"""The extension of ASGI under which an endpoint finds the short way."""
WHOLE_TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""The first bytes of a frame that is a whole text, and of frames that keep a connection alive."""
ONE_BYTE, TWO_BYTES = 126, 1 << 16
"""Sizes below these fit into one byte of a frame's header, and into two more."""
MASKED, MASK_BYTES = 0x80, 4
"""Frames of a client are masked: the second byte says so, and the mask comes before the text."""
PIECE_BYTES = 1024
"""How much is parsed before others have their turn: these may be 170 frames, and the system hands over 256 kB."""
NOT_UTF_8, TOO_MANY_FRAMES = 1007, 1008
UNREADABLE_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Wire(WebSocketsSansIOProtocol):
    """Sends texts in few steps: one write to the system for all texts of a turn of the loop.

    A text that is sent through ASGI passes through some ten functions. A player who moves is sent the table and the
    answer: a write for each of them would take as long as making a view. A text that arrives in one piece, as nearly
    all do, needs no parser that waits for the rest. What the parser reads, it reads in pieces, each of them when its
    address has a turn of the loop, and no further than the messages that wait for the application.
    """

    extra: ClassVar[float] = UNLIMITED
    extra_at_once: ClassVar[float] = UNLIMITED
    """How many frames that are not messages a socket may send: pings, pongs and the rest of a text in parts."""
    share: ClassVar[LoopShare] = LoopShare()

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._unsent: list[bytes] = []
        self._is_between = True
        """Whether everything received so far was made of whole frames. Once it was not, the parser reads all."""
        self._unread = bytearray()
        self._turn: asyncio.Future[float] | None = None
        """The turn of the loop for which the next piece of it waits."""
        self._extra: Bucket | None = None

    @staticmethod
    def refused(reason: str) -> None:
        """Count a refusal."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # or the handshake failed, and there is no scope
            self.scope["extensions"][EXTENSION] = {"write": self.write}

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what refers back to this connection, so that its memory is free once nobody serves it any more.

        Otherwise that would wait for a collection of all objects, which is hardly ever made.
        """
        super().connection_lost(exc)
        if self._turn is not None:
            self._turn.cancel()
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(EXTENSION, None)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:  # the library cannot read the request, and says nothing
                self.transport.write(UNREADABLE_REQUEST)
                self.transport.close()
            return
        if self._is_between and not self._unread:
            text = None if self.close_sent else whole_text(data, self.config.ws_max_size)
            if text is not None:
                self._receive(text)
                return
            self._is_between = len(data) <= PIECE_BYTES and are_whole(data)
        else:
            self._is_between = False
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Let the parser read, until there is nothing more, a message waits, or it is somebody else's turn."""
        while self._unread and self._turn is None and not (self.read_paused or self.transport.is_closing()):
            self._turn = self.share.call(self._read_piece, asker_of(self.client, self.config))
        if self._unread or self.read_paused:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _read_piece(self) -> None:
        piece = bytes(self._unread[:PIECE_BYTES])
        del self._unread[:PIECE_BYTES]
        has_waited, self._turn = self._turn is not None, None
        if not self.transport.is_closing():
            super().data_received(piece)
        if has_waited:
            self._read_on()

    async def receive(self) -> Any:
        """Return the next message for the application."""
        message = await super().receive()
        if self._unread:
            self._read_on()
        return message

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one that is not UTF-8 closes the socket, without a traceback in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(NOT_UTF_8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self._may_be_extra():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_be_extra():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_be_extra():
            super().handle_cont(event)

    def _may_be_extra(self) -> bool:
        """Return whether a frame that is not a message may come now; if there are too many, close the socket."""
        if self.close_sent:
            return False
        if self._extra is None:
            self._extra = Bucket(self.extra, self.extra_at_once)
        if self._extra.take():
            return True
        self.refused(say("too-fast").key)
        self.conn.fail(TOO_MANY_FRAMES)
        self.handle_parser_exception()
        return False

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

    def keepalive_timeout(self) -> None:
        """Drop a client that answers no pings: to close would wait until it has read everything."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()


def wire(limits: Limits, refused: Callable[[str], None], share: LoopShare) -> type[Wire]:
    """Return the protocol with its limits."""
    settings = {
        "extra": limits.frames,
        "extra_at_once": limits.frames_at_once,
        "refused": staticmethod(refused),
        "share": share,
    }
    return type(Wire.__name__, (Wire,), settings)


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
