"""How many deals tell `strong` from `casual`: with the same deals for both, and with different ones.

    python -m bench.duplicate no-merci --deals 200
    python -m bench.duplicate xxl-pur --deals 1000 --seconds 200    for each kind of deal, as many as the time allows

One of them sits in the person's seat of a deal of the day, against bots of the day's level, as at a server. The result
is the number of deals after which the sum of the stronger one is ahead in 95% of all cases, by the normal
approximation: (1.645 × spread of the difference / mean difference)².
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.bots.seeded import SeededBots
from pioche.core.daily import OWN_SEAT, Daily
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.lab.table import usable_cores
from pioche.server.boards import lowest_wins

AHEAD = 1.645
"""95% of a normal distribution lies below its mean and this many standard deviations."""
Figures = NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """One match from the person's seat: the higher, the better."""

    score: float
    place: float


def play(game: Game, daily: Daily, level: str, seed: int) -> Outcome:
    setting = game.agree(daily.players, daily.variant, **daily.options)
    match = Match(game, setting, seed=seed)
    bots = SeededBots({seat: level if seat == OWN_SEAT else daily.level for seat in range(match.players)})
    while (move := bots.next_move(match)) is not None:
        match.play(*move)
    sign = -1 if lowest_wins(match.format) else 1
    return Outcome(sign * match.scores[OWN_SEAT], -match.places[OWN_SEAT])


def needed(strong: Figures, casual: Figures, *, is_paired: bool) -> float:
    """Return how many deals it takes; infinity if the stronger one is not ahead."""
    difference = float((strong - casual).mean())
    variance = (strong - casual).var(ddof=1) if is_paired else strong.var(ddof=1) + casual.var(ddof=1)
    return float("inf") if difference <= 0 else max(AHEAD**2 * float(variance) / difference**2, 1.0)


def play_deals(game: Game, daily: Daily, arguments: argparse.Namespace) -> list[tuple[Outcome, Outcome]]:
    """Return the outcomes of the strong and of the casual bot, deal by deal."""
    begin, found = perf_counter(), list[tuple[Outcome, Outcome]]()

    def play_both(seed: int) -> tuple[Outcome, Outcome]:
        return play(game, daily, "strong", seed), play(game, daily, "casual", seed)

    with ThreadPoolExecutor(arguments.workers) as pool:
        while len(found) < arguments.deals and perf_counter() - begin < arguments.seconds:
            last = min(len(found) + arguments.workers, arguments.deals)
            found += pool.map(play_both, range(len(found), last))
    return found


def measure(game: Game, daily: Daily, arguments: argparse.Namespace) -> None:
    found = play_deals(game, daily, arguments)
    deals = len(found)
    print(f"{game.name}, {daily.players or game.players[0]} players, {daily.variant or 'no variant'}, {deals} deals")
    for name in ("score", "place"):
        strong, casual = (np.array([getattr(pair[level], name) for pair in found]) for level in range(2))
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
    arguments = parser.parse_args()
    game = registry.find(arguments.game)
    for daily in game.daily:
        measure(game, daily, arguments)


if __name__ == "__main__":
    main()
