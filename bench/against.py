"""Bots of this version against those of another one, with common deals.

    git worktree add ../before SOME-COMMIT
    python -m bench.against ../before --games no-merci,drahtseilakt --level strong --deals 100

One seat has the bot of one version, all others that of the other version; every deal is played with each seat as the
one, and the other way round. The other version plays in a process of its own, which gets the moves and the seed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import pioche
from pioche.bots import find_bot


class Player:
    """The bots of the version that runs this."""

    def __init__(self, level: str) -> None:
        self._bot: Any = find_bot(level)
        self._match: Any = None

    def open(self, game: str, players: int, seed: int) -> None:
        self._match = pioche.open(game, players=players, seed=seed)

    def play(self, seat: int, move: str) -> None:
        self._match.play(seat, move)

    def choose(self, seat: int, seed: int) -> str:
        situation = self._match.situation(seat, rng=chance(seed))
        return str(situation.rules.move_name(int(self._bot.choose(situation))))


def chance(seed: int) -> Any:
    try:
        from pioche.core.chance import new_random
    except ImportError:  # an older version
        return np.random.default_rng(seed)
    return new_random(seed)


class Elsewhere:
    """The bots of another version, in a process of their own."""

    def __init__(self, checkout: Path, level: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(checkout.resolve() / "src")}
        command = [sys.executable, __file__, "--answer", "--level", level]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __getattr__(self, name: str) -> Any:
        def ask(*arguments: Any) -> Any:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps([name, *arguments]) + "\n")
            return json.loads(self._process.stdout.readline())

        return ask

    def close(self) -> None:
        self._process.communicate()


def answer(level: str) -> None:
    """Play for another process: one request a line, one answer a line."""
    player = Player(level)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(player, name)(*arguments)), flush=True)


def won_by(one: int, game: str, players: int, seed: int, versions: Sequence[Any]) -> float:
    """Play a match in which ``versions[0]`` has seat ``one``; return its share of the win."""
    match = pioche.open(game, players=players, seed=seed)
    for version in versions:
        version.open(game, players, seed)
    number = 0
    while not match.over:
        seat = match.to_move[0]
        move = versions[seat != one].choose(seat, seed * 1_000_003 + number)
        match.play(seat, move)
        for version in versions:
            version.play(seat, move)
        number += 1
    winners = [seat for seat, place in enumerate(match.places) if place == 1]
    return (one in winners) / len(winners) if winners else 0.0


def compare(game: str, players: int, deals: int, versions: Sequence[Any]) -> None:
    """Print the share won by one new bot among old ones, less that of one old bot among new ones, deal by deal."""
    leads, shares = [], []
    for seed in range(deals):
        new, old = (
            np.mean([won_by(one, game, players, seed, order) for one in range(players)])
            for order in (versions, versions[::-1])
        )
        shares.append(new)
        leads.append(new - old)
    error = np.std(leads, ddof=1) / np.sqrt(deals)
    low, high = np.mean(leads) - 1.96 * error, np.mean(leads) + 1.96 * error
    lead = f"{np.mean(leads):+.3f} [{low:+.3f}, {high:+.3f}]"
    print(f"| {game} | {players} | {np.mean(shares):.3f} | {lead} | {2 * deals * players} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", type=Path, help="a checkout of the other version")
    parser.add_argument("--games", default="no-merci,drahtseilakt,determiner-la-couleur,permis-de-refuser")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--level", default="strong")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.answer:
        answer(arguments.level)
        return
    other = Elsewhere(arguments.checkout, arguments.level)
    print("| game | players | one new among old wins | lead over one old among new, 95% interval | matches |")
    print("|---|---|---|---|---|")
    for game in arguments.games.split(","):
        compare(game, arguments.players, arguments.deals, [Player(arguments.level), other])
    other.close()


if __name__ == "__main__":
    main()
