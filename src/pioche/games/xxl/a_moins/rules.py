"""À moins, in the order of its rulebook. `pioche.games.xxl.shedding` has the rules of all shedding games.

Decisions where the rulebook is silent or unclear:

- G3 "The most points" means the largest total in hand; of equal totals, the closest to the dealer's left.
- XX1 A player who can play must play; see `pioche.games.xxl.shedding`.
- XX21 The rulebook's example card is green 1/red 2; it prints green 0/red 2, which its own list contradicts.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Shuffle
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.state import CardSets
from pioche.games.xxl import shedding
from pioche.games.xxl.deck import (
    CARD_COUNT,
    CARRYING,
    FIRST_COLOUR,
    FIRST_NUMBER,
    SECOND_COLOUR,
    SECOND_NUMBER,
    card_name,
)
from pioche.games.xxl.shedding import PLAYS
from pioche.parts.cardsets import list_cards

from .state import Options, State

HAND_SIZE = 6
TURNED_UP = 1
MOVE_COUNT = PLAYS + CARD_COUNT
"""Moves from PLAYS on play a card."""
MOST_LEGAL = MOVE_COUNT
BELOW: CardSets = np.bitwise_or.accumulate(CARRYING, axis=1) & ~CARRYING
"""By colour and number: the set of cards that carry a smaller number in that colour."""


# XX1–XX3 As in all shedding games.
ENDINGS, decks = shedding.ENDINGS, shedding.decks
to_move, is_over, ending, scores = shedding.to_move, shedding.is_over, shedding.ending, shedding.scores


move_name = shedding.name_moves(lambda move: card_name(move - PLAYS))


def bound(options: Options) -> int:
    return shedding.bound(int(options.seats), HAND_SIZE, TURNED_UP)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX20 Deal, and turn up a card; the player with the most points begins."""
    open_card = shedding.deal(state.common, options.seats, options.dealer, HAND_SIZE, TURNED_UP, shuffle[0])
    state.top = shuffle[0, open_card]
    shedding.begin(state.common, shedding.richest(state.common))
    state.common.fitting = fitting(state)


@rule
def fitting(state: State) -> int:
    """XX21 The cards with a half of the same colour as a half of the open card, and a smaller number."""
    top = state.top
    first = BELOW[FIRST_COLOUR[top], FIRST_NUMBER[top]]
    second = BELOW[SECOND_COLOUR[top], SECOND_NUMBER[top]]
    return int(first | second)


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    cards = shedding.playable(state.common, seat)
    count = list_cards(cards, PLAYS, out, 0)
    return shedding.or_else(state.common, count, out)


@rule
def apply(state: State, seat: int, move: int) -> None:
    """XX21 The card played becomes the open card."""
    if move < PLAYS:
        shedding.draw_keep_or_pass(state.common, seat, move)
    else:
        state.top = move - PLAYS
        state.common.fitting = fitting(state)
        shedding.play_card(state.common, seat, state.top)
