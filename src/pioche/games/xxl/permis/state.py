"""The state of a round of Permis de refuser."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import BY_CARD, CARD, LYING, CardSets, Count, Counts, Flag, Index, Labels, Seat
from pioche.games.xxl.deck import CARD_COUNT

MOST_SEATS = 6
MOST_CARDS = 25  # XX32 with five players, three others have won a trick each, so one player wins at most five of eight
PART_ONE, KEEPING, PART_TWO, OVER = range(4)
NO_COLOUR = -2  # before the lead
NONE_KEPT = -2
NOT_CHOSEN = -3
REFUSED = -3  # in a trick; EMPTY marks a seat that has not played


class Options(RoundOptions):
    fewest_only: Flag = False


class State:
    seats: Index
    dealer: Index
    fewest_only: Flag  # XX34 whether a player may refuse only with fewer cards than every other player
    phase: Index  # PART_ONE, KEEPING, PART_TWO or OVER
    reason: Index  # why the game is over, an index into ENDINGS
    first: Seat  # the seat that led the first trick of this part
    leader: Seat  # the seat that leads this trick
    turn: Seat  # the seat to act
    trick: Count  # tricks played in this part
    colour: Index  # the colour named for this trick, or NO_COLOUR
    tricks: Annotated[Counts, MOST_SEATS]  # per seat: tricks won in part one
    won: Annotated[Counts, MOST_SEATS]  # per seat: the totals of the cards won in this part
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    lacks: Annotated[Labels, MOST_SEATS]  # per seat, a bit mask: the colours it has shown to lack in this part
    kept: Annotated[Labels, MOST_SEATS, CARD]  # per seat: the card kept between the parts, NONE_KEPT or NOT_CHOSEN
    hands: Annotated[CardSets, MOST_SEATS, LYING]  # per seat
    played: Annotated[Labels, MOST_SEATS, LYING]  # this trick, per seat: a card, EMPTY or REFUSED
    last: Annotated[Labels, MOST_SEATS, CARD]  # the last trick, in the same way
    player: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card: the seat that played it in this part, or NOBODY
    winner: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card: the seat that won it in part one, or NOBODY
    second: Annotated[Labels, CARD_COUNT, CARD]  # the order in which part two will be dealt; EMPTY once it is
