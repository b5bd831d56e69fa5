"""How the expert of No Merci does against simpler players: alone among two of them, and two experts against one.

python -m bench.no_merci.strength [--deals 200] [--seed 1] [--players 3] [--bot expert] [--workers N] [--only policy]

Each deal is played with the lone player in every seat. The goals are for three players.
"""

from __future__ import annotations

import argparse

from pioche import registry
from pioche.lab.arena import Pairing, duel
from pioche.lab.table import Table

from .baselines import Baseline, Linear, Policy, Refined, Threshold

ALONE = {Threshold: 0.80, Linear: 0.48, Policy: 0.48, Refined: None}
"""The least share that the expert should win, alone at a table of each; against the refined one, an even share."""
LEFT_TO_ONE = 0.25
"""The largest share that one of them should win, alone at a table of experts."""


def path(baseline: type[Baseline]) -> str:
    return f"{baseline.__module__}:{baseline.__qualname__}"


def show(found: Pairing, one: str, others: str, goal: str) -> None:
    print(
        f"| {one} | {others} | {found.matches} | {found.won:.1%} | {found.low:.1%} to {found.high:.1%} | {goal} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How the expert of No Merci does against simpler players.")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--only", choices=[baseline.name for baseline in ALONE])
    chosen = parser.parse_args()
    game = registry.find("no-merci")
    table = Table(game, game.agree(chosen.players))
    print("| alone | at a table of | matches | won | 95% interval | goal |\n|---|---|---|---|---|---|")
    for baseline, least in ALONE.items():
        if chosen.only in (None, baseline.name):
            pairs = (
                (chosen.bot, path(baseline), f"≥ {least:.0%}" if least else "–"),
                (path(baseline), chosen.bot, f"≤ {LEFT_TO_ONE:.0%}"),
            )
            for one, others, goal in pairs:
                found = duel(table, one, others, chosen.deals, seed=chosen.seed, workers=chosen.workers)
                show(found, one.rpartition(":")[2], others.rpartition(":")[2], goal)


if __name__ == "__main__":
    main()
