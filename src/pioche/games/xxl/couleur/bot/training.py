"""How the weights of Déterminer la couleur are learned."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Setting
from pioche.core.training import STILL, ByEvolution, Training
from pioche.core.weights import Weights
from pioche.games.xxl.bot.tricks import BEST_NOW

from .judgement import JUDGEMENT, SPEND_TRUMP


def scales(setting: Setting, start: Weights) -> Weights:
    """Return the scale of each weight. Those of trumps are learned with trump only, those of beginners not at all."""
    scale = np.full_like(start, 0.3)
    scale[BEST_NOW] = STILL
    if setting.variant is None:
        scale[SPEND_TRUMP:] = STILL
    return scale


TRAINING = Training(method=ByEvolution(judgement=JUDGEMENT, scales=scales), options={"rounds": 1})
