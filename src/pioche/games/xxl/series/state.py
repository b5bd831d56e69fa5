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
"""XX43 After this many turns per player without a series or a drawn card, a card is turned up."""
MOST_LOGGED = MOST_SERIES + (MOST_SERIES + 1) * QUIET_LAPS * MOST_SEATS + 1
"""With the stock empty, every series and one swap per turn are logged. The turns are the one in which the stock ran
out, at most 2n − 1 quiet ones before each turn with a series, that turn itself, and at most 2n after the last."""
NOT_OVER = -2
NOT_EXCHANGED, SWAPPED, ADDED = range(3)


class Options(RoundOptions):
    pass


class State:
    seats: Index
    dealer: Index
    first: Seat  # the seat that began
    reason: Index  # why the round is over, an index into ENDINGS, or NOT_OVER
    turn: Seat
    has_laid: Flag  # whether a series was laid in this turn
    exchange: Index  # the exchange of this turn: NOT_EXCHANGED, SWAPPED or ADDED
    refusals: Count  # XX42 turns in a row without a series or an exchange
    quiet: Count  # XX43 turns in a row without a series or a drawn card
    left: Count  # cards in the stock
    stock: Annotated[Labels, CARD_COUNT, LYING]  # the top card is the last one left
    open_cards: LyingCards
    hands: Annotated[CardSets, MOST_SEATS, LYING]
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    points: Annotated[Counts, MOST_SEATS]  # per seat: the totals of its series
    laid: Count  # series laid
    series: Annotated[NDArray[np.int16], MOST_SERIES]  # those laid, in order
    layer: Annotated[Labels, MOST_SERIES]  # by whom, in the same order
    used: Cards  # the cards in series that were open before

    # What players can remember (G6).

    taken: Annotated[CardSets, MOST_SEATS, CARD]  # per seat: the cards in its hand that everybody saw it take
    dealt: Annotated[Counts, MOST_SEATS]  # per seat: the total of the hand it was dealt; known only to the seat
    drawn: Annotated[Counts, MOST_SEATS]  # per seat: how many cards it has drawn
    player: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card: the seat whose hand it first came from openly, or NOBODY
    till: Annotated[Labels, CARD_COUNT, BY_CARD]  # per such card: how many cards that seat had drawn by then
    logged: Count  # series and swaps since the stock ran out
    log: Annotated[NDArray[np.int16], MOST_LOGGED]  # these in order, each as action * MOST_SEATS + seat
