"""Les 6 Séquences: reasons for a move, in a few words."""

from __future__ import annotations

from pioche.core.judgement import Weights
from pioche.core.state import copy
from pioche.core.words import Message
from pioche.games.k6t.deck import CARD_COUNT, SUIT_NAMES, rank_of, spoken_suit, suit_of, the_card
from pioche.parts.cardsets import has

from ..combinations import note_overlap, owner_of, stand, stand_in
from ..dominance import COST_IN_HAND, best_worth, dominant
from ..moves import (
    ADD,
    CLAIM,
    CLAIM_ADD,
    DISCARD,
    DRAW,
    EXCHANGE,
    IN_SERIES,
    LAY,
    LAYINGS,
    MOST_CARDS_LAID,
    SEQUENCES,
)
from ..state import CLAIMING, State
from ..view import say
from .keeping import DEAD, LITTLE_STOCK, Features, look


def explain(known: State, seat: int, move: int, weights: Weights) -> Message | None:
    """Explain a move from what the seat knows; ``weights`` are those of its judgement."""
    if move < DISCARD:
        return _why_nothing(known, move)
    if move < DISCARD + CARD_COUNT:
        return _why_discard(known, seat, move - DISCARD, weights)
    if EXCHANGE <= move < ADD:
        return _why_exchange(known, move - EXCHANGE)
    return _why_lay(known, seat, move)


def _why_nothing(known: State, move: int) -> Message:
    """Explain a draw, a pass or a stop."""
    if move == DRAW:
        return say("why.draw")
    return say("why.leave" if known.phase == CLAIMING else "why.nothing")


def _why_discard(known: State, seat: int, card: int, weights: Weights) -> Message:
    """Explain a discard by what it costs to keep the card, who waits for it, or what it goes with."""
    features, suit, rank = look(known, seat, weights), suit_of(card), rank_of(card)
    if CARD_COUNT - known.drawn <= LITTLE_STOCK and COST_IN_HAND[rank]:
        return say("why.costly", card=the_card(card), points=COST_IN_HAND[rank])
    if has(int(features.near_others[suit]), rank):
        return say("why.burnt", card=the_card(card))
    if features.matters[suit] == weights[DEAD]:
        return say("why.dead-suit", suit=spoken_suit(SUIT_NAMES[suit]))
    if _is_close(features, suit, rank):
        return say("why.near", card=the_card(card))
    same = sum(has(int(features.mine[other]), rank) for other in range(len(SUIT_NAMES)) if other != suit)
    key = "why.same-rank-enough" if same >= MOST_CARDS_LAID else "why.same-rank" if same else "why.useless"
    return say(key, card=the_card(card), count=same)


def _is_close(features: Features, suit: int, rank: int) -> bool:
    """Whether a card and others of the seat make a sequence, with at most one card more that may still come.

    K6-13 A place that an own sequence covers counts, but its card does not stand in on the other end too.
    """
    held, laid, free = int(features.mine[suit]) | 1 << rank, int(features.laid[suit]), int(features.free[suit])
    for laying in LAYINGS[LAY : LAY + SEQUENCES]:
        places = {rank_of(card): place for card, place in laying}
        if rank in places:
            missing = [each for each, place in places.items() if not has(held | laid & 1 << place, each)]
            if len(missing) <= 1 and all(has(free, each) for each in missing):
                return True
    return False


def _why_exchange(known: State, card: int) -> Message:
    taken = stand_in(known, suit_of(card), rank_of(card))
    return say("why.exchange", card=the_card(card - rank_of(card) + taken))


def _why_lay(known: State, seat: int, move: int) -> Message:
    """Explain cards put down: by who dominates then, by the cards drawn for them, or without a stock by the points."""
    owner, suit = owner_of(known, seat), suit_of(LAYINGS[move][0][0])
    after, hand_cards = copy(known), 0
    is_series = LAYINGS[move][0][1] == IN_SERIES
    for card, place in LAYINGS[move]:
        hand_cards += has(int(known.hands[seat, suit_of(card)]), rank_of(card))
        if not is_series:
            note_overlap(after, owner, card, place, LAYINGS[move][0][1])
            stand(after, owner, card, place)
    if not is_series and dominant(after, suit) == owner != dominant(known, suit):
        return say("why.overtakes", suit=spoken_suit(SUIT_NAMES[suit]))
    if known.drawn == CARD_COUNT:
        points = _worth(after, owner, suit) - _worth(known, owner, suit) + _saved(known, seat, move)
        return say("why.brings", count=points) if points else say("why.brings-nothing")
    put_down = hand_cards + (move >= CLAIM)
    if not put_down:
        return say("why.moved")
    is_new = LAY <= move < CLAIM_ADD
    return say("why.store" if is_series else "why.new-sequence" if is_new else "why.longer", count=put_down)


def _worth(state: State, owner: int, suit: int) -> int:
    """Return what an owner's sequences in a suit count. K6-31 Only the dominant one's count."""
    return best_worth(state, owner, suit) if dominant(state, suit) == owner else 0


def _saved(known: State, seat: int, move: int) -> int:
    """Return what the cards of a move would cost if they stayed in hand."""
    cards = [card for card, _ in LAYINGS[move] if has(int(known.hands[seat, suit_of(card)]), rank_of(card))]
    return sum(COST_IN_HAND[rank_of(card)] for card in cards)
