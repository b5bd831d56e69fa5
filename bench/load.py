"""The server under load: many sockets, many tables, a steady rate of moves; response times and cost.

    python -m bench.load --tables 500 --sockets 4 --rate 500 --seconds 60

A server is started on SQLite and a free port of loopback. Each table is a match of No Merci with three seats and one
spectator; moves are made in turn over all tables, each by the seat to move, and timed from sending to the answer that
it is on disk. The load comes from a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from pathlib import Path

import httpx
import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from .live import live

GAME, SEATS = "no-merci", 3


class Table:
    """A table with its sockets; the first ones each hold a seat."""

    def __init__(self, name: str, tokens: list[str]) -> None:
        self.name, self.tokens = name, tokens
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.turn, self.number, self.moves = 0, 0, ["take"]
        self.answers: dict[int, float] = {}
        self.is_over = False

    async def sit(self, port: int, sockets: int, times: list[float]) -> None:
        for place in range(sockets):
            made = await connect(f"ws://127.0.0.1:{port}/ws/{self.name}", compression=None, max_queue=None)
            tokens = self.tokens[place : place + 1] if place < SEATS else []
            await made.send(json.dumps({"type": "hello", "tokens": tokens}))
            self.sockets.append(made)
            self.readers.append(asyncio.create_task(self.read(made, times)))

    async def read(self, made: ClientConnection, times: list[float]) -> None:
        async for text in made:
            if text.startswith('{"type":"done"'):
                times.append(time.perf_counter() - self.answers.pop(json.loads(text)["id"]))
            elif '"moves":[{' in text:
                state = json.loads(text)
                self.turn, self.number = state["eyes"], state["number"]
                self.moves = [move["name"] for move in state["view"]["moves"]]
            elif '"over":true' in text:
                self.is_over = True

    async def move(self, number: int) -> None:
        self.answers[number] = time.perf_counter()
        move = self.moves[0]  # refuse while there are tokens, which makes a match long
        asked = {"type": "move", "id": number, "seat": self.turn, "move": move, "at": self.number}
        await self.sockets[self.turn].send(json.dumps(asked))


def memory(process: int) -> int:
    """Return the memory of a process, in bytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def work(process: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(port: int, process: int, arguments: argparse.Namespace) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as desk:
        tables = []
        for _ in range(arguments.tables):
            plans = [{"kind": "me", "name": "x"}] * SEATS
            opened = (await desk.post("/api/tables", json={"game": GAME, "seats": plans})).json()
            tables.append(Table(opened["table"], list(opened["seats"].values())))
    before, times = memory(process), []
    for table in tables:
        await table.sit(port, arguments.sockets, times)
    await asyncio.sleep(2)
    sockets = arguments.tables * arguments.sockets
    held, worked = (memory(process) - before) / sockets, work(process)
    begin, made = time.perf_counter(), 0
    while (now := time.perf_counter() - begin) < arguments.seconds:
        due = int(now * arguments.rate)
        for number in range(made, due):
            table = tables[number % len(tables)]
            if not table.is_over and not table.answers:
                await table.move(number)
        made = max(made, due)
        await asyncio.sleep(0.002)
    await asyncio.sleep(2)
    spent = np.array(times) * 1000
    rate = len(times) / arguments.seconds
    print(f"{sockets} sockets at {arguments.tables} tables, {rate:.0f} moves/s for {arguments.seconds} s")
    print(
        f"answer: median {np.median(spent):.1f} ms, 99 % {np.percentile(spent, 99):.1f} ms, worst {spent.max():.1f} ms"
    )
    print(
        f"memory: {held / 1000:.0f} kB a connection; work: {(work(process) - worked) / len(times) * 1000:.2f} ms a move"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=4)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    with live() as server:
        asyncio.run(load(server.port, server.process, arguments))


if __name__ == "__main__":
    main()
