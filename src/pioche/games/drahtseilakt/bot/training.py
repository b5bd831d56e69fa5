"""How the weights of Drahtseilakt are learned.

Whole matches are counted, because a round without sticks strikes out an earlier one (DA11).
"""

from __future__ import annotations

import numpy as np

from pioche.core.game import Setting
from pioche.core.training import STILL, ByEvolution, Training
from pioche.core.weights import Weights

from .judgement import JUDGEMENT
from .prospects import COUNTING, EVEN

SCALE = 0.2


def scales(setting: Setting, start: Weights) -> Weights:
    """Return the scale of each weight. The learner always counts cards."""
    scale = np.full_like(start, SCALE)
    scale[[COUNTING, EVEN]] = STILL, 2 * SCALE
    return scale


TRAINING = Training(
    method=ByEvolution(judgement=JUDGEMENT, scales=scales, by_match=True, checked=10, digits=".2f"),
    generations=25,
    deals=400,
)
