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
from itertools import islice
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.errors import PiocheError
from pioche.core.fair import read_seed
from pioche.core.state import SPECTATOR

from . import bodies, commands
from .audience import Usher
from .boards import Boards
from .bots import STAND_IN, BotSeats, Pace, Turn
from .bounds import Bounds
from .committer import Committer
from .compiler import Compiler
from .connection import Connection
from .dealing import Dealing
from .endings import Endings
from .errors import TooLate, Unreadable
from .events import Event, Moved, Opened
from .fair_queue import Asker, Workers
from .following import Following
from .help import Help
from .limits import Addresses, Limits, caller
from .live import LiveTable
from .loop_share import LoopShare
from .metrics import Metrics
from .presence import BEAT_SECONDS, Board
from .sharing import Sharing
from .store import TABLE_BYTES, Entry, Holders, Store, fresh_secret, fresh_table_id, hashed
from .table import Table
from .turns import Ping, Turns
from .unreadable import load
from .words import say

logger = logging.getLogger("pioche.server")

QUESTION_THREADS, MOST_QUESTIONS, MOST_QUESTIONS_EACH = 2, 64, 8
"""Threads for questions that take long, how many of these may wait in all, and how many of one address may be asked."""
LOAD_THREADS = 2

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
        limits: Limits | None = None,
        ping: Ping | None = None,
    ) -> None:
        self.store = store
        self.pace = pace or Pace()
        self.metrics = Metrics()
        self.limits = limits or Limits()
        self.addresses = Addresses(self.limits)
        self.share = LoopShare()
        store.on_commit, self._committer = self.metrics.committed, Committer(store)
        self.sharing = Sharing(Board(store), self.run)
        self.following = Following(self)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._most_loaded = most_loaded
        self._compiler = compiler
        self._bots = BotSeats(self.pace, self.metrics, self._attempt, compiler)
        self.questions = Workers("question", QUESTION_THREADS, most_each=MOST_QUESTIONS_EACH, most=MOST_QUESTIONS)
        self._loaders = Workers("load", LOAD_THREADS)
        self.help = Help(self, self._bots, self.questions)
        self.boards = Boards(store)
        self._endings = Endings(store, self.boards, self._bots.exactly)
        self.results, self.settle = self._endings.results, self._endings.settle
        self.without_waiting = self._bots.without_waiting
        self.turns = Turns(self, ping, self.pace.ping_after)
        self.metrics.gauges["tables_loaded"] = "Tables in memory", self._live.__len__
        self.metrics.gauges["questions_waiting"] = "Questions that wait for a thread", self.questions.queue.__len__
        self.metrics.gauges["thoughts_waiting"] = "Moves and hints that wait for a thread", self._bots.waiting
        self._dealing = Dealing(self.act, self.pace.deal_after)
        self._usher = Usher(self.share)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closing = False

    # Opening and loading tables.

    async def open(
        self, event: Opened, holder: str, seats: list[int], table_id: str | None = None, address: str = ""
    ) -> tuple[str, str, dict[int, str]]:
        """Open a table; return its id, its code, and a token for each seat that its opener holds."""
        table_id = table_id or fresh_table_id()
        table = Table.open(table_id, event)
        tokens = {seat: fresh_secret() for seat in seats}
        holders = [(holder, seat) for seat in seats] + [(hashed(token), seat) for seat, token in tokens.items()]
        code = await asyncio.to_thread(self.store.open, table_id, event.game, event, holders)
        live = self._live[table_id] = self._live_table(table, code, address)
        self._count(table_id, address)
        await self.read_times(live)
        self._compile_soon(live)
        self._wake(live)
        self._unload_some()
        return table_id, code, tokens

    def _count(self, table_id: str, address: str) -> None:
        """Count a table that was opened from an address."""
        self.metrics.tables_opened += 1
        self.addresses.opened(address, table_id)

    async def rematch(self, table_id: str, variant: str | None = None, address: str = "") -> str:
        """Return the id of the table where the players continue; every call returns the same one.

        The first call opens it, and counts for its address.
        """
        live = await self.find(table_id)
        async with live.lock:
            table = live.table
            if table.continued is not None:
                return table.continued
            following = hashed(f"after {table_id}")[: 2 * TABLE_BYTES]
            event = commands.go_on(table, following)
            opened = commands.rematch(table, read_seed(None).hex(), variant)
            self.addresses.check_may_open(address)
            holders = await asyncio.to_thread(self.store.holders, table_id)
            await asyncio.to_thread(self.store.open, following, opened.game, opened, holders)
            self._count(following, address)
            while table.continued is None:  # unless another process was first
                with contextlib.suppress(TooLate):
                    await self._write(live, event)
        await self.find(following)
        return following

    async def find(self, table_id: str) -> LiveTable:
        """Return a table, loaded from the log if necessary. It stays loaded at least until the caller's next await."""
        if table_id in self._live:
            self._live.move_to_end(table_id)
            return self._live[table_id]
        loading = self._loading.get(table_id)
        if loading is None:  # whoever waits for it may go: it is loaded for the others
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        loaded = await asyncio.shield(loading)
        return self._live.setdefault(table_id, loaded)

    async def _load(self, table_id: str) -> LiveTable:
        asker = Asker(caller.get(), table_id, rank=not caller.get())  # what nobody waits for comes last
        found = await load(self.store, table_id, lambda job: self._loaders.do(job, asker))
        live = self._live_table(*found)
        self._live[table_id] = live
        self._unload_some()
        if not self.store.is_sqlite:  # events written while it was being loaded were not announced
            async with live.lock:
                await self.following.catch_up(live)
            await self.sharing.read([live])
        await self.read_times(live)
        self._compile_soon(live)
        self._wake(live)
        return live

    def loaded(self, table_id: str) -> LiveTable | None:
        """Return a table if it is loaded."""
        return None if self._is_closing else self._live.get(table_id)

    def all_loaded(self) -> list[LiveTable]:
        return list(self._live.values())

    async def read_times(self, live: LiveTable) -> None:
        """Read since when players are to move, at a table with a clock."""
        if live.clock is not None and (numbers := live.clock.unknown()):
            for number, at in (await asyncio.to_thread(self.store.times_of, live.table.id, numbers)).items():
                live.clock.hear(number, at)

    def _live_table(self, table: Table, code: str, opener: str = "") -> LiveTable:
        bounds = Bounds(self.limits)
        return LiveTable(table, code, self.pace.grace, bounds=bounds, usher=self._usher, opener=opener)

    def _unload_some(self) -> None:
        """Unload tables without connections, if too many are loaded; they can be loaded again."""
        too_many = max(len(self._live) - self._most_loaded, 0)
        for table_id in list(islice((each for each, live in self._live.items() if live.is_idle), too_many)):
            self._live.pop(table_id).unload()
            self.turns.forget(table_id)

    async def unload(self, table_ids: Sequence[str]) -> None:
        """Forget tables whose log was changed or deleted; whoever is connected has to connect again."""
        for table_id in table_ids:
            if (live := self._live.pop(table_id, None)) is not None:
                self.turns.forget(table_id)
                await live.close()
                live.unload()

    async def resume(self) -> None:
        """Load unfinished tables after a start, so that bots make the moves that were due."""
        for table_id in await asyncio.to_thread(self.store.unfinished):
            try:
                live = await self.find(table_id)
                if live.table.over:  # the server stopped between storing the last move and noting the end
                    await self._note_end(live.table, await self._endings.end_of(live.table))
            except Unreadable:
                continue
            except Exception:  # one broken table must not stop the others
                logger.exception("table cannot be read", extra={"table": table_id})
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
            event = commands.join(live.table, asked)
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
                await self.following.catch_up(live)
            raise
        except asyncio.CancelledError:  # whoever asked is gone, but the others must see what is on disk
            self.run(self._follow_commit(live))
            raise
        if not is_written:
            await self.following.catch_up(live)
            raise TooLate(say("too-late"))
        if isinstance(event, Moved):
            live.ready(event.seat)
        table.apply(number, event)
        if live.clock is not None:
            live.clock.hear(number, entry.at)
        if table.match.round > round_before and table.match.rules is not rules and live.pause_for_readers():
            self.run(self._end_pause(live))
        self.metrics.events += not table.numbering.is_hidden(number, SPECTATOR)
        self.tell(live)
        if table.over != was_over:
            self._note_end(table, entry.at)
        return number

    def _note_end(self, table: Table, ended: float) -> asyncio.Task[None]:
        """Note that a table is over, or that it goes on; of a contest, also its result."""
        return self.run(self._noted(table, self._endings.note(table, ended), ended))

    async def _noted(self, table: Table, noting: asyncio.Task[None], ended: float) -> None:
        await noting
        if table.over and table.seeded:
            self.run(self._endings.prove(table, ended))

    async def _end_pause(self, live: LiveTable) -> None:
        """Let play go on after the pause before another game."""
        pause = live.pause
        assert pause is not None
        await pause.end()
        if live.pause is pause:
            live.pause = None
            live.show_all()

    async def _follow_commit(self, live: LiveTable) -> None:
        await self._committer.finish()
        await self.following.follow(live)

    def tell(self, live: LiveTable) -> None:
        """Send what happened at a table to its connections, and plan what happens next."""
        live.show_news()
        self._wake(live)

    def _wake(self, live: LiveTable) -> None:
        """Let bots move, note whose turn it is, and wait for the deal, after something happened."""
        if live.table.over:
            self.addresses.forget(live.table.id)
        self._wake_bots(live)
        self.turns.note(live)
        self._dealing.note(live)

    # Presence.

    def enter(self, live: LiveTable, connection: Connection) -> None:
        """Add a connection to a table."""
        connection.resume(live)
        live.enter(connection)
        self.sharing.write_soon(live)
        self._wake_bots(live)

    def leave(self, live: LiveTable, connection: Connection) -> None:
        live.leave(connection)
        self.sharing.write_soon(live)
        self.turns.note(live)

    async def beat(self) -> None:
        """Signal regularly that this process is alive, and notice processes that are not."""
        while not self._is_closing:
            await self.sharing.beat(self.all_loaded())
            await asyncio.sleep(BEAT_SECONDS)

    async def replace(self, table_id: str, seat: int, level: str, held: set[int]) -> int:
        """Let a bot play for a seat, for someone who holds these seats."""
        live = await self.find(table_id)
        if seat not in held:
            await self.sharing.read([live])
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
            await self.share.carry_out(self._bots.play(live), live.address)
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
        live = await self.find(live.table.id)  # it may have been unloaded meanwhile
        async with live.lock:
            if live.table.turn_of(seat) == turn:
                await self._write(live, commands.move_late(live, seat, name, STAND_IN))

    async def close(self) -> None:
        """Finish requests that are under way; bots' moves that are due are made after the next start."""
        self._is_closing = True
        self.turns.close()
        self._dealing.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._usher.close()
        for live in self._live.values():
            await live.close()
        await self._committer.close()
        await self.settle()
        await self.sharing.close()
        for workers in (self._bots, self.questions, self._loaders):
            workers.close()
