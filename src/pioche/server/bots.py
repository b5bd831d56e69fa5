"""Bots at the tables: they show what they have to show, think in threads of their own, and move."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from sqlalchemy.exc import SQLAlchemyError

from pioche.bots import LevelBot, level_of
from pioche.core.thinking import Budget

from .metrics import Metrics
from .place import Place

logger = logging.getLogger("pioche.server")

AGAIN_SECONDS = 1.0
"""After this long a bot tries again to have its move stored."""

Turn = tuple[int, int]
Attempt = Callable[[Place, int, str, Turn], Awaitable[None]]
"""Makes a move for a seat, if it is still the same turn."""


@dataclass(frozen=True)
class Pace:
    """How bots behave at a table: how long they think at most, and wait at least, so that people can follow."""

    seconds: float = 1.0
    pause: float = 0.7
    threads: int = 2
    grace: float = 60.0
    """For how many seconds somebody can be away before the others may let a bot play for them."""


class BotSeats:
    """Plays for every bot of this process."""

    def __init__(self, pace: Pace, metrics: Metrics, attempt: Attempt) -> None:
        self._pace, self._metrics, self._attempt = pace, metrics, attempt
        self.threads = ThreadPoolExecutor(pace.threads, thread_name_prefix="bot")

    def is_due(self, place: Place) -> bool:
        room = place.room
        return bool(room.bots_to_move) or (bool(room.match.rules.signal_numbers) and not room.over)

    async def play(self, place: Place) -> None:
        """Bots move one after the other, as long as it is their turn."""
        try:
            while await self._play_turn(place):
                pass
        except Exception:
            logger.exception("bot failed", extra={"table": place.room.table})

    async def _play_turn(self, place: Place) -> bool:
        """Bots show what they have to show, and those whose turn it is move; returns whether there were any."""
        try:
            await self._signal(place)
            waiting = place.room.bots_to_move
            if waiting and place.room.is_secret(waiting[0]):
                await self._answer_unseen(place, waiting)
            elif waiting:
                await self._move(place, waiting[0])
            return bool(waiting)
        except SQLAlchemyError:  # the move is still due when the database is back
            logger.exception("a bot's move was not written", extra={"table": place.room.table})
            await asyncio.sleep(AGAIN_SECONDS)
            return True

    async def _signal(self, place: Place) -> None:
        """TG13 Bots talk like people: each gives the signals that are due."""
        for seat, who in enumerate(place.room.seats):
            match = place.room.match
            if who.kind == "bot" and not match.over and match.rules.signal_numbers:
                bot, seen = LevelBot(who.level or "strong"), match.spectate(seat)
                for number in await asyncio.get_running_loop().run_in_executor(self.threads, bot.signals, seen):
                    name = seen.rules.move_name(number)
                    await self._attempt(place, seat, name, place.room.turn_of(seat))

    async def _move(self, place: Place, seat: int) -> None:
        begin, turn = time.monotonic(), place.room.turn_of(seat)
        name = await self._think(place, seat, self._pace.seconds)
        self._metrics.bot_seconds += time.monotonic() - begin
        if place.watchers:
            await asyncio.sleep(max(self._pace.pause - (time.monotonic() - begin), 0))
        await self._attempt(place, seat, name, turn)

    async def _answer_unseen(self, place: Place, seats: list[int]) -> None:
        """K6-26 Answer a secret question for all bots: when the last answer comes does not tell how many there were.

        It comes after a time that depends only on what everybody knows, and no other answer is noticed.
        """
        turns = {seat: place.room.turn_of(seat) for seat in seats}
        due = time.monotonic() + self._pace.pause + self._pace.seconds * self._has_searcher(place)
        for seat in seats:
            name = await self._think(place, seat, self._pace.seconds / len(seats))
            if seat == seats[-1]:
                await asyncio.sleep(max(due - time.monotonic(), 0))
            await self._attempt(place, seat, name, turns[seat])

    def _has_searcher(self, place: Place) -> bool:
        rules, seats = place.room.match.rules, place.room.seats
        return any(level_of(rules, who.level or "strong").simulations for who in seats if who.kind == "bot")

    async def _think(self, place: Place, seat: int, seconds: float) -> str:
        """The name of the move that a bot chooses."""
        bot = LevelBot(place.room.seats[seat].level or "strong")
        situation = place.room.match.situation(seat, rng=np.random.default_rng())
        simulations = level_of(situation.rules, bot.level).simulations
        situation = replace(situation, budget=Budget(simulations, seconds))
        try:
            chosen = await asyncio.get_running_loop().run_in_executor(self.threads, bot.choose, situation)
        except Exception:  # the others must not wait for ever
            logger.exception("bot failed, and moves by chance", extra={"table": place.room.table})
            chosen = int(situation.rng.choice(situation.numbers))
        return str(situation.rules.move_name(chosen))

    def close(self) -> None:
        """Bots that still think are not waited for."""
        self.threads.shutdown(wait=False, cancel_futures=True)
