"""Kill a server again and again while several clients play: ``python -m bench.kills --times 500 --database URL``.

Each client plays tables of its own and notes every event that the server acknowledges. The server is killed (SIGKILL)
at a random moment and started again at once. At the end every acknowledged event must be in the database.
The exit code is 1 if one is not, or if a table cannot be replayed. ``--database`` can be given more than once.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import httpx

from pioche.client import RefusedByServer, sit
from pioche.server.events import Moved
from pioche.server.store import Store
from pioche.server.table import Table

GAMES = ("no-merci", "drahtseilakt", "the-game")
START_SECONDS = 120
SEATS = [{"kind": "me", "name": "A"}, *[{"kind": "bot", "level": "beginner"}] * 2]
Acknowledged = dict[str, dict[int, str]]


@dataclass
class Server:
    database: str
    port: int
    process: subprocess.Popen[bytes] | None = None
    starts: list[float] = field(default_factory=list)
    log: IO[bytes] = field(default_factory=tempfile.TemporaryFile)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        where = ["--port", str(self.port), "--database", self.database, "--pause", "0", "--no-warm-up", "--no-limits"]
        begin = time.monotonic()
        command = [sys.executable, "-m", "pioche", "serve", *where]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.log)
        async with httpx.AsyncClient() as client:
            while time.monotonic() - begin < START_SECONDS and self.process.poll() is None:
                with suppress(httpx.HTTPError):
                    if (await client.get(f"{self.address}/healthz")).status_code == httpx.codes.OK:
                        self.starts.append(time.monotonic() - begin)
                        return
                await asyncio.sleep(0.05)
        self.log.seek(0)
        raise TimeoutError(f"the server did not start: {self.log.read()[-2000:].decode()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


async def play(server: Server, number: int, acknowledged: Acknowledged) -> None:
    """Play one table after the other, and note what is acknowledged."""
    while True:
        with suppress(httpx.HTTPError, OSError, RefusedByServer):
            async with httpx.AsyncClient(timeout=60) as client:
                asked = {"game": GAMES[number % len(GAMES)], "seats": SEATS}
                opened = (await client.post(f"{server.address}/api/tables", json=asked)).raise_for_status().json()
            moves = acknowledged.setdefault(opened["table"], {})
            async with sit(server.address, opened["table"], opened["seats"]["0"]) as seat:
                async for state in seat.states():
                    if found := state.view["moves"]:
                        name = random.choice(found)["name"]
                        with suppress(ConnectionError, RefusedByServer):
                            moves[await seat.play(name)] = name
        await asyncio.sleep(0.1)


async def some_progress(acknowledged: Acknowledged) -> None:
    """Wait until another event was acknowledged: a kill before that would prove nothing."""
    before, until = sum(map(len, acknowledged.values())), time.monotonic() + START_SECONDS
    while sum(map(len, acknowledged.values())) == before and time.monotonic() < until:
        await asyncio.sleep(0.02)


async def torment(server: Server, times: int, clients: int, longest: float) -> Acknowledged:
    acknowledged: Acknowledged = {}
    await server.start()
    players = [asyncio.create_task(play(server, number, acknowledged)) for number in range(clients)]
    try:
        for _ in range(times):
            await some_progress(acknowledged)
            await asyncio.sleep(random.uniform(0.0, longest))
            server.kill()
            await server.start()
        await asyncio.sleep(longest)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        server.kill()
    return acknowledged


def check(database: str, acknowledged: Acknowledged) -> tuple[int, int, int]:
    """Return how many acknowledged events are lost, how many are stored, and how many tables cannot be replayed."""
    store, lost, stored, broken = Store(database), 0, 0, 0
    for table, moves in acknowledged.items():
        events = dict(store.read(table))
        stored += len(events)
        lost += sum(events.get(number) != Moved(0, move) for number, move in moves.items())
        try:
            Table.replay(table, sorted(events.items(), key=lambda each: each[0]))
        except Exception:
            broken += 1
    store.close()
    return lost, stored, broken


def run(database: str, arguments: argparse.Namespace) -> bool:
    store = Store(database)
    store.migrate()
    store.close()
    server, begin = Server(database, arguments.port), time.monotonic()
    acknowledged = asyncio.run(torment(server, arguments.times, arguments.clients, arguments.longest))
    lost, stored, broken = check(database, acknowledged)
    count, starts = sum(map(len, acknowledged.values())), sorted(server.starts)
    kind = store.url.get_backend_name()
    print(f"{kind}: {arguments.times} kills, {arguments.clients} clients, {time.monotonic() - begin:.0f} s")
    print(f"  {count} events acknowledged at {len(acknowledged)} tables, {lost} lost; {stored} stored; {broken} broken")
    print(f"  {len(starts)} starts: median {starts[len(starts) // 2]:.1f} s, slowest {starts[-1]:.1f} s", flush=True)
    return lost == broken == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--longest", type=float, default=3.0, help="how long play may go on before a kill, in seconds")
    parser.add_argument("--database", action="append", help="may be given more than once; default: a new SQLite file")
    parser.add_argument("--port", type=int, default=8029)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pioche-kills-") as folder:
        databases = arguments.database or [f"sqlite:///{Path(folder) / 'tables.db'}"]
        done = [run(database, arguments) for database in databases]
        return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
