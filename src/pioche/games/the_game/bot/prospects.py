"""The features of a position of The Game after a turn: room for the cards still out, the hand, and signs.

Distances are counted in cards that are still out, not in numbers: a step over cards that lie on the piles already costs
nothing. Every prospect is a number; its weight is learned, by stage of the game (judgement.toml).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pioche.core.rows import copy_row
from pioche.core.rule import rule
from pioche.core.state import Counts
from pioche.parts.widesets import mark_cards

from ..rules import BACKWARDS, BASES, DIRECTION, SIGNS, pile_size
from ..state import CARDS, HIGHEST, LOWEST, NOWHERE, PILES, State
from .weights import (
    BASIS,
    LOST,
    MORE_LOST,
    NEAR,
    NEIGHBOURS,
    NEXT_SIGNS,
    NEXT_TURN,
    OWN_LOST,
    PAIRS,
    ROOM,
    ROOT_BETTER,
    ROOT_BOTH_WAYS,
    ROOT_WORSE,
    SKIPS,
    STAGES,
    TRICKS_OUT,
)

Numbers = NDArray[np.float64]

TRICK, FAR, DEAD = 0, 6, 7
"""Of the classes of nearness."""
BACK, UNTOUCHED = 0, 1
"""Of the classes of moves of a pile."""
DISTANCES = 2
"""Whose signs: the next player's, or those of others."""

NEARNESS_OF = (1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5)  # by cards skipped; beyond that FAR
SKIPPED_OF = (2, 2, 3, 3, 3, 4, 4, 4, 4, 4)  # by cards skipped; beyond that the last
MOST_SKIPPED = 20
"""The most that one card counts in the sum for the next turn."""
MOST_LOST = 5
TENTH = 0.1


@rule
def count_unseen(state: State, seat: int, unseen: Counts) -> None:
    """By number: how many cards up to it are neither laid nor in this hand."""
    unseen[:] = 0
    for card in range(LOWEST, HIGHEST + 1):
        unseen[card] = state.laid_on[card] == NOWHERE
    mark_cards(state.hands[seat], unseen, 0)
    for card in range(LOWEST, HIGHEST + 2):
        unseen[card] += unseen[card - 1]


@rule
def between(unseen: Counts, low: int, high: int) -> int:
    """Unseen cards above one number and below another."""
    return max(int(unseen[high - 1]) - int(unseen[low]), 0)


@rule
def skipped(unseen: Counts, card: int, top: int, pile: int) -> int:
    """Unseen cards that a step forward leaves behind."""
    return between(unseen, top, card) if DIRECTION[pile] > 0 else between(unseen, card, top)


@rule
def stage_of(state: State) -> float:
    """How far the game has come: 0 with a full face-down pile, 1 with half of it, nearly 2 at its end, 3 without."""
    full = CARDS - int(state.seats) * int(state.hand_size)
    return 3.0 if pile_size(state) == 0 else 2.0 - 2.0 * pile_size(state) / full


@rule
def stage_weights(state: State, weights: Numbers, out: Numbers) -> None:
    """Return the weights of the prospects at this stage of the game."""
    stage = stage_of(state)
    before = int(stage)
    copy_row(weights[before], out)
    if stage > before:
        out[:] += (stage - before) * (weights[before + 1] - weights[before])


@rule
def basis(state: State, weights: Numbers) -> float:
    """Return the base value of any position at this stage of the game."""
    stage = stage_of(state)
    before = int(stage)
    low, high = weights[BASIS + before], weights[BASIS + min(before + 1, STAGES - 1)]
    return float(low + (stage - before) * (high - low))


