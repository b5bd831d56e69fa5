"""How the weights of Fournir des séries are learned."""

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


TRAINING = Training(
    method=ByEvolution(judgement=JUDGEMENT, scales=scales, against=("casual",)), players=(2, 3, 4, 6), deals=2000
)
