"""The state of a round of À moins."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import CARD, Index
from pioche.games.xxl.shedding import SheddingState


class Options(RoundOptions):
    pass


class State(SheddingState):
    top: Annotated[Index, CARD]  # the open card
