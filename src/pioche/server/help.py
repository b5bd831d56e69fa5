"""Help for a player: hints, "why not?" and "can it still be won?"."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from pioche.core.compiled.compile import NotCompiled
from pioche.core.match.replay import match_at
from pioche.core.match.why_not import why_not
from pioche.core.think.advice import Hint, hints
from pioche.core.think.think import Budget, Situation
from pioche.core.views import PlainMessage

from . import commands, messages
from .bots import HINT, BotSeats
from .errors import Busy, Refused
from .events import Helped
from .fair_queue import Asker, Workers
from .live import LiveTable
from .words import say

if TYPE_CHECKING:
    from .tables import Tables

MOST_WAITING, MOST_WAITING_EACH = 100, 4
"""How many hints may wait in all, and for one address."""

TableSeat = tuple[str, int]
"""A table and a seat."""
Version = tuple[int, int, bool, bool]
Position = tuple[TableSeat, Version]


class Help:
    """Answers the questions of players. A hint is kept as long as the table has not changed, once it has figures."""

    def __init__(self, tables: Tables, bots: BotSeats, questions: Workers) -> None:
        self._tables, self._bots, self._questions = tables, bots, questions
        self._waiting: Counter[str] = Counter()
        self._thinking: dict[Position, asyncio.Task[tuple[Hint, ...]]] = {}
        self._given: dict[TableSeat, tuple[Version, tuple[Hint, ...]]] = {}

    async def hint(self, table_id: str, seat: int, request: int, address: str = "") -> messages.Hints:
        """Return the value of each of a seat's moves, from what it knows. The question is an event, once."""
        live = await self._tables.find(table_id)
        event = commands.ask_help(live.table, seat, "hint")
        live.bounds.check(live.table, event)
        player, version = (table_id, seat), live.table.version
        last, found = self._given.get(player, (None, ()))
        if last != version or not any(hint.tries for hint in found):  # by now the game may be compiled
            found = await self._think(live, (player, version), event, address)
        measure = found[0].measure
        return messages.Hints(request, [hint.to_dict() for hint in found], measure.to_dict() if measure else None)

    async def _think(self, live: LiveTable, position: Position, event: Helped, address: str) -> tuple[Hint, ...]:
        """Return the hints of a position. Requests that arrive while a bot thinks about it wait for the same answer."""
        with self._counted(address):
            if position not in self._thinking:
                situation = live.table.match.situation(event.seat)
                asker = Asker(address or live.address, live.table.id, HINT)
                job = self._find(situation, position, event, asker)
                task = self._thinking[position] = asyncio.ensure_future(job)
                task.add_done_callback(lambda done: self._thought(position, done))
            return await asyncio.shield(self._thinking[position])

    async def _find(self, situation: Situation, position: Position, event: Helped, asker: Asker) -> tuple[Hint, ...]:
        """Let a bot think, and store that it was asked, unless it was asked about the same position before."""
        seconds = self._bots.seconds
        found = await self._bots.work(lambda: hints(replace(situation, budget=Budget(seconds=seconds()))), asker)
        player, version = position
        last, _ = self._given.get(player, (None, ()))
        if last != version:
            await self._tables.act(player[0], lambda _: event)
        self._keep(player, version, found)
        return found

    def _thought(self, position: Position, done: asyncio.Task[tuple[Hint, ...]]) -> None:
        self._thinking.pop(position, None)
        if not done.cancelled():
            done.exception()  # the client may have gone: then nobody else reads it

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        if self._waiting[address] >= MOST_WAITING_EACH:
            raise Busy(say("too-many-hints"))
        if self._waiting.total() >= MOST_WAITING:
            raise Busy(say("server-busy"), Busy.UNAVAILABLE)
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def _keep(self, player: TableSeat, version: Version, found: tuple[Hint, ...]) -> None:
        """Keep the last hints of a player; of all players, those who asked last."""
        self._given.pop(player, None)
        self._given[player] = version, found
        while len(self._given) > MOST_WAITING:
            del self._given[next(iter(self._given))]

    async def why_not(self, table_id: str, asked: messages.WhyNot, address: str = "") -> list[PlainMessage]:
        """Return why cards cannot be played now, from what the seat knows."""
        live = await self._tables.find(table_id)
        commands.check_full(live.table)
        match = match_at(live.table.match, len(live.table.match.moves))
        asker = Asker(address or live.address, table_id)
        found = await self._bots.work(
            lambda: why_not(match, asked.seat, asked.cards, asked.target), asker, is_quick=True
        )
        return [reason.to_dict() for reason in found]

    async def winnable(self, table_id: str, seat: int, address: str = "") -> bool:
        """K6-4 Return whether a solitaire can still be won, according to a solver that knows all cards."""
        live = await self._tables.find(table_id)
        event = live.bounds.check(live.table, commands.ask_help(live.table, seat, "winnable"))
        solve, state = live.table.match.game.solve, live.table.match.state.copy()
        assert solve is not None  # or it would have been refused
        asker = Asker(address or live.address, table_id)
        try:
            found = await self._questions.do(lambda: self._bots.without_waiting(lambda: solve(state)), asker)
        except NotCompiled:
            raise Refused(say("not-compiled")) from None
        await self._tables.act(table_id, lambda _: event)
        return found.winnable
