"""TG13 The signals of a bot, which are those that people use.

"Leave this pile to me" where it has a backwards trick or a card that would skip next to nothing; "gently" where it has
a card not far off; "go ahead" where it has none. After every card, all bots update what they show.
"""

from __future__ import annotations

import numpy as np

from pioche.core.game import Moves
from pioche.core.judgement import Weights
from pioche.core.rule import rule
from pioche.core.state import Counts
from pioche.parts.cardsets import without_first
from pioche.parts.widesets import WORDS, first_in

from ..rules import FIRST_SIGNAL, SHOW_STUCK, SHOW_UNSTUCK, SIGNS, playable, step
from ..state import CARDS, FREELY, GENTLY, HIGHEST, LAYING, LEAVE, MOST_HELD, NO_SIGN, OVER, PILES, State
from .prospects import MOST_SKIPPED, count_unseen, nearest_skip, skipped
from .weights import GENTLE, HARDLY, LEAVES, QUIET


@rule
def skip_on(state: State, seat: int, pile: int, unseen: Counts) -> int:
    """The fewest cards that this hand would skip on a pile; −1: a backwards trick; CARDS: nothing fits."""
    fewest = CARDS
    top = int(state.tops[pile])
    for word in range(WORDS):
        cards = playable(state, seat, pile, word)
        while cards:
            card = first_in(cards, word)
            cards = without_first(cards)
            fewest = min(fewest, -1 if step(card, top, pile) < 0 else skipped(unseen, card, top, pile))
    return fewest


@rule
def sign_for(skip: int, weights: Weights) -> int:
    if skip <= weights[LEAVES]:
        return LEAVE
    if skip <= weights[GENTLE]:
        return GENTLY
    return NO_SIGN if skip <= weights[QUIET] else FREELY


@rule
def can_hardly_play(state: State, seat: int, unseen: Counts, weights: Weights) -> bool:
    """Return whether the cards that must be laid would skip many others, if they were laid now."""
    tops, skips = np.empty(PILES, np.int32), np.empty(MOST_HELD, np.int32)
    for pile in range(PILES):
        tops[pile] = state.tops[pile]
    held = 0
    for word in range(WORDS):
        cards = int(state.hands[seat, word])
        while cards:
            skips[held] = nearest_skip(first_in(cards, word), tops, unseen)
            cards = without_first(cards)
            held += 1
    skips[:held].sort()
    total = 0
    for i in range(min(held, state.minimum)):
        total += min(skips[i], MOST_SKIPPED)
    return bool(total > weights[HARDLY])


@rule
def talk(state: State, seat: int, weights: Weights, out: Moves) -> int:
    """TG13 List the signals that bring what a seat shows up to date. In its own turn it gives none."""
    if not state.signals or state.seats == 1 or state.phase == OVER or (state.phase == LAYING and state.turn == seat):
        return 0
    unseen = np.empty(HIGHEST + 2, np.int32)
    count_unseen(state, seat, unseen)
    count = 0
    for pile in range(PILES):
        sign = sign_for(skip_on(state, seat, pile, unseen), weights)
        if sign != state.signs[seat, pile]:
            out[count] = FIRST_SIGNAL + pile * len(SIGNS) + sign
            count += 1
    is_stuck = can_hardly_play(state, seat, unseen, weights)
    if is_stuck != (state.stuck[seat] != 0):
        out[count] = SHOW_STUCK if is_stuck else SHOW_UNSTUCK
        count += 1
    return count
