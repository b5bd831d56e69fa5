"""20/20: what the player knows, and random deals that agree with it."""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, shuffle_cards
from pioche.core.rule import rule
from pioche.games.k6t.deck import CARD_COUNT
from pioche.parts.unseen import list_unseen

from .state import PILE_SIZE, PILES, State


@rule
def observe(state: State, seat: int, known: State) -> None:
    """K6-1 The open card of each pile is known, and so are those removed from it; the cards below are hidden."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.left = state.left
    known.removed = state.removed
    known.shown = state.shown
    known.pairs = state.pairs
    known.open_on = state.open_on
    for pile in range(PILES):
        for place in range(min(state.removed[pile] + 1, PILE_SIZE)):
            known.piles[pile, place] = state.piles[pile, place]


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Shuffle the unseen cards into the hidden places."""
    is_unseen, unseen = np.ones(CARD_COUNT, np.int8), np.empty(CARD_COUNT, np.int16)
    for pile in range(PILES):
        for place in range(min(state.removed[pile] + 1, PILE_SIZE)):
            is_unseen[state.piles[pile, place]] = 0
    count = list_unseen(is_unseen, unseen)
    shuffle_cards(unseen, count, rng)
    for pile in range(PILES):
        for place in range(state.removed[pile] + 1, PILE_SIZE):
            count -= 1
            state.piles[pile, place] = unseen[count]


def can_take_back(known: State, seat: int, move: int) -> bool:
    """K6-2 Every move may turn a card up. K6-4 Alone, nobody needs to be asked."""
    return False
