"""Precompiles the bots in a background process of low priority: ``python -m pioche.server.warm_up``.

On a fresh machine a bot's first move waits until its loops are compiled. A minute after the server has started, that
is usually done. The process ends with the server, whose end closes its standard input.
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
"""The levels, most likely to be used first."""
POLITE = 19


@contextmanager
def in_background() -> Iterator[None]:
    """Run the warm-up in a separate process while this context is open; a thread would slow the server down."""
    command = [sys.executable, "-m", "pioche.server.warm_up"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        yield


def warm_up(games: Iterable[Game], levels: Iterable[str] = ORDER) -> None:
    for level, game in product(levels, tuple(games)):
        LevelBot(level).choose(first_choice(game))


def first_choice(game: Game) -> Situation:
    """Return the first situation of a match with more than one legal move."""
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
