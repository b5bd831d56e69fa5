"""The bots of The Game: judgement of whole turns, talk, thinking ahead, and four levels of them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import numpy as np

from pioche.core.game import Setting
from pioche.core.judgement import Judgement, Level, Weights

from .appraise import appraise
from .explain import explain
from .lookahead import think
from .prospects import HEAD, PROSPECTS, STAGES
from .signals import talk

TUNED = "tuned"
LIKE = {None: ("",), "expert": ("-expert", ""), "expert-minus": ("-expert-minus", "-expert", "")}
"""By variant: whose tables it uses, the best first."""


@cache
def _tables() -> dict[str, dict[str, list[float]]]:
    return tomllib.loads(files(__package__).joinpath("judgement.toml").read_text(encoding="utf-8"))


def weights(setting: Setting, name: str) -> Weights:
    """The numbers to weigh with: learned for the variant, for play with signs or without, by number of players."""
    silent = "-silent" if not setting.options["signals"] and setting.players > 1 else ""
    players, variants = str(setting.players), LIKE[setting.variant]
    kinds = [name + variant + ending for variant in variants for ending in (silent, "")]
    found = next((kind for kind in kinds if players in _tables().get(kind, {})), None)
    return _whole(found, players) if found else _whole(name, min(_tables()[name]))


@cache
def _whole(table: str, players: str) -> Weights:
    """A list as it is used; one that is short holds at every stage."""
    numbers = np.array(_tables()[table][players], np.float64)
    if len(numbers) == HEAD + PROSPECTS:
        numbers = np.concatenate([numbers[:HEAD], np.tile(numbers[HEAD:], STAGES)])
    return numbers


JUDGEMENT = Judgement(
    appraise=appraise,
    weights=weights,
    levels={
        "beginner": Level("beginner"),
        "casual": Level("casual"),
        "strong": Level(TUNED),
        "expert": Level(TUNED, simulations=100),
    },
    talk=talk,
    think=think,
    explain=explain,
)
