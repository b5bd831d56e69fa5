"""How long the review of a whole match takes, as a server makes it: a process of its own, with the default budget.

python -m bench.reviews                         every game, with the largest number of players
python -m bench.reviews no-merci the-game       some games
python -m bench.reviews xxl-pur --warm          only compile what a review needs

Casual bots play a match. A process reads its record and writes the review, as the server's does; the time is from its
start to its last line. Run it once with `--warm` before: a server compiles in the background what its reviews need.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from time import perf_counter
from typing import Any, cast

import pioche
from pioche import registry
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.core.match.record import to_text
from pioche.server.reviews import SECONDS, WORKERS

WANTED = 60.0
BOTS = "casual"
SHORT = 1.0
"""The budget of a review that is made only to compile what it needs, in seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[game.name for game in pioche.games()])
    parser.add_argument("--players", type=int, help="default: as many as the game allows")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm", action="store_true")
    arguments = parser.parse_args()
    print("| game | players | moves | decisions | playouts | seconds |")
    print("|---|---|---|---|---|---|")
    longest = max(show(registry.find(name), arguments) for name in arguments.games)
    print(f"the longest took {longest:.1f} s; wanted: less than {WANTED:.0f} s")


def show(game: Game, arguments: argparse.Namespace) -> float:
    """Review a match of a game and print a row; return how many seconds it took."""
    match = play(game, arguments.players or game.players[-1], arguments.seed)
    begin = perf_counter()
    review = reviewed(match, SHORT if arguments.warm else arguments.seconds)
    took = perf_counter() - begin
    cells = (game.title.text("en"), match.players, len(match.moves), len(review["decisions"]), review["playouts"])
    print("|", " | ".join(map(str, cells)), f"| {took:.1f} |", flush=True)
    return took


def play(game: Game, players: int, seed: int) -> Match:
    match, bot, rng = pioche.open(game.name, players, seed=seed), find_bot(BOTS), new_random(seed)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, bot.choose(match.situation(seat, rng=rng)))
    return match


def reviewed(match: Match, seconds: float) -> dict[str, Any]:
    """Return the review that a process of the server's kind makes of a match."""
    command = [sys.executable, "-m", "pioche.server.reviewer", str(seconds), str(WORKERS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(to_text(match.record())) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("{"):
                return cast(dict[str, Any], json.loads(line))
    raise RuntimeError(f"the process ended with {process.returncode}")


if __name__ == "__main__":
    main()
