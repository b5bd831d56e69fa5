"""Déterminer la couleur: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche.core.chance import Random, Shuffle
from pioche.core.rule import rule
from pioche.core.state import EMPTY, Counts
from pioche.games.xxl.deck import CARD_COUNT, TOTAL
from pioche.parts.cardsets import refill_sets, worth_of
from pioche.parts.unseen import (
    TRIES,
    deal_unseen,
    deal_unseen_most_points,
    list_unseen,
    points_before_first,
    share_out,
    strike_out_hand,
    strike_out_tricks,
)

from .rules import HAND_SIZE, suits
from .state import MOST_SEATS, NO_TRUMP, State


@rule
def observe(state: State, seat: int, known: State) -> None:
    """XX60 The set-aside cards and other hands are hidden. Everybody saw the cards played and who did not follow."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.trump = state.trump
    known.first = state.first
    known.trick = state.trick
    known.leader = state.leader
    known.laid = state.laid
    known.asked = state.asked
    known.lacks = state.lacks
    known.won = state.won
    known.held = state.held
    known.played = state.played
    for other in range(MOST_SEATS):
        if other == seat or state.held[other] == 0:
            known.hands[other] = state.hands[other]


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Redeal the unseen cards to other hands and the set-aside cards, except where a seat has shown a void.

    G3 Without trump, the player who led first was dealt the most points.
    """
    unseen, holder = np.empty(CARD_COUNT, np.int16), np.empty(CARD_COUNT, np.int8)
    count = find_unseen(state, seat, unseen)
    share_out(state.held, state.seats, seat, holder)
    barred = np.zeros((state.seats + 1, CARD_COUNT), np.bool_)
    bar_cards(state, barred)
    if state.trump == NO_TRUMP:
        seen = np.zeros(state.seats + 1, np.int32)
        count_seen(state, seat, seen)
        points_before_first(seen, state.seats, state.dealer, state.first)
        deal_unseen_most_points(unseen, holder, count, barred, TOTAL, seen, state.first, TRIES, rng)
    else:
        deal_unseen(unseen, holder, count, barred, rng)
    refill_sets(state.hands, state.held, state.seats, seat, unseen)


@rule
def find_unseen(state: State, seat: int, unseen: Shuffle) -> int:
    """Write the cards that a seat has never seen to ``unseen``; return how many."""
    is_unseen = np.ones(CARD_COUNT, np.bool_)
    strike_out_tricks(is_unseen, state.played, HAND_SIZE[state.seats], state.seats)
    strike_out_hand(is_unseen, state.hands, seat)
    return list_unseen(is_unseen, unseen)


@rule
def bar_cards(state: State, barred: Any) -> None:
    """XX61 Bar the cards of colours that a seat did not follow. XX65 A card with a trump half is only that trump."""
    for other in range(state.seats):
        if state.lacks[other]:
            for card in range(CARD_COUNT):
                barred[other, card] = suits(card, state.trump) & state.lacks[other] != 0


@rule
def count_seen(state: State, seat: int, seen: Counts) -> None:
    """The points a seat has seen of each hand as it was dealt."""
    for trick in range(HAND_SIZE[state.seats]):
        for other in range(state.seats):
            if state.played[trick, other] != EMPTY:
                seen[other] += TOTAL[state.played[trick, other]]
    if seat >= 0:
        seen[seat] += worth_of(state.hands[seat], TOTAL)


def can_take_back(known: State, seat: int, move: int) -> bool:
    """XX61, XX65 Cards and the trump colour are all that a round reveals; nothing is drawn."""
    return True
