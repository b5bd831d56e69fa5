"""The state of a round of No Merci."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import BY_CARD, LYING, Count, Counts, Flag, Index, Labels, Seat

LOWEST, HIGHEST = 3, 35
PILE = 24
MOST_SEATS = 5


class Options(RoundOptions):
    tactical: Flag = False
    open_tokens: Flag = False


class State:
    seats: Index
    dealer: Index
    tactical: Flag
    open_tokens: Flag
    turn: Seat  # the seat to decide on the open card
    turned: Index  # index of the open card in the pile; PILE once all cards are taken
    pot: Count  # tokens on the open card
    tokens: Annotated[Counts, MOST_SEATS]  # per seat
    pile: Annotated[Labels, PILE, LYING]  # the cards in the order they are turned up
    owner: Annotated[Labels, HIGHEST + 1, BY_CARD]  # per card: a seat or NOBODY
