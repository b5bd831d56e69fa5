"""Reviews of finished matches: made one at a time by a process of low priority, and kept in the database.

A review is found by the checksum of the match's record, so a match that goes on after its end gets another one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
import time
import zlib
from collections import Counter, OrderedDict
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from pioche.core.match.record import from_text
from pioche.review.views import Unit

from .errors import Busy
from .practice import is_dealt_by_hand
from .schema import reviews
from .store import Store
from .words import say

logger = logging.getLogger("pioche.server")

SECONDS = 35.0
"""How long a review may think; with loading and compiled loops at hand, it takes less than a minute."""
WORKERS = 2
MOST_SECONDS = 900.0
"""A process that takes longer is ended: something is wrong, or the first compilation is very slow."""
MOST_WAITING, MOST_WAITING_EACH = 20, 4
"""How many reviews may wait in all, and for one address."""
MOST_KEPT = 20
"""How many reviews of records that belong to no table are kept."""
LONGEST_LINE = 1 << 24


@dataclass
class Job:
    """A review that is waiting, being made, or just finished."""

    checksum: str
    record: str
    table_id: str | None
    address: str = ""
    game: str = ""
    share: float = 0.0
    is_running: bool = False
    has_failed: bool = False


@dataclass(frozen=True)
class Loose:
    """The finished review of a record that belongs to no table."""

    game: str
    record: str
    packed: bytes
    is_dealt_by_hand: bool
    """Whether the cards came from given decks or a position, so that no table can go on from a step."""


class Part(msgspec.Struct, frozen=True):
    value: float
    error: float


class Parts(msgspec.Struct, frozen=True):
    deal: Part
    cards: Part
    others: Part
    own: Part


class Split(msgspec.Struct, frozen=True):
    seat: int
    parts: Parts


class Survey(msgspec.Struct, frozen=True):
    """The luck and skill of a stored review; the rest of it is not read."""

    unit: Unit
    splits: list[Split]


class Reviews:
    """The reviews of this process, and those in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.seconds = SECONDS
        self._waiting: OrderedDict[str, Job] = OrderedDict()
        self._failed: OrderedDict[str, Job] = OrderedDict()
        self._loose: OrderedDict[str, Loose] = OrderedDict()
        self._is_asked = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None

    # Asking.

    def ask(self, checksum: str, record: str, table_id: str | None, address: str = "", game: str = "") -> Job:
        """Return the job of a review, which is begun when its turn comes. A failed one is tried again."""
        if checksum not in self._waiting:
            if [job.address for job in self._waiting.values()].count(address) >= MOST_WAITING_EACH:
                raise Busy(say("too-many-questions"))
            if len(self._waiting) >= MOST_WAITING:
                raise Busy(say("reviews-busy"), Busy.UNAVAILABLE)
            self._failed.pop(checksum, None)
            self._waiting[checksum] = Job(checksum, record, table_id, address, game)
            self._is_asked.set()
        return self._waiting[checksum]

    def job(self, checksum: str) -> Job | None:
        return self._waiting.get(checksum) or self._failed.get(checksum)

    def ahead(self, checksum: str) -> int:
        """Return how many reviews are made before this one, if no other is asked for."""
        return self._in_turn().index(checksum) if checksum in self._waiting else 0

    def _in_turn(self) -> list[str]:
        """Return the reviews that wait, in the order in which they are made: addresses take turns."""
        asked: Counter[str] = Counter()
        places = {}
        for job in self._waiting.values():
            places[job.checksum] = not job.is_running, asked[job.address]
            asked[job.address] += 1
        return sorted(places, key=lambda checksum: places[checksum])

    def find(self, checksum: str, table_id: str | None) -> bytes | None:
        """Return a finished review as JSON. Blocks; call it from a worker thread."""
        loose = self.loose(checksum)
        packed = (loose.packed if loose else None) if table_id is None else self._stored(checksum, table_id)
        return None if packed is None else zlib.decompress(packed)

    def loose(self, checksum: str) -> Loose | None:
        """Return the kept review of a record that belongs to no table."""
        return self._loose.get(checksum)

    def _stored(self, checksum: str, table_id: str) -> bytes | None:
        chosen = sa.select(reviews.c.body).where(reviews.c.table_id == table_id, reviews.c.checksum == checksum)
        with self._store.engine.connect() as connection:
            found: bytes | None = connection.scalar(chosen)
            return found

    def _is_stored(self, job: Job) -> bool:
        """Return whether another process has made a review meanwhile."""
        return job.table_id is not None and self._stored(job.checksum, job.table_id) is not None

    def surveys(self, tables: list[str]) -> dict[str, Survey]:
        """Return what the reviews of these tables tell about luck and skill. Blocks; call it from a worker thread."""
        chosen = sa.select(reviews.c.table_id, reviews.c.body).where(reviews.c.table_id.in_(tables))
        with self._store.engine.connect() as connection:
            rows = connection.execute(chosen).all()
        return {row.table_id: msgspec.json.decode(zlib.decompress(row.body), type=Survey) for row in rows}

    # Making.

    async def run(self) -> None:
        """Make the reviews that are asked for, one after the other."""
        try:
            while True:
                await self._is_asked.wait()
                self._is_asked.clear()
                while self._waiting:
                    await self._finish(self._waiting[self._in_turn()[0]])
        finally:
            self._stop()

    async def _finish(self, job: Job) -> None:
        job.is_running = True
        try:
            if not await asyncio.to_thread(self._is_stored, job):
                async with asyncio.timeout(MOST_SECONDS):
                    made = await self._make(job)
                await asyncio.to_thread(self._keep, job, made)
        except Exception:  # the next review is made all the same
            logger.exception("not reviewed", extra={"table": job.table_id})
            job.has_failed, self._failed[job.checksum] = True, job
            _forget_oldest(self._failed)
        finally:
            self._stop()
            self._waiting.pop(job.checksum, None)

    async def _make(self, job: Job) -> bytes:
        """Let a process make a review, and note its progress; return the review as JSON."""
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        command = (sys.executable, "-m", "pioche.server.reviewer", str(self.seconds), str(WORKERS))
        process = self._process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=nothing, limit=LONGEST_LINE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(job.record).encode() + b"\n")
        await process.stdin.drain()
        async for line in process.stdout:
            if line.startswith(b"{"):
                return line.rstrip()
            job.share = float(line)
        raise RuntimeError(f"the process ended with {await process.wait()}")

    def _keep(self, job: Job, made: bytes) -> None:
        packed = zlib.compress(made)
        if job.table_id is None:
            self._loose[job.checksum] = Loose(job.game, job.record, packed, is_dealt_by_hand(from_text(job.record)))
            _forget_oldest(self._loose)
            return
        row = {"table_id": job.table_id, "checksum": job.checksum, "made": time.time(), "body": packed}
        with self._store.writing() as connection:
            connection.execute(sa.delete(reviews).where(reviews.c.table_id == job.table_id))
            connection.execute(sa.insert(reviews), row)

    def _stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()


def _forget_oldest(kept: OrderedDict[str, Job] | OrderedDict[str, Loose]) -> None:
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
