"""How many deals tell `strong` from `casual`: with the same deals for both, and with different ones.

    python -m bench.duplicate no-merci --deals 200
    python -m bench.duplicate xxl-pur --deals 1000 --seconds 200    for each kind of deal, as many as the time allows

One of them sits in the person's seat of a deal of the day, against bots of the day's level, as at a server. The result
is the number of deals after which the sum of the stronger one is ahead in 95% of all cases, by the normal
approximation: (1.645 × spread of the difference / mean difference)².
"""

from __future__ import annotations

import argparse
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.bots.seeded import SeededBots
from pioche.core.daily import OWN_SEAT, Daily
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.lab.blocks import Rails, compute
from pioche.lab.table import usable_cores
from pioche.server.boards import lowest_wins

AHEAD = 1.645
"""95% of a normal distribution lies below its mean and this many standard deviations."""
Figures = NDArray[np.float64]


NAMES = ("score", "place")
"""What a match is worth from the person's seat: the higher, the better."""


@dataclass(frozen=True)
class Deals:
    """The deals of one kind, as work in blocks: a block is one deal, played by the strong and by the casual bot."""

    game: str
    kind: int

    def block(self, number: int) -> list[tuple[int, int]]:
        game = registry.find(self.game)
        return [play(game, game.daily[self.kind], level, number) for level in ("strong", "casual")]


def play(game: Game, daily: Daily, level: str, seed: int) -> tuple[int, int]:
    setting = game.agree(daily.players, daily.variant, **daily.options)
    match = Match(game, setting, seed=seed)
    bots = SeededBots({seat: level if seat == OWN_SEAT else daily.level for seat in range(match.players)})
    while (move := bots.next_move(match)) is not None:
        match.play(*move)
    sign = -1 if lowest_wins(match.format) else 1
    return sign * match.scores[OWN_SEAT], -match.places[OWN_SEAT]


def needed(strong: Figures, casual: Figures, *, is_paired: bool) -> float:
    """Return how many deals it takes; infinity if the stronger one is not ahead."""
    difference = float((strong - casual).mean())
    variance = (strong - casual).var(ddof=1) if is_paired else strong.var(ddof=1) + casual.var(ddof=1)
    return float("inf") if difference <= 0 else max(AHEAD**2 * float(variance) / difference**2, 1.0)


def play_deals(deals: Deals, arguments: argparse.Namespace) -> Figures:
    """Return the outcomes by deal, by bot (the strong one first) and by name."""
    kept = arguments.resume and arguments.resume / f"{deals.game}-{deals.kind}.jsonl"
    rails = Rails("processes" if arguments.workers > 1 else "threads", arguments.workers, kept)
    begin, found = perf_counter(), []
    with closing(compute(deals, arguments.deals, rails)) as blocks:
        for outcomes in blocks:
            found.append(outcomes)
            if perf_counter() - begin > arguments.seconds:
                break
    return np.array(found, np.float64)


def measure(game: Game, kind: int, arguments: argparse.Namespace) -> None:
    found, daily = play_deals(Deals(game.name, kind), arguments), game.daily[kind]
    deals = len(found)
    print(f"{game.name}, {daily.players or game.players[0]} players, {daily.variant or 'no variant'}, {deals} deals")
    for index, name in enumerate(NAMES):
        strong, casual = found[:, 0, index], found[:, 1, index]
        error = (strong - casual).std(ddof=1) / np.sqrt(deals)
        apart, same = (needed(strong, casual, is_paired=paired) for paired in (False, True))
        ahead = f"ahead by {(strong - casual).mean():.2f} ± {2 * error:.2f}"
        print(f"  {name}: {ahead}; different deals {apart:.0f}, the same deals {same:.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each kind of deal")
    parser.add_argument("--workers", type=int, default=usable_cores())
    parser.add_argument("--resume", type=Path, help="a folder that keeps the deals, so that a later run adds to them")
    arguments = parser.parse_args()
    game = registry.find(arguments.game)
    for kind in range(len(game.daily)):
        measure(game, kind, arguments)


if __name__ == "__main__":
    main()
