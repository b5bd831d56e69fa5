"""The state of a round of À moins."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import CARD, Index
from pioche.games.xxl.shedding import Shedding


class Options(RoundOptions):
    pass


class State:
    common: Shedding
    top: Annotated[Index, CARD]  # the open card
