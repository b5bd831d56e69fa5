"""A fair queue for work in threads: nobody can keep others waiting.

Work of a lower rank comes first. Within a rank, addresses take turns, and so do the tables of an address: a client
that asks for a hundred things waits for a hundred turns, and one that asks for one thing for one turn of each address.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from .errors import Busy
from .words import say

SHARE = 8
"""One piece of work in this many is of the last rank, however much waits in the ranks before it."""
POLITE = 5
"""How much lower the priority of these threads is than that of the event loop, for which everybody waits."""

Found = TypeVar("Found")
Item = TypeVar("Item")


class Asker(NamedTuple):
    """Who waits for a piece of work, and how urgently."""

    address: str
    table: str = ""
    rank: int = 0
    """Lower ranks come first."""


class FairQueue(Generic[Item]):
    """Items in the order in which they are due."""

    def __init__(self) -> None:
        self._ranks: dict[int, OrderedDict[str, OrderedDict[str, deque[Item]]]] = {}
        self.waiting: Counter[int] = Counter()
        """By rank, how many items wait."""
        self._taken = 0

    def __len__(self) -> int:
        return self.waiting.total()

    def add(self, asker: Asker, item: Item) -> None:
        addresses = self._ranks.setdefault(asker.rank, OrderedDict())
        addresses.setdefault(asker.address, OrderedDict()).setdefault(asker.table, deque()).append(item)
        self.waiting[asker.rank] += 1

    def take(self) -> Item:
        """Remove and return the next item; its address and its table go to the end of their lines."""
        self._taken += 1
        rank = (max if self._taken % SHARE == 0 else min)(self._ranks)
        addresses = self._ranks[rank]
        address, tables = addresses.popitem(last=False)
        table, items = tables.popitem(last=False)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            addresses[address] = tables
        if not addresses:
            del self._ranks[rank]
        self.waiting[rank] -= 1
        return item


@dataclass
class _Work:
    job: Callable[[], Any]
    address: str
    future: asyncio.Future[Any]


def be_polite() -> None:
    """Lower the priority of this thread; on Linux each thread has one of its own."""
    if sys.platform == "linux":
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        with contextlib.suppress(OSError):  # a container may forbid it, and the work must be done all the same
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + POLITE)


class Workers:
    """A few threads, and the work that waits for them. All methods are called by the event loop."""

    def __init__(self, name: str, threads: int, *, most_each: int | None = None, most: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=be_polite)
        self._free = self.threads = threads
        self._most_each, self._most = most_each, most
        self._by_address: Counter[str] = Counter()
        self.queue: FairQueue[_Work] = FairQueue()

    async def do(self, job: Callable[[], Found], asker: Asker) -> Found:
        """Do something in a thread when its turn comes; raise `Busy` if too much of it waits already."""
        self._check(asker.address)
        work = _Work(job, asker.address, asyncio.get_running_loop().create_future())
        self._by_address[asker.address] += 1
        self.queue.add(asker, work)
        self._begin()
        try:
            found: Found = await work.future
            return found
        finally:
            self._by_address[asker.address] -= 1
            if not self._by_address[asker.address]:
                del self._by_address[asker.address]

    def _check(self, address: str) -> None:
        if self._most_each is not None and self._by_address[address] >= self._most_each:
            raise Busy(say("too-many-questions"), Busy.TOO_MANY)
        if self._most is not None and len(self.queue) >= self._most:
            raise Busy(say("server-busy"), Busy.UNAVAILABLE)

    def _begin(self) -> None:
        while self._free and self.queue:
            work = self.queue.take()
            if work.future.done():  # the client has gone
                continue
            self._free -= 1
            begun = asyncio.get_running_loop().run_in_executor(self._threads, work.job)
            begun.add_done_callback(partial(self._finish, work))

    def _finish(self, work: _Work, begun: asyncio.Future[Any]) -> None:
        self._free += 1
        if not begun.cancelled() and (error := begun.exception()) is not None:
            if not work.future.done():
                work.future.set_exception(error)
        elif not work.future.done():
            work.future.cancel() if begun.cancelled() else work.future.set_result(begun.result())
        self._begin()

    def close(self) -> None:
        """Stop without waiting for work that is under way."""
        self._free = 0
        self._threads.shutdown(wait=False, cancel_futures=True)
