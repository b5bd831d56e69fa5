"""The state of a round of Déterminer la couleur."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import LYING, CardSets, Count, Counts, Flag, Index, Labels, Seat

MOST_SEATS = 6
MOST_CARDS = 12
NO_TRUMP = -2  # played without trump
NOT_NAMED = -3  # played with trump, but not named yet


class Options(RoundOptions):
    trump: Flag = False


class State:
    seats: Index
    dealer: Index
    trump: Index  # a colour, NO_TRUMP or NOT_NAMED
    first: Seat  # the seat that led the first trick
    trick: Index  # the number of the current trick, from 0
    leader: Seat  # the seat that leads this trick
    laid: Count  # cards played in this trick
    asked: Index  # a bit mask: the colours to follow in this trick, one once it is decided; 0 before the lead
    lacks: Annotated[Labels, MOST_SEATS]  # per seat, a bit mask: the colours it has shown to lack
    won: Annotated[Counts, MOST_SEATS]  # per seat: the totals of the cards won
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    hands: Annotated[CardSets, MOST_SEATS, LYING]  # per seat
    played: Annotated[Labels, (MOST_CARDS, MOST_SEATS), LYING]  # per trick and seat: the card, or EMPTY
