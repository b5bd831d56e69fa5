"""One WebSocket connection: a page or a program that sees a table as one seat and acts for the seats it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pioche.core.state import SPECTATOR

from . import messages, snapshot
from .messages import write
from .outbox import Outbox
from .table import Table
from .texts import StateTexts

if TYPE_CHECKING:
    from .live import LiveTable


class Connection:
    def __init__(self, outbox: Outbox, held: set[int], hello: messages.Hello, address: str = "") -> None:
        self.address = address
        self.held, self._yours = held, tuple(sorted(held))
        self.eyes: int = min(held, default=SPECTATOR)
        if hello.eyes is not None and self.may_look(hello.eyes):
            self.eyes = hello.eyes
        self.number = -1
        """The stored number of the last event sent to this socket."""
        self.reads = hello.reads
        self._after = hello.after
        self._outbox = outbox

    def may_look(self, eyes: int) -> bool:
        """Return whether this connection may use that viewpoint: a spectator's, or that of a seat it holds."""
        return eyes == SPECTATOR or eyes in self.held

    def look(self, eyes: int, live: LiveTable) -> None:
        """Switch the viewpoint and send everything again."""
        self.eyes, self.number = eyes, -1
        self.show(StateTexts(live))

    def send(self, message: messages.FromServer) -> None:
        self._outbox.send(write(message))

    def resume(self, live: LiveTable) -> None:
        """Continue from the last number that a reconnecting client has."""
        if self._after >= 0:
            self.number = live.table.numbering.stored(self._after, self.eyes)

    def show_news(self, texts: StateTexts) -> None:
        """Send the table if anything happened that this viewpoint could notice."""
        number, since = self._counted(texts.live.table)
        if number != since:
            self._show(texts, number, since)
        self.number = texts.live.table.number

    def show(self, texts: StateTexts) -> None:
        """Send the table as it is now, and what happened since it was last sent."""
        self._show(texts, *self._counted(texts.live.table))
        self.number = texts.live.table.number

    def _counted(self, table: Table) -> tuple[int, int]:
        """Return the number of the last event, and of the last one sent, as these eyes count."""
        return table.numbering.shown(table.number, self.eyes), table.numbering.shown(self.number, self.eyes)

    def _show(self, texts: StateTexts, number: int, since: int) -> None:
        if not 0 <= number - since <= snapshot.LAST_LINES:  # too old to be sent, or never happened
            since = -1
        self._outbox.send(texts.text(self.eyes, since, self._yours))

    async def close(self) -> None:
        """Close after the queued messages are sent."""
        await self._outbox.close()
