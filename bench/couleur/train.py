"""Learn the weights of Déterminer la couleur by self-play, and print them as tables of judgement.toml.

python -m bench.couleur.train [players …] [--variant trump] [--generations 40] [--deals 2000] [--seed 1]
"""

from __future__ import annotations

import numpy as np

from pioche.core.weights import as_toml, weight_count
from pioche.games.xxl.couleur import GAME
from pioche.games.xxl.couleur.bot.judgement import BEST_NOW, JUDGEMENT, NAME_COUNT, SPEND_TRUMP, CouleurWeights
from pioche.lab.tuning import Trial

from ..training import STILL, arguments, learn


def scales(variant: str | None) -> list[float]:
    """Return the scale of each weight. Those of trumps are learned with trump only, those of beginners not at all."""
    scale = np.full(weight_count(CouleurWeights), 0.3)
    scale[BEST_NOW] = STILL
    if variant is None:
        scale[SPEND_TRUMP:BEST_NOW] = STILL
        scale[NAME_COUNT:] = STILL
    return list(scale)


if __name__ == "__main__":
    parser = arguments(__doc__, GAME)
    parser.add_argument("--variant")
    given = parser.parse_args()
    table = f"tuned-{given.variant}" if given.variant else "tuned"
    for players in given.players:
        trial = Trial(GAME, GAME.agree(players, given.variant, rounds=1), JUDGEMENT)
        learned = learn(trial, scales(given.variant), given)
        print(as_toml(CouleurWeights, learned, f"{table}.{players}"), flush=True)
