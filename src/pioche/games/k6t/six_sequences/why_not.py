"""Les 6 Séquences: why a move is not allowed now."""

from __future__ import annotations

from pioche.core.words import Message
from pioche.games.k6t.deck import rank_of, suit_of, the_card
from pioche.parts.cardsets import has

from .claims import top_discard
from .combinations import at_hand, may_lay_series, owner_of
from .moves import (
    ADD,
    ADD_TO_SERIES,
    CLAIM,
    CLAIM_ADD,
    CLAIM_SERIES,
    DISCARD,
    DRAW,
    EXCHANGE,
    JOKER,
    LAY,
    LAY_SERIES,
    LAYINGS,
    PASS,
    STOP,
)
from .state import CLAIMING, DISCARDING, DRAWING, EXTENDING, LAST_GOES, NO_ANSWER, State
from .view import say


def why_not(known: State, seat: int, move: int) -> Message | None:
    """Explain an illegal move from what the seat knows; None if it is not the seat's turn."""
    if known.phase == CLAIMING:
        return _why_no_answer(known, seat, move) if known.answers[seat] == NO_ANSWER else None
    if seat != known.turn:
        return None
    if move >= CLAIM:
        return say("why-not.nothing-to-claim")
    if known.phase == DRAWING:
        return say("why-not.draw-first")
    if known.phase == DISCARDING:
        return _why_no_discard(known, seat, move)
    if move < ADD_TO_SERIES:
        return _why_not_now(known, move)
    return _why_not_put_down(known, seat, move)


def _why_no_answer(known: State, seat: int, move: int) -> Message:
    """K6-25 The ways to take a discard."""
    discard = top_discard(known)
    if move < CLAIM:
        return say("why-not.answer-first", card=the_card(discard))
    if all(card != discard for card, _ in LAYINGS[move]):
        return say("why-not.other-discard", card=the_card(discard))
    if CLAIM_SERIES <= move < CLAIM_ADD and not may_lay_series(known, owner_of(known, seat)):
        return say("why-not.more-series")
    return say("why-not.cannot-claim", card=the_card(discard))


def _why_no_discard(known: State, seat: int, move: int) -> Message:
    """K6-21 (5) Never a joker."""
    if not DISCARD <= move < ADD_TO_SERIES:
        return say("why-not.discard-now")
    card = move - DISCARD
    if rank_of(card) == JOKER:
        return say("why-not.discard-joker")
    return say("why-not.not-in-hand", card=the_card(card))


def _why_not_now(known: State, move: int) -> Message:
    """K6-22, K6-30 Why a phase or a go cannot end this way."""
    if move == DRAW:
        return say("why-not.no-draw")
    if move == STOP:
        return say("why-not.pass-instead")
    if move == PASS:
        return say("why-not.stop-instead")
    return say("why-not.no-discarding" if known.phase == LAST_GOES else "why-not.stop-first")


def _why_not_put_down(known: State, seat: int, move: int) -> Message:
    owner, (card, _) = owner_of(known, seat), LAYINGS[move][0]
    if move < ADD and rank_of(card) == JOKER:
        return say("why-not.joker-stands-in")
    if move >= LAY and known.phase == EXTENDING:
        return say("why-not.only-extending")
    if move >= LAY_SERIES and not may_lay_series(known, owner):
        return say("why-not.more-series")
    missing = [card for card, _ in LAYINGS[move] if not _has(known, seat, move, card)]
    if missing:
        from_hand = move < ADD or move >= LAY_SERIES
        return say("why-not.not-in-hand" if from_hand else "why-not.not-at-hand", card=the_card(missing[0]))
    if move < EXCHANGE:
        return say("why-not.no-such-series")
    if move < ADD:
        return say("why-not.nothing-to-exchange")
    return say("why-not.not-at-an-end")


def _has(known: State, seat: int, move: int, card: int) -> bool:
    """K6-15 Sequences may take cards from one's own series; K6-14, K6-18 series and exchanges only from hand."""
    suit = suit_of(card)
    ranks = at_hand(known, seat, suit) if ADD <= move < LAY_SERIES else int(known.hands[seat, suit])
    return has(ranks, rank_of(card))
