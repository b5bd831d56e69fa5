"""Les 6 Séquences: who dominates a suit, and what the cards are worth (K6-31 … K6-33)."""

from __future__ import annotations

from pioche.core.rule import rule
from pioche.parts.cardsets import has, worth_of

from .combinations import bottom_from, next_bottom, seam_of, stand_in, top_from
from .moves import ACE, ONE
from .state import MOST_SEATS, SUIT_COUNT, State

# By place or rank: 0, 1 to 12, J, C, B, R, Q, K, A.
WORTH = (0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 5)  # K6-32
COST_IN_HAND = (5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 5)  # K6-33
ONE_ON_ACE = 1  # K6-32 what a 1 on place A counts
ABOVE_ALL_TOPS = ACE + 1


@rule
def dominant(state: State, suit: int) -> int:
    """K6-31 The owner of the longest sequence, of equal ones the one with the higher top; −1 if there is none."""
    best, owner = 0, -1
    for other in range(MOST_SEATS):
        rank = highest_rank(state, other, suit)
        if rank > best:
            best = rank
            owner = other
    return owner


@rule
def highest_rank(state: State, owner: int, suit: int) -> int:
    """K6-31 The rank of an owner's best sequence in a suit, by length, then by top place; 0 if there is none."""
    places, seam = int(state.in_sequences[owner, suit]), seam_of(state, owner, suit)
    best = 0
    bottom = bottom_from(places, 1)
    while bottom <= ACE:
        top = top_from(places, seam, bottom)
        best = max(best, (top - bottom + 1) * ABOVE_ALL_TOPS + top)
        bottom = next_bottom(places, seam, bottom, top)
    return best


@rule
def best_worth(state: State, owner: int, suit: int) -> int:
    """K6-31 The worth of the owner's most valuable sequence in a suit."""
    places, seam = int(state.in_sequences[owner, suit]), seam_of(state, owner, suit)
    best = 0
    bottom = bottom_from(places, 1)
    while bottom <= ACE:
        top = top_from(places, seam, bottom)
        best = max(best, worth(state, suit, bottom, top))
        bottom = next_bottom(places, seam, bottom, top)
    return best


@rule
def worth(state: State, suit: int, bottom: int, top: int) -> int:
    """K6-32 Each card counts as the place it stands on, jokers too; only a 1 on place A counts 1."""
    total = 0
    for place in range(bottom, top + 1):
        total += WORTH[place]
    if top == ACE and has(int(state.stand_ins[suit]), ACE) and stand_in(state, suit, ACE) == ONE:
        total += ONE_ON_ACE - WORTH[ACE]
    return total


@rule
def cost_of_hand(state: State, seat: int) -> int:
    """K6-33 The points subtracted for the cards left in hand."""
    cost = 0
    for suit in range(SUIT_COUNT):
        cost += worth_of(int(state.hands[seat, suit]), COST_IN_HAND)
    return cost
