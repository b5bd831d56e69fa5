"""The judgement of Les 6 Séquences: lay as much as possible, jokers where they lead on, and discard what helps least.

The value of keeping a card is in keeping.py.
"""

from __future__ import annotations

from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.weights import Weight, places
from pioche.games.k6t.deck import CARD_COUNT, rank_of, suit_of
from pioche.parts.cardsets import has

from ..combinations import ends, owner_of, stand_in
from ..dominance import COST_IN_HAND, WORTH
from ..moves import (
    ADD,
    ADD_TO_SERIES,
    CARDS,
    CARDS_LAID,
    CLAIM,
    CLAIM_ADD,
    CLAIM_SERIES,
    DISCARD,
    EXCHANGE,
    JOKER,
    LAY,
    LAY_SERIES,
    PLACES,
    card_of,
)
from ..state import DISCARDING, LAST_GOES, State
from .keeping import LITTLE_STOCK, KeepingWeights, look, overtakes, worth_keeping


class SequencesWeights:
    """Weights of Les 6 Séquences: of keeping cards, and of putting them down."""

    keeping: KeepingWeights
    sequence: Weight
    """Laying a new sequence."""
    addition: Weight
    """Adding a card to one of one's own sequences."""
    exchanging: Weight
    """Taking a joker, an A or a 1 into hand in exchange for the true card."""
    series: Weight
    """Laying a new series."""
    to_series: Weight
    """Adding a card to a series."""
    claiming: Weight
    """Taking the discard."""
    laid_worth: Weight
    """The points of the cards where they are laid."""
    overtaking: Weight
    """Becoming dominant in a suit."""
    joker_spent: Weight
    """Laying a joker while there is stock (a cost)."""
    joker_leads_on: Weight
    """Adding a joker where a card in hand fits beyond it."""
    joker_safe: Weight
    """Laying a joker on a place whose own card is out of play."""
    swapped: Weight
    """Laying an A on place 1, or a 1 on place A (a cost)."""
    cost_saved: Weight
    """The points that the card would cost in hand at the end, once there is little stock."""


(
    KEEPING,
    SEQUENCE,
    ADDITION,
    EXCHANGING,
    SERIES,
    TO_SERIES,
    CLAIMING,
    LAID_WORTH,
    OVERTAKING,
    JOKER_SPENT,
    JOKER_LEADS_ON,
    JOKER_SAFE,
    SWAPPED,
    COST_SAVED,
) = places(SequencesWeights)


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each move; drawing, stopping and passing score 0."""
    if state.phase == DISCARDING:
        features = look(state, seat, weights)
        for i in range(count):
            out[i] = -worth_keeping(features, state.hands[seat], moves[i] - DISCARD, weights)
        return
    for i in range(count):
        out[i] = 0.0 if moves[i] < DISCARD else worth_putting_down(state, seat, moves[i], weights)


@rule
def worth_putting_down(state: State, seat: int, move: int, weights: Weights) -> float:
    if move < EXCHANGE:
        return float(weights[TO_SERIES] + saved(state, move - ADD_TO_SERIES, weights))
    if move < ADD:
        return exchanging(state, seat, move - EXCHANGE, weights)
    value = weights[CLAIMING] if move >= CLAIM else 0.0
    if LAY_SERIES <= move < CLAIM or CLAIM_SERIES <= move < CLAIM_ADD:
        return float(value + laying_series(state, seat, move, weights))
    value += weights[ADDITION] if move < LAY or move >= CLAIM_ADD else weights[SEQUENCE]
    return float(value + laying(state, seat, move, weights))


@rule
def lateness(state: State) -> float:
    """How late the round is: from 0, with plenty of stock, to 1 in the last goes."""
    return 1.0 - min((CARD_COUNT - state.drawn) / LITTLE_STOCK, 1.0)


@rule
def saved(state: State, card: int, weights: Weights) -> float:
    """K6-33 The cost of a card in hand at the end."""
    return float(weights[COST_SAVED] * COST_IN_HAND[rank_of(card)] * lateness(state))


@rule
def exchanging(state: State, seat: int, card: int, weights: Weights) -> float:
    """K6-16 Score an exchange: the card taken must be put down again before the end, or it costs points."""
    suit, owner = suit_of(card), owner_of(state, seat)
    taken = stand_in(state, suit, rank_of(card))
    if state.phase == LAST_GOES and ends(int(state.in_sequences[owner, suit])) == 0:
        return float(COST_IN_HAND[rank_of(card)] - COST_IN_HAND[taken])
    return float(weights[EXCHANGING])


@rule
def laying_series(state: State, seat: int, move: int, weights: Weights) -> float:
    value = weights[SERIES]
    for i in range(CARDS_LAID[move]):
        value += saved(state, int(CARDS[move, i]), weights)
    return float(value)


@rule
def laying(state: State, seat: int, move: int, weights: Weights) -> float:
    """Score laying a sequence: its points, plus becoming dominant, minus the cost of a joker."""
    suit, owner = suit_of(int(CARDS[move, 0])), owner_of(state, seat)
    before = int(state.in_sequences[owner, suit])
    after, value = before, 0.0
    for i in range(CARDS_LAID[move]):
        card, place = int(CARDS[move, i]), int(PLACES[move, i])
        after |= 1 << place
        value += weights[LAID_WORTH] * WORTH[place] + saved(state, card, weights)
        if rank_of(card) == JOKER:
            value -= joker_spent(state, seat, suit, place, weights)
        elif rank_of(card) != place:
            value -= weights[SWAPPED]
    return float(value + weights[OVERTAKING] * overtakes(state, owner, suit, before, after))


@rule
def joker_spent(state: State, seat: int, suit: int, place: int, weights: Weights) -> float:
    """K6-16 The cost of a joker: worth keeping while there is stock, unless it leads on or cannot be exchanged."""
    if state.phase == LAST_GOES:
        return 0.0
    value = weights[JOKER_SPENT] * (1.0 - lateness(state))
    owner = owner_of(state, seat)
    there = int(state.hands[seat, suit] | state.in_series[owner, suit] | state.in_sequences[owner, suit])
    if has(there, place - 1) and has(there, place + 1) and place > 1:
        value -= weights[JOKER_LEADS_ON]
    if is_gone(state, suit, place):
        value -= weights[JOKER_SAFE]
    return float(value)


@rule
def is_gone(state: State, suit: int, rank: int) -> bool:
    """Return whether a card lies in the discards or in somebody's series."""
    for owner in range(state.seats):
        if has(int(state.in_series[owner, suit]), rank):
            return True
    is_discarded = False
    for i in range(state.discards):
        is_discarded |= bool(state.pile[i] == card_of(suit, rank))
    return is_discarded
