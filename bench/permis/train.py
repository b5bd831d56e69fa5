"""Learn the weights of Permis de refuser by self-play, and print them as tables of judgement.toml.

python -m bench.permis.train [players …] [--generations 40] [--deals 2000] [--seed 1]
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche.core.weights import Weights, as_toml, weight_count
from pioche.games.xxl.permis import GAME
from pioche.games.xxl.permis.bot.judgement import BEST_NOW, FREE, JUDGEMENT, OBLIGED, PermisWeights
from pioche.lab.tuning import Trial, evolve

STILL = 1e-6
"""The scale of a weight that is not learned."""


def scales() -> list[float]:
    """Return the scale of each weight. Those that only beginners use are not learned."""
    scale = np.full(weight_count(PermisWeights), 0.3)
    scale[[BEST_NOW, OBLIGED + BEST_NOW, FREE + BEST_NOW]] = STILL
    return list(scale)


def train(players: int, generations: int, deals: int, seed: int) -> Weights:
    trial = Trial(GAME, GAME.agree(players), JUDGEMENT)
    start = JUDGEMENT.weights(trial.setting, "tuned")
    found = evolve(trial, start, scale=scales(), deals=deals, generations=generations, seed=seed, workers=1)
    won, _ = trial.alone(found, start, 5 * deals, seed + 1)
    print(f"# {players} players: {won:.3f} of rounds alone among those it began from ({1 / players:.3f} is even)")
    return found.round(3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="*", default=list(GAME.players))
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for number in given.players:
        learned = train(number, given.generations, given.deals, given.seed)
        print(as_toml(PermisWeights, learned, f"tuned.{number}"), flush=True)
