"""The server under load: many sockets, many tables, a steady rate of moves; response times and cost.

    python -m bench.load --tables 500 --sockets 4 --rate 500 --seconds 60
    python -m bench.load --tables 2500 --rate 1500 --seconds 120
    python -m bench.load --database postgresql --processes 2

Servers are started on free ports of loopback, with an SQLite of their own or a PostgreSQL that is started for it. Each
table is a match of No Merci with three seats, and spectators on the other sockets; moves are made in turn over all
tables, each by the seat to move, and timed from sending to the answer that it is on disk. The first move of
each table is also shown apart: all of them are made at the beginning, one after the other. The load comes from one more
process. With several servers, a table's sockets are all at one of them, or with ``--spread`` at different ones.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import numpy as np

from .crowd import SEATS, Answered, Crowd, Table
from .live import Live, live
from .postgres import postgres

GAME = "no-merci"
SETTLE_SECONDS = 2.0
"""How long the servers are left alone before and after the moves."""

SLOW_SECONDS = 0.1


def memory(process: int) -> int:
    """Return the memory of a process, in bytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def work(process: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def servers(arguments: argparse.Namespace) -> Iterator[list[Live]]:
    """Run as many servers as asked for, on one database."""
    with ExitStack() as running:
        database = None if arguments.database == "sqlite" else arguments.database
        if database == "postgresql":
            database = running.enter_context(postgres())
        yield [running.enter_context(live(database=database)) for _ in range(arguments.processes)]


def opened(found: list[Live], arguments: argparse.Namespace) -> list[Table]:
    """Open all tables, in turn at all servers."""
    tables, plans = [], [{"kind": "me", "name": f"x{seat}"} for seat in range(SEATS)]
    with ExitStack() as running:
        clients = [running.enter_context(httpx.Client(base_url=each.address, timeout=60)) for each in found]
        for number in range(arguments.tables):
            made = clients[number % len(clients)].post("/api/tables", json={"game": GAME, "seats": plans}).json()
            spread = range(number, number + arguments.sockets) if arguments.spread else [number] * arguments.sockets
            ports = [found[each % len(found)].port for each in spread]
            tables.append(Table(made["table"], list(made["seats"].values()), ports))
    return tables


def measure(tables: list[Table], ids: list[int], arguments: argparse.Namespace) -> None:
    """Play at tables that are served by these processes, and print what it took."""
    gc.disable()  # a pause of the load would be taken for one of the server
    crowd = Crowd()
    before = sum(map(memory, ids))
    crowd.sit(tables)
    crowd.read_for(SETTLE_SECONDS)
    sockets = arguments.tables * arguments.sockets
    held = (sum(map(memory, ids)) - before) / sockets
    worked, spent = sum(map(work, ids)), time.process_time()
    crowd.play(tables, arguments.rate, arguments.seconds)
    crowd.read_for(SETTLE_SECONDS)
    moves = len(crowd.answers)
    cost, own = (sum(map(work, ids)) - worked) / moves * 1000, (time.process_time() - spent) / moves * 1000
    print(f"{sockets} sockets at {arguments.tables} tables, {moves / arguments.seconds:.0f} moves/s", end=" ")
    print(f"for {arguments.seconds:g} s; servers: {len(ids)}")
    print_times(crowd.answers)
    print(f"memory: {held / 1000:.0f} kB a connection; work: {cost:.2f} ms a move (the load itself: {own:.2f} ms)")


def print_times(answers: list[Answered]) -> None:
    """Print how long answers took: all of them, those to the first moves of tables, and when slow ones were asked."""
    print(f"answer: {summary(answers)}")
    print(f"first moves: {summary([each for each in answers if each.is_first])}")
    print(f"later moves: {summary([each for each in answers if not each.is_first])}")
    begin = min(each.begin for each in answers)
    slow = Counter(int(each.begin - begin) for each in answers if each.seconds > SLOW_SECONDS)
    seconds = ", ".join(f"{second} ({count})" for second, count in sorted(slow.items()))
    print(f"slower than {SLOW_SECONDS * 1000:.0f} ms: {slow.total()} of {len(answers)}; by second: {seconds or 'none'}")


def summary(answers: list[Answered]) -> str:
    if not answers:
        return "none"
    times = np.array([each.seconds for each in answers]) * 1000
    return f"median {np.median(times):.1f} ms, 99% {np.percentile(times, 99):.1f} ms, worst {times.max():.1f} ms"


def add_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=4, help="for each table; at least 3")
    parser.add_argument("--rate", type=float, default=500, help="moves a second")
    parser.add_argument("--seconds", type=float, default=60)
    return parser


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or the address of an empty database")
    parser.add_argument("--processes", type=int, default=1, help="servers on one PostgreSQL")
    parser.add_argument("--spread", action="store_true", help="a table's sockets are at different servers")
    arguments = parser.parse_args()
    if arguments.sockets < SEATS or (arguments.database == "sqlite" and arguments.processes > 1):
        parser.error("a table needs 3 sockets, and SQLite is for one process")
    with servers(arguments) as found:
        measure(opened(found, arguments), [each.process for each in found], arguments)


if __name__ == "__main__":
    main()
