"""The state of a round of The Game."""

from __future__ import annotations

from typing import Annotated

from pioche.core.game import RoundOptions
from pioche.core.state import BY_CARD, LYING, LYING_BY_WORD, CardSets, Count, Counts, Flag, Index, Labels, Seat
from pioche.parts.widesets import WORDS

LOWEST, HIGHEST = 2, 99
CARDS = HIGHEST - LOWEST + 1
PILES = 4
MOST_SEATS = 5
MOST_HELD = 8

ASKING, LAYING, OVER = range(3)
"""The phases: TG2 who begins; the turns; the end."""
NO_SIGN, LEAVE, GENTLY, FREELY = range(4)
"""TG13 What a player can show for a pile."""
NOWHERE = -2
"""A card that is known to lie on no pile yet."""


class Options(RoundOptions):
    minimum: Index = 2  # cards to lay in a turn
    fewer: Index = 0  # cards fewer in hand
    signals: Flag = True


class State:
    seats: Index
    dealer: Index
    minimum: Index  # cards to lay in a turn while the face-down pile has cards
    hand_size: Index
    signals: Flag  # whether signals are on
    phase: Index
    turn: Seat  # the seat being asked or laying; at the end, the last to lay
    declined: Count  # how many players have declined to begin, from the dealer's left
    required: Count  # cards to lay in this turn
    laid_now: Count  # cards laid in this turn
    left: Count  # cards not laid, in all hands and the face-down pile
    drawn: Count  # cards that have left the face-down pile, including those dealt
    tops: Annotated[Labels, PILES]  # per pile: its top card, or the value it starts from
    held: Annotated[Counts, MOST_SEATS]  # per seat: cards in hand
    hands: Annotated[CardSets, (MOST_SEATS, WORDS), LYING_BY_WORD]  # per seat
    pile: Annotated[Labels, CARDS, LYING]  # the face-down pile from the top; EMPTY where a card was drawn
    laid_on: Annotated[Labels, HIGHEST + 1, BY_CARD]  # per card: the pile it was laid on, or NOWHERE
    signs: Annotated[Labels, (MOST_SEATS, PILES)]  # per seat and pile: the sign shown
    stuck: Annotated[Labels, MOST_SEATS]  # per seat: 1 while it signals that it can hardly play
