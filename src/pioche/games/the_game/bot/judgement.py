"""The four levels of bots for The Game: they judge whole turns, talk and look ahead."""

from __future__ import annotations

from dataclasses import replace

from pioche.core.game import Setting
from pioche.core.judgement import Judgement, Level, Weights, four_levels, weights_of
from pioche.core.training import LEARNED

from .appraise import appraise
from .explain import explain
from .lookahead import think
from .signals import talk
from .weights import TheGameWeights

SILENT = "silent"
"""Without signals the game has weights of its own, as a variant would: ``[tuned-silent.2]``."""
_weights = weights_of(__package__, TheGameWeights)


def weights(setting: Setting, name: str) -> Weights:
    """The weights by variant, with signals or without, and number of players."""
    return _weights(replace(setting, variant=SILENT) if is_silent(setting) else setting, name)


def is_silent(setting: Setting) -> bool:
    """Return whether the weights are those without signals."""
    return setting.variant is None and setting.players > 1 and not setting.options["signals"]


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=TheGameWeights,
    weights=weights,
    levels=four_levels(Level("beginner"), Level("casual"), Level(LEARNED), Level(LEARNED, simulations=100)),
    talk=talk,
    think=think,
    explain=explain,
)
