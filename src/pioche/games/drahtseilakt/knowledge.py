"""Drahtseilakt: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, Shuffle, shuffle_cards
from pioche.core.rule import rule
from pioche.core.state import EMPTY
from pioche.parts.cardsets import set_of
from pioche.parts.unseen import list_unseen, strike_out_hand, strike_out_tricks

from .rules import card_count, has_played
from .state import HIGHEST, MOST_SEATS, SCORE_CARDS, TRICKS, State


@rule
def observe(state: State, seat: int, known: State) -> None:
    """DA2 Set-aside cards and the score cards to come are hidden. DA7 Played cards are known to everybody."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.tactical = state.tactical
    known.chaotic = state.chaotic
    known.trick = state.trick
    known.leader = state.leader
    known.laid = state.laid
    known.turned = state.turned
    known.used = state.used
    known.red = state.red
    known.blue = state.blue
    known.held = state.held
    for i in range(state.turned):
        known.score_pile[i] = state.score_pile[i]
    for other in range(MOST_SEATS):
        if other == seat or state.held[other] == 0:
            known.hands[other] = state.hands[other]
        for number in range(TRICKS):
            if other == seat or not is_covered(state, number, other):
                known.played[number, other] = state.played[number, other]


@rule
def is_covered(state: State, number: int, seat: int) -> bool:
    """DA14 Whether a chosen card is still covered: not everybody has chosen for this trick yet."""
    return bool(state.chaotic) and number == state.trick and state.played[number, seat] != EMPTY


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Redeal the unseen cards to hands, covered choices and the set-aside cards; shuffle the score pile."""
    unseen = np.empty(HIGHEST, np.int16)
    shuffle_cards(unseen, find_unseen(state, seat, unseen), rng)
    first = 0
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = set_of(unseen, first, state.held[other])
            first += state.held[other]
            if state.chaotic and has_played(state, other):
                state.played[state.trick, other] = unseen[first]
                first += 1
    imagine_score_pile(state, rng)


@rule
def find_unseen(state: State, seat: int, unseen: Shuffle) -> int:
    """Write the cards that a seat has never seen to ``unseen``; return how many."""
    is_unseen = np.zeros(HIGHEST + 1, np.bool_)
    is_unseen[1 : card_count(state.seats, state.tactical) + 1] = True
    strike_out_tricks(is_unseen, state.played, TRICKS, state.seats)
    strike_out_hand(is_unseen, state.hands, seat)
    return list_unseen(is_unseen, unseen)


@rule
def imagine_score_pile(state: State, rng: Random) -> None:
    """DA7 Everybody knows which score cards are left, but not their order."""
    is_left = np.ones(SCORE_CARDS + 1, np.bool_)
    is_left[0] = False  # score cards count from 1
    for i in range(state.turned):
        is_left[state.score_pile[i]] = False
    left = np.empty(SCORE_CARDS, np.int16)
    count = list_unseen(is_left, left)
    shuffle_cards(left, count, rng)
    for i in range(count):
        state.score_pile[state.turned + i] = left[i]


def can_take_back(known: State, seat: int, move: int) -> bool:
    """DA3 Playing a card reveals nothing, except that the last of a trick turns up the next score card (DA7)."""
    return not known.chaotic and known.laid < known.seats - 1
