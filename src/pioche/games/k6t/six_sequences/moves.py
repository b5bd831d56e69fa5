"""The moves of Les 6 Séquences: their numbers, their names, and which cards each of them puts on which places.

A move is a number, an index into the tables below. Moves that put down one card of a suit are numbered by its rank, so
a set of ranks (`state.RankSets`) can be written out as moves directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from pioche.core.rule import rule
from pioche.core.state import EMPTY
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, RANKS, SUITS, card_name

JOKER, ONE, ACE = 0, 1, RANK_COUNT - 1  # ranks; except for the joker they are places too
LAST_START = ACE - 2  # the highest place where three cards can begin
IN_SERIES = 0  # instead of a place: the card goes to a series

Laying = tuple[tuple[int, int], ...]
"""Cards, each with the place it takes, or with IN_SERIES."""


@rule
def card_of(suit: int, rank: int) -> int:
    return suit * RANK_COUNT + rank


# The ways to lay three cards in sequence, by the position of the joker among them.
NO_JOKER, JOKER_FIRST, JOKER_SECOND, JOKER_THIRD = range(4)
ACE_LOW = 4 * LAST_START  # after four ways from each start: A-2-3 without a joker, with it as second and as third
ONE_HIGH = ACE_LOW + 3  # Q-K-1 without a joker, with it as first and as second
SEQUENCES = ONE_HIGH + 3  # for each suit


def _sequences(suit: int) -> Iterator[Laying]:
    """K6-10, K6-12, K6-13 The ways to lay three cards of a suit in sequence."""
    joker = card_of(suit, JOKER)
    for way, start in product(range(4), range(1, LAST_START + 1)):
        places = (start, start + 1, start + 2)
        yield tuple((joker if way == i else card_of(suit, place), place) for i, place in enumerate(places, 1))
    low, high = card_of(suit, ACE), card_of(suit, ONE)
    for way in (NO_JOKER, JOKER_SECOND, JOKER_THIRD):
        yield ((low, ONE), *((joker if way == place else card_of(suit, place), place) for place in (2, 3)))
    for way in (NO_JOKER, JOKER_FIRST, JOKER_SECOND):
        queen, king = ((joker if way == i else card_of(suit, ACE - 3 + i), ACE - 3 + i) for i in (1, 2))
        yield (queen, king, (high, ACE))


TRIPLES = tuple(combinations(range(len(SUITS)), 3))
"""Three suits out of six."""


def _series() -> Iterator[Laying]:
    """K6-10 The ways to lay three cards of one rank, which is not 0."""
    for rank, suits in product(range(1, RANK_COUNT), TRIPLES):
        yield tuple((card_of(suit, rank), IN_SERIES) for suit in suits)


# The ways to add one card to a sequence of its suit: a card on its own place, the joker, the A on 1, the 1 on A.
JOKERS_ADDED = ACE
ACE_ADDED_LOW = 2 * ACE
ONE_ADDED_HIGH = ACE_ADDED_LOW + 1
ADDITIONS = ONE_ADDED_HIGH + 1  # for each suit


def _additions(suit: int) -> Iterator[Laying]:
    """K6-12 … K6-14 The ways to add a card of a suit."""
    places = range(1, ACE + 1)
    yield from (((card_of(suit, place), place),) for place in places)
    yield from (((card_of(suit, JOKER), place),) for place in places)
    yield ((card_of(suit, ACE), ONE),)
    yield ((card_of(suit, ONE), ACE),)


# A discard from 2 to K can be added upward with the next card or the joker in its place; the K also with the 1 as A.
# The same goes downward; the 2 also with the A as 1.
CLAIM_ADD_PLACES = ACE - 2
SWAPPED_ADDED = 2 * CLAIM_ADD_PLACES
ADDED_DOWN = SWAPPED_ADDED + 1
CLAIM_ADDITIONS = 2 * ADDED_DOWN  # for each suit


def _claim_additions(suit: int) -> Iterator[Laying]:
    """K6-25 The ways to add a discard, and a card from hand beyond it."""
    for outward, end, swapped in ((1, ACE, ONE), (-1, ONE, ACE)):
        for is_joker, place in product((False, True), range(2, ACE)):
            beyond = place + outward
            yield ((card_of(suit, place), place), (card_of(suit, JOKER if is_joker else beyond), beyond))
        yield ((card_of(suit, end - outward), end - outward), (card_of(suit, swapped), end))


def _layings() -> Iterator[Laying]:
    """The cards and places of every move, by its number."""
    suits, cards = range(len(SUITS)), range(CARD_COUNT)
    laid = [*(laying for suit in suits for laying in _sequences(suit)), *_series()]
    yield from ((), (), ())
    yield from (((card, IN_SERIES),) for card in (*cards, *cards))
    yield from (((card, card % RANK_COUNT),) for card in cards)
    yield from (laying for suit in suits for laying in _additions(suit))
    yield from (*laid, *laid)
    yield from (laying for suit in suits for laying in _claim_additions(suit))


DRAW, STOP, PASS = range(3)
DISCARD = 3  # plus the card's number, like the next two
ADD_TO_SERIES = DISCARD + CARD_COUNT
EXCHANGE = ADD_TO_SERIES + CARD_COUNT
ADD = EXCHANGE + CARD_COUNT
LAY = ADD + len(SUITS) * ADDITIONS
LAY_SERIES = LAY + len(SUITS) * SEQUENCES
CLAIM = LAY_SERIES + (RANK_COUNT - 1) * len(TRIPLES)  # from here on in the order of LAY and LAY_SERIES
CLAIM_SERIES = CLAIM + (LAY_SERIES - LAY)
CLAIM_ADD = CLAIM + (CLAIM - LAY)
MOVE_COUNT = CLAIM_ADD + len(SUITS) * CLAIM_ADDITIONS

NAMES_WITHOUT_CARDS = ("draw", "stop", "pass")
KINDS = (
    (DISCARD, "discard"),
    (ADD_TO_SERIES, "addto series"),
    (EXCHANGE, "exchange"),
    (ADD, "add"),
    (LAY, "lay"),
    (CLAIM, "claim lay"),
    (CLAIM_ADD, "claim add"),
)
"""For each kind of move with cards: its first number, and the beginning of its names."""

MOST_CARDS_LAID = 3
LAYINGS = tuple(_layings())
CARDS = np.full((MOVE_COUNT, MOST_CARDS_LAID), EMPTY, np.int8)
"""By move: the cards it puts down, lowest place first, padded with EMPTY."""
PLACES = np.full((MOVE_COUNT, MOST_CARDS_LAID), IN_SERIES, np.int8)
"""By move: the place that each of these cards takes."""
CARDS_LAID = np.array([len(laying) for laying in LAYINGS], np.int8)
RANKS_LAID = np.zeros(MOVE_COUNT, np.int32)
"""By move: the ranks of its cards, as a set."""
for _move, _laying in enumerate(LAYINGS):
    for _i, (_card, _place) in enumerate(_laying):
        CARDS[_move, _i], PLACES[_move, _i] = _card, _place
        RANKS_LAID[_move] |= 1 << _card % RANK_COUNT
GOING_WITH = np.zeros(RANK_COUNT, np.int32)
"""By rank: the other ranks that can lie in a sequence of three with it, as a set."""
for _rank in range(RANK_COUNT):
    for _ranks in RANKS_LAID[LAY : LAY + SEQUENCES]:
        if _ranks >> _rank & 1:
            GOING_WITH[_rank] |= _ranks & ~(1 << _rank)
TRIPLE_SETS = np.array([sum(1 << suit for suit in suits) for suits in TRIPLES], np.int8)
"""TRIPLES as sets of suits."""


def move_name(move: int) -> str:
    """``lay 2h+0h=3h+4h``: a card, and the place it takes if that is not its own."""
    if move < len(NAMES_WITHOUT_CARDS):
        return NAMES_WITHOUT_CARDS[move]
    return f"{kind_of(move)} {'+'.join(_standing(card, place) for card, place in LAYINGS[move])}"


def kind_of(move: int) -> str:
    """The beginning of the name of a move with cards."""
    return next(kind for first, kind in reversed(KINDS) if first <= move)


def _standing(card: int, place: int) -> str:
    if place in (IN_SERIES, card % RANK_COUNT):
        return card_name(card)
    return f"{card_name(card)}={RANKS[place]}{SUITS[card // RANK_COUNT]}"
