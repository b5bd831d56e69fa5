"""Deals the cards that a seat has not seen, consistently with what play has shown.

The cards lie in a row. Each slot of the row belongs to a *holder*: the seats by their numbers, then the heap that
nobody sees. ``barred[holder, card]``: this holder cannot hold this card. A deal is an order of the cards in the row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche.core.chance import Random, Shuffle, below, shuffle_cards
from pioche.core.rows import copy_row
from pioche.core.rule import rule
from pioche.core.state import Counts, Labels
from pioche.parts.cardsets import first_of, without_first
from pioche.parts.seats import clockwise

PASSES = 200
"""How many random passes are tried, to make the deals uniform."""
LONG = 1000
"""How many passes are tried at most, to meet G3."""
TRIES = 1000
"""How often a deal is restarted before G3 is given up. A deal that really happened is reached much sooner."""
SIMPLE_TRIES = 8
"""How many of these tries use the shuffle as it is; after that cards are passed around to satisfy G3."""
NO_POINTS = -1000
"""The points of the heap: fewer than any hand has, whatever cards it holds."""


@rule
def strike_out_set(is_unseen: Any, cards: int) -> None:
    """Note that the cards of a set have been seen."""
    while cards:
        is_unseen[first_of(cards)] = False
        cards = without_first(cards)


@rule
def strike_out_hand(is_unseen: Any, hands: Any, seat: int) -> None:
    """Note that a seat has seen its own hand; a spectator has none."""
    if seat >= 0:
        strike_out_set(is_unseen, hands[seat])


@rule
def strike_out_tricks(is_unseen: Any, played: Any, tricks: int, seats: int) -> None:
    """Note that the cards of tricks have been seen; a negative number is no card, or one that is hidden."""
    for trick in range(tricks):
        for seat in range(seats):
            if played[trick, seat] >= 0:
                is_unseen[played[trick, seat]] = False


@rule
def list_unseen(is_unseen: Any, unseen: Shuffle) -> int:
    """Write the cards that are marked as unseen to a row, by number; return how many."""
    count = 0
    for card in range(len(is_unseen)):
        if is_unseen[card]:
            unseen[count] = card
            count += 1
    return count


@rule
def share_out(held: Counts, seats: int, seat: int, holder: Labels) -> None:
    """Write the holder of each slot of the row: the other seats, as many as they hold, then the heap."""
    holder[:] = seats
    slot = 0
    for other in range(seats):
        if other != seat:
            holder[slot : slot + held[other]] = other
            slot += held[other]


@rule
def deal_unseen(cards: Shuffle, holder: Labels, count: int, barred: Any, rng: Random) -> None:
    """Order the first ``count`` cards of a row so that no holder holds a card that is barred to it.

    Every such deal is possible, and all are about equally likely; exactly so where nothing is barred.
    """
    shuffle_cards(cards, count, rng)
    if is_anything_barred(cards, count, barred):
        settle(cards, holder, count, barred)
        worth, points = np.zeros(barred.shape[1], np.int32), np.zeros(len(barred), np.int32)
        pass_about(cards, holder, count, barred, worth, points, 0, rng)


@rule
def deal_unseen_most_points(
    cards: Shuffle,
    holder: Labels,
    count: int,
    barred: Any,
    worth: Any,
    seen: Counts,
    first: int,
    tries: int,
    rng: Random,
) -> bool:
    """Do the same where the hand dealt to the seat ``first`` was worth the most, which is why it began (G3).

    ``worth`` is by card; ``seen``, by holder, is made by `points_before_first`. Give up after ``tries`` deals. Return
    whether such a deal was found.
    """
    points = np.empty(len(barred), np.int32)
    attempt = 0
    is_found = False
    while not is_found and attempt < tries:
        shuffle_cards(cards, count, rng)
        settle(cards, holder, count, barred)
        count_points(cards, holder, count, worth, seen, points)
        if attempt >= SIMPLE_TRIES:
            pass_towards(cards, holder, count, barred, worth, points, first, rng)
        is_found = points_too_many(points, first) == 0
        attempt += 1
    if attempt > SIMPLE_TRIES or is_anything_barred(cards, count, barred):
        pass_about(cards, holder, count, barred, worth, points, first, rng)
    return is_found


@rule
def count_points(cards: Shuffle, holder: Labels, count: int, worth: Any, seen: Counts, points: Counts) -> None:
    copy_row(seen, points)
    for slot in range(count):
        points[holder[slot]] += worth[cards[slot]]


@rule
def points_before_first(seen: Counts, seats: int, dealer: int, first: int) -> None:
    """G3 Add a point to the seats closer to the dealer's left than ``first``: if equal, they would have begun.

    ``seen`` is, by seat, the known points of the hand it was dealt; the last holder is the heap.
    """
    seat = clockwise(dealer, 1, seats)
    while seat != first:
        seen[seat] += 1
        seat = clockwise(seat, 1, seats)
    seen[seats:] = NO_POINTS


@rule
def is_anything_barred(cards: Shuffle, count: int, barred: Any) -> bool:
    for slot in range(count):
        for other in range(len(barred)):
            if barred[other, cards[slot]]:
                return True
    return False


@rule
def settle(cards: Shuffle, holder: Labels, count: int, barred: Any) -> None:
    """Move cards until none is barred to its holder.

    Each `pass_on` leaves fewer misplaced cards, and it finds a ring whenever some deal is possible: compare the cards
    with a possible deal, and every misplaced card is part of a ring of holders that each pass one card on.
    """
    for slot in range(count):
        if barred[holder[slot], cards[slot]]:
            pass_on(cards, holder, count, barred, slot)


@rule
def pass_on(cards: Shuffle, holder: Labels, count: int, barred: Any, misplaced: int) -> None:
    """Find the shortest ring of holders in which each passes one card on, beginning with the misplaced one."""
    receives = np.empty(len(barred), np.int16)  # by holder: the slot of the card that it would receive
    receives[:] = -1
    reached = np.empty(len(barred), np.int8)
    home = holder[misplaced]
    size = reach(cards[misplaced], misplaced, barred, receives, reached, 0)
    step = 0
    while step < size and receives[home] < 0:
        for slot in range(count):
            if holder[slot] == reached[step]:
                size = reach(cards[slot], slot, barred, receives, reached, size)
        step += 1
    if receives[home] >= 0:
        turn_ring(cards, holder, receives, misplaced)


@rule
def reach(card: int, slot: int, barred: Any, receives: Any, reached: Labels, size: int) -> int:
    """Record the holders that can receive this card and were not reached before; return how many are reached now."""
    for other in range(len(barred)):
        if receives[other] < 0 and not barred[other, card]:
            receives[other] = slot
            reached[size] = other
            size += 1
    return size


@rule
def turn_ring(cards: Shuffle, holder: Labels, receives: Any, misplaced: int) -> None:
    """Pass the cards on, from the end of the ring back to its beginning."""
    card = cards[misplaced]
    to = misplaced
    origin = receives[holder[to]]
    while origin != misplaced:
        cards[to] = cards[origin]
        to = origin
        origin = receives[holder[to]]
    cards[to] = card


@rule
def pass_about(
    cards: Shuffle, holder: Labels, count: int, barred: Any, worth: Any, points: Counts, first: int, rng: Random
) -> None:
    """Swap two cards or rotate three at random, where the holders may hold them and G3 is not broken further.

    Each change is as likely as its reverse, so in the long run all deals are equally likely.
    """
    too_many = points_too_many(points, first)
    for _ in range(PASSES):
        too_many = pass_once(cards, holder, count, barred, worth, points, first, too_many, rng)


@rule
def pass_towards(
    cards: Shuffle, holder: Labels, count: int, barred: Any, worth: Any, points: Counts, first: int, rng: Random
) -> None:
    """Do the same until G3 is met, or until LONG changes have been tried."""
    too_many = points_too_many(points, first)
    passes = 0
    while too_many > 0 and passes < LONG:
        too_many = pass_once(cards, holder, count, barred, worth, points, first, too_many, rng)
        passes += 1


@rule
def pass_once(
    cards: Shuffle,
    holder: Labels,
    count: int,
    barred: Any,
    worth: Any,
    points: Counts,
    first: int,
    too_many: int,
    rng: Random,
) -> int:
    """Try one swap or rotation; return `points_too_many` after it, which is never more than before."""
    here, there, beyond = below(rng, count), below(rng, count), below(rng, 2 * count)
    if beyond >= count:
        beyond = here
    if not can_pass(cards, holder, barred, here, there, beyond):
        return too_many
    pass_round(cards, holder, worth, points, here, there, beyond)
    then = points_too_many(points, first)
    if then > too_many:
        pass_round(cards, holder, worth, points, beyond, there, here)
        return too_many
    return then


@rule
def can_pass(cards: Shuffle, holder: Labels, barred: Any, here: int, there: int, beyond: int) -> bool:
    """Return whether cards can go from here to there, there to beyond, and beyond (unless that is here) to here."""
    if there in (here, beyond) or barred[holder[there], cards[here]] or barred[holder[beyond], cards[there]]:
        return False
    return beyond == here or not barred[holder[here], cards[beyond]]


@rule
def pass_round(cards: Shuffle, holder: Labels, worth: Any, points: Counts, here: int, there: int, beyond: int) -> None:
    first, second, third = cards[here], cards[there], cards[beyond]
    lay(cards, holder, worth, points, there, first)
    lay(cards, holder, worth, points, beyond, second)
    if beyond != here:
        lay(cards, holder, worth, points, here, third)


@rule
def lay(cards: Shuffle, holder: Labels, worth: Any, points: Counts, slot: int, card: int) -> None:
    """Put a card into a slot of the row, and count its points for the holder."""
    points[holder[slot]] += worth[card] - worth[cards[slot]]
    cards[slot] = card


@rule
def points_too_many(points: Counts, first: int) -> int:
    """G3 Return how many points the others together have above the seat ``first``, which had the most."""
    too_many = 0
    for other in range(len(points)):
        too_many += max(points[other] - points[first], 0)
    return too_many
