"""The state of a round of Les 6 Séquences.

Cards are stored as sets of ranks, one for each suit: bit 9 of ``hands[2, 1]`` is the 9 of clubs in the hand of seat 2.
The rank of a card, 1 to 19, is also the number of its own place in a sequence; rank 0 is the joker.

Laid sequences are stored as the set of places they cover. An owner's sequences that touch are one, so the set shows
where each begins and ends. The only exception is a pair that overlaps by a joker (K6-14): they meet at the *seam*.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import RoundOptions
from pioche.core.state import BY_SUIT, LYING, LYING_BY_SUIT, Count, Counts, Flag, Index, Labels, Seat
from pioche.games.k6t.deck import CARD_COUNT, SUITS

MOST_SEATS = 4
SUIT_COUNT = len(SUITS)
DRAWING, LAYING, EXTENDING, DISCARDING, CLAIMING, LAST_GOES, OVER = range(7)
NOT_LAID = 0  # the joker is in no sequence
NO_SEAM, JOKER_BELOW, JOKER_ABOVE = range(3)
NOT_ASKED = -2  # the seat is not asked whether it claims the discard
NO_ANSWER = -3  # the seat is asked and has not answered
NO_CLAIM = -2  # the turn began without a claim

RankSets = NDArray[np.int32]
"""Sets of ranks, or of places, as bit masks."""
MoveNumber = Annotated[int, np.int16]
MoveNumbers = NDArray[np.int16]


class Options(RoundOptions):
    teams: Flag = False


class State:
    seats: Index
    dealer: Index
    teams: Flag
    phase: Index  # DRAWING … OVER
    turn: Seat  # the seat whose turn it is; while the discard is claimed, the seat that discarded it
    has_put_down: Flag  # whether anything was put down in this phase or this go
    passes: Count  # in the last goes: how many passes in a row
    claim: MoveNumber  # the claim with which this turn began, or NO_CLAIM
    only_jokers: Seat  # the seat that ended its turn with nothing but jokers in hand, or NOBODY
    drawn: Count  # how many cards have left the stock
    stock: Annotated[Labels, CARD_COUNT, LYING]  # from the top; EMPTY where a card was drawn
    discards: Count  # how many cards lie in the discard pile
    pile: Annotated[Labels, CARD_COUNT, LYING]  # the discards, the first at the bottom, then EMPTY
    answers: Annotated[MoveNumbers, MOST_SEATS]  # per seat: NOT_ASKED, NO_ANSWER, or the move that answers a discard
    held: Annotated[Counts, MOST_SEATS]  # cards in hand per seat
    hands: Annotated[RankSets, (MOST_SEATS, SUIT_COUNT), LYING_BY_SUIT]  # per seat and suit: the ranks in hand
    shown: Annotated[RankSets, (MOST_SEATS, SUIT_COUNT), BY_SUIT]  # those of them that everybody saw being taken
    # Per owner, a seat or a team (K6-19):
    sequences: Annotated[Counts, MOST_SEATS]  # how many sequences were laid
    series: Annotated[Counts, MOST_SEATS]  # how many series were laid
    in_sequences: Annotated[RankSets, (MOST_SEATS, SUIT_COUNT)]  # per suit: the places that the owner's sequences cover
    in_series: Annotated[RankSets, (MOST_SEATS, SUIT_COUNT), BY_SUIT]  # per suit: the ranks in the owner's series
    # Per suit:
    new_in_series: Annotated[RankSets, SUIT_COUNT, BY_SUIT]  # the ranks put in a series this turn
    joker_place: Annotated[Labels, SUIT_COUNT]  # where in a sequence the joker stands, or NOT_LAID
    joker_owner: Annotated[Labels, SUIT_COUNT]  # in whose sequence, or NOBODY
    seam: Annotated[Labels, SUIT_COUNT]  # whether the joker's place belongs to two sequences of its owner
    stand_ins: Annotated[RankSets, SUIT_COUNT]  # the places where a joker stands, or the A on 1, or the 1 on A
