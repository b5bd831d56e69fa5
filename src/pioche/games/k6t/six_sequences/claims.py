"""Les 6 Séquences: claiming the discard (K6-24 … K6-26)."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.games.k6t.deck import rank_of, suit_of
from pioche.parts.cardsets import has, how_many
from pioche.parts.seats import clockwise

from .combinations import list_sequences, list_series_of, may_lay_series, owner_of, seam_of, suits_with, top_from
from .moves import (
    ACE,
    ADDED_DOWN,
    CARDS_LAID,
    CLAIM,
    CLAIM_ADD,
    CLAIM_ADD_PLACES,
    CLAIM_ADDITIONS,
    CLAIM_SERIES,
    GOING_WITH,
    JOKER,
    LAY,
    LAY_SERIES,
    ONE,
    PASS,
    PLACES,
    RANKS_LAID,
    SEQUENCES,
    SWAPPED_ADDED,
    TRIPLE_SETS,
)
from .state import NO_ANSWER, NOT_ASKED, State

LOWEST_ADDED = 2  # the lowest discard with a place beyond it
MOST_CLAIMS = SEQUENCES + len(TRIPLE_SETS) + CLAIM_ADDITIONS
SERIES_RANK = 0  # K6-26 below every top place


@rule
def top_discard(state: State) -> int:
    return int(state.pile[state.discards - 1])


@rule
def may_claim(state: State, seat: int) -> bool:
    """K6-24 Everybody except the player who discarded and their team mate."""
    return owner_of(state, seat) != owner_of(state, state.turn)


@rule
def can_claim(state: State, seat: int) -> bool:
    """K6-26 Whether a seat is asked about the discard. Few have two cards that go with it; only theirs are listed."""
    return has_two_others(state, seat) and list_claims(state, seat, np.empty(MOST_CLAIMS, np.int32)) > 0


@rule
def has_two_others(state: State, seat: int) -> bool:
    """K6-25 Each claim needs two other cards that go with the discard: in hand, in series or in a sequence."""
    card, owner = top_discard(state), owner_of(state, seat)
    suit, going_with = suit_of(card), int(GOING_WITH[rank_of(card)])
    at_hand = (int(state.hands[seat, suit]) | int(state.in_series[owner, suit])) & going_with
    laid = int(state.in_sequences[owner, suit]) & going_with
    if how_many(at_hand) + how_many(laid) >= 2:
        return True
    return may_lay_series(state, owner) and how_many(suits_with(state.hands[seat], rank_of(card))) >= 2


@rule
def list_claims(state: State, seat: int, out: Moves) -> int:
    """K6-25 Write the ways in which a seat can take the discard; return how many."""
    card, owner = top_discard(state), owner_of(state, seat)
    count = list_claimed_sequences(state, seat, owner, card, out)
    if may_lay_series(state, owner):
        count = list_claimed_series(state, seat, card, out, count)
    return list_claimed_additions(state, seat, owner, card, out, count)


@rule
def list_claimed_sequences(state: State, seat: int, owner: int, card: int, out: Moves) -> int:
    """K6-25 In a new sequence with two other cards, at least one of them from hand."""
    suit, discard = suit_of(card), 1 << rank_of(card)
    hand = int(state.hands[seat, suit])
    if hand == 0:
        return 0
    series = int(state.in_series[owner, suit])  # K6-15 all of it was there before the claimant's turn
    found = list_sequences(hand | series | discard, suit, out, 0)
    count = 0
    for i in range(found):
        ranks = RANKS_LAID[out[i]]
        if ranks & discard and ranks & hand:
            out[count] = out[i] - LAY + CLAIM
            count += 1
    return count


@rule
def list_claimed_series(state: State, seat: int, card: int, out: Moves, count: int) -> int:
    """K6-25 In a new series with two cards from hand."""
    discard = 1 << suit_of(card)
    found = list_series_of(rank_of(card), suits_with(state.hands[seat], rank_of(card)) | discard, out, count)
    for i in range(count, found):
        if TRIPLE_SETS[(out[i] - LAY_SERIES) % len(TRIPLE_SETS)] & discard:
            out[count] = out[i] - LAY + CLAIM
            count += 1
    return count


@rule
def list_claimed_additions(state: State, seat: int, owner: int, card: int, out: Moves, count: int) -> int:
    """K6-25 Added to one's own sequence, with a card from hand on the next place beyond it, which must be free."""
    suit, place = suit_of(card), rank_of(card)
    places, hand = int(state.in_sequences[owner, suit]), int(state.hands[seat, suit])
    if hand == 0 or has(places, place) or place in (ONE, ACE):
        return count
    has_below, has_above = has(places, place - 1), has(places, place + 1)
    first = CLAIM_ADD + suit * CLAIM_ADDITIONS
    if has_below and not has_above:
        count = list_beyond(hand, place, place + 1, first, out, count)
    if has_above and not has_below:
        count = list_beyond(hand, place, place - 1, first + ADDED_DOWN, out, count)
    return count


@rule
def list_beyond(hand: int, place: int, beyond: int, first: int, out: Moves, count: int) -> int:
    """List the cards for the place beyond: its own card, the joker, the 1 on place A, or the A on place 1."""
    if has(hand, beyond):
        out[count] = first + place - LOWEST_ADDED
        count += 1
    if has(hand, JOKER):
        out[count] = first + CLAIM_ADD_PLACES + place - LOWEST_ADDED
        count += 1
    if (beyond == ACE and has(hand, ONE)) or (beyond == ONE and has(hand, ACE)):
        out[count] = first + SWAPPED_ADDED
        count += 1
    return count


@rule
def winning_seat(state: State) -> int:
    """K6-26 The seat with the highest claim; of equal claims, the next in turn order. Without claims, the discarder."""
    best, winner = -1, int(state.turn)
    for i in range(1, state.seats):
        seat = clockwise(state.turn, i, state.seats)
        if state.answers[seat] not in (NOT_ASKED, NO_ANSWER, PASS):
            rank = claim_rank(state, seat, int(state.answers[seat]))
            if rank > best:
                best = rank
                winner = seat
    return winner


@rule
def claim_rank(state: State, seat: int, claim: int) -> int:
    """K6-26 Sequences rank above series; sequences rank by the top place of the whole sequence once it is laid."""
    if CLAIM_SERIES <= claim < CLAIM_ADD:
        return SERIES_RANK
    suit, owner = suit_of(top_discard(state)), owner_of(state, seat)
    places = int(state.in_sequences[owner, suit])
    top = max(int(PLACES[claim, 0]), int(PLACES[claim, CARDS_LAID[claim] - 1]))
    if has(places, top):  # the sequences overlap by a joker and are not joined
        return top
    return top_from(places, seam_of(state, owner, suit), top)
