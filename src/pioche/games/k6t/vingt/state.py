"""The state of a game of 20/20."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from pioche.core.game import RoundOptions
from pioche.core.state import DERIVED, LYING, Count, Counts, Index, Labels
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT

ROWS, COLUMNS = 4, 5
PILES = ROWS * COLUMNS
PILE_SIZE = 6


class Options(RoundOptions):
    """20/20 has no options of its own."""


class State:
    seats: Index
    dealer: Index
    left: Count  # cards not removed
    removed: Annotated[Counts, PILES]  # per pile: cards removed from its top
    shown: Annotated[Labels, RANK_COUNT]  # per rank: the suits that lie face up, as a bit mask
    piles: Annotated[Labels, (PILES, PILE_SIZE), LYING]  # per pile: the cards as dealt, from the top
    pairs: Annotated[int, np.int32, DERIVED]  # how many pairs of open cards have equal ranks
    open_on: Annotated[Labels, CARD_COUNT, DERIVED]  # per card: the pile on which it lies open, or EMPTY
