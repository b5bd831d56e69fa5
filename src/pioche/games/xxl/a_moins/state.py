"""The state of a round of À moins."""

from __future__ import annotations

from pioche.core.game import RoundOptions
from pioche.core.state import Index
from pioche.games.xxl.shedding import Shedding


class Options(RoundOptions):
    pass


class State:
    common: Shedding
    top: Index  # the open card
