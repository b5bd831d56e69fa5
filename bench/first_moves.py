"""The first bot's move and the first hint on a machine that has never compiled anything.

    python -m bench.first_moves
    python -m bench.first_moves the-game xxl-pur --wait 120

For each game a server is started with an empty cache of compiled loops. A table is opened with strong bots, one of
which begins; the time runs from the request to its move. Then a hint is asked for, and again until it comes with
figures: its bots are compiled by then. In 20/20, which has no bots, it is "can it still be won?" instead of a move, and
it is asked again like a hint. At the end the compiler is watched until it has nothing of the game left. The memory is
the most that each of its processes took, one for each of its steps: bots that do not search, bots that do, reviews.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from pioche import registry
from pioche.core.game import Game
from pioche.server.compiler import STEPS

from .live import Live, live

PATIENCE, PAUSE, LOOK = 300, 1.0, 0.05
COMPILER = "pioche.server.compiler"
STEP_NAMES = [" ".join(parts) for parts in STEPS]


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
    with (
        empty_cache(),
        live(compiles=True) as server,
        CompilerWatch(server.process) as watch,
        seated(server, game) as seat,
    ):
        if game.solve is None:
            first = seat.wait_for_bot()
        else:
            seat.hear("state")
            first, _ = seat.ask("winnable", "is-winnable")
        seat.wait_for_turn()
        waited, ready = [], "–"
        while ready == "–" and time.perf_counter() - seat.begin < wait:
            seconds, is_compiled = ask_all(game, seat)
            waited.append(seconds)
            if is_compiled:
                ready = f"{time.perf_counter() - seat.begin:.0f}"
            else:
                time.sleep(PAUSE)
        ended = watch.wait_for_end(game, seat.begin, wait)
    return f"| {game.name} | {first:.2f} | {max(waited):.2f} | {ready} | {ended} | {watch.memory(game)} |"


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


class CompilerWatch:
    """Watches the compiler's processes while the context is open: what each compiles, and the most memory it took."""

    def __init__(self, server: int) -> None:
        self._children = Path(f"/proc/{server}/task/{server}/children")
        self._memory: dict[tuple[str, str], int] = {}
        """By game and step, in bytes."""
        self._at_work: set[str] = set()
        """The games that are being compiled."""
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> CompilerWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(LOOK):
            seen = [self._look(child) for child in self._children.read_text().split()]
            self._at_work = {game for game in seen if game is not None}

    def _look(self, child: str) -> str | None:
        """Note the memory of a process; return the game that it compiles."""
        try:
            command = Path(f"/proc/{child}/cmdline").read_text().split("\0")[:-1]
            status = Path(f"/proc/{child}/status").read_text()
        except OSError:  # it has just ended
            return None
        if COMPILER not in command:
            return None
        game, *parts = command[command.index(COMPILER) + 1 :]
        most = [int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")]
        key = game, " ".join(parts)
        self._memory[key] = max([self._memory.get(key, 0), *most])
        return game

    def wait_for_end(self, game: Game, begin: float, wait: float) -> str:
        """Wait until every step of a game, or of the games of a match, is done; return the seconds since ``begin``."""
        names = names_in(game)
        while time.perf_counter() - begin < wait:
            are_begun = all((name, step) in self._memory for name in names for step in STEP_NAMES)
            if are_begun and not names & self._at_work:
                return f"{time.perf_counter() - begin:.0f}"
            time.sleep(LOOK)
        return "–"

    def memory(self, game: Game) -> str:
        """Return the most memory of each step, in MB."""
        names = names_in(game)
        most = [max(self._memory.get((name, step), 0) for name in names) for step in STEP_NAMES]
        return " | ".join(f"{each / 1e6:.0f}" for each in most)


def names_in(game: Game) -> set[str]:
    """Return the names of the games that a match consists of."""
    return {rules.name for rules in game.format(game.agree()).rounds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="the games; all unless given")
    parser.add_argument("--wait", type=float, default=PATIENCE, help="the most seconds to wait for a game's compiler")
    arguments = parser.parse_args()
    steps = " | ".join(f"{step}, MB" for step in STEP_NAMES)
    print(f"| game | first move, s | longest hint, s | bots compiled after, s | all compiled after, s | {steps} |")
    print(f"|---|---|---|---|---|{'---|' * len(STEP_NAMES)}")
    for game in map(registry.find, arguments.games) if arguments.games else registry.games():
        print(first_moves(game, arguments.wait), flush=True)


if __name__ == "__main__":
    main()
