"""Permis de refuser: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche.core.chance import Random, Shuffle, below, shuffle_cards
from pioche.core.rows import copy_row
from pioche.core.rule import rule
from pioche.core.state import EMPTY, NOBODY, UNKNOWN, Counts
from pioche.games.xxl.deck import CARD_COUNT, COLOUR_MASK, TOTAL
from pioche.parts.cardsets import refill_sets, worth_of
from pioche.parts.unseen import (
    NO_POINTS,
    TRIES,
    deal_unseen_most_points,
    list_unseen,
    points_before_first,
    share_out,
    strike_out_hand,
)

from .moves import KEEP
from .rules import HAND_SIZE
from .state import KEEPING, MOST_SEATS, PART_ONE, State

KEPT_TRIES = 1000
"""How many choices of kept cards are tried before giving up on a deal that agrees with them."""
DEALS = 12
"""How many deals are tried for each of these choices. Many choices allow none: then it is better to choose again."""


@rule
def observe(state: State, seat: int, known: State) -> None:
    """XX30 Hands and cards set aside are hidden; XX33 so are other kept cards and the order of the second deal."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.fewest_only = state.fewest_only
    known.phase = state.phase
    known.reason = state.reason
    known.first = state.first
    known.leader = state.leader
    known.turn = state.turn
    known.trick = state.trick
    known.colour = state.colour
    known.tricks = state.tricks
    known.won = state.won
    known.held = state.held
    known.lacks = state.lacks
    known.played = state.played
    known.last = state.last
    known.player = state.player
    known.winner = state.winner
    if state.second[0] == EMPTY:
        known.second[:] = EMPTY
    for other in range(MOST_SEATS):
        if other == seat or state.held[other] == 0:
            known.hands[other] = state.hands[other]
        if other == seat or state.kept[other] < 0:
            known.kept[other] = state.kept[other]


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Redeal the unseen cards in a way that agrees with play so far."""
    if state.phase == KEEPING:
        imagine_kept(state, rng)
    else:
        imagine_hands(state, seat, rng)
    if state.second[0] == UNKNOWN:
        order = np.arange(CARD_COUNT).astype(np.int16)
        shuffle_cards(order, CARD_COUNT, rng)
        copy_row(order, state.second)


@rule
def imagine_kept(state: State, rng: Random) -> None:
    """XX33 Between the parts, other players may have kept any of the cards they won."""
    weight = np.empty(CARD_COUNT, np.int32)
    for other in range(state.seats):
        if state.kept[other] == UNKNOWN:
            for card in range(CARD_COUNT):
                weight[card] = state.winner[card] == other
            state.kept[other] = pick_by_weight(weight, rng)


@rule
def pick_by_weight(weight: Counts, rng: Random) -> int:
    """A random index, drawn with these weights."""
    left = below(rng, weight.sum())
    place = 0
    while left >= weight[place]:
        left -= weight[place]
        place += 1
    return place


@rule
def imagine_hands(state: State, seat: int, rng: Random) -> None:
    """XX31 A seat that did not follow has none of the colour. XX33 A kept card is one of those the seat won."""
    unseen, holder = np.empty(CARD_COUNT, np.int16), np.empty(CARD_COUNT, np.int8)
    count = find_unseen(state, seat, unseen)
    share_out(state.held, state.seats, seat, holder)
    seen = count_seen(state, seat)
    has_hidden_card = state.kept == UNKNOWN
    tries = DEALS if has_hidden_card.any() else TRIES
    barred = np.empty((state.seats + 1, CARD_COUNT), np.bool_)
    for _ in range(KEPT_TRIES):
        bar_lacking(state, barred)
        for other in range(state.seats):
            if has_hidden_card[other]:
                imagine_kept_card(state, other, unseen[:count], barred, rng)
        is_found = deal_unseen_most_points(unseen, holder, count, barred, TOTAL, seen, state.first, tries, rng)
        if is_found and not is_any_misplaced(unseen, holder, count, barred):
            break
    refill_sets(state.hands, state.held, state.seats, seat, unseen)


@rule
def find_unseen(state: State, seat: int, unseen: Shuffle) -> int:
    """Write the cards that were not played in this part and are not in the seat's own hand; return how many."""
    is_unseen = state.player == NOBODY
    strike_out_hand(is_unseen, state.hands, seat)
    return list_unseen(is_unseen, unseen)


@rule
def count_seen(state: State, seat: int) -> Counts:
    """The points a seat has seen of each hand dealt for this part, for the hands that G3 compared."""
    seen = np.zeros(state.seats + 1, np.int32)
    for card in range(CARD_COUNT):
        if state.player[card] != NOBODY:
            seen[state.player[card]] += TOTAL[card]
    if seat >= 0:
        seen[seat] += worth_of(state.hands[seat], TOTAL)
    points_before_first(seen, state.seats, state.dealer, state.first)
    if state.second[0] == EMPTY:  # part two: only hands with the most cards were compared
        for other in range(state.seats):
            if state.tricks[other] < max(state.tricks):
                seen[other] += NO_POINTS
    return seen


@rule
def bar_lacking(state: State, barred: Any) -> None:
    """XX31 Bar the cards of colours that a seat did not follow."""
    barred[:] = False
    for other in range(state.seats):
        if state.lacks[other]:
            for card in range(CARD_COUNT):
                barred[other, card] = COLOUR_MASK[card] & state.lacks[other] != 0


@rule
def imagine_kept_card(state: State, other: int, unseen: Shuffle, barred: Any, rng: Random) -> None:
    """XX33 Choose a kept card: one the seat has played in part two, or one that nobody else can hold.

    A played card leaves more possible deals than a card fixed in a hand, and is more likely in proportion.
    """
    weight = np.zeros(CARD_COUNT, np.int32)
    for card in unseen:
        if state.winner[card] == other and not barred[other, card]:
            weight[card] = state.held[other]
    for card in range(CARD_COUNT):
        if state.winner[card] == other and state.player[card] == other:
            weight[card] = len(unseen)
    state.kept[other] = pick_by_weight(weight, rng)
    if state.player[state.kept[other]] == NOBODY:
        for holder in range(len(barred)):
            barred[holder, state.kept[other]] = holder != other


@rule
def is_any_misplaced(cards: Shuffle, holder: Any, count: int, barred: Any) -> bool:
    is_found = False
    for place in range(count):
        is_found |= bool(barred[holder[place], cards[place]])
    return is_found


def can_take_back(known: State, seat: int, move: int) -> bool:
    """XX31, XX34 Cards and refusals reveal nothing. XX33 After the last trick of part one, cards are kept in secret."""
    is_last_trick = known.phase == PART_ONE and known.trick == HAND_SIZE - 1
    return move < KEEP and not is_last_trick
