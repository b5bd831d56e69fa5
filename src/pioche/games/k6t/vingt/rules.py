"""20/20, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- K6-4 The score is the number of cards left. The table offers undo, hints, a solver, replays and statistics of wins.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from pioche.core.bits import count_bits
from pioche.core.chance import Random, Shuffle, below
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import EMPTY
from pioche.games.k6t import deck as k6t
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, SUITS, card_name, rank_of, suit_of

from .state import PILE_SIZE, PILES, Options, State

ENDINGS = ("cleared", "stuck")
CLEARED, STUCK = range(2)
WON, LOST = 1, 2  # K6-4, the places

SUIT_PAIRS = tuple(combinations(range(len(SUITS)), 2))
PAIR_SUITS = tuple(1 << first | 1 << second for first, second in SUIT_PAIRS)  # the same, as bit masks
PAIR_COUNT = len(SUIT_PAIRS)
MOVE_COUNT = RANK_COUNT * PAIR_COUNT
MOST_LEGAL = 3 * PAIR_COUNT + 1  # of 20 open cards, three whole ranks and one more pair

_PAIRS_AMONG = [
    [pair for pair, both in enumerate(PAIR_SUITS) if suits & both == both] for suits in range(1 << len(SUITS))
]
HOW_MANY_AMONG = np.array([len(pairs) for pairs in _PAIRS_AMONG], np.int8)
"""By bit mask of suits: how many pairs they make."""
PAIRS_AMONG = np.array([pairs + [EMPTY] * (PAIR_COUNT - len(pairs)) for pairs in _PAIRS_AMONG], np.int8)
"""By bit mask of suits: these pairs, as indices into SUIT_PAIRS, padded with EMPTY."""
CARDS = np.array(
    [[suit * RANK_COUNT + rank for suit in suits] for rank in range(RANK_COUNT) for suits in SUIT_PAIRS], np.int8
)
"""By move, which is a rank and a pair of suits: its two cards."""


def decks(options: Options) -> tuple[Deck, ...]:
    return (k6t.deck(),)


def bound(options: Options) -> int:
    """G5 Every move removes two cards."""
    return CARD_COUNT // 2


@rule
def first_card(move: int) -> int:
    """The card of the first suit."""
    return int(CARDS[move, 0])


@rule
def second_card(move: int) -> int:
    return int(CARDS[move, 1])


MOVES = tuple(f"{card_name(first_card(move))}+{card_name(second_card(move))}" for move in range(MOVE_COUNT))
"""``6h+6t``: suits in the order of SUITS."""
move_name = MOVES.__getitem__


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """K6-1 Deal 20 piles of 6, tops turned up. G7 The first 20 cards are the tops, the next 20 lie under them."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.left = CARD_COUNT
    for pile in range(PILES):
        for place in range(PILE_SIZE):
            state.piles[pile, place] = shuffle[0, place * PILES + pile]
    turn_up_tops(state)


@rule
def turn_up_tops(state: State) -> None:
    """K6-1 Turn up the top of each pile; all that is DERIVED follows from that."""
    state.shown[:] = 0
    state.pairs = 0
    state.open_on[:] = EMPTY
    for pile in range(PILES):
        if not is_empty(state, pile):
            turn_up(state, pile)


derive = turn_up_tops


@rule
def turn_up(state: State, pile: int) -> None:
    """K6-2 The card pairs up with every open card of its rank."""
    card = top_of(state, pile)
    state.pairs += open_cards(state, rank_of(card))
    state.shown[rank_of(card)] |= 1 << suit_of(card)
    state.open_on[card] = pile


@rule
def open_cards(state: State, rank: int) -> int:
    """How many cards of a rank are open."""
    return count_bits(int(state.shown[rank]))


@rule
def top_of(state: State, pile: int) -> int:
    """The open card of a pile that is not empty."""
    return int(state.piles[pile, state.removed[pile]])


@rule
def is_empty(state: State, pile: int) -> bool:
    return bool(state.removed[pile] == PILE_SIZE)


@rule
def to_move(state: State) -> int:
    return 1


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """K6-2, K6-3 Any two open cards of equal rank may be removed."""
    count = 0
    for rank in range(RANK_COUNT):
        suits = int(state.shown[rank])
        for i in range(HOW_MANY_AMONG[suits]):
            out[count] = rank * PAIR_COUNT + int(PAIRS_AMONG[suits, i])
            count += 1
    return count


@rule
def any_move(state: State, seat: int, rng: Random) -> int:
    """A random legal move: the open pairs are counted through, rank by rank."""
    index, rank = below(rng, state.pairs), 0
    while index >= HOW_MANY_AMONG[state.shown[rank]]:
        index -= int(HOW_MANY_AMONG[state.shown[rank]])
        rank += 1
    return rank * PAIR_COUNT + int(PAIRS_AMONG[state.shown[rank], index])


@rule
def apply(state: State, seat: int, move: int) -> None:
    """K6-2 Remove both cards and turn up the cards under them."""
    remove(state, first_card(move))
    remove(state, second_card(move))


@rule
def remove(state: State, card: int) -> None:
    pile = pile_of(state, card)
    state.shown[rank_of(card)] ^= 1 << suit_of(card)
    state.pairs -= open_cards(state, rank_of(card))
    state.open_on[card] = EMPTY
    state.removed[pile] += 1
    state.left -= 1
    if not is_empty(state, pile):
        turn_up(state, pile)


@rule
def pile_of(state: State, card: int) -> int:
    """The pile on which an open card lies."""
    return int(state.open_on[card])


@rule
def is_over(state: State) -> bool:
    """K6-3 The game ends only when no two open cards pair up; that includes having no cards left."""
    return bool(state.pairs == 0)


@rule
def ending(state: State) -> int:
    """K6-3 The game is won when all 120 cards are gone."""
    return CLEARED if state.left == 0 else STUCK


@rule
def scores(state: State, out: Scores) -> None:
    """K6-4 The score is the number of cards left."""
    out[0] = state.left


@rule
def places(totals: Scores, out: Scores) -> None:
    """K6-4 No card left is a win; otherwise the deck is first and the player second."""
    out[0] = WON if totals[0] == 0 else LOST
