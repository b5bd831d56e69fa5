"""No Merci: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, shuffle_cards
from pioche.core.rule import rule
from pioche.core.state import NOBODY

from .rules import REFUSE, in_game
from .state import HIGHEST, LOWEST, PILE, State


@rule
def observe(state: State, seat: int, known: State) -> None:
    """NM2 The cards to come are hidden. NM9 Tokens can be counted from the moves, so they are known."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.tactical = state.tactical
    known.open_tokens = state.open_tokens
    known.turn = state.turn
    known.turned = state.turned
    known.pot = state.pot
    known.tokens = state.tokens
    known.owner = state.owner
    for i in range(min(state.turned + 1, PILE)):
        known.pile[i] = state.pile[i]


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Fill the rest of the pile with unseen cards in random order."""
    unseen = np.empty(HIGHEST + 1, np.int16)
    count = 0
    for card in range(LOWEST, HIGHEST + 1):
        is_open = state.turned < PILE and card == state.pile[state.turned]
        if in_game(card, state.tactical) and state.owner[card] == NOBODY and not is_open:
            unseen[count] = card
            count += 1
    shuffle_cards(unseen, count, rng)
    for i in range(state.turned + 1, PILE):
        state.pile[i] = unseen[i - state.turned - 1]


def can_take_back(known: State, seat: int, move: int) -> bool:
    """NM5 A refusal reveals nothing. NM6 Taking turns up the next card."""
    return move == REFUSE
