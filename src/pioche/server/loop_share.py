"""Shares the event loop among addresses, so that clients who ask for much do not delay the others.

A move passes through five or six turns of the loop, from the socket to the disk and back. If one turn carries out what
a hundred clients have asked for, the move waits for all of them, five times. So requests are carried out in slices,
from one ``await`` to the next, and the slices of one turn take a few milliseconds. The others wait for the next turn,
in the order of start-time fair queueing: the address that has used the least time comes first.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from types import coroutine
from typing import Any, TypeVar

TURN_SECONDS = 0.002
"""How long the slices of one turn of the loop may take. A slice that has begun is not interrupted."""
USUAL_SECONDS, LATEST = 0.0005, 0.1
"""How long a slice is expected to take at first, and the weight of the last slice in the average."""
MOST_OWED = 0.001
"""How far an address can fall behind the others, in seconds of virtual time. One that has used as much as the others
then waits for a slice of each of them, not for several."""

Found = TypeVar("Found")
Waiting = asyncio.Future[float]
"""A turn that somebody waits for. Its result is the time that their address was charged for it."""


class LeastUsed:
    """What waits, by address. An address has a virtual time: that at which it came, and what it has used since."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Waiting]] = {}
        self._line: list[tuple[float, int, str]] = []
        """The addresses for which something waits, by their virtual times."""
        self._numbers = itertools.count()
        self._used: dict[str, float] = {}
        self._now = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, address: str, item: Waiting) -> None:
        waiting = self._waiting.get(address)
        if waiting is not None:
            waiting.append(item)
        else:
            self._waiting[address] = deque([item])
            self._line_up(address)

    def _line_up(self, address: str) -> None:
        at = max(self._used.get(address, 0.0), self._now)
        heapq.heappush(self._line, (at, next(self._numbers), address))

    def take(self, expected: float) -> Waiting:
        """Remove and return what is due next; its address is charged the seconds that it is expected to take."""
        while True:
            at, _, address = heapq.heappop(self._line)
            if self._used.get(address, 0.0) <= at:
                break
            self._line_up(address)  # it has used more meanwhile
        self._now = at
        self.charge(address, expected)
        waiting = self._waiting[address]
        item = waiting.popleft()
        if waiting:
            self._line_up(address)
        else:
            del self._waiting[address]
        return item

    def charge(self, address: str, seconds: float) -> None:
        used = max(self._used.get(address, 0.0), self._now) + seconds
        self._used[address] = min(used, self._now + MOST_OWED)

    def forget(self) -> None:
        """Begin anew, because nothing waits."""
        self._used.clear()
        self._now = 0.0


class LoopShare:
    """The time of the event loop that is given to requests. All methods are called by the loop."""

    def __init__(self, seconds: float = TURN_SECONDS) -> None:
        self._seconds, self._left, self._expected = seconds, seconds, USUAL_SECONDS
        self._queue = LeastUsed()
        self._is_planned = False

    @coroutine
    def carry_out(self, doing: Coroutine[Any, Any, Found], address: str) -> Generator[Any, Any, Found]:
        """Carry out a coroutine for an address, in slices: each waits for its turn."""
        answer: Any = None
        failure: BaseException | None = None
        while True:
            charged = 0.0
            if not (self._has_room() or _is_end(failure)):
                try:
                    charged = yield from self._queued(address)
                except BaseException as error:  # it is cancelled, and may clean up at once
                    failure = error
            begin = time.perf_counter()
            try:
                waits_for = doing.send(answer) if failure is None else doing.throw(failure)
            except StopIteration as done:
                found: Found = done.value
                return found
            finally:
                self._note(address, time.perf_counter() - begin, charged)
            answer, failure = None, None
            try:
                answer = yield waits_for
            except BaseException as error:
                failure = error

    def call(self, doing: Callable[[], None], address: str) -> Waiting | None:
        """Call something for an address: at once if there is time, otherwise when its turn comes.

        Return the turn that it waits for; nothing is called if that is cancelled.
        """
        if self._has_room():
            self._call(doing, address, 0.0)
            return None
        turn = self._queued(address)
        turn.add_done_callback(partial(self._call_in_turn, doing, address))
        return turn

    def _call_in_turn(self, doing: Callable[[], None], address: str, turn: Waiting) -> None:
        if not turn.cancelled():
            self._call(doing, address, turn.result())

    def _call(self, doing: Callable[[], None], address: str, charged: float) -> None:
        begin = time.perf_counter()
        try:
            doing()
        finally:
            self._note(address, time.perf_counter() - begin, charged)

    def _has_room(self) -> bool:
        return self._left > 0 and not self._queue

    def _queued(self, address: str) -> Waiting:
        turn: Waiting = asyncio.get_running_loop().create_future()
        self._queue.add(address, turn)
        self._plan()
        return turn

    def _note(self, address: str, seconds: float, charged: float) -> None:
        """Note how long a slice took."""
        self._left -= seconds - charged
        self._expected += LATEST * (seconds - self._expected)
        self._queue.charge(address, seconds - charged)
        self._plan()

    def _plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_soon(self._renew)

    def _renew(self) -> None:
        """The next turn of the loop: let those go on who are due, as many as there is time for."""
        self._is_planned, self._left = False, self._seconds
        if not self._queue:
            self._queue.forget()
            return
        while self._queue and self._left > 0:
            expected = self._expected
            turn = self._queue.take(expected)
            if not turn.done():  # otherwise the client has gone
                turn.set_result(expected)
                self._left -= expected
        self._plan()


def _is_end(failure: BaseException | None) -> bool:
    """Return whether a coroutine is cancelled or closed: it does not wait for a turn to clean up."""
    return failure is not None and not isinstance(failure, Exception)
