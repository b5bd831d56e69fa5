"""A quick player of Les 6 Séquences by rules of thumb: it puts down what it can, and discards what helps least."""

from __future__ import annotations

from pioche.core.chance import Random, below
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.games.k6t.deck import CARD_COUNT, rank_of, suit_of
from pioche.parts.cardsets import has, how_many

from .combinations import ALL_PLACES, owner_of, suits_with
from .dominance import COST_IN_HAND, WORTH
from .moves import (
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
    LAST_START,
    LAY,
    LAY_SERIES,
    PLACES,
)
from .state import LAST_GOES, MOST_SEATS, State

# What is put down first; what the places are worth decides between equals.
SEQUENCE_FIRST, EXCHANGE_NEXT, ADDITION, SERIES, TO_SERIES = 500, 400, 300, 200, 100
JOKER_SPENT = 50  # a joker is put down after the true cards
SWAPPED = 50  # so is an A on place 1, or a 1 on place A
JOKER_KEPT = -1  # rather than add it where it leads to nothing, as long as there is a stock

# What speaks for keeping a card.
AT_AN_END, NEAR_AN_END = 30, 15  # it can be added to an own sequence, or with one card between
WITH_TWO, WITH_ONE, ALONE = 20, 8, 1  # three places it could be laid on, by how many of the others are at hand
OF_A_RANK = 4  # each card of its rank
COSTLY = 12  # what is taken off for it at the end, once there is
LITTLE_STOCK = 12  # or less
THREE_PLACES = 0b111


@rule
def choose(known: State, seat: int, legal: Moves, rng: Random) -> int:
    """The legal move that is worth most; of equal ones any."""
    best, chosen, equals = 0, int(legal[0]), 0
    for i in range(len(legal)):
        move = int(legal[i])
        value = value_of(known, seat, move)
        if equals == 0 or value > best:
            best, chosen, equals = value, move, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = move
    return chosen


@rule
def value_of(known: State, seat: int, move: int) -> int:
    """How much speaks for a move; nothing for drawing, stopping and passing."""
    if move < DISCARD:
        return 0
    if move < ADD_TO_SERIES:
        return -worth_keeping(known, seat, move - DISCARD)
    if move < EXCHANGE:
        return TO_SERIES
    if move < ADD:
        return EXCHANGE_NEXT
    if move < LAY and not leads_on(known, seat, move):
        return JOKER_KEPT
    if LAY_SERIES <= move < CLAIM or CLAIM_SERIES <= move < CLAIM_ADD:
        return SERIES
    kind = ADDITION if move < LAY or move >= CLAIM_ADD else SEQUENCE_FIRST
    return kind + value_laid(move)


@rule
def value_laid(move: int) -> int:
    """What the cards are worth on their places, less for jokers and cards on a place that is not their own."""
    value = 0
    for i in range(CARDS_LAID[move]):
        rank, place = rank_of(int(CARDS[move, i])), int(PLACES[move, i])
        value += WORTH[place]
        if rank == JOKER:
            value -= JOKER_SPENT
        elif rank != place:
            value -= SWAPPED
    return value


@rule
def leads_on(known: State, seat: int, move: int) -> bool:
    """Whether an addition is of use now: a true card always, a joker if another card fits beyond it, or at the end."""
    card, place = int(CARDS[move, 0]), int(PLACES[move, 0])
    if rank_of(card) != JOKER or known.phase == LAST_GOES:
        return True
    owner, suit = owner_of(known, seat), suit_of(card)
    places = known.hands[seat, suit] | known.in_series[owner, suit] | known.in_sequences[owner, suit]
    return has(int(places), place - 1) and has(int(places), place + 1)


@rule
def worth_keeping(known: State, seat: int, card: int) -> int:
    """What a card is good for: it may soon lengthen an own sequence, or make a new sequence or series."""
    suit, rank = suit_of(card), rank_of(card)
    owner = owner_of(known, seat)
    hand = int(known.hands[seat, suit] | known.in_series[owner, suit])
    laid = int(known.in_sequences[owner, suit])
    free = ALL_PLACES & ~gone(known, owner, suit)
    value = WORTH[rank] + OF_A_RANK * how_many(suits_with(known.hands[seat], rank))
    for start in range(max(rank - 2, 1), min(rank, LAST_START) + 1):
        value += prospect(hand & ~(1 << rank), free, start)
    for outward in (-1, 1):
        if has(laid, rank + outward):
            value += AT_AN_END
        elif covers(laid, rank + 2 * outward) and has(free, rank + outward):
            value += NEAR_AN_END
    if CARD_COUNT - known.drawn <= LITTLE_STOCK:
        value -= COSTLY * COST_IN_HAND[rank]
    return value


@rule
def covers(places: int, place: int) -> bool:
    """Whether a place, which may lie below the first, is in a set."""
    return place > 0 and has(places, place)


@rule
def gone(known: State, owner: int, suit: int) -> int:
    """The places of a suit whose cards cannot be had any more: they are discarded, or laid by others."""
    ranks = 0
    for i in range(known.discards):
        if suit_of(int(known.pile[i])) == suit:
            ranks |= 1 << rank_of(int(known.pile[i]))
    for other in range(MOST_SEATS):
        if other != owner:
            ranks |= int(known.in_sequences[other, suit] | known.in_series[other, suit])
    return ranks


@rule
def prospect(hand: int, free: int, start: int) -> int:
    """What three places are good for, of which one is at hand already; the joker may take one of them."""
    window = THREE_PLACES << start
    missing = how_many(window & ~free)
    if missing > 1 or (missing == 1 and not has(hand, JOKER)):
        return 0
    found = how_many(window & hand) + has(hand, JOKER)
    return WITH_TWO if found > 1 else WITH_ONE if found == 1 else ALONE
