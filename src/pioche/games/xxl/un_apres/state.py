"""The state of a round of L'un après l'autre."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import CARD, Labels
from pioche.games.xxl.deck import COLOURS
from pioche.games.xxl.shedding import SheddingState


class Options(RoundOptions):
    pass


class State(SheddingState):
    last: Annotated[Labels, len(COLOURS), CARD]  # per colour: the last card of its series, or NO_CARD before the first
