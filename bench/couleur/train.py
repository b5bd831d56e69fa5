"""Learns the weights of Déterminer la couleur by self-play, and prints them as a table of judgement.toml.

python -m bench.couleur.train [players …] [--variant trump] [--generations 40] [--deals 2000] [--seed 1]
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche.games.xxl.couleur import GAME
from pioche.games.xxl.couleur.bot.judgement import BEST_NOW, JUDGEMENT, NAME_COUNT, SPEND_TRUMP, WEIGHTS
from pioche.lab.tuning import Trial, evolve

STILL = 1e-6
"""The scale of a weight that is not learned."""


def scales(variant: str | None) -> list[float]:
    """What concerns trump is learned with trump only; what only a beginner goes by is not learned."""
    scale = np.full(WEIGHTS, 0.3)
    scale[BEST_NOW] = STILL
    if variant is None:
        scale[SPEND_TRUMP:BEST_NOW] = STILL
        scale[NAME_COUNT:] = STILL
    return list(scale)


def train(players: int, variant: str | None, generations: int, deals: int, seed: int) -> list[float]:
    trial = Trial(GAME, GAME.agree(players, variant, rounds=1), JUDGEMENT)
    start = JUDGEMENT.weights(trial.setting, "tuned")
    found = evolve(trial, start, scale=scales(variant), deals=deals, generations=generations, seed=seed, workers=1)
    won, _ = trial.alone(found, start, 5 * deals, seed + 1)
    print(f"# {players} players: {won:.3f} of rounds alone among those it began from ({1 / players:.3f} is even)")
    return [round(float(weight), 3) for weight in found]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="*", default=list(GAME.players))
    parser.add_argument("--variant")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"[tuned-{given.variant}]" if given.variant else "[tuned]")
    for number in given.players:
        print(f"{number} = {train(number, given.variant, given.generations, given.deals, given.seed)}", flush=True)
