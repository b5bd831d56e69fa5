"""Compiles the bots, game by game, in processes of low priority: ``python -m pioche.server.compiler GAME LEVEL …``.

On a fresh machine nobody waits for the compiler: until the loops of a game are compiled, its bots move by judgement
alone. The games of open tables come first. Each game has three processes, whose memory is given back at their end; the
last one compiles what only a review needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator

from pioche import registry
from pioche.bots.players import LevelBot
from pioche.core.compiled.compile import cache_folder
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.core.think.think import Situation
from pioche.review.effort import Effort
from pioche.review.review import review_match

logger = logging.getLogger("pioche.server")

REVIEW = "review"
STEPS = (("casual", "beginner"), ("strong", "expert"), (REVIEW,))
"""What one process compiles: levels of bots, or a review. Bots that search need another loop than those that do not,
and compiling both in one process would take the memory of both."""
POLITE = 19
STDIN, CHUNK = 0, 4096


class Compiler:
    """The games that are still to be compiled, and the process that compiles."""

    def __init__(self, games: Iterable[str], *, only_asked: bool = False) -> None:
        self._left = list(games)
        self._only_asked = only_asked
        """Whether to wait until somebody plays a game before it is compiled."""
        self._asked: list[str] = []
        self._is_asked = asyncio.Event()
        self._at_work = ""
        self._process: asyncio.subprocess.Process | None = None

    def has_left(self, game: Game) -> bool:
        """Return whether something of a game is still to be compiled here."""
        return any(rules.name in self._left for rules in game.format(game.agree()).rounds)

    def prefer(self, game: Game) -> None:
        """Compile a game, or all games of a match, before those that nobody has asked for."""
        if not self._left:
            return
        rounds = dict.fromkeys(rules.name for rules in game.format(game.agree()).rounds)
        fresh = [name for name in rounds if name in self._left and name not in self._asked]
        self._asked += fresh
        self._is_asked.set()
        if fresh and self._at_work not in self._asked:
            self._stop()

    async def run(self) -> None:
        """Compile until nothing is left to compile, in the order in which it is asked for."""
        try:
            while self._left:
                asked = [name for name in self._asked if name in self._left]
                if self._only_asked and not asked:
                    await self._is_asked.wait()
                    self._is_asked.clear()
                    continue
                self._at_work = (asked or self._left)[0]
                if await self._compile(self._at_work) != -signal.SIGTERM:
                    self._left.remove(self._at_work)
        finally:
            self._stop()

    async def _compile(self, game: str) -> int:
        """Compile a game; return the exit code of the last process, after which none is begun unless it is 0."""
        code = 0
        for parts in STEPS:
            code = code or await self._compile_parts(game, parts)
        return code

    async def _compile_parts(self, game: str, parts: Iterable[str]) -> int:
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        command = (sys.executable, "-m", "pioche.server.compiler", game, *parts)
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=nothing, stderr=nothing)
        be_polite(self._process.pid)
        code = await self._process.wait()
        if code > 0:
            logger.error("not compiled", extra={"game": game})
        return code

    def _stop(self) -> None:
        """End the process at once; what it has compiled so far is kept."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()


@contextlib.contextmanager
def writable_cache() -> Iterator[None]:
    """While this context is open, compiled loops are kept in a temporary directory if the usual one is read-only."""
    with contextlib.suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
    if os.access(cache_folder(), os.W_OK):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="pioche-") as folder:
        os.environ["PIOCHE_CACHE"] = folder
        yield


def compile_parts(game: Game, parts: Iterable[str]) -> None:
    """Compile what bots of some levels need, or a review, and the solver, by letting each do its work once."""
    for part in parts:
        if part == REVIEW:
            review_match(any_match(game), Effort(seconds=0.0))
        else:
            LevelBot(part).choose(first_choice(game))
    if game.deal_graded is not None:
        game.deal_graded(game, game.difficulties[0], None)


def first_choice(game: Game) -> Situation:
    """Return the first situation of a match with more than one legal move."""
    match = Match(game, game.agree(), seed=0)
    while len(match.legal_numbers(match.to_move[0])) == 1:
        match.play(match.to_move[0], match.legal_numbers(match.to_move[0])[0])
    return match.situation(match.to_move[0])


def any_match(game: Game) -> Match:
    """Return a match that is over."""
    match, bot = Match(game, game.agree(), seed=0), LevelBot("casual")
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, bot.choose(match.situation(seat)))
    return match


def end_with_server() -> None:
    """End this process when the server's end closes its standard input."""
    while os.read(STDIN, CHUNK):  # `sys.stdin` has a lock, for which the interpreter would abort at its end
        pass
    os._exit(0)


def be_polite(process: int) -> None:
    """Let a process take only time that nobody else needs. It has just begun: it has modules to load, too."""
    with contextlib.suppress(ProcessLookupError):  # or it has ended
        if hasattr(os, "sched_setscheduler"):
            os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))
        elif hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, process, POLITE)


if __name__ == "__main__":
    threading.Thread(target=end_with_server, daemon=True).start()
    compile_parts(registry.find(sys.argv[1]), sys.argv[2:])
