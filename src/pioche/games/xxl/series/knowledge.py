"""Fournir des séries: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pioche.core.chance import Random, below
from pioche.core.rule import rule
from pioche.core.state import NOBODY, CardSets, Counts
from pioche.games.xxl.deck import CARD_COUNT, TOTAL
from pioche.parts.cardsets import has, only
from pioche.parts.origins import DEALT, Origins, bar_played, deal_origins_most_points, find_origins
from pioche.parts.stock import NO_CARD
from pioche.parts.unseen import can_pass, count_points, pass_round, points_before_first, points_too_many

from .rules import HAND_SIZE, LAY, NOBODY_CAN_LAY, SWAP, SWAPS, given, received
from .runs import SERIES_CARDS, can_any_form
from .state import MOST_SEATS, State

DEALS = 100
"""How many deals are tried until one agrees with everything play has shown; usually one of the first does."""
SEARCHES, PASSES = 50, 1000
"""After that: how many deals are repaired step by step, and with how many steps."""


@rule
def observe(state: State, seat: int, known: State) -> None:
    """XX40 The stock and other hands are hidden, except for cards taken openly. Everything else was seen."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.first = state.first
    known.reason = state.reason
    known.turn = state.turn
    known.has_laid = state.has_laid
    known.exchange = state.exchange
    known.refusals = state.refusals
    known.quiet = state.quiet
    known.left = state.left
    known.stock[state.left :] = NO_CARD
    known.open_cards = state.open_cards
    known.held = state.held
    known.points = state.points
    known.laid = state.laid
    known.series = state.series
    known.layer = state.layer
    known.used = state.used
    observe_memory(state, known)
    for other in range(MOST_SEATS):
        if other == seat or other >= state.seats:
            known.hands[other] = state.hands[other]
            known.dealt[other] = state.dealt[other]


@rule
def observe_memory(state: State, known: State) -> None:
    known.taken = state.taken
    known.drawn = state.drawn
    known.player = state.player
    known.till = state.till
    known.logged = state.logged
    known.log = state.log


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """XX40 The player dealt the most points began. XX44 With the stock empty, somebody could form a series."""
    origins = possible_origins(state, seat)
    moments = open_moments(state, seat)
    deal_richest(state, seat, origins, rng)
    deals, searches = 1, 0
    while deals < DEALS and not is_possible(state, seat, moments, origins):
        deal_richest(state, seat, origins, rng)
        deals += 1
    while searches < SEARCHES and not is_possible(state, seat, moments, origins):
        deal_richest(state, seat, origins, rng)
        pass_about(state, seat, moments, origins, rng)
        searches += 1
    hand_out(state, seat, origins)


@rule
def possible_origins(state: State, seat: int) -> Origins:
    """The cards whose origin a seat does not know, and where they can have come from."""
    seen = state.open_cards
    for i in range(state.laid):
        seen |= SERIES_CARDS[state.series[i]]
    for other in range(state.seats):
        seen |= state.taken[other]
    if seat >= 0:
        seen |= state.hands[seat]
    is_hidden = np.zeros(CARD_COUNT, np.bool_)
    for card in range(CARD_COUNT):
        is_hidden[card] = not has(seen, card) if state.player[card] == NOBODY else state.player[card] != seat
    origins = find_origins(is_hidden, state.seats, seat, HAND_SIZE, state.drawn)
    bar_played(origins, state.player, state.till)
    return origins


@rule
def deal_richest(state: State, seat: int, origins: Origins, rng: Random) -> None:
    deal_origins_most_points(origins, TOTAL, state.dealt, state.seats, seat, state.dealer, state.first, rng)


@rule
def hand_out(state: State, seat: int, origins: Origins) -> None:
    """Put the cards where they are now, given where they came from."""
    hidden = hidden_cards(state, origins)
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = state.taken[other] | hidden[other]
            state.dealt[other] = 0
    left = 0
    for place in range(origins.length):
        card, at = origins.cards[place], origins.holder[place]
        if origins.owner[at] == NOBODY:
            state.stock[left] = card
            left += 1
        elif origins.number[at] == DEALT:
            state.dealt[origins.owner[at]] += TOTAL[card]


@rule
def hidden_cards(state: State, origins: Origins) -> CardSets:
    """By seat: the cards in its hand that were never seen."""
    hidden = np.zeros(MOST_SEATS, np.int64)
    for place in range(origins.length):
        card, owner = origins.cards[place], origins.owner[origins.holder[place]]
        if owner != NOBODY and state.player[card] == NOBODY:
            hidden[owner] |= only(card)
    return hidden


