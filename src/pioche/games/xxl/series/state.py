"""The state of a round of Fournir des séries."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import RoundOptions
from pioche.core.state import (
    BY_CARD,
    CARD,
    LYING,
    Cards,
    CardSets,
    Count,
    Counts,
    Flag,
    Index,
    Labels,
    LyingCards,
    Seat,
)
from pioche.games.xxl.deck import CARD_COUNT

from .runs import LENGTH

MOST_SEATS = 6
MOST_SERIES = CARD_COUNT // LENGTH
QUIET_LAPS = 2
"""XX43 After this many turns of each player without a series and without a card drawn, a card is turned up."""
MOST_LOGGED = MOST_SERIES + (MOST_SERIES + 1) * QUIET_LAPS * MOST_SEATS + 1
"""With the stock empty: every series, and one swap in each turn. The turns are the one in which the stock ran out, at
most 2n − 1 quiet ones before each turn with a series, that turn itself, and at most 2n quiet ones after the last."""
NOT_OVER = -2
NOT_EXCHANGED, SWAPPED, ADDED = range(3)


class Options(RoundOptions):
    pass


class State:
    seats: Index
    dealer: Index
    first: Seat  # the seat that began
    reason: Index  # why it is over, a place in ENDINGS, or NOT_OVER
    turn: Seat
    has_laid: Flag  # whether a series was laid in this turn
    exchange: Index  # what was done of it in this turn: NOT_EXCHANGED, SWAPPED or ADDED
    refusals: Count  # XX42 turns in a row without a series and without an exchange
    quiet: Count  # XX43 turns in a row without a series and without a card drawn
    left: Count  # cards in the stock
    stock: Annotated[Labels, CARD_COUNT, LYING]  # the top card is the last of those left
    open_cards: LyingCards
    hands: Annotated[CardSets, MOST_SEATS, LYING]
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    points: Annotated[Counts, MOST_SEATS]  # per seat: the totals of its series
    laid: Count  # series laid
    series: Annotated[NDArray[np.int16], MOST_SERIES]  # those laid, in order
    layer: Annotated[Labels, MOST_SERIES]  # by whom, in the same order
    used: Cards  # the cards in series that lay open before

    # What there is to remember (G6).

    taken: Annotated[CardSets, MOST_SEATS, CARD]  # per seat: the cards in its hand that all have seen it take
    dealt: Annotated[Counts, MOST_SEATS]  # per seat: the total of the hand it was dealt; its own secret
    drawn: Annotated[Counts, MOST_SEATS]  # per seat: how many cards it has drawn
    player: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card: from whose hand all first saw it come, or NOBODY
    till: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card that came so: how many cards that seat had drawn by then
    logged: Count  # series and swaps since the stock ran out
    log: Annotated[NDArray[np.int16], MOST_LOGGED]  # these in order, each as what was done * MOST_SEATS + seat
