"""Bots at the tables: they signal, think in worker threads, and move."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from pioche.bots import OWN, Bot, LevelBot, level_of, number_of
from pioche.core.chance import choice
from pioche.core.compiled.compile import NotCompiled, without_compiling
from pioche.core.game import AnyRules, Game
from pioche.core.judgement import LEVELS
from pioche.core.match.replay import match_at
from pioche.core.state import SPECTATOR
from pioche.core.think.think import Budget, Situation

from .compiler import Compiler
from .events import Seat
from .fair_queue import Asker, Workers
from .live import LiveTable
from .logging import log_fault
from .metrics import Metrics

logger = logging.getLogger("pioche.server")

STAND_IN = "strong"
"""The level of the bot that moves for a player."""
AGAIN_SECONDS = 1.0
"""How long a bot waits before it retries a move that could not be stored."""

MOVE, HINT, BACKGROUND = range(3)
"""The ranks of thinking: moves of bots at tables where a player waits, hints, and all other moves."""
NOBODY = Asker("", rank=BACKGROUND)
QUICK_THREADS = 2
"""Threads for bots that do not search, so that they never wait for those that do."""
LEAST_SHARE = 0.1
"""The least share of its time that a bot thinks, however many others wait."""

Found = TypeVar("Found")
Turn = tuple[int, int]
Attempt = Callable[[LiveTable, int, str, Turn], Awaitable[None]]
"""Make a move for a seat, if it is still the same turn."""


@dataclass(frozen=True)
class Pace:
    """How fast bots play: they think for at most ``seconds``, and take at least ``pause`` so that people can follow."""

    seconds: float = 1.0
    pause: float = 0.7
    threads: int = 2
    grace: float = 60.0
    """How many seconds a player can be away before the others may let a bot play for them."""
    deal_after: float = 10.0
    """How many seconds a full table waits for the players' parts of the seed. Pages send them when they connect."""
    ping_after: float = 60.0
    """How many seconds a player who is to move can be away before they are pinged."""
    shortest_clock: float = 3600.0
    """The shortest time for a move that a table may have."""


