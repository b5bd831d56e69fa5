"""Learn the weights of Permis de refuser by self-play, and print them as tables of judgement.toml.

python -m bench.permis.train [players …] [--generations 40] [--deals 2000] [--seed 1]
"""

from __future__ import annotations

import numpy as np

from pioche.core.weights import as_toml, weight_count
from pioche.games.xxl.permis import GAME
from pioche.games.xxl.permis.bot.judgement import BEST_NOW, FREE, JUDGEMENT, OBLIGED, PermisWeights
from pioche.lab.tuning import Trial

from ..training import STILL, arguments, learn


def scales() -> list[float]:
    """Return the scale of each weight. Those that only beginners use are not learned."""
    scale = np.full(weight_count(PermisWeights), 0.3)
    scale[[BEST_NOW, OBLIGED + BEST_NOW, FREE + BEST_NOW]] = STILL
    return list(scale)


if __name__ == "__main__":
    given = arguments(__doc__, GAME).parse_args()
    for players in given.players:
        learned = learn(Trial(GAME, GAME.agree(players), JUDGEMENT), scales(), given)
        print(as_toml(PermisWeights, learned, f"tuned.{players}"), flush=True)
