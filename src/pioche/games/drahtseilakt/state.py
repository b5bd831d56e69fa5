"""The state of a round of Drahtseilakt."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import LYING, CardSets, Count, Counts, Flag, Index, Labels, Meaning, Seat

MOST_SEATS = 5
HIGHEST = 50
TRICKS = 9  # also the number of cards dealt to each hand
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
    trick: Index  # the number of the current trick, from 0; TRICKS at the end
    leader: Seat  # the seat that leads this trick; NOBODY in the chaotic variant
    laid: Count  # cards played or chosen in this trick
    turned: Index  # index in the score pile of the next card to turn up
    used: Index  # index in the score pile where the cards of this trick begin; those before are used
    score_pile: Annotated[Labels, SCORE_CARDS, Meaning("card", "score", nowhere_else=True)]  # from the top
    red: Annotated[Counts, MOST_SEATS]  # sticks per seat
    blue: Annotated[Counts, MOST_SEATS]
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    hands: Annotated[CardSets, MOST_SEATS, LYING]  # per seat
    played: Annotated[Labels, (TRICKS, MOST_SEATS), LYING]  # per trick and seat: the card played or chosen, or EMPTY
