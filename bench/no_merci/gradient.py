"""Train the policy-gradient players of No Merci's baselines, by self-play alone.

python -m bench.no_merci.gradient [policy | refined] [--players 3] [--batches N] [--seed 1]

The basic recipe, of `policy`, has no critic and expects an even share.
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche.core.trial import Trial
from pioche.games.no_merci import GAME
from pioche.games.no_merci.bot.gradient import Learner, Recipe, fresh_rows

from . import baselines
from .writing import write

REFINED = Recipe(baselines.POLICY_UNITS)
TEXTBOOK = Recipe(
    baselines.POLICY_UNITS, games=100, first_rate=0.003, last_rate=0.003, first_entropy=0.0, averaged=1.0, critic=False
)
PLAIN_BATCHES, REFINED_BATCHES = 410, 3000


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the policy-gradient players of No Merci's baselines.")
    parser.add_argument("name", choices=("policy", "refined"), nargs="?", default="policy")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--batches", type=int)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    setting = GAME.agree(chosen.players)
    look, width, recipe, batches = baselines.look_plain, baselines.PLAIN_FEATURES, TEXTBOOK, PLAIN_BATCHES
    if chosen.name == "refined":
        look, width = baselines.look, baselines.refined_width(chosen.players)
        recipe, batches = REFINED, REFINED_BATCHES
    batches = chosen.batches or batches
    learner = Learner(setting, look, recipe, fresh_rows(width, recipe, chosen.seed), (chosen.seed,))
    for number in range(batches):
        learner.step(number / batches)
    found = learner.average
    won, lead = Trial(GAME, setting, baselines.JUDGEMENTS[chosen.name]).alone(found, np.zeros_like(found), 6000, 1)
    print(f"alone at a table of those who take everything: {won:.3f} won, {lead:.1f} points ahead")
    write(chosen.name, chosen.players, found)


if __name__ == "__main__":
    main()
