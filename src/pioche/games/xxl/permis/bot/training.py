"""How the weights of Permis de refuser are learned."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Setting
from pioche.core.training import STILL, ByEvolution, Training
from pioche.core.weights import Weights
from pioche.games.xxl.bot.tricks import BEST_NOW

from .judgement import FREE, JUDGEMENT, OBLIGED


def scales(setting: Setting, start: Weights) -> Weights:
    """Return the scale of each weight. Those that only beginners use are not learned."""
    scale = np.full_like(start, 0.3)
    scale[[BEST_NOW, OBLIGED + BEST_NOW, FREE + BEST_NOW]] = STILL
    return scale


TRAINING = Training(method=ByEvolution(judgement=JUDGEMENT, scales=scales))
