"""Learns the weights of Les 6 Séquences by self-play, from those in judgement.toml, and prints them as its table.

python bench/six_sequences/train.py [players …] [--variant NAME] [--generations 40] [--deals 1000] [--seed 1]
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche.games.k6t.six_sequences import GAME
from pioche.games.k6t.six_sequences.bot import JUDGEMENT
from pioche.lab.tuning import Trial, evolve

SCALE, LEAST_SCALE = 0.3, 0.15
"""How far weights are tried from where they are: so much of themselves, and at least so far."""


def train(players: int, given: argparse.Namespace) -> list[float]:
    trial = Trial(GAME, GAME.agree(players, given.variant), JUDGEMENT)
    start, thumb = (JUDGEMENT.weights(trial.setting, table) for table in ("tuned", "thumb"))
    found = evolve(
        trial,
        start,
        pool=[thumb],
        scale=list(np.maximum(np.abs(start) * SCALE, LEAST_SCALE)),
        deals=given.deals,
        generations=given.generations,
        seed=given.seed,
        workers=1,
    )
    won, _ = trial.alone(found, start, 5 * given.deals, given.seed + 1)
    print(f"# {players} players: {won:.3f} of rounds alone among those it began from ({1 / players:.3f} is even)")
    return [round(float(weight), 3) for weight in found]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="*", default=list(GAME.players))
    parser.add_argument("--variant")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"[tuned-{arguments.variant}]" if arguments.variant else "[tuned]")
    for number in arguments.players:
        print(f"{number} = {train(number, arguments)}", flush=True)
