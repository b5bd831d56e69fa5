"""Sends tables to their spectators, a few at a time, so that crowds delay no move at another table."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from .connection import Connection
from .loop_share import LoopShare
from .texts import StateTexts

if TYPE_CHECKING:
    from .live import LiveTable

SPECTATORS = "spectators"
"""All of them count as one address."""
SLICE = 16
"""How many spectators are sent a table before the event loop may do something else."""


class Usher:
    """The tables of this process that have yet to be sent to spectators: they take turns, one slice at a time."""

    def __init__(self, share: LoopShare | None = None) -> None:
        self._share = share or LoopShare()
        self._line: OrderedDict[str, Audience] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def add(self, audience: Audience) -> None:
        self._line.setdefault(audience.name, audience)
        if self._task is None:
            self._task = asyncio.create_task(self._share.carry_out(self._send(), SPECTATORS))

    async def _send(self) -> None:
        try:
            while self._line:
                await asyncio.sleep(0)
                _, audience = self._line.popitem(last=False)
                audience.send_some()
                if audience:
                    self._line[audience.name] = audience
        finally:
            self._task = None

    def close(self) -> None:
        self._line.clear()
        if self._task is not None:
            self._task.cancel()


class Audience:
    """The spectators who have yet to be sent the table as it is now. All of them are sent the same bytes."""

    def __init__(self, live: LiveTable, usher: Usher) -> None:
        self._live, self._usher = live, usher
        self.name = live.table.id
        self._waiting: dict[Connection, bool] = {}
        """Who waits, and whether they are sent the table even if nothing happened."""
        self._texts, self._number = StateTexts(live), -1

    def __len__(self) -> int:
        return len(self._waiting)

    def show(self, spectators: Iterable[Connection], texts: StateTexts, *, always: bool) -> None:
        """Send the table to the first spectators now and to the others soon."""
        others_wait = bool(self._waiting)
        self._texts, self._number = texts, self._live.table.number
        for each in spectators:
            self._waiting[each] = always or self._waiting.get(each, False)
        if not others_wait:
            self.send_some()
        if self._waiting:
            self._usher.add(self)

    def send_some(self) -> None:
        if self._number != self._live.table.number:  # it has just changed, and will be shown anew
            self._texts, self._number = StateTexts(self._live), self._live.table.number
        for each in list(islice(self._waiting, SLICE)):
            (each.show if self._waiting.pop(each) else each.show_news)(self._texts)

    def leave(self, connection: Connection) -> None:
        self._waiting.pop(connection, None)

    def close(self) -> None:
        self._waiting.clear()
