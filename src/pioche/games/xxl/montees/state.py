"""The state of a round of Montées et descentes."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import CARD, Labels
from pioche.games.xxl.shedding import SheddingState

ROWS = 2
NO_COLOUR = -2  # the row still shows the card turned up
EITHER, UP, DOWN = range(3)


class Options(RoundOptions):
    pass


class State(SheddingState):
    last: Annotated[Labels, ROWS, CARD]  # the last card of each row
    colour: Annotated[Labels, ROWS]  # of the row's series, or NO_COLOUR
    direction: Annotated[Labels, ROWS]  # of the row's series, or EITHER
