"""All tables of this process: loaded from the log on demand, sent to all connections when they change.

Nothing is sent before it is on disk. Of two events with the same number the first is stored; the second request is
refused after the table has caught up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.compiled.compile import NotCompiled
from pioche.core.errors import PiocheError
from pioche.core.fair import read_seed
from pioche.core.match.replay import match_at
from pioche.core.match.why_not import why_not
from pioche.core.state import SPECTATOR
from pioche.core.think.advice import hints
from pioche.core.think.think import Budget
from pioche.core.views import PlainMessage

from . import bodies, commands, messages
from .boards import Boards
from .bots import STAND_IN, BotSeats, Pace, Turn
from .committer import Committer
from .compiler import Compiler
from .connection import Connection
from .endings import Endings
from .errors import Refused
from .events import Event, Moved, Opened
from .live import LiveTable
from .metrics import Metrics
from .presence import BEAT_SECONDS, Board
from .sharing import Sharing
from .store import TABLE_BYTES, Entry, Holders, Store, fresh_secret, fresh_table_id, hashed
from .table import Table
from .turns import Ping, Turns
from .words import say

logger = logging.getLogger("pioche.server")

Ask = Callable[[LiveTable], Event]
"""Turns a request at a table into an event, or raises `Refused`."""


class Tables:
    def __init__(
        self,
        store: Store,
        *,
        pace: Pace | None = None,
        most_loaded: int = 2000,
        compiler: Compiler | None = None,
        ping: Ping | None = None,
    ) -> None:
        self.store = store
        self.pace = pace or Pace()
        self.metrics = Metrics()
        self._committer = Committer(store)
        self._sharing = Sharing(Board(store))
        self.read_presence = self._sharing.read
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._most_loaded = most_loaded
        self._compiler = compiler
        self._bots = BotSeats(self.pace, self.metrics, self._attempt, compiler)
        self.boards = Boards(store)
        self._endings = Endings(store, self.boards, self._bots.exactly)
        self.results = self._endings.results
        self.without_waiting, self.work = self._bots.without_waiting, self._bots.work
        self.turns = Turns(self, ping, self.pace.ping_after)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closing = False

    # Opening and loading tables.

    async def open(
        self, event: Opened, holder: str, seats: list[int], table_id: str | None = None
    ) -> tuple[str, str, dict[int, str]]:
        """Open a table; return its id, its code, and a token for each seat that its opener holds."""
        table_id = table_id or fresh_table_id()
        table = Table.open(table_id, event)
        tokens = {seat: fresh_secret() for seat in seats}
        holders = [(holder, seat) for seat in seats] + [(hashed(token), seat) for seat, token in tokens.items()]
        code = await asyncio.to_thread(self.store.open, table_id, event.game, event, holders)
        live = self._live[table_id] = LiveTable(table, code, self.pace.grace)
        self.metrics.tables_opened += 1
        await self._read_times(live)
        self._compile_soon(live)
        self._wake(live)
        self._unload_some()
        return table_id, code, tokens

    async def rematch(self, table_id: str, variant: str | None = None) -> str:
        """Return the id of the table where the players continue; every call returns the same one."""
        live = await self.find(table_id)
        async with live.lock:
            table = live.table
            if table.continued is not None:
                return table.continued
            following = hashed(f"after {table_id}")[: 2 * TABLE_BYTES]
            event = commands.go_on(table, following)
            opened = commands.rematch(table, read_seed(None).hex(), variant)
            holders = await asyncio.to_thread(self.store.holders, table_id)
            await asyncio.to_thread(self.store.open, following, opened.game, opened, holders)
            while table.continued is None:  # unless another process was first
                with contextlib.suppress(Refused):
                    await self._write(live, event)
        await self.find(following)
        return following

    async def find(self, table_id: str) -> LiveTable:
        """Return a table, loaded from the log if necessary. It stays loaded at least until the caller's next await."""
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
        self._unload_some()
        if not self.store.is_sqlite:  # events written while it was being loaded were not announced
            async with live.lock:
                await self._catch_up(live)
            await self.read_presence(live)
        await self._read_times(live)
        self._compile_soon(live)
        self._wake(live)
        return live

    async def _read_times(self, live: LiveTable) -> None:
        """Read since when players are to move, at a table with a clock."""
        if live.clock is not None and (numbers := live.clock.unknown()):
            for number, at in (await asyncio.to_thread(self.store.times_of, live.table.id, numbers)).items():
                live.clock.hear(number, at)

    def _unload_some(self) -> None:
        """Unload tables without connections, if too many are loaded; they can be loaded again."""
        for table_id, live in list(self._live.items()):
            if len(self._live) <= self._most_loaded:
                return
            if not live.watchers and not live.lock.locked() and live.bot is None:
                del self._live[table_id]

    async def unload(self, table_ids: Sequence[str]) -> None:
        """Forget tables whose log was changed or deleted; whoever is connected has to connect again."""
        for table_id in table_ids:
            if (live := self._live.pop(table_id, None)) is not None:
                await live.close()

    async def resume(self) -> None:
        """Load unfinished tables after a start, so that bots make the moves that were due."""
        for table_id in await asyncio.to_thread(self.store.unfinished):
            try:
                live = await self.find(table_id)
            except Exception:  # one broken table must not stop the others
                logger.exception("table cannot be read", extra={"table": table_id})
                continue
            if live.table.over:  # the server stopped between storing the last move and noting the end
                await self._note_end(live.table)
        await self._endings.catch_up()

    # Events.

    async def act(self, table_id: str, ask: Ask) -> int:
        """Store the event of a request; return its number, or raise `Refused`."""
        live = await self.find(table_id)
        async with live.lock:
            return await self._write(live, ask(live))

    async def join(self, table_id: str, asked: bodies.Join, holders: Sequence[str]) -> int:
        """Take an open seat for its new holders; return its number."""
        live = await self.find(table_id)
        async with live.lock:
            event = commands.join(live.table, asked.seat, asked.name.strip(), asked.face)
            await self._write(live, event, [(holder, event.seat) for holder in holders])
            return event.seat

    async def _write(self, live: LiveTable, event: Event, holders: Holders = ()) -> int:
        table, number = live.table, live.table.number + 1
        was_over, round_before, rules = table.over, table.match.round, table.match.rules
        entry = Entry(table.id, number, event, holders)
        try:
            is_written = await self._committer.commit(entry)
        except SQLAlchemyError:  # the commit may have succeeded although the connection was lost
            with contextlib.suppress(SQLAlchemyError):
                await self._catch_up(live)
            raise
        except asyncio.CancelledError:  # whoever asked is gone, but the others must see what is on disk
            self.run(self._follow_commit(live))
            raise
        if not is_written:
            await self._catch_up(live)
            raise Refused(say("too-late"))
        if isinstance(event, Moved):
            live.ready(event.seat)
        table.apply(number, event)
        if live.clock is not None:
            live.clock.hear(number, entry.at)
        if table.match.round > round_before and table.match.rules is not rules and live.pause_for_readers():
            self.run(self._end_pause(live))
        self.metrics.events += not table.numbering.is_hidden(number, SPECTATOR)
        self._tell(live)
        if table.over != was_over:
            await self._note_end(table)
        return number

    async def _note_end(self, table: Table) -> None:
        await self._endings.note(table)
        if table.over and table.seeded:
            self.run(self._endings.prove(table))

    async def _end_pause(self, live: LiveTable) -> None:
        """Let play go on after the pause before another game."""
        pause = live.pause
        assert pause is not None
        await pause.end()
        if live.pause is pause:
            live.pause = None
            live.show_all()

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply events that other processes have stored."""
        found = await asyncio.to_thread(self.store.read, live.table.id, live.table.number)
        if not found and await asyncio.to_thread(self.store.code_of, live.table.id) is None:
            self._live.pop(live.table.id, None)
            raise RuntimeError("the table was deleted")
        live.table.follow(found)
        await self._read_times(live)
        if found:
            self._tell(live)

    async def catch_up(self) -> None:
        """Apply events that other processes have stored for any loaded table."""
        for live in list(self._live.values()):
            await self._follow(live)

    async def heard(self, table_id: str, number: int | None) -> None:
        """React to a notification: another process has stored an event of a table, or (None) a change in presence."""
        live = self._live.get(table_id)
        if live is not None and number is None:
            await self.read_presence(live)
        elif live is not None and number is not None and live.table.number < number:
            await self._follow(live)

    async def _follow(self, live: LiveTable) -> None:
        """Catch up in the background: a failure is logged, since nobody waits for the result."""
        try:
            async with live.lock:
                await self._catch_up(live)
        except Exception:
            logger.exception("table cannot be read", extra={"table": live.table.id})

    async def _follow_commit(self, live: LiveTable) -> None:
        await self._committer.finish()
        await self._follow(live)

    def _tell(self, live: LiveTable) -> None:
        live.show_news()
        self._wake(live)

    def _wake(self, live: LiveTable) -> None:
        """Let bots move, and note whose turn it is, after something happened."""
        self._wake_bots(live)
        self.turns.note(live)

    # Presence.

    def enter(self, live: LiveTable, connection: Connection) -> None:
        """Add a connection to a table."""
        connection.resume(live)
        live.enter(connection)
        self._share_presence(live)

    def leave(self, live: LiveTable, connection: Connection) -> None:
        live.leave(connection)
        self._share_presence(live)
        self.turns.note(live)

    def _share_presence(self, live: LiveTable) -> None:
        if self._sharing.is_due(live):
            self.run(self._sharing.write(live))

    async def beat(self) -> None:
        """Signal regularly that this process is alive, and notice processes that are not."""
        while not self._is_closing:
            await self._sharing.beat([each for each in self._live.values() if each.presence.elsewhere])
            await asyncio.sleep(BEAT_SECONDS)

    async def replace(self, table_id: str, seat: int, level: str, held: set[int]) -> int:
        """Let a bot play for a seat, for someone who holds these seats."""
        live = await self.find(table_id)
        if seat not in held:
            await self.read_presence(live)
        return await self.act(table_id, lambda live: commands.replace(live, seat, level, held))

    # Bots.

    def _compile_soon(self, live: LiveTable) -> None:
        if self._compiler is not None:
            self._compiler.prefer(live.table.match.game)

    def _wake_bots(self, live: LiveTable) -> None:
        if live.bot is None and self._bots.is_due(live) and not self._is_closing:
            live.bot = self.run(self._play_bots(live))

    def run(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background, until this process closes."""
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
        """Make a bot's move or signal, unless its seat was taken back while it was thinking."""
        async with live.lock:
            if live.table.seats[seat].kind != "bot" or live.table.turn_of(seat) != turn:
                return
            with contextlib.suppress(PiocheError):
                await self._write(live, commands.move(live.table, seat, name))

    async def move_late(self, live: LiveTable, seat: int) -> None:
        """Let a bot make one move for a player whose time is up."""
        turn = live.table.turn_of(seat)
        name = await self._bots.choose(live, seat)
        async with live.lock:
            if live.table.turn_of(seat) == turn:
                await self._write(live, commands.move_late(live, seat, name, STAND_IN))

    # Help.

    async def hint(self, table_id: str, seat: int, request: int) -> messages.Hints:
        """Return the value of each of a seat's moves, from what it knows. The request is recorded as an event."""
        live = await self.find(table_id)
        event = commands.ask_help(live.table, seat, "hint")
        situation = live.table.match.situation(seat, budget=Budget(seconds=self.pace.seconds))
        found = await self._bots.work(lambda: hints(situation))
        await self.act(table_id, lambda _: event)
        measure = found[0].measure
        return messages.Hints(request, [hint.to_dict() for hint in found], measure.to_dict() if measure else None)

    async def why_not(self, table_id: str, asked: messages.WhyNot) -> list[PlainMessage]:
        """Return why cards cannot be played now, from what the seat knows."""
        live = await self.find(table_id)
        commands.check_full(live.table)
        match = match_at(live.table.match, len(live.table.match.moves))
        found = await self._bots.work(lambda: why_not(match, asked.seat, asked.cards, asked.target))
        return [reason.to_dict() for reason in found]

    async def winnable(self, table_id: str, seat: int) -> bool:
        """K6-4 Return whether a solitaire can still be won, according to a solver that knows all cards."""
        live = await self.find(table_id)
        event = commands.ask_help(live.table, seat, "winnable")
        solve, state = live.table.match.game.solve, live.table.match.state.copy()
        assert solve is not None  # or it would have been refused
        try:
            found = await self._bots.work(lambda: solve(state))
        except NotCompiled:
            raise Refused(say("not-compiled")) from None
        await self.act(table_id, lambda _: event)
        return found.winnable

    async def close(self) -> None:
        """Finish requests that are under way; bots' moves that are due are made after the next start."""
        self._is_closing = True
        self.turns.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._live.values():
            await live.close()
        await self._committer.close()
        await self._sharing.close()
        self._bots.close()
