"""Les 6 Séquences: reasons for a move, in a few words."""

from __future__ import annotations

from pioche.core.judgement import Weights
from pioche.core.words import Message
from pioche.games.k6t.deck import CARD_COUNT, SUIT_NAMES, rank_of, spoken_card, spoken_suit, suit_of
from pioche.parts.cardsets import has

from ..combinations import owner_of, stand_in
from ..dominance import COST_IN_HAND
from ..moves import ADD, CARDS, CLAIM, CLAIM_ADD, CLAIM_SERIES, DISCARD, EXCHANGE, LAY_SERIES, LAYINGS
from ..state import LAST_GOES, State
from ..view import say
from .keeping import DEAD, FAR, LITTLE_STOCK, look, overtakes, places_for


def explain(known: State, seat: int, move: int, weights: Weights) -> Message | None:
    """Explain a move from what the seat knows; ``weights`` are those of its judgement."""
    if move < DISCARD:
        return say("why.nothing")
    if move < DISCARD + CARD_COUNT:
        return _why_discard(known, seat, move - DISCARD, weights)
    if EXCHANGE <= move < ADD:
        return _why_exchange(known, move - EXCHANGE)
    if move < EXCHANGE or LAY_SERIES <= move < CLAIM or CLAIM_SERIES <= move < CLAIM_ADD:
        return say("why.saved" if known.phase == LAST_GOES else "why.store")
    if _is_overtaking(known, seat, move):
        suit = SUIT_NAMES[suit_of(int(CARDS[move, 0]))]
        return say("why.overtakes", suit=spoken_suit(suit))
    return say("why.counts" if known.phase == LAST_GOES else "why.longer")


def _why_discard(known: State, seat: int, card: int, weights: Weights) -> Message:
    sight, suit, rank = look(known, seat, weights), suit_of(card), rank_of(card)
    if CARD_COUNT - known.drawn <= LITTLE_STOCK and COST_IN_HAND[rank]:
        return say("why.costly", card=spoken_card(card), points=COST_IN_HAND[rank])
    if has(int(sight.near_others[suit]), rank):
        return say("why.burnt", card=spoken_card(card))
    close = weights.copy()
    close[FAR] = 0.0
    if sight.matters[suit] == weights[DEAD] or places_for(sight, suit, rank, close) == 0.0:
        return say("why.useless", card=spoken_card(card))
    return say("why.least", card=spoken_card(card))


def _why_exchange(known: State, card: int) -> Message:
    taken = stand_in(known, suit_of(card), rank_of(card))
    return say("why.exchange", card=spoken_card(card - rank_of(card) + taken))


def _is_overtaking(known: State, seat: int, move: int) -> bool:
    owner, suit = owner_of(known, seat), suit_of(int(CARDS[move, 0]))
    before = int(known.in_sequences[owner, suit])
    after = before
    for _, place in LAYINGS[move]:
        after |= 1 << place
    return overtakes(known, owner, suit, before, after)
