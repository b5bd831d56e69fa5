"""Reasons for a move of The Game, in a few words."""

from __future__ import annotations

import numpy as np

from pioche.core.words import Message
from pioche.parts.widesets import each_of

from ..rules import BACKWARDS, BEGIN, DIRECTION, STOP, card_of, pile_of, pile_size, step
from ..state import ASKING, HIGHEST, LEAVE, State
from ..view import say
from .prospects import count_unseen, skipped


def explain(known: State, seat: int, move: int) -> Message | None:
    """Explain what is good or bad about a move, from what the seat knows."""
    if known.phase == ASKING:
        return say("why.begin" if move == BEGIN else "why.decline")
    if move == STOP:
        return say("why.stop" if pile_size(known) > 0 else "why.stop-for-good")
    return _why_lay(known, seat, card_of(move), pile_of(move))


def _why_lay(known: State, seat: int, card: int, pile: int) -> Message:
    if step(card, int(known.tops[pile]), pile) == -BACKWARDS:
        return say("why.backwards")
    if card - BACKWARDS * DIRECTION[pile] in each_of(known.hands[seat]):
        return say("why.ten-back-next")
    if any(known.signs[other, pile] == LEAVE for other in range(known.seats) if other != seat):
        return say("why.asked-for")
    unseen = np.zeros(HIGHEST + 2, np.int32)
    count_unseen(known, seat, unseen)
    skip = skipped(unseen, card, int(known.tops[pile]), pile)
    return say("why.skips", count=skip) if skip > 0 else say("why.skips-none")
