"""The seats that agents hold. An agent has no connection: it is at its table for a while after each of its calls."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from .. import messages
from ..connection import Connection
from ..errors import Refused
from ..live import LiveTable
from ..outbox import Outbox
from ..store import hashed
from ..tables import Tables
from ..texts import StateTexts
from .words import say

STAYS = 120.0
"""For how many seconds after a call an agent counts as present; later, the others may let a bot play for it."""


class Bell(Outbox):
    """An outbox that sends nothing: it wakes the calls that wait for something to happen."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self.is_closed = False

    def send(self, text: bytes) -> None:
        self._rung.set()
        self._rung = asyncio.Event()

    async def rings(self) -> None:
        await self._rung.wait()

    async def close(self) -> None:
        self.is_closed = True
        self._rung.set()


class AgentSeat:
    """A seat of a table, seen and played by an agent as by a page."""

    def __init__(self, live: LiveTable, seat: int) -> None:
        self.live, self.seat, self.bell = live, seat, Bell()
        self.connection = Connection(self.bell, {seat}, messages.Hello())
        self.seen = self._told = -1
        """The numbers of the last event that the agent could know of, and of the last it was told of."""

    @property
    def is_due(self) -> bool:
        """Whether there is something to do: the seat may move, or everything is over."""
        table = self.live.table
        return self.bell.is_closed or table.over or (not table.is_waiting and self.seat in table.match.to_move)

    async def wait(self, seconds: float) -> None:
        """Wait until the seat may move or the match is over, at most that long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.is_due:
                    await self.bell.rings()

    def look(self) -> messages.State:
        """Return what a page at this seat would be sent now, with what happened since the agent was last told."""
        state = messages.read_server.decode(StateTexts(self.live).text(self.seat, self._told, (self.seat,)))
        assert isinstance(state, messages.State)
        self.seen = state.number
        return state

    def tell(self) -> messages.State:
        """Return the same; what happened will not be told again."""
        state = self.look()
        self._told = state.number
        return state


class AgentSeats:
    """The seats of the agents that have called lately, by the hash of their token."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._seats: dict[str, AgentSeat] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    async def find(self, token: str) -> AgentSeat:
        """Return the seat of a token, present at its table; raise `Refused` if there is none."""
        key = hashed(token)
        held = await asyncio.to_thread(self._tables.store.held_by, [key])
        if not held:
            raise Refused(say("no-seat"))
        live = await self._tables.find(held[0].table_id)
        if key not in self._seats or self._seats[key].live is not live:
            self._seats[key] = AgentSeat(live, held[0].seat)
            self._tables.enter(live, self._seats[key].connection)
        self._stay(key)
        return self._seats[key]

    def _stay(self, key: str) -> None:
        if key in self._leaving:
            self._leaving.pop(key).cancel()
        self._leaving[key] = asyncio.get_running_loop().call_later(STAYS, self._leave, key)

    def _leave(self, key: str) -> None:
        self._leaving.pop(key, None)
        seat = self._seats.pop(key)
        self._tables.leave(seat.live, seat.connection)
