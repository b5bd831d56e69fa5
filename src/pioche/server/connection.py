"""One socket: a page, or a program, that looks at a table with the eyes of a seat and acts for the seats it holds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketState

from pioche.core.state import SPECTATOR

from . import messages, snapshot
from .messages import write

if TYPE_CHECKING:
    from .live import LiveTable

MOST_WAITING = 64
"""A reader that is slower than this is dropped; it can come back and ask for what it missed."""
TOO_SLOW = 1013
GOING_AWAY = 1001


class Connection:
    def __init__(self, socket: WebSocket, held: set[int], hello: messages.Hello) -> None:
        self.held = held
        self.eyes: int = min(held, default=SPECTATOR)
        if hello.eyes is not None and self.may_look(hello.eyes):
            self.eyes = hello.eyes
        self.number = -1
        """The stored number of the last event that this socket was sent."""
        self._after = hello.after
        self._socket = socket
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.is_dropped = False

    def may_look(self, eyes: int) -> bool:
        """A seat sees what it knows; anybody may see what is public."""
        return eyes == SPECTATOR or eyes in self.held

    def look(self, eyes: int, live: LiveTable) -> None:
        """With other eyes everything is sent anew."""
        self.eyes, self.number = eyes, -1
        self.show(live)

    def send(self, message: messages.FromServer) -> None:
        """Put a message in line; who does not read is dropped."""
        if self.is_dropped:
            return
        try:
            self._waiting.put_nowait(write(message))
        except asyncio.QueueFull:
            self.is_dropped = True

    def resume(self, live: LiveTable) -> None:
        """Whoever comes back is sent what happened since the number they have."""
        if self._after >= 0:
            self.number = live.table.numbering.stored(self._after, self.eyes)

    def show_news(self, live: LiveTable) -> None:
        """The table as it is now, if anything happened that these eyes could notice."""
        numbering, now = live.table.numbering, live.table.number
        if numbering.shown(now, self.eyes) != numbering.shown(self.number, self.eyes):
            self.show(live)
        self.number = now

    def show(self, live: LiveTable) -> None:
        """The table as it is now, and what happened since this socket was last sent it."""
        table, numbering = live.table, live.table.numbering
        number, since = numbering.shown(table.number, self.eyes), numbering.shown(self.number, self.eyes)
        if not 0 <= number - since <= snapshot.LAST_LINES:  # more than is still told, or what never was
            since = -1
        self.send(
            messages.State(
                number=number,
                since=since,
                table=snapshot.table_info(table, live.code),
                seats=snapshot.seat_infos(live),
                yours=sorted(self.held),
                eyes=self.eyes,
                view=live.view(self.eyes),
                lines=snapshot.lines(table, self.eyes, since),
                asked=None if table.asked is None else table.asked.seat,
                awaited=sorted(table.awaited),
                continued=table.continued,
            )
        )
        self.number = table.number

    async def write_all(self) -> None:
        """Send what is in line, until the socket closes."""
        while not self.is_dropped:
            message = await self._waiting.get()
            if message is None:
                break
            await self._socket.send_text(message.decode())
        await self._close(TOO_SLOW if self.is_dropped else GOING_AWAY)

    async def _close(self, code: int) -> None:
        if self._socket.application_state == WebSocketState.CONNECTED:
            await self._socket.close(code)

    async def close(self) -> None:
        """Let what is in line be sent, then go."""
        if not self.is_dropped:
            await self._waiting.put(None)
