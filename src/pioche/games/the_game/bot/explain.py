"""The Game: reasons for a move. They say what is so, and so are true of good moves and of bad ones."""

from __future__ import annotations

from collections.abc import Iterator

from pioche.core.words import Message
from pioche.parts.widesets import each_of

from ..rules import BACKWARDS, BEGIN, DIRECTION, STOP, card_of, pile_of, pile_size, step
from ..state import ASKING, HIGHEST, LEAVE, LOWEST, NOWHERE, PILES, State
from ..view import say


def explain(known: State, seat: int, move: int) -> Message | None:
    """Explain what is good or bad about a move, from what the seat knows."""
    hand = list(each_of(known.hands[seat]))
    if known.phase == ASKING:
        return say("why.begin" if move == BEGIN else "why.decline", low=min(hand), high=max(hand))
    if move == STOP:
        return _why_stop(known, hand)
    return _why_lay(known, seat, hand, card_of(move), pile_of(move))


def _why_stop(known: State, hand: list[int]) -> Message:
    """Explain stopping by the card that could still be laid with the least loss."""
    least = min(_losses(known, hand), default=0)
    if least == 0:
        return say("why.stop-early")
    return say("why.stop" if pile_size(known) > 0 else "why.stop-for-good", count=least)


def _losses(known: State, hand: list[int]) -> Iterator[int]:
    """Yield the cards skipped by each card that fits; a backwards trick skips none."""
    for pile in range(PILES):
        top = int(known.tops[pile])
        for card in hand:
            if step(card, top, pile) == -BACKWARDS:
                yield 0
            elif step(card, top, pile) > 0:
                yield _in_play_between(known, card, top)


def _why_lay(known: State, seat: int, hand: list[int], card: int, pile: int) -> Message:
    top = int(known.tops[pile])
    if step(card, top, pile) == -BACKWARDS:
        between = _in_play_between(known, card, top)
        return say("why.backwards", count=between) if between > 0 else say("why.backwards-only")
    reason = _why_forwards(known, hand, card, pile)
    is_asked_for = any(known.signs[other, pile] == LEAVE for other in range(known.seats) if other != seat)
    return say("why.asked-for", reason=reason) if is_asked_for else reason


def _why_forwards(known: State, hand: list[int], card: int, pile: int) -> Message:
    """Explain a card by the backwards trick that may follow on it, or by the cards that it skips."""
    top = int(known.tops[pile])
    if (back := card - BACKWARDS * DIRECTION[pile]) in hand:
        skipped = _in_play_between(known, back, top) if step(back, top, pile) > 0 else 0
        key = "why.ten-back-next-skips" if skipped else "why.ten-back-next"
        return say(key, card=back, count=skipped)
    between = _in_play_between(known, card, top)
    if between == 0:
        return say("why.skips-none")
    return say("why.skips-fewest" if between == min(_losses(known, hand)) else "why.skips", count=between)


def _in_play_between(known: State, card: int, top: int) -> int:
    """Return how many cards between two numbers are not laid yet, those in the seat's own hand included."""
    low, high = max(min(card, top) + 1, LOWEST), min(max(card, top) - 1, HIGHEST)
    return sum(known.laid_on[each] == NOWHERE for each in range(low, high + 1))