class BotSeats:
    """Plays for every bot seat of this process."""

    def __init__(self, pace: Pace, metrics: Metrics, attempt: Attempt, compiler: Compiler | None) -> None:
        self._pace, self._metrics, self._attempt = pace, metrics, attempt
        self._slow, self._quick = Workers("bot", pace.threads), Workers("quick-bot", QUICK_THREADS)
        self._patience = nullcontext if compiler is None else without_compiling
        self._compiler = compiler

    async def work(self, job: Callable[[], Found], asker: Asker = NOBODY, *, is_quick: bool = False) -> Found:
        """Do something in the bots' threads when its turn comes, without waiting for the compiler."""
        workers = self._quick if is_quick else self._slow
        return await workers.do(lambda: self.without_waiting(job), asker)

    def waiting(self) -> int:
        """Return how many moves and hints wait for a thread."""
        return len(self._slow.queue) + len(self._quick.queue)

    def seconds(self) -> float:
        """Return how long a bot or a hint may think now: less, the more tables wait for a bot."""
        waiting = self._slow.queue.waiting[MOVE]
        share = self._slow.threads / max(waiting, self._slow.threads)
        return self._pace.seconds * max(share, LEAST_SHARE)

    def without_waiting(self, job: Callable[[], Found]) -> Found:
        """Do something without waiting for the compiler, if another process compiles."""
        with self._patience():
            return job()

    def is_due(self, live: LiveTable) -> bool:
        """Return whether bots have something to do. Where only bots play, they play while somebody watches."""
        table = live.table
        if not table.people and not live.watchers:
            return False
        return bool(table.bots_to_move) or (bool(table.match.rules.signal_numbers) and not table.over)

    async def play(self, live: LiveTable) -> None:
        """Let bots move one after the other, as long as it is a bot's turn."""
        try:
            while await self._play_turn(live):
                pass
        except Exception:
            logger.exception("bot failed", extra={"table": live.table.id})

    async def _play_turn(self, live: LiveTable) -> bool:
        """Send the bots' signals, then make the moves of bots whose turn it is; return whether there were any."""
        try:
            if not self.is_due(live):
                return False
            if live.pause:
                await live.pause.end()
            if live.table.seeded:
                return await self._play_seeded(live)
            await self._signal(live)
            waiting = live.table.bots_to_move
            if waiting and live.table.is_secret(waiting[0]):
                await self._answer_unseen(live, waiting)
            elif waiting:
                await self._move(live, waiting[0])
            return bool(waiting)
        except SQLAlchemyError as error:  # the move is retried until the database is back
            log_fault("a bot's move was not written", error, table=live.table.id)
            await asyncio.sleep(AGAIN_SECONDS)
            return True

    async def _play_seeded(self, live: LiveTable) -> bool:
        """Make the next move or signal of a contest's bots; return whether there was one."""
        table, begin = live.table, time.monotonic()
        match = match_at(table.match, len(table.match.moves))  # a copy: the table may change while a thread reads it
        seeded, turn = table.seeded, table.turn_of(SPECTATOR)
        assert seeded is not None
        waits = partial(self._show_compiling, live, is_so=True)
        found = await self.exactly(match.game, lambda: seeded.next_move(match), waits, asker_at(live))
        self._show_compiling(live, is_so=False)
        if found is None:
            return False
        seat, name = found
        self._metrics.thought(time.monotonic() - begin)
        if live.watchers and match.rules.move_numbers[name] not in match.rules.signal_numbers:
            await asyncio.sleep(max(self._pace.pause - (time.monotonic() - begin), 0))
        await self._attempt(live, seat, name, turn)
        return True

    async def exactly(
        self,
        game: Game,
        job: Callable[[], Found],
        waits: Callable[[], None] | None = None,
        asker: Asker = NOBODY,
    ) -> Found:
        """Do something that judgement alone may not replace; ``waits`` is called while it waits for the compiler."""
        while True:
            try:
                return await self.work(job, asker)
            except NotCompiled:
                if self._compiler is None or not self._compiler.has_left(game):
                    return await self._slow.do(job, asker)
            if waits is not None:
                waits()
            await asyncio.sleep(AGAIN_SECONDS)

    def _show_compiling(self, live: LiveTable, *, is_so: bool) -> None:
        if live.is_compiling != is_so:
            live.is_compiling = is_so
            live.show_all()

    async def _signal(self, live: LiveTable) -> None:
        """TG13 Bots talk as people do: each sends the signals that are due."""
        for seat, who in enumerate(live.table.seats):
            match = live.table.match
            if who.kind == "bot" and not match.over and match.rules.signal_numbers:
                seen = match.spectate(seat)
                for number in await self.work(partial(_signals, _bot(who), seen), asker_at(live), is_quick=True):
                    name = seen.rules.move_name(number)
                    await self._attempt(live, seat, name, live.table.turn_of(seat))

    async def _move(self, live: LiveTable, seat: int) -> None:
        begin, turn = time.monotonic(), live.table.turn_of(seat)
        name = await self._think(live, seat)
        self._metrics.thought(time.monotonic() - begin)
        if live.watchers:
            await asyncio.sleep(max(self._pace.pause - (time.monotonic() - begin), 0))
        await self._attempt(live, seat, name, turn)

    async def _answer_unseen(self, live: LiveTable, seats: list[int]) -> None:
        """K6-26 Answer a secret question for all bots, without revealing by timing how many there were.

        The last answer comes after a delay that depends only on public facts; the other answers are not shown.
        """
        turns = {seat: live.table.turn_of(seat) for seat in seats}
        due = time.monotonic() + self._pace.pause + self._pace.seconds * self._has_searcher(live)
        for seat in seats:
            name = await self._think(live, seat, 1 / len(seats))
            if seat == seats[-1]:
                await asyncio.sleep(max(due - time.monotonic(), 0))
            await self._attempt(live, seat, name, turns[seat])

    def _has_searcher(self, live: LiveTable) -> bool:
        rules, seats = live.table.match.rules, live.table.seats
        return any(_simulations(rules, who) for who in seats if who.kind == "bot")

    async def choose(self, live: LiveTable, seat: int) -> str:
        """Return the name of the move that a bot would make for a player."""
        return await self._think(live, seat)

    async def _think(self, live: LiveTable, seat: int, share: float = 1.0) -> str:
        """Return the name of the move that a bot chooses, in a share of the time that a bot has."""
        who, situation = live.table.seats[seat], live.table.match.situation(seat)
        simulations = _simulations(situation.rules, who)

        def choose() -> int:
            budget = Budget(simulations, self.seconds() * share)
            return _choose(_bot(who), replace(situation, budget=budget))

        try:
            chosen = await self.work(choose, asker_at(live), is_quick=simulations == 0)
        except Exception:  # the table must not hang
            logger.exception("bot failed and moves at random", extra={"table": live.table.id})
            chosen = choice(situation.rng, situation.numbers)
        return str(situation.rules.move_name(chosen))

    def close(self) -> None:
        """Stop without waiting for bots that are still thinking."""
        self._slow.close()
        self._quick.close()


def asker_at(live: LiveTable) -> Asker:
    """Return who waits for the bots of a table: its players come first, if one of them is there."""
    return Asker(live.address, live.table.id, MOVE if live.table.people & live.presence.seats else BACKGROUND)


def _bot(who: Seat) -> Bot:
    """Return the bot in a seat; one that this server does not have is replaced."""
    level = who.level or STAND_IN
    return OWN[level] if level in OWN else LevelBot(level if level in LEVELS else STAND_IN)


def _simulations(rules: AnyRules, who: Seat) -> int | None:
    bot = _bot(who)
    return level_of(rules, bot.level).simulations if isinstance(bot, LevelBot) else None


def _choose(bot: Bot, situation: Situation) -> int:
    return number_of(situation.rules, bot.choose(situation), situation.numbers)


def _signals(bot: Bot, situation: Situation) -> list[int]:
    listed: list[object] = getattr(bot, "signals", lambda situation: [])(situation)
    return [number_of(situation.rules, signal, situation.rules.signal_numbers) for signal in listed]
