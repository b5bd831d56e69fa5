"""How long `imagine` takes: many positions of a game, and those that take longest.

python -m bench.imagining permis-de-refuser --matches 40 --bots casual

Bots play matches with every number of players. At every move, each seat and a spectator imagine a few worlds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np

import pioche
from pioche import registry
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.core.state import SPECTATOR, batch

SHOWN = 5
SHARES = (50, 99, 99.9, 100)


@dataclass(frozen=True)
class Moment:
    """What the worlds of one seat took, in microseconds each."""

    micros: float
    players: int
    match: int
    moves: int
    seat: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[game.name for game in pioche.games()])
    parser.add_argument("--matches", type=int, default=20, help="for each number of players")
    parser.add_argument("--worlds", type=int, default=5)
    parser.add_argument("--bots", default="casual")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = registry.find(arguments.game)
    for players in game.players:
        numbers = range(arguments.seed * 1000, arguments.seed * 1000 + arguments.matches)
        moments = [moment for number in numbers for moment in moments_of(game, players, number, arguments)]
        show(players, moments)


def moments_of(game: Game, players: int, number: int, arguments: argparse.Namespace) -> Iterator[Moment]:
    match, bot, rng = pioche.open(game.name, players, seed=number), find_bot(arguments.bots), new_random(number)
    while not match.over:
        for seat in range(SPECTATOR, players):
            took = imagine(match, seat, arguments.worlds)
            yield Moment(took / arguments.worlds * 1e6, players, number, len(match.moves), seat)
        mover = match.to_move[0]
        match.play(mover, bot.choose(match.situation(mover, rng=rng)))


def imagine(match: Match, seat: int, count: int) -> float:
    """Imagine some worlds; return the seconds it took."""
    known, worlds = batch(match.rules.state, count), batch(match.rules.state, count)
    known[:] = match.known(seat)
    loop, rng = kernels(match.rules).imagine, new_random(len(match.moves), seat + 1)
    begin = perf_counter()
    loop(known, seat, rng, worlds)
    return perf_counter() - begin


def show(players: int, moments: list[Moment]) -> None:
    micros = np.array([moment.micros for moment in moments])
    shares = ", ".join(f"{share}% {np.percentile(micros, share):.0f}" for share in SHARES)
    print(f"{players} players, {len(moments)} positions, microseconds a world: {shares}", flush=True)
    for moment in sorted(moments, key=lambda each: -each.micros)[:SHOWN]:
        print(f"  {moment.micros:.0f}: match {moment.match} after {moment.moves} moves, seat {moment.seat}", flush=True)


if __name__ == "__main__":
    main()
