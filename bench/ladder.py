"""How much stronger each level is than the one below: alone at a table of those, in all seats, with common deals.

    python -m bench.ladder drahtseilakt --players 2,3,5
    python -m bench.ladder --deals 50

For each step the share won, its 95% interval, and that share as a multiple of an even one; with two players also the
share of the matches that were decided. A last row compares the expert with the textbook's search at equal time.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np

from pioche import registry
from pioche.core.game import Game, Setting
from pioche.core.judgement import LEVELS
from pioche.lab.arena import Pairing, duel
from pioche.lab.matches import BotMatch
from pioche.lab.table import Table

STEPS = [(LEVELS[0], "random"), *((LEVELS[place], LEVELS[place - 1]) for place in range(1, len(LEVELS)))]
TIMED = 3
"""The number of matches in which the expert's time per move is measured."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument(
        "--players", help="numbers of players, separated by commas; fewest, middle and most unless given"
    )
    parser.add_argument("--variant")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rounds", type=int, help="rounds of a match, where a game leaves that open")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", default=",".join(one for one, _ in STEPS) + ",ismcts")
    arguments = parser.parse_args()
    print(
        "| game | players | one | the others | won | 95% interval | × even | of decided | score | others’ | matches |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for game in registry.games():
        if not arguments.games or game.name in arguments.games:
            for setting in settings(game, arguments):
                climb(Table(game, setting), arguments)


def settings(game: Game, arguments: argparse.Namespace) -> list[Setting]:
    possible = game.variant_players.get(arguments.variant or "", game.players)
    wanted = {possible[0], possible[len(possible) // 2], possible[-1]}
    if arguments.players:
        wanted = set(map(int, arguments.players.split(","))) & set(possible)
    options = {"rounds": arguments.rounds} if arguments.rounds and "rounds" in game.options else {}
    return [game.agree(players, arguments.variant, **options) for players in sorted(wanted)]


def climb(table: Table, arguments: argparse.Namespace) -> None:
    wanted = arguments.steps.split(",")
    for one, other in STEPS:
        if one in wanted:
            show(table, measure(table, one, other, arguments))
    if "ismcts" in wanted:
        show(table, measure(table, LEVELS[-1], f"ismcts@{seconds_a_move(table):.4f}s", arguments))


def measure(table: Table, one: str, other: str, arguments: argparse.Namespace) -> Pairing:
    return duel(table, one, other, arguments.deals, seed=arguments.seed)


def seconds_a_move(table: Table) -> float:
    """Return how long an expert thinks, on average, if there is a choice."""
    timed = Stopwatch()
    for number in range(TIMED):
        BotMatch(table, [timed] * table.setting.players, 1, number).play()
    return float(np.mean(timed.seconds[1:]))


class Stopwatch:
    """An expert that records how long it thinks."""

    def __init__(self) -> None:
        from pioche.bots import find_bot

        self.expert = find_bot(LEVELS[-1])
        self.seconds: list[float] = []

    def choose(self, situation):
        begin = perf_counter()
        chosen = self.expert.choose(situation)
        self.seconds.append(perf_counter() - begin)
        return chosen


def show(table: Table, pairing: Pairing) -> None:
    name = table.game.name + (f" ({table.setting.variant})" if table.setting.variant else "")
    cells = [
        name,
        table.setting.players,
        pairing.one,
        pairing.others,
        f"{pairing.won:.1%}",
        f"{pairing.low:.1%} – {pairing.high:.1%}",
        f"{pairing.won / pairing.even:.2f}",
        f"{pairing.decided:.1%}",
        f"{pairing.score:.1f}",
        f"{pairing.others_score:.1f}",
        pairing.matches,
    ]
    print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main()
