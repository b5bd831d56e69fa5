"""The first bot's move and the first hint on a machine that has never compiled anything.

    python -m bench.first_moves
    python -m bench.first_moves the-game xxl-pur --wait 120

For each game a server is started with an empty cache of compiled loops. A table is opened with strong bots, one of
which begins; the time runs from the request to its move. Then a hint is asked for, and again until it comes with
figures: the game is compiled by then. In 20/20, which has no bots, it is "can it still be won?" instead of a move, and
it is asked again like a hint.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from pioche import registry
from pioche.core.game import Game

from .live import Live, live

PATIENCE, PAUSE = 300, 1.0


class Seat:
    """Seat 0 at a table of its own, on a socket."""

    def __init__(self, socket: ClientConnection, begin: float) -> None:
        self.socket, self.begin = socket, begin
        self.state: dict[str, Any] = {}
        self.requests = 0

    def hear(self, *wanted: str) -> dict[str, Any]:
        """Return the next message of a wanted type."""
        while True:
            heard: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if heard["type"] == "state":
                self.state = heard
            if heard["type"] in wanted:
                return heard

    def ask(self, kind: str, *wanted: str) -> tuple[float, dict[str, Any]]:
        """Send a request; return the seconds until the answer, and the answer."""
        self.requests += 1
        begin = time.perf_counter()
        self.socket.send(json.dumps({"type": kind, "id": self.requests, "seat": 0}))
        answer = self.hear(*wanted, "refused")
        return time.perf_counter() - begin, answer

    def wait_for_bot(self) -> float:
        """Play until a bot has moved; return how long that took after it became its turn."""
        since, moved = self.begin, False
        while not moved:
            heard = self.hear("state")
            moved = any(line["kind"] == "moved" and line["seat"] != 0 for line in heard["lines"])
            if heard["view"]["moves"] and not moved:
                self.play()
                since = time.perf_counter()
        return time.perf_counter() - since

    def play(self) -> None:
        self.requests += 1
        move = self.state["view"]["moves"][0]["name"]
        asked = {"type": "move", "id": self.requests, "seat": 0, "move": move, "at": self.state["number"]}
        self.socket.send(json.dumps(asked))

    def wait_for_turn(self) -> None:
        while not (self.state and len(self.state["view"]["moves"]) > 1):
            if self.state and self.state["view"]["moves"]:
                self.play()
            self.hear("state")


@contextmanager
def seated(server: Live, game: Game) -> Iterator[Seat]:
    """Open a table with strong bots, the first to move among them, and sit down at it."""
    begin = time.perf_counter()
    players = next((count for count in game.players if count > 1), 1)  # a game alone would have no bot
    plans = [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "level": "strong"}] * (players - 1)]
    asked = {"game": game.name, "seats": plans, "dealer": 0}
    opened = httpx.post(f"{server.address}/api/tables", json=asked, timeout=PATIENCE).json()
    with connect(f"ws://127.0.0.1:{server.port}/ws/{opened['table']}") as socket:
        socket.send(json.dumps({"type": "hello", "tokens": list(opened["seats"].values())}))
        yield Seat(socket, begin)


def first_moves(game: Game, wait: float) -> str:
    with empty_cache(), live(compiles=True) as server, seated(server, game) as seat:
        if game.solve is None:
            first = seat.wait_for_bot()
        else:
            seat.hear("state")
            first, _ = seat.ask("winnable", "is-winnable")
        seat.wait_for_turn()
        waited, peak, ready = [], 0, "–"
        while ready == "–" and time.perf_counter() - seat.begin < wait:
            seconds, is_compiled = ask_all(game, seat)
            waited.append(seconds)
            peak = max(peak, memory_of_children(server.process))
            if is_compiled:
                ready = f"{time.perf_counter() - seat.begin:.0f}"
            else:
                time.sleep(PAUSE)
    return f"| {game.name} | {first:.2f} | {max(waited):.2f} | {ready} | {peak / 1e6:.0f} |"


def ask_all(game: Game, seat: Seat) -> tuple[float, bool]:
    """Ask for a hint, and where there is a solver whether it can still be won.

    Return the seconds until the later answer, and whether both come from compiled loops.
    """
    seconds, answer = seat.ask("hint", "hints")
    is_compiled = answer["type"] == "hints" and any(hint["tries"] for hint in answer["hints"])
    if game.solve is None:
        return seconds, is_compiled
    asked, answer = seat.ask("winnable", "is-winnable")
    return max(seconds, asked), is_compiled and answer["type"] == "is-winnable"


@contextmanager
def empty_cache() -> Iterator[None]:
    before = os.environ.get("PIOCHE_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PIOCHE_CACHE"] = folder
        try:
            yield
        finally:
            os.environ.pop("PIOCHE_CACHE")
            if before is not None:
                os.environ["PIOCHE_CACHE"] = before


def memory_of_children(process: int) -> int:
    """Return the highest memory of a process's children so far, in bytes."""
    found = [0]
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        status = Path(f"/proc/{child}/status").read_text()
        found += [int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")]
    return max(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="the games; all unless given")
    parser.add_argument("--wait", type=float, default=PATIENCE, help="the most seconds to wait for a game's compiler")
    arguments = parser.parse_args()
    print(
        "| game | first move, s | longest hint, s | compiled after, s | compiler's memory, MB |\n|---|---|---|---|---|"
    )
    for game in map(registry.find, arguments.games) if arguments.games else registry.games():
        print(first_moves(game, arguments.wait), flush=True)


if __name__ == "__main__":
    main()
