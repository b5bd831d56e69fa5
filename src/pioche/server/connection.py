"""One WebSocket connection: a page or a program that sees a table as one seat and acts for the seats it holds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketState

from pioche.core.state import SPECTATOR

from . import messages, snapshot
from .messages import write
from .texts import StateTexts

if TYPE_CHECKING:
    from .live import LiveTable

MOST_WAITING = 64
"""A client with more unsent messages than this is dropped; it can reconnect and ask for what it missed."""
TOO_SLOW = 1013
GOING_AWAY = 1001


class Connection:
    def __init__(self, socket: WebSocket, held: set[int], hello: messages.Hello) -> None:
        self.held = held
        self.eyes: int = min(held, default=SPECTATOR)
        if hello.eyes is not None and self.may_look(hello.eyes):
            self.eyes = hello.eyes
        self.number = -1
        """The stored number of the last event sent to this socket."""
        self.reads = hello.reads
        self._after = hello.after
        self._socket = socket
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.is_dropped = False

    def may_look(self, eyes: int) -> bool:
        """Return whether this connection may use that viewpoint: a spectator's, or that of a seat it holds."""
        return eyes == SPECTATOR or eyes in self.held

    def look(self, eyes: int, live: LiveTable) -> None:
        """Switch the viewpoint and send everything again."""
        self.eyes, self.number = eyes, -1
        self.show(StateTexts(live))

    def send(self, message: messages.FromServer) -> None:
        """Queue a message; drop the connection if its queue is full."""
        self._send_text(write(message).decode())

    def _send_text(self, text: str) -> None:
        if self.is_dropped:
            return
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.is_dropped = True

    def resume(self, live: LiveTable) -> None:
        """Continue from the last number that a reconnecting client has."""
        if self._after >= 0:
            self.number = live.table.numbering.stored(self._after, self.eyes)

    def show_news(self, texts: StateTexts) -> None:
        """Send the table if anything happened that this viewpoint could notice."""
        numbering, now = texts.live.table.numbering, texts.live.table.number
        if numbering.shown(now, self.eyes) != numbering.shown(self.number, self.eyes):
            self.show(texts)
        self.number = now

    def show(self, texts: StateTexts) -> None:
        """Send the table as it is now, and what happened since it was last sent."""
        table, numbering = texts.live.table, texts.live.table.numbering
        number, since = numbering.shown(table.number, self.eyes), numbering.shown(self.number, self.eyes)
        if not 0 <= number - since <= snapshot.LAST_LINES:  # too old to be sent, or never happened
            since = -1
        self._send_text(texts.text(self.eyes, since, tuple(sorted(self.held))))
        self.number = table.number

    async def write_all(self) -> None:
        """Send queued messages until the socket closes."""
        while not self.is_dropped:
            message = await self._waiting.get()
            if message is None:
                break
            await self._socket.send_text(message)
        await self._close(TOO_SLOW if self.is_dropped else GOING_AWAY)

    async def _close(self, code: int) -> None:
        if self._socket.application_state == WebSocketState.CONNECTED:
            await self._socket.close(code)

    async def close(self) -> None:
        """Close after the queued messages are sent."""
        if not self.is_dropped:
            await self._waiting.put(None)
