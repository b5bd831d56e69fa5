"""Evolve the linear baseline by self-play for winning (CMA-ES), and store its weights.

python -m bench.no_merci.linear [--players 3] [--generations 80] [--deals 4000] [--seed 1] [--name linear]
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche.core.trial import Trial
from pioche.games.no_merci import GAME
from pioche.lab.tuning import Evolution

from .baselines import JUDGEMENTS, LINEAR_FEATURES
from .writing import write

POINTS_ADDED, TOKENS_ON_CARD = LINEAR_FEATURES.index("points added"), LINEAR_FEATURES.index("tokens on the card")


def main() -> None:
    parser = argparse.ArgumentParser(description="Evolve the linear player of No Merci's baselines.")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--generations", type=int, default=80)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", default="linear", help="of the table in baselines.toml")
    chosen = parser.parse_args()
    trial = Trial(GAME, GAME.agree(chosen.players), JUDGEMENTS["linear"])
    start = np.zeros(len(LINEAR_FEATURES))
    start[POINTS_ADDED], start[TOKENS_ON_CARD] = -3.5, 2.0  # a token is worth two points
    evolution = Evolution(start, 0.5, seed=chosen.seed)
    for generation in range(chosen.generations):
        children, opponents, seed = evolution.ask(), evolution.opponents, evolution.deals_seed
        found = [trial.fitness(child, opponents, chosen.deals, seed) for child in children]
        evolution.tell(children, found)
        print(f"generation {generation}: {max(found):.4f}", flush=True)
    won, lead = trial.alone(evolution.best, start, 30_000, chosen.seed)
    print(f"alone against its beginning: {won:.3f} won, {lead:.1f} points ahead")
    write(chosen.name, chosen.players, evolution.best)


if __name__ == "__main__":
    main()
