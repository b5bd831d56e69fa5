"""Learn the weights of a shedding game by self-play, and print them as tables of its judgement.toml.

python bench/shedding/train.py a-moins [players …] [--generations 40] [--deals 2400] [--seed 1]
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche import registry
from pioche.core.game import Game
from pioche.core.weights import as_toml
from pioche.lab.tuning import Trial, evolve

SCALE = 0.4
CHECKED = 10_000
"""The number of deals on which the learned weights are compared with the first ones."""


def train(game: Game, players: int, generations: int, deals: int, seed: int) -> str:
    """Return the learned weights as a table of judgement.toml."""
    setting = game.agree(players)
    judgement = game.format(setting).rounds[0].judgement
    assert judgement is not None
    assert judgement.declaration is not None
    trial, start = Trial(game, setting, judgement), judgement.weights(setting, "tuned")
    pool = [judgement.weights(setting, "beginner")]
    found = evolve(trial, start, pool=pool, scale=SCALE, deals=deals, generations=generations, seed=seed, workers=1)
    won, _ = trial.alone(found, start, CHECKED, seed + 1)
    print(f"# {players} players: {won:.3f} of rounds alone among those it began from ({1 / players:.3f} is even)")
    return as_toml(judgement.declaration, np.array([float(f"{weight:.3g}") for weight in found]), f"tuned.{players}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["montees-et-descentes", "a-moins", "l-un-apres-l-autre"])
    parser.add_argument("players", type=int, nargs="*", default=[2, 4, 6])
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for number in given.players:
        found = train(registry.find(given.game), number, given.generations, given.deals, given.seed)
        print(found, flush=True)
