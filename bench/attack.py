"""Measures how long an honest player waits, for their own moves and for casual bots, while others attack the server.

    python -m bench.attack --clients 200 --seconds 10
    python -m bench.attack crowd moves --database postgresql

For each attack a server is started with its usual limits on a fresh database and a free port of loopback. The attackers
are a process of their own, of lower priority than the server, since attackers elsewhere would not take its processor.
They have one address or several (`--addresses`); the honest player has another one. A bot's time is that of two casual
bots, from the player's move to the player's next turn. The database is an SQLite, a PostgreSQL that is started for each
attack, or one that exists and may be filled.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import httpx
import numpy as np

from .attackers import ATTACKS, LOST, Attack, honest_bots, honest_moves, run
from .postgres import postgres

CALM = "none"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
START_SECONDS = 120
POLITE = 10
HEAD_START = 4.0
"""Seconds for which attackers are at work before the honest player begins."""
GOALS = "goals: 99% of the moves within 100 ms, a casual bot within 2 s"


@contextmanager
def server(database: str):
    """Start a server with its usual limits, and yield its port."""
    with ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory(prefix="pioche-attack-"))
        if database == SQLITE:
            database = f"sqlite:///{folder}/tables.db"
        elif database == POSTGRESQL:
            database = running.enter_context(postgres())
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
        where = ["--port", str(port), "--database", database, "--pause", "0"]
        command = [sys.executable, "-m", "pioche", "serve", "--no-warm-up", *where]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        try:
            wait_for(port)
            yield port
        finally:
            process.kill()
            process.wait()


def wait_for(port: int) -> None:
    """Wait until a server answers."""
    for _ in range(START_SECONDS):
        with suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=60).raise_for_status()
            return
        time.sleep(1)
    raise TimeoutError("the server did not start")


def attack_from_outside(name: str, attack: Attack, seconds: float, begun: Any, seen: multiprocessing.Queue) -> None:
    os.nice(POLITE)
    attack.until = time.monotonic() + seconds
    begun.set()
    seen.put(asyncio.run(run(name, attack)))


async def be_honest(port: int, seconds: float) -> tuple[list[float], list[float]]:
    moves: list[float] = []
    bots: list[float] = []
    end = time.monotonic() + seconds

    def is_over() -> bool:
        return time.monotonic() > end

    tasks = [
        asyncio.create_task(honest_moves(port, is_over, moves)),
        asyncio.create_task(honest_bots(port, is_over, bots)),
    ]
    _, waiting = await asyncio.wait(tasks, timeout=seconds + 60)
    for task in waiting:
        task.cancel()
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if error is not None:
            print(f"an honest player was disturbed: {error!r}")
    return moves, bots


def warm(port: int) -> None:
    """Let the bots of these games move once, so that loading them is not measured."""
    with suppress(*LOST):
        asyncio.run(be_honest(port, 3))


def told(times: list[float]) -> str:
    if not times:
        return "none answered"
    median, late, worst = (1000 * float(value) for value in (*np.percentile(times, [50, 99]), max(times)))
    return f"{len(times):4d}: {median:7.1f} {late:7.1f} {worst:8.1f}"


def measure(name: str, arguments: argparse.Namespace) -> None:
    spawn = multiprocessing.get_context("spawn")
    with server(arguments.database) as port:
        warm(port)
        seen: multiprocessing.Queue = spawn.Queue()
        attack, begun = Attack(port, arguments.clients, arguments.addresses), spawn.Event()
        doing = (name, attack, arguments.seconds + HEAD_START, begun, seen)
        attackers = spawn.Process(target=attack_from_outside, args=doing)
        if name != CALM:
            attackers.start()
            begun.wait(START_SECONDS)
            time.sleep(HEAD_START)
        moves, bots = asyncio.run(be_honest(port, arguments.seconds))
        counts: Counter[str] = Counter()
        if name != CALM:
            with suppress(Exception):
                counts = seen.get(timeout=90)
            attackers.kill()
            attackers.join()
    attacked = ", ".join(f"{key} {count}" for key, count in counts.most_common(5))
    print(f"{name:8} | {told(moves)} | {told(bots)} | {attacked}", flush=True)


def kind_of(database: str) -> str:
    """Return the kind of a database by its address, which may contain a password."""
    return database.partition(":")[0].partition("+")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="attack", help=f"all, or some of: {', '.join([CALM, *ATTACKS])}")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database", default=SQLITE, help="sqlite, postgresql, or the address of a database")
    arguments = parser.parse_args()
    if unknown := {*arguments.attacks} - {CALM, *ATTACKS}:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    print(f"{arguments.clients} clients, {arguments.addresses} addresses, {kind_of(arguments.database)}", end=", ")
    print(f"load of the machine {os.getloadavg()[0]:.1f}")
    print(GOALS)
    print("attack   | moves: median, 99%, worst in ms  | bots: the same           | what the attackers were answered")
    for name in arguments.attacks or [CALM, *ATTACKS]:
        measure(name, arguments)


if __name__ == "__main__":
    main()
