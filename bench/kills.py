"""Kill a server again and again while several clients play: ``python -m bench.kills --times 500 --database URL``.

Each client plays tables of its own and notes every event that the server acknowledges: most clients make moves and chat
as fast as they are answered, every fourth plays against bots. When enough events were acknowledged since the last start
(``--events``), the server is killed (SIGKILL) at a random moment and started again at once. At the end every
acknowledged event must be in the database. The exit code is 1 if one is not, or if a table cannot be replayed.
``--database`` can be given more than once; ``postgresql`` starts one for this.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pioche.client import RefusedByServer, sit
from pioche.server.events import Event, Moved, Said
from pioche.server.store import Store
from pioche.server.table import Table

from .postgres import postgres

GAMES = ("no-merci", "drahtseilakt", "the-game")
START_SECONDS = 120
ALONE = [{"kind": "me", "name": name} for name in "ABC"]
AGAINST_BOTS = [{"kind": "me", "name": "A"}, *[{"kind": "bot", "level": "beginner"}] * 2]
AGAINST_BOTS_EVERY, CHAT_EVERY = 4, 5
PAUSE = 0.05
LOST = (httpx.HTTPError, OSError, WebSocketException, RefusedByServer, TimeoutError)


@dataclass
class Seen:
    """What clients have sent, by table and number of the event."""

    acknowledged: dict[str, dict[int, Event]] = field(default_factory=dict)
    unanswered: list[tuple[str, Event]] = field(default_factory=list)
    """Requests whose answer was cut off: these events may be stored or not."""
    between: list[int] = field(default_factory=list)
    """How many events were acknowledged between two kills."""

    @property
    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))


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


async def opened(server: Server, game: str, seats: list[dict[str, str]]) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=60) as client:
        asked = {"game": game, "seats": seats}
        answer = (await client.post(f"{server.address}/api/tables", json=asked)).raise_for_status()
        return dict(answer.json())


async def play(server: Server, number: int, seen: Seen) -> None:
    """Play one table after the other, and note what is acknowledged."""
    is_against_bots = number % AGAINST_BOTS_EVERY == AGAINST_BOTS_EVERY - 1
    while True:
        with suppress(*LOST):
            if is_against_bots:
                await play_against_bots(server, await opened(server, random.choice(GAMES), AGAINST_BOTS), seen)
            else:
                await play_fast(server, await opened(server, GAMES[0], ALONE), seen)
        await asyncio.sleep(PAUSE)


async def play_against_bots(server: Server, table: dict[str, Any], seen: Seen) -> None:
    events = seen.acknowledged.setdefault(table["table"], {})
    async with sit(server.address, table["table"], table["seats"]["0"]) as seat:
        async for state in seat.states():
            if found := state.view["moves"]:
                name = random.choice(found)["name"]
                with suppress(ConnectionError, RefusedByServer):
                    events[await seat.play(name)] = Moved(max(seat.seat, 0), name)


async def play_fast(server: Server, table: dict[str, Any], seen: Seen) -> None:
    """Make the moves of all seats of a table, and chat, each as soon as the last one is answered; connect again."""
    until, is_over = time.monotonic() + START_SECONDS, False
    while not is_over and time.monotonic() < until:
        with suppress(OSError, WebSocketException):
            async with connect(f"ws://127.0.0.1:{server.port}/ws/{table['table']}", compression=None) as socket:
                await socket.send(json.dumps({"type": "hello", "tokens": list(table["seats"].values())}))
                is_over = await move_on(socket, table["table"], seen)
        await asyncio.sleep(PAUSE)


async def move_on(socket: Any, table: str, seen: Seen) -> bool:
    """Move and chat until the match is over; return whether it is."""
    events = seen.acknowledged.setdefault(table, {})
    state: dict[str, Any] = json.loads(await socket.recv())
    for number in range(10**6):
        if state["view"]["over"]:
            return True
        event = next_event(state, number)
        asked = {"type": "move" if isinstance(event, Moved) else "say", "id": number, "at": state["number"]}
        shown = {"seat": event.seat, **({"move": event.move} if isinstance(event, Moved) else {"text": event.text})}
        seen.unanswered.append((table, event))
        await socket.send(json.dumps(asked | shown))
        while (message := json.loads(await socket.recv())).get("id") != number:
            state = message if message["type"] == "state" else state
        seen.unanswered.remove((table, event))
        if message["type"] == "done":
            events[message["number"]] = event
    return False


def next_event(state: dict[str, Any], number: int) -> Moved | Said:
    """Return a move of the seat whose turn it is, or now and then a word. Without tokens, "refuse" is refused."""
    (seat,) = state["view"]["to_move"]
    if number % CHAT_EVERY == 0:
        return Said(seat, f"word {number} {random.random()}")
    return Moved(seat, random.choice(("take", "refuse")))


async def some_progress(seen: Seen, events: int) -> None:
    """Wait until enough further events were acknowledged: a kill before that would prove nothing."""
    before, until = seen.count, time.monotonic() + START_SECONDS
    while seen.count < before + events and time.monotonic() < until:
        await asyncio.sleep(0.01)


async def torment(server: Server, arguments: argparse.Namespace) -> Seen:
    """Kill the server again and again; return what clients have seen."""
    seen = Seen()
    await server.start()
    players = [asyncio.create_task(play(server, number, seen)) for number in range(arguments.clients)]
    try:
        until = time.monotonic() + 60 * arguments.minutes
        while len(seen.between) < arguments.times and time.monotonic() < until:
            before = seen.count
            await some_progress(seen, arguments.events)
            await asyncio.sleep(random.uniform(0.0, arguments.longest))
            server.kill()
            seen.between.append(seen.count - before)
            await server.start()
        await some_progress(seen, arguments.events)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        server.kill()
    return seen


def check(database: str, seen: Seen) -> tuple[int, int, int]:
    """Return how many acknowledged events are lost, how many are stored, and how many tables cannot be replayed."""
    store, lost, stored, broken = Store(database), 0, 0, 0
    for table, acknowledged in seen.acknowledged.items():
        events = dict(store.read(table))
        stored += len(events)
        lost += sum(events.get(number) != event for number, event in acknowledged.items())
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
    seen = asyncio.run(torment(server, arguments))
    lost, stored, broken = check(database, seen)
    starts, between = sorted(server.starts), sorted(seen.between)
    kind = store.url.get_backend_name()
    print(f"{kind}: {len(between)} kills, {arguments.clients} clients, {time.monotonic() - begin:.0f} s")
    print(f"  {seen.count} events acknowledged at {len(seen.acknowledged)} tables, {lost} lost; {stored} stored")
    print(f"  between two kills: {between[0]} to {between[-1]} acknowledged, median {between[len(between) // 2]}")
    print(f"  {len(seen.unanswered)} requests were cut off by a kill; {broken} tables cannot be replayed")
    print(f"  {len(starts)} starts: median {starts[len(starts) // 2]:.1f} s, slowest {starts[-1]:.1f} s", flush=True)
    return lost == broken == 0


@contextmanager
def database_of(given: str, folder: str) -> Iterator[str]:
    if given == "sqlite":
        yield f"sqlite:///{Path(folder) / 'tables.db'}"
    elif given == "postgresql":
        with postgres() as address:
            yield address
    else:
        yield given


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=24 * 60, help="end earlier if it takes longer than this")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--events", type=int, default=50, help="how many are acknowledged between two kills at least")
    parser.add_argument("--longest", type=float, default=1.0, help="the longest time from then to the kill, in seconds")
    parser.add_argument("--database", action="append", help="sqlite (a new file), postgresql, or an address")
    parser.add_argument("--port", type=int, default=8029)
    arguments = parser.parse_args()
    done = []
    for given in arguments.database or ["sqlite", "postgresql"]:
        with tempfile.TemporaryDirectory(prefix="pioche-kills-") as folder, database_of(given, folder) as database:
            done.append(run(database, arguments))
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
