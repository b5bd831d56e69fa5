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

from pioche.core.advice import hints
from pioche.core.chance import read_seed
from pioche.core.errors import PiocheError
from pioche.core.hindsight import moment
from pioche.core.match import SPECTATOR
from pioche.core.plain import PlainHint, PlainMessage
from pioche.core.reasons import why_not
from pioche.core.thinking import Budget

from . import messages
from .bots import BotSeats, Pace, Turn
from .committer import Committer
from .connection import Connection
from .events import Event, Helped, Opened
from .log import Entry, Holders, Log, fresh_secret, hashed
from .metrics import Metrics
from .place import Place
from .presence import BEAT_SECONDS, Board
from .room import Refused, Room
from .words import say

logger = logging.getLogger("pioche.server")

TABLE_BYTES = 8
"""The name of a table is so many bytes, in hexadecimal."""

Ask = Callable[[Room], Event]
"""What somebody wants to do at a table: the event it would be, or a refusal."""


class Hall:
    def __init__(self, log: Log, *, pace: Pace | None = None, most_loaded: int = 2000) -> None:
        self.log = log
        self.pace = pace or Pace()
        self.metrics = Metrics()
        self._committer = Committer(log)
        self._board = Board(log)
        self._sharing = asyncio.Lock()
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Place]] = {}
        self._most_loaded = most_loaded
        self._bots = BotSeats(self.pace, self.metrics, self._attempt)
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun: set[asyncio.Task[int]] = set()
        self._is_closing = False

    # Opening and finding tables.

    async def open(self, event: Opened, holder: str, seats: list[int]) -> tuple[str, str, dict[int, str]]:
        """A new table; returns its name, its code, and a secret for each seat that its opener holds."""
        table = secrets.token_hex(TABLE_BYTES)
        room = Room.open(table, event)
        tokens = {seat: fresh_secret() for seat in seats}
        holders = [(holder, seat) for seat in seats] + [(hashed(token), seat) for seat, token in tokens.items()]
        code = await asyncio.to_thread(self.log.open, table, event.game, event, holders)
        place = self._places[table] = Place(room, code, self.pace.grace)
        self.metrics.tables_opened += 1
        self._wake_bots(place)
        self._forget_some()
        return table, code, tokens

    async def rematch(self, table: str, variant: str | None = None) -> str:
        """The table at which those who sat at this one play again; asked for twice it is the same one."""
        place = await self.place(table)
        async with place.lock:
            room = place.room
            if room.continued is not None:
                return room.continued
            following = hashed(f"after {table}")[: 2 * TABLE_BYTES]
            event = room.go_on(following)
            opened = room.rematch(read_seed(None).hex(), variant)
            holders = await asyncio.to_thread(self.log.holders, table)
            await asyncio.to_thread(self.log.open, following, opened.game, opened, holders)
            while room.continued is None:  # unless another process was first
                with contextlib.suppress(Refused):
                    await self._write(place, event)
        await self.place(following)
        return following

    async def place(self, table: str) -> Place:
        """A table, read from the log if need be. It is not forgotten before its reader waits for something else."""
        if table in self._places:
            self._places.move_to_end(table)
            return self._places[table]
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
        try:
            loaded = await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)
        return self._places.setdefault(table, loaded)

    async def _load(self, table: str) -> Place:
        code = await asyncio.to_thread(self.log.code_of, table)
        if code is None:
            raise Refused(say("no-table"))
        events = await asyncio.to_thread(self.log.read, table)
        place = Place(await asyncio.to_thread(Room.replay, table, events), code, self.pace.grace)
        self._places[table] = place
        self._forget_some()
        if not self.log.is_sqlite:  # what others wrote while it was being read was not heard
            async with place.lock:
                await self._catch_up(place)
            await self._read_presence(place)
        self._wake_bots(place)
        return place

    def _forget_some(self) -> None:
        """Tables that nobody looks at can be read again."""
        for table, place in list(self._places.items()):
            if len(self._places) <= self._most_loaded:
                return
            if not place.watchers and not place.lock.locked() and place.bot is None:
                del self._places[table]

    async def resume(self) -> None:
        """After a start: bots make the moves that were due when the server stopped."""
        for table in await asyncio.to_thread(self.log.unfinished):
            try:
                place = await self.place(table)
            except Exception:  # the other tables go on
                logger.exception("table cannot be read", extra={"table": table})
                continue
            if place.room.over:  # it stopped between the last move and the note
                await self._note_end(place.room)

    # What happens at a table.

    async def act(self, table: str, ask: Ask) -> int:
        """Do something at a table: the number under which it is on disk, or a refusal with a sentence."""
        place = await self.place(table)

        async def acting() -> int:
            async with place.lock:
                return await self._write(place, ask(place.room))

        return await self._finish(acting())

    async def join(self, table: str, seat: int | None, name: str, holders: Sequence[str]) -> int:
        """Take an open seat, for those who hold it from now on; returns which it is."""
        place = await self.place(table)

        async def joining() -> int:
            async with place.lock:
                event = place.room.join(seat, name)
                await self._write(place, event, [(holder, event.seat) for holder in holders])
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

    async def _write(self, place: Place, event: Event, holders: Holders = ()) -> int:
        room, number = place.room, place.room.number + 1
        was_over = room.over
        try:
            is_written = await self._committer.commit(Entry(room.table, number, event, holders))
        except SQLAlchemyError:  # where the connection broke in mid-commit, it may be there all the same
            with contextlib.suppress(SQLAlchemyError):
                await self._catch_up(place)
            raise
        if not is_written:
            await self._catch_up(place)
            raise Refused(say("too-late"))
        room.apply(number, event)
        self.metrics.events += not room.numbering.is_hidden(number, SPECTATOR)
        self._tell(place)
        if room.over != was_over:
            await self._note_end(room)
        return number

    async def _note_end(self, room: Room) -> None:
        """Its events tell the end too: where it cannot be noted, the next start does."""
        try:
            await asyncio.to_thread(self.log.note_end, room.table, is_over=room.over)
        except SQLAlchemyError:
            logger.exception("end not noted", extra={"table": room.table})

    async def _catch_up(self, place: Place) -> None:
        """Read what other processes have written."""
        found = await asyncio.to_thread(self.log.read, place.room.table, place.room.number)
        for number, event in found:
            place.room.apply(number, event)
        if found:
            self._tell(place)

    async def catch_up(self) -> None:
        """Read what others have written to any table of this process."""
        for place in list(self._places.values()):
            await self._follow(place)

    async def heard(self, table: str, number: int | None) -> None:
        """Another process has written an event of a table, or (None) who came or went there."""
        place = self._places.get(table)
        if place is None:
            return
        if number is None:
            await self._read_presence(place)
        elif place.room.number < number:
            await self._follow(place)

    async def _follow(self, place: Place) -> None:
        """Catch up; nobody waits for it to whom a failure could be told."""
        try:
            async with place.lock:
                await self._catch_up(place)
        except Exception:
            logger.exception("table cannot be read", extra={"table": place.room.table})

    def _tell(self, place: Place) -> None:
        place.views = place.room.match.views({watcher.eyes for watcher in place.watchers})
        place.show_news()
        self._wake_bots(place)

    # Who is at the tables.

    def enter(self, place: Place, connection: Connection) -> None:
        """Somebody looks on from now."""
        connection.resume(place)
        place.enter(connection)
        self._share_presence(place)

    def leave(self, place: Place, connection: Connection) -> None:
        place.leave(connection)
        self._share_presence(place)

    def _share_presence(self, place: Place) -> None:
        if self._board.is_shared and place.presence.here != place.presence.shared:
            self._run(self._write_presence(place))

    async def _write_presence(self, place: Place) -> None:
        """Let other processes know who came and who went: one at a time, and as it is by then."""
        async with self._sharing:
            presence, here = place.presence, set(place.presence.here)
            came, went = here - presence.shared, presence.shared - here
            with contextlib.suppress(SQLAlchemyError):  # whoever comes or goes next makes up for it
                await asyncio.to_thread(self._board.write, place.room.table, came, went)
                presence.shared = here

    async def _read_presence(self, place: Place) -> None:
        """Learn who is at this table in other processes."""
        before = place.presence.seats
        place.presence.set_elsewhere(await asyncio.to_thread(self._board.read, place.room.table))
        if place.presence.seats != before:
            place.show_all()

    async def beat(self) -> None:
        """Let other processes know, again and again, that this one is alive; notice those that are not."""
        while not self._is_closing:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.beat)
                for place in [each for each in self._places.values() if each.presence.elsewhere]:
                    await self._read_presence(place)
            await asyncio.sleep(BEAT_SECONDS)

    async def replace(self, table: str, seat: int, level: str, held: set[int]) -> int:
        """Let a bot play for a seat: at once if its owner asks, otherwise only for somebody who has been away."""
        place = await self.place(table)
        if seat not in held:
            await self._check_away(place, seat, held)
        return await self.act(table, lambda room: room.replace(seat, level))

    async def _check_away(self, place: Place, seat: int, held: set[int]) -> None:
        if self._board.is_shared:
            await self._read_presence(place)
        rest = place.replaceable_in(seat) if held and seat < len(place.room.seats) else None
        if rest is None:
            raise Refused(say("not-your-seat"))
        if rest > 0:
            raise Refused(say("not-away-for-long", count=math.ceil(rest)))

    # Bots.

    def _wake_bots(self, place: Place) -> None:
        if place.bot is None and self._bots.is_due(place) and not self._is_closing:
            place.bot = self._run(self._play_bots(place))

    def _run(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background, until this process closes."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play_bots(self, place: Place) -> None:
        try:
            await self._bots.play(place)
        finally:
            place.bot = None

    async def _attempt(self, place: Place, seat: int, name: str, turn: Turn) -> None:
        """A bot's move or signal, if it can still be made: its seat may have been taken back while it thought."""
        async with place.lock:
            if place.room.seats[seat].kind != "bot" or place.room.turn_of(seat) != turn:
                return
            with contextlib.suppress(PiocheError):
                await self._write(place, place.room.move(seat, name))

    # Help.

    async def hint(self, table: str, seat: int) -> list[PlainHint]:
        """What each of a seat's moves is worth, by what it knows. That it was asked for is noted."""
        place = await self.place(table)
        if seat not in place.room.match.to_move:
            raise Refused(say("no-hint"))
        situation = place.room.match.situation(seat, budget=Budget(seconds=self.pace.seconds))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._bots.threads, hints, situation)
        await self.act(table, lambda room: Helped(seat, "hint"))
        return [hint.plain() for hint in found]

    async def why_not(self, table: str, asked: messages.WhyNot) -> list[PlainMessage]:
        """Why cards cannot be played now, by what the seat knows."""
        place = await self.place(table)
        match = moment(place.room.match, len(place.room.match.moves))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._bots.threads, lambda: why_not(match, asked.seat, asked.cards, asked.target)
        )
        return [reason.plain() for reason in found]

    async def winnable(self, table: str, seat: int) -> bool:
        """K6-4 Whether a game for one can still be won, by the word of the solver that knows all cards."""
        place = await self.place(table)
        game, state = place.room.match.game, place.room.match.state.copy()
        if game.solve is None:
            raise Refused(say("no-hint"))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._bots.threads, game.solve, state)
        await self.act(table, lambda room: Helped(seat, "winnable"))
        return found.winnable

    async def close(self) -> None:
        """Finish what is under way; what is due is made after the next start."""
        self._is_closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._begun, return_exceptions=True)
        for place in self._places.values():
            for watcher in list(place.watchers):
                await watcher.close()
        await self._committer.close()
        if self._board.is_shared:
            with contextlib.suppress(SQLAlchemyError):
                await asyncio.to_thread(self._board.clear)
        self._bots.close()
