"""Deals the cards when a player's part of the seed does not arrive in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from . import commands
from .errors import Refused
from .events import Event
from .logging import log_fault

if TYPE_CHECKING:
    from .live import LiveTable


class Dealing:
    """Watches full tables that wait for parts of their seed."""

    def __init__(self, act: Callable[[str, Callable[[LiveTable], Event]], Awaitable[int]], patience: float) -> None:
        self._act = act
        self._patience = patience
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, live: LiveTable) -> None:
        """Begin to wait for the parts of a table's seed, or stop waiting."""
        table = live.table
        if not table.is_being_dealt:
            if (timer := self._timers.pop(table.id, None)) is not None:
                timer.cancel()
        elif table.id not in self._timers:
            self._wait(table.id)

    def _wait(self, table_id: str) -> None:
        self._timers[table_id] = asyncio.get_running_loop().call_later(self._patience, self._give_up, table_id)

    def _give_up(self, table_id: str) -> None:
        del self._timers[table_id]
        task = asyncio.ensure_future(self._deal(table_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deal(self, table_id: str) -> None:
        try:
            with suppress(Refused):  # the last part came at the last moment
                await self._act(table_id, lambda live: commands.deal_now(live.table))
        except SQLAlchemyError as error:  # it is tried again, or nobody could ever play
            log_fault("not dealt", error, table=table_id)
            self._wait(table_id)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
