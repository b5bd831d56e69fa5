"""20/20, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- K6-4 The score is the number of cards left. The table offers undo, hints, a solver, replays and statistics of wins.
"""

from __future__ import annotations

from itertools import combinations

from pioche.core.chance import Shuffle
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.games.k6t import deck as k6t
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, SUITS, card_name, rank_of, suit_of

from .state import PILE_SIZE, PILES, Options, State

ENDINGS = ("cleared", "stuck")
CLEARED, STUCK = range(2)
WON, LOST = 1, 2  # K6-4, the places

SUIT_PAIRS = tuple(combinations(range(len(SUITS)), 2))
PAIR_SUITS = tuple(1 << first | 1 << second for first, second in SUIT_PAIRS)  # the same, as bit masks
MOVE_COUNT = RANK_COUNT * len(SUIT_PAIRS)
MOST_LEGAL = 3 * len(SUIT_PAIRS) + 1  # of 20 open cards, three whole ranks and one more pair


def decks(options: Options) -> tuple[Deck, ...]:
    return (k6t.deck(),)


def bound(options: Options) -> int:
    """G5 Every move removes two cards."""
    return CARD_COUNT // 2


@rule
def first_card(move: int) -> int:
    """The card of the first suit; a move is a rank and two suits."""
    return SUIT_PAIRS[move % len(SUIT_PAIRS)][0] * RANK_COUNT + move // len(SUIT_PAIRS)


@rule
def second_card(move: int) -> int:
    return SUIT_PAIRS[move % len(SUIT_PAIRS)][1] * RANK_COUNT + move // len(SUIT_PAIRS)


MOVES = tuple(f"{card_name(first_card(move))}+{card_name(second_card(move))}" for move in range(MOVE_COUNT))
"""``6h+6t``: suits in the order of SUITS."""


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """K6-1 Deal 20 piles of 6, tops turned up. G7 The first 20 cards are the tops, the next 20 lie under them."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.left = CARD_COUNT
    for i in range(CARD_COUNT):
        state.piles[i % PILES, i // PILES] = shuffle[0, i]
    for pile in range(PILES):
        turn_up(state, pile)


@rule
def turn_up(state: State, pile: int) -> None:
    card = top_of(state, pile)
    state.shown[rank_of(card)] |= 1 << suit_of(card)


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
        if has_pair(state.shown[rank]):
            count = add_pairs(rank, state.shown[rank], out, count)
    return count


@rule
def add_pairs(rank: int, suits: int, out: Moves, count: int) -> int:
    """Append every pair of these suits to the moves in ``out``; return the new number of moves."""
    for pair in range(len(SUIT_PAIRS)):
        if suits & PAIR_SUITS[pair] == PAIR_SUITS[pair]:
            out[count] = rank * len(SUIT_PAIRS) + pair
            count += 1
    return count


@rule
def has_pair(suits: int) -> bool:
    """Whether a bit mask of suits has two or more bits set."""
    return suits & (suits - 1) != 0


@rule
def apply(state: State, seat: int, move: int) -> None:
    """K6-2 Remove both cards and turn up the cards under them."""
    remove(state, first_card(move))
    remove(state, second_card(move))


@rule
def remove(state: State, card: int) -> None:
    pile = 0
    while is_empty(state, pile) or top_of(state, pile) != card:
        pile += 1
    state.shown[rank_of(card)] ^= 1 << suit_of(card)
    state.removed[pile] += 1
    state.left -= 1
    if not is_empty(state, pile):
        turn_up(state, pile)


@rule
def is_over(state: State) -> bool:
    """K6-3 The game ends only when no two open cards pair up; that includes having no cards left."""
    rank = 0
    while rank < RANK_COUNT and not has_pair(state.shown[rank]):
        rank += 1
    return rank == RANK_COUNT


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
