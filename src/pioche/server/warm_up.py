"""Compiles what bots need, beside the server and only when nothing else wants the processor: ``python -m`` this.

On a fresh machine the first move of a bot waits for its loops to be compiled. Who opens a table a minute after the
server has started finds that done. It ends with the server: its input closes then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import product

from pioche import registry
from pioche.bots.players import LevelBot
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.core.think.think import Situation

ORDER = ("casual", "strong", "expert", "beginner")
"""The levels, as they are likely to be wanted."""
POLITE = 19


@contextmanager
def beside() -> Iterator[None]:
    """As long as this lasts, in a process of its own: compiling in a thread would hold the server up."""
    command = [sys.executable, "-m", "pioche.server.warm_up"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        yield


def warm_up(games: Iterable[Game], levels: Iterable[str] = ORDER) -> None:
    for level, game in product(levels, tuple(games)):
        LevelBot(level).choose(first_choice(game))


def first_choice(game: Game) -> Situation:
    """A situation that has to be thought about: somebody has more than one move."""
    match = Match(game, game.agree(), seed=0)
    while len(match.legal_numbers(match.to_move[0])) == 1:
        match.play(match.to_move[0], match.legal_numbers(match.to_move[0])[0])
    return match.situation(match.to_move[0])


def _end_with_server() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITE)
    threading.Thread(target=_end_with_server, daemon=True).start()
    warm_up(registry.games())
