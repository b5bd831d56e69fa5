"""The state of a round of Drahtseilakt."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import LYING, Count, Counts, Flag, Index, Labels, Meaning, Seat

MOST_SEATS = 5
HIGHEST = 50
TRICKS = 9  # and as many cards in each hand
SCORE_CARDS = 11
BLUE_ZERO, RED_ZERO = 10, 11  # the other score cards are numbered by their value, 1 to 9


class Options(RoundOptions):
    tactical: Flag = False
    chaotic: Flag = False


class State:
    seats: Index
    dealer: Index
    tactical: Flag
    chaotic: Flag
    trick: Index  # the number of the trick being played, from 0; TRICKS once all are
    leader: Seat  # the seat that leads this trick; NOBODY in the chaotic variant
    laid: Count  # cards of this trick that are played or chosen
    turned: Index  # where in the score pile the next card to be turned up lies
    used: Index  # where in the score pile the cards of this trick begin; those before are used
    score_pile: Annotated[Labels, SCORE_CARDS, Meaning("card", "score", nowhere_else=True)]  # from the top
    red: Annotated[Counts, MOST_SEATS]  # sticks per seat
    blue: Annotated[Counts, MOST_SEATS]
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    hands: Annotated[Labels, (MOST_SEATS, TRICKS), LYING]  # per seat, sorted, then EMPTY
    played: Annotated[Labels, (TRICKS, MOST_SEATS), LYING]  # per trick and seat: the card played or chosen, or EMPTY
