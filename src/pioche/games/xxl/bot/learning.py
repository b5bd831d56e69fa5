"""How the weights of the shedding games are learned."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Setting
from pioche.core.judgement import Judgement
from pioche.core.training import ByEvolution, Training
from pioche.core.weights import Weights


def scales(setting: Setting, start: Weights) -> Weights:
    return np.full_like(start, 0.4)


def shedding_training(judgement: Judgement) -> Training:
    method = ByEvolution(judgement=judgement, scales=scales, against=("beginner",), digits=".3g")
    return Training(method=method, players=(2, 4, 6), deals=2400)
