"""The messages that wait to be sent over one WebSocket."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .wire import writer_of

MOST_WAITING = 64
"""A client with more unsent messages than this is dropped; it can reconnect and ask for what it missed."""
TOO_SLOW = 1013
GOING_AWAY = 1001


class Outbox:
    """Sends texts in order: each at once, as long as the client reads; a slow client has a task that waits for it.

    A server sends several messages for each move. A task for each of them would take longer than the sending, and so
    would passing them through ASGI: they are written to the wire, if there is one.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._write = writer_of(socket.scope)
        self._waiting: deque[bytes] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self.is_dropped = False

    def send(self, text: bytes) -> None:
        """Send a text, or queue it; close the socket if too many are waiting."""
        if self._is_closed:
            return
        if self._task is None:
            if not self._write(text):
                self._begin(text)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(text)
        else:
            self.is_dropped = self._is_closed = True

    def _begin(self, text: bytes) -> None:
        """Send a text through ASGI, which waits for a slow client and notices one that is gone."""
        sending = self._socket.send_text(text.decode())
        try:
            waits_for = sending.send(None)
        except StopIteration:  # it is sent
            return
        except (WebSocketDisconnect, RuntimeError):
            self._is_closed = True
            return
        self._task = asyncio.create_task(self._send_rest(_rest(sending, waits_for)))

    async def _send_rest(self, begun: Any) -> None:
        """Wait until a text is sent, then send those that came meanwhile."""
        try:
            await begun
            while self._waiting and not self.is_dropped:
                await self._socket.send_text(self._waiting.popleft().decode())
        except (WebSocketDisconnect, RuntimeError):
            self._is_closed = True
        self._task = None
        if self._is_closed:
            await self._close(TOO_SLOW if self.is_dropped else GOING_AWAY)

    async def close(self) -> None:
        """Close the socket after the queued messages are sent."""
        self._is_closed = True
        if self._task is None:
            await self._close(GOING_AWAY)

    async def _close(self, code: int) -> None:
        if self._socket.application_state == WebSocketState.CONNECTED:
            await self._socket.close(code)

    def stop(self) -> None:
        """Give up what is still to be sent: the client is gone."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()


@coroutine
def _rest(begun: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Continue a coroutine that was begun outside a task, and waits for a future."""
    with suppress(StopIteration):
        while True:
            try:
                answer = yield waits_for
            except BaseException as error:
                waits_for = begun.throw(error)
            else:
                waits_for = begun.send(answer)