@rule
def look_at_room(tops: Counts, unseen: Counts, out: Numbers) -> None:
    """TG3 Write how many unseen cards fit, and on how many piles."""
    low, lower = max(tops[0], tops[1]), min(tops[0], tops[1])
    high, higher = min(tops[2], tops[3]), max(tops[2], tops[3])
    up, up_both = between(unseen, lower, BASES[2]), between(unseen, low, BASES[2])
    down, down_both = between(unseen, 1, higher), between(unseen, 1, high)
    out[ROOM] = TENTH * (up + down)
    out[ROOM + 1] = TENTH * between(unseen, lower, higher)
    out[ROOM + 2] = TENTH * (up_both + down_both)
    out[ROOM + 3] = TENTH * (between(unseen, lower, high) + between(unseen, low, higher))
    out[ROOM + 4] = TENTH * between(unseen, low, high)
    out[ROOT_BETTER] = np.sqrt(up) + np.sqrt(down)
    out[ROOT_WORSE] = np.sqrt(up_both) + np.sqrt(down_both)
    out[ROOT_BOTH_WAYS] = np.sqrt(between(unseen, lower, higher))


@rule
def nearest_skip(card: int, tops: Counts, unseen: Counts) -> int:
    """The fewest cards that laying this one would leave behind; −1 for a backwards trick, CARDS if it fits nowhere."""
    fewest = CARDS
    for pile in range(PILES):
        size = (card - tops[pile]) * DIRECTION[pile]
        if size == -BACKWARDS:
            return -1
        if size > 0:
            fewest = min(fewest, skipped(unseen, card, tops[pile], pile))
    return fewest


@rule
def nearness(skip: int) -> int:
    if skip < 0:
        return TRICK
    if skip == CARDS:
        return DEAD
    return NEARNESS_OF[skip] if skip < len(NEARNESS_OF) else FAR


@rule
def insert(numbers: Counts, count: int, number: int) -> None:
    """Insert a number into a sorted row."""
    place = count
    while place > 0 and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number


@rule
def look_at_hand(
    hand: Counts, held: int, used: int, tops: Counts, unseen: Counts, minimum: int, skips: Counts, out: Numbers
) -> None:
    """Write the features of the cards that stay in hand: how near each is to a pile, and the cost of the next turn."""
    out[NEAR : NEIGHBOURS + 1] = 0
    kept, before = 0, 0
    lower, higher = min(tops[0], tops[1]), max(tops[2], tops[3])
    for i in range(held):
        if not used >> i & 1:
            skip = nearest_skip(hand[i], tops, unseen)
            out[NEAR + nearness(skip)] += 1
            insert(skips, kept, skip)
            kept += 1
            if before > 0 and unseen[hand[i]] == unseen[before]:
                out[NEIGHBOURS] += 1
            before = hand[i]
            for j in range(i + 1, held):
                if hand[j] == hand[i] + BACKWARDS and not used >> j & 1:
                    out[PAIRS] += int(hand[j] > lower) + int(hand[i] < higher)
    for i in range(minimum):
        out[NEXT_TURN] += TENTH * (min(skips[i], MOST_SKIPPED) if i < kept else 0)


@rule
def look_at_tricks(tops: Counts, unseen: Counts, out: Numbers) -> None:
    """TG4 Write the piles whose backwards trick is still out, and the cards out that fit nowhere, even backwards."""
    out[TRICKS_OUT] = 0
    lower, higher = min(tops[0], tops[1]), max(tops[2], tops[3])
    lost = between(unseen, higher - 1, lower + 1) if lower >= higher else 0
    for pile in range(PILES):
        card = tops[pile] - BACKWARDS * DIRECTION[pile]
        if LOWEST <= card <= HIGHEST:
            is_out = unseen[card] - unseen[card - 1]
            out[TRICKS_OUT] += is_out
            lost -= is_out if higher <= card <= lower else 0
    out[LOST] = lost > 0
    out[MORE_LOST] = min(max(lost - 1, 0), MOST_LOST)
    out[OWN_LOST] = out[NEAR + DEAD] > 0


@rule
def skip_kind(before: int, after: int, pile: int, unseen: Counts) -> int:
    """Return the class of how far a pile moved."""
    size = (after - before) * DIRECTION[pile]
    if size <= 0:
        return UNTOUCHED if size == 0 else BACK
    skip = skipped(unseen, after, before, pile)
    return SKIPPED_OF[skip] if skip < len(SKIPPED_OF) else SKIPS - 1


@rule
def sign_place(distance: int, sign: int, kind: int) -> int:
    """Return the index of the prospect of a pile with that sign, moved that far."""
    return NEXT_SIGNS + (distance * len(SIGNS) + sign) * SKIPS + kind
