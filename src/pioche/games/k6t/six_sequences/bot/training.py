"""How the weights of Les 6 Séquences are learned."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Setting
from pioche.core.training import ByEvolution, Training
from pioche.core.weights import Weights

from .judgement import JUDGEMENT

SCALE, LEAST_SCALE = 0.3, 0.15
"""How far weights are varied at first: by this share of themselves, and at least by this much."""


def scales(setting: Setting, start: Weights) -> Weights:
    return np.maximum(np.abs(start) * SCALE, LEAST_SCALE)


# The shipped weights for four players and for teams took 30 generations of 800 deals, from those for two.
TRAINING = Training(
    method=ByEvolution(judgement=JUDGEMENT, scales=scales, against=("thumb",)), players=(2, 4), deals=1000
)
