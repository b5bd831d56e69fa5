"""All tables of this process: loaded from the log when somebody comes, told to everybody who looks when they change.

Nothing is told before it is on disk. Of two events for one number one is written; whoever was second has the table read
again and gets a clear answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.chance import read_seed
from pioche.core.errors import PiocheError
from pioche.core.match.replay import moment
from pioche.core.match.why_not import why_not
from pioche.core.state import SPECTATOR
from pioche.core.think.advice import hints
from pioche.core.think.think import Budget
from pioche.core.views import PlainHint, PlainMessage

from . import messages
from .bots import BotSeats, Pace, Turn
from .committer import Committer
from .connection import Connection
from .events import Event, Helped, Opened
from .live import LiveTable
from .metrics import Metrics
from .presence import BEAT_SECONDS, Board
from .store import Entry, Holders, Store, fresh_secret, hashed
from .table import Refused, Table
from .words import say

logger = logging.getLogger("pioche.server")

TABLE_BYTES = 8
"""The name of a table is so many bytes, in hexadecimal."""

Ask = Callable[[Table], Event]
"""What somebody wants to do at a table: the event it would be, or a refusal."""


class Tables:
    def __init__(self, store: Store, *, pace: Pace | None = None, most_loaded: int = 2000) -> None:
        self.store = store
        self.pace = pace or Pace()
        self.metrics = Metrics()
        self._committer = Committer(store)
        self._board = Board(store)
        self._sharing = asyncio.Lock()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._most_loaded = most_loaded
        self._bots = BotSeats(self.pace, self.metrics, self._attempt)
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun: set[asyncio.Task[int]] = set()
        self._is_closing = False

    # Opening and finding tables.

    async def open(self, event: Opened, holder: str, seats: list[int]) -> tuple[str, str, dict[int, str]]:
        """A new table; returns its name, its code, and a secret for each seat that its opener holds."""
        table_id = secrets.token_hex(TABLE_BYTES)
        table = Table.open(table_id, event)
        tokens = {seat: fresh_secret() for seat in seats}
        holders = [(holder, seat) for seat in seats] + [(hashed(token), seat) for seat, token in tokens.items()]
        code = await asyncio.to_thread(self.store.open, table_id, event.game, event, holders)
        live = self._live[table_id] = LiveTable(table, code, self.pace.grace)
        self.metrics.tables_opened += 1
        self._wake_bots(live)
        self._forget_some()
        return table_id, code, tokens

    async def rematch(self, table_id: str, variant: str | None = None) -> str:
        """The table at which those who sat at this one play again; asked for twice it is the same one."""
        live = await self.find(table_id)
        async with live.lock:
            table = live.table
            if table.continued is not None:
                return table.continued
            following = hashed(f"after {table_id}")[: 2 * TABLE_BYTES]
            event = table.go_on(following)
            opened = table.rematch(read_seed(None).hex(), variant)
            holders = await asyncio.to_thread(self.store.holders, table_id)
            await asyncio.to_thread(self.store.open, following, opened.game, opened, holders)
            while table.continued is None:  # unless another process was first
                with contextlib.suppress(Refused):
                    await self._write(live, event)
        await self.find(following)
        return following

    async def find(self, table_id: str) -> LiveTable:
        """A table, read from the log if need be. It is not forgotten before its reader waits for something else."""
        if table_id in self._live:
            self._live.move_to_end(table_id)
            return self._live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        try:
            loaded = await asyncio.shield(self._loading[table_id])
        finally:
            self._loading.pop(table_id, None)
        return self._live.setdefault(table_id, loaded)

    async def _load(self, table_id: str) -> LiveTable:
        code = await asyncio.to_thread(self.store.code_of, table_id)
        if code is None:
            raise Refused(say("no-table"))
        events = await asyncio.to_thread(self.store.read, table_id)
        live = LiveTable(await asyncio.to_thread(Table.replay, table_id, events), code, self.pace.grace)
        self._live[table_id] = live
        self._forget_some()
        if not self.store.is_sqlite:  # what others wrote while it was being read was not heard
            async with live.lock:
                await self._catch_up(live)
            await self._read_presence(live)
        self._wake_bots(live)
        return live

    def _forget_some(self) -> None:
        """Tables that nobody looks at can be read again."""
        for table_id, live in list(self._live.items()):
            if len(self._live) <= self._most_loaded:
                return
            if not live.watchers and not live.lock.locked() and live.bot is None:
                del self._live[table_id]

    async def resume(self) -> None:
        """After a start: bots make the moves that were due when the server stopped."""
        for table_id in await asyncio.to_thread(self.store.unfinished):
            try:
                live = await self.find(table_id)
            except Exception:  # the other tables go on
                logger.exception("table cannot be read", extra={"table": table_id})
                continue
            if live.table.over:  # it stopped between the last move and the note
                await self._note_end(live.table)

    # What happens at a table.

    async def act(self, table_id: str, ask: Ask) -> int:
        """Do something at a table: the number under which it is on disk, or a refusal with a sentence."""
        live = await self.find(table_id)

        async def acting() -> int:
            async with live.lock:
                return await self._write(live, ask(live.table))

        return await self._finish(acting())

    async def join(self, table_id: str, seat: int | None, name: str, holders: Sequence[str]) -> int:
        """Take an open seat, for those who hold it from now on; returns which it is."""
        live = await self.find(table_id)

        async def joining() -> int:
            async with live.lock:
                event = live.table.join(seat, name)
                await self._write(live, event, [(holder, event.seat) for holder in holders])
                return event.seat

        return await self._finish(joining())

    async def _finish(self, doing: Coroutine[Any, Any, int]) -> int:
        """What was begun is carried out, and told to the others, even if whoever asked for it hangs up meanwhile."""
        task = asyncio.create_task(doing)
        self._begun.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[int]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # who has hung up does not hear a refusal, and that is no fault

    async def _write(self, live: LiveTable, event: Event, holders: Holders = ()) -> int:
        table, number = live.table, live.table.number + 1
        was_over = table.over
        try:
            is_written = await self._committer.commit(Entry(table.id, number, event, holders))
        except SQLAlchemyError:  # where the connection broke in mid-commit, it may be there all the same
            with contextlib.suppress(SQLAlchemyError):
                await self._catch_up(live)
            raise
        if not is_written:
            await self._catch_up(live)
            raise Refused(say("too-late"))
        table.apply(number, event)
        self.metrics.events += not table.numbering.is_hidden(number, SPECTATOR)
        self._tell(live)
        if table.over != was_over:
            await self._note_end(table)
        return number

    async def _note_end(self, table: Table) -> None:
        """Its events tell the end too: where it cannot be noted, the next start does."""
        try:
            await asyncio.to_thread(self.store.note_end, table.id, is_over=table.over)
        except SQLAlchemyError:
            logger.exception("end not noted", extra={"table": table.id})

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what other processes have written."""
        found = await asyncio.to_thread(self.store.read, live.table.id, live.table.number)
        for number, event in found:
            live.table.apply(number, event)
        if found:
            self._tell(live)

    async def catch_up(self) -> None:
        """Read what others have written to any table of this process."""
        for live in list(self._live.values()):
            await self._follow(live)

    async def heard(self, table_id: str, number: int | None) -> None:
        """Another process has written an event of a table, or (None) who came or went there."""
        live = self._live.get(table_id)
        if live is None:
            return
        if number is None:
            await self._read_presence(live)
        elif live.table.number < number:
            await self._follow(live)

    async def _follow(self, live: LiveTable) -> None:
        """Catch up; nobody waits for it to whom a failure could be told."""
        try:
            async with live.lock:
                await self._catch_up(live)
        except Exception:
            logger.exception("table cannot be read", extra={"table": live.table.id})

    def _tell(self, live: LiveTable) -> None:
        live.views = live.table.match.views({watcher.eyes for watcher in live.watchers})
        live.show_news()
        self._wake_bots(live)

    # Who is at the tables.

    def enter(self, live: LiveTable, connection: Connection) -> None:
        """Somebody looks on from now."""
        connection.resume(live)
        live.enter(connection)
        self._share_presence(live)

    def leave(self, live: LiveTable, connection: Connection) -> None:
        live.leave(connection)
        self._share_presence(live)

    def _share_presence(self, live: LiveTable) -> None:
        if self._board.is_shared and live.presence.here != live.presence.shared:
            self._run(self._write_presence(live))

    async def _write_presence(self, live: LiveTable) -> None:
        """Let other processes know who came and who went: one at a time, and as it is by then."""
        async with self._sharing:
            presence, here = live.presence, set(live.presence.here)
            came, went = here - presence.shared, presence.shared - here
            with contextlib.suppress(SQLAlchemyError):  # whoever comes or goes next makes up for it
                await asyncio.to_thread(self._board.write, live.table.id, came, went)
                presence.shared = here

    async def _read_presence(self, live: LiveTable) -> None:
        """Learn who is at this table in other processes."""
        before = live.presence.seats
        live.presence.set_elsewhere(await asyncio.to_thread(self._board.read, live.table.id))
        if live.presence.seats != before:
            live.show_all()

    async def beat(self) -> None:
        """Let other processes know, again and again, that this one is alive; notice those that are not."""
        while not self._is_closing:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.beat)
                for live in [each for each in self._live.values() if each.presence.elsewhere]:
                    await self._read_presence(live)
            await asyncio.sleep(BEAT_SECONDS)

    async def replace(self, table_id: str, seat: int, level: str, held: set[int]) -> int:
        """Let a bot play for a seat: at once if its owner asks, otherwise only for somebody who has been away."""
        live = await self.find(table_id)
        if seat not in held:
            await self._check_away(live, seat, held)
        return await self.act(table_id, lambda table: table.replace(seat, level))

    async def _check_away(self, live: LiveTable, seat: int, held: set[int]) -> None:
        if self._board.is_shared:
            await self._read_presence(live)
        rest = live.replaceable_in(seat) if held and seat < len(live.table.seats) else None
        if rest is None:
            raise Refused(say("not-your-seat"))
        if rest > 0:
            raise Refused(say("not-away-for-long", count=math.ceil(rest)))

    # Bots.

    def _wake_bots(self, live: LiveTable) -> None:
        if live.bot is None and self._bots.is_due(live) and not self._is_closing:
            live.bot = self._run(self._play_bots(live))

    def _run(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background, until this process closes."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play_bots(self, live: LiveTable) -> None:
        try:
            await self._bots.play(live)
        finally:
            live.bot = None

    async def _attempt(self, live: LiveTable, seat: int, name: str, turn: Turn) -> None:
        """A bot's move or signal, if it can still be made: its seat may have been taken back while it thought."""
        async with live.lock:
            if live.table.seats[seat].kind != "bot" or live.table.turn_of(seat) != turn:
                return
            with contextlib.suppress(PiocheError):
                await self._write(live, live.table.move(seat, name))

    # Help.

    async def hint(self, table_id: str, seat: int) -> list[PlainHint]:
        """What each of a seat's moves is worth, by what it knows. That it was asked for is noted."""
        live = await self.find(table_id)
        if seat not in live.table.match.to_move:
            raise Refused(say("no-hint"))
        situation = live.table.match.situation(seat, budget=Budget(seconds=self.pace.seconds))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._bots.threads, hints, situation)
        await self.act(table_id, lambda table: Helped(seat, "hint"))
        return [hint.plain() for hint in found]

    async def why_not(self, table_id: str, asked: messages.WhyNot) -> list[PlainMessage]:
        """Why cards cannot be played now, by what the seat knows."""
        live = await self.find(table_id)
        match = moment(live.table.match, len(live.table.match.moves))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._bots.threads, lambda: why_not(match, asked.seat, asked.cards, asked.target)
        )
        return [reason.plain() for reason in found]

    async def winnable(self, table_id: str, seat: int) -> bool:
        """K6-4 Whether a game for one can still be won, by the word of the solver that knows all cards."""
        live = await self.find(table_id)
        game, state = live.table.match.game, live.table.match.state.copy()
        if game.solve is None:
            raise Refused(say("no-hint"))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._bots.threads, game.solve, state)
        await self.act(table_id, lambda table: Helped(seat, "winnable"))
        return found.winnable

    async def close(self) -> None:
        """Finish what is under way; what is due is made after the next start."""
        self._is_closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._begun, return_exceptions=True)
        for live in self._live.values():
            for watcher in list(live.watchers):
                await watcher.close()
        await self._committer.close()
        if self._board.is_shared:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.clear)
        self._bots.close()