class Moments(NamedTuple):
    """XX44 The moments since the stock ran out when somebody could form a series, but the known cards do not show who.

    Nobody draws any more: cards that a hand holds now and never showed were in it at each of these moments.
    """

    number: int
    open_cards: CardSets
    """By moment: the cards that were open."""
    known: CardSets
    """By moment and seat: the cards known to have been in its hand."""
    is_end: bool
    """Whether now, at the end, nobody can form a series."""


@rule
def open_moments(state: State, seat: int) -> Moments:
    """Collect the moments from now back to when the stock ran out."""
    number = state.logged + 1 if state.left == 0 else 0
    known, open_cards = np.empty((number, MOST_SEATS), np.int64), np.empty(number, np.int64)
    hands, on_table = state.taken.copy(), state.open_cards
    if seat >= 0:
        hands[seat] = state.hands[seat]
    is_end = state.reason == NOBODY_CAN_LAY
    count = 0
    for moment in range(number - 1, -1, -1):
        is_last = moment == number - 1
        if not (is_last and is_end) and not can_any_form(hands, on_table, state.seats):
            known[count], open_cards[count] = hands, on_table
            count += 1
        if moment > 0:
            on_table = take_back(state, moment - 1, hands, on_table)
    return Moments(count, open_cards, known, is_end)


@rule
def take_back(state: State, number: int, hands: CardSets, open_cards: int) -> int:
    """Undo a logged move in the known parts of the hands; return the cards that were open before."""
    done, seat = state.log[number] // MOST_SEATS, state.log[number] % MOST_SEATS
    if done >= SWAPS:
        cards = SERIES_CARDS[state.series[done - SWAPS]]
        hands[seat] |= cards & ~state.used
        return int(open_cards | cards & state.used)
    swapped = only(given(SWAP + done)) | only(received(SWAP + done))
    hands[seat] ^= swapped
    return int(open_cards ^ swapped)


@rule
def contradictions(state: State, seat: int, moments: Moments, origins: Origins) -> int:
    """How many moments these origins contradict."""
    hidden = hidden_cards(state, origins)
    count = 0
    for moment in range(moments.number):
        hands = moments.known[moment] | hidden
        count += not can_any_form(hands, moments.open_cards[moment], state.seats)
    if moments.is_end:
        hidden |= state.taken
        if seat >= 0:
            hidden[seat] = state.hands[seat]
        count += can_any_form(hidden, state.open_cards, state.seats)
    return count


@rule
def is_possible(state: State, seat: int, moments: Moments, origins: Origins) -> bool:
    if contradictions(state, seat, moments, origins) > 0:
        return False
    return points_too_many(points_dealt(state, seat, origins), state.first) == 0


@rule
def pass_about(state: State, seat: int, moments: Moments, origins: Origins, rng: Random) -> None:
    """Swap two cards or rotate three at random, undoing changes that break more of XX44 or G3."""
    points = points_dealt(state, seat, origins)
    cards, holder = origins.cards, origins.holder
    wrong, too_many = contradictions(state, seat, moments, origins), points_too_many(points, state.first)
    for _ in range(PASSES):
        here, there = below(rng, origins.length), below(rng, origins.length)
        beyond = below(rng, 2 * origins.length)
        if beyond >= origins.length:
            beyond = here
        if can_pass(cards, holder, origins.barred, here, there, beyond):
            pass_round(cards, holder, TOTAL, points, here, there, beyond)
            then = contradictions(state, seat, moments, origins)
            if then > wrong or points_too_many(points, state.first) > too_many:
                pass_round(cards, holder, TOTAL, points, beyond, there, here)
            else:
                wrong, too_many = then, points_too_many(points, state.first)


@rule
def points_dealt(state: State, seat: int, origins: Origins) -> Counts:
    """G3 The points of the hands as dealt, by holder."""
    seen, points = np.zeros(len(origins.barred), np.int32), np.zeros(len(origins.barred), np.int32)
    if seat >= 0:
        seen[seat] = state.dealt[seat]
    points_before_first(seen, state.seats, state.dealer, state.first)
    count_points(origins.cards, origins.holder, origins.length, TOTAL, seen, points)
    return points


def can_take_back(known: State, seat: int, move: int) -> bool:
    """XX41 A swap draws nothing. XX44 Without a stock, every move reveals whether somebody can still form a series."""
    return SWAP <= move < LAY and known.left > 0
