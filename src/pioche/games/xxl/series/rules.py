"""Fournir des séries, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- G3 "The most points" means the largest total in hand; of equal totals, the closest to the dealer's left.
- XX41 After a series, first draw up to 4, then replace the open cards used. A card put on the table is open at once.
- XX43 2n turns in a row without a series or a drawn card count like n refusals, so that the round ends.
- XX44 With the stock empty, n refusals in a row, or 2n turns as in XX43, end the round too.
"""

from __future__ import annotations

from pioche.core.chance import Shuffle
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import NOBODY
from pioche.games.xxl.deck import CARD_COUNT, TOTAL, card_name, deck
from pioche.parts.beginning import most_points
from pioche.parts.cardsets import deal_sets, first_of, has, list_cards, only, without_first, worth_of
from pioche.parts.seats import clockwise, only_turn
from pioche.parts.stock import lay_stock, take_top

from .runs import LENGTH, SERIES, can_any_form, list_series
from .state import (
    ADDED,
    MOST_SEATS,
    MOST_SERIES,
    NOT_EXCHANGED,
    NOT_OVER,
    QUIET_LAPS,
    SWAPPED,
    Options,
    State,
)

HAND_SIZE = 4
TURNED_UP = 2
STOP = 0
ADD = 1
"""Moves from here on add a card."""
SWAP = ADD + CARD_COUNT
"""Moves from here on swap a card for an open one, numbered by the card given first."""
SWAPS = CARD_COUNT * CARD_COUNT
LAY = SWAP + SWAPS
"""Moves from here on lay a series."""
MOVE_COUNT = LAY + len(SERIES)
MOST_LEGAL = len(SERIES) + HAND_SIZE * (CARD_COUNT - HAND_SIZE) + HAND_SIZE + 1
ENDINGS = ("nobody-can-lay", "all-idle", "no-progress")
NOBODY_CAN_LAY, ALL_IDLE, NO_PROGRESS = range(3)
to_move = only_turn


def decks(options: Options) -> tuple[Deck, ...]:
    return (deck(),)


def move_name(move: int) -> str:
    if move >= LAY:
        return "series " + "+".join(card_name(card) for card in SERIES[move - LAY])
    if move >= SWAP:
        return f"swap {card_name(given(move))}/{card_name(received(move))}"
    return f"add {card_name(move - ADD)}" if move >= ADD else "stop"


@rule
def given(move: int) -> int:
    """The card given in a swap."""
    return (move - SWAP) // CARD_COUNT


@rule
def received(move: int) -> int:
    """The open card taken in a swap."""
    return (move - SWAP) % CARD_COUNT


def bound(options: Options) -> int:
    """G5 A turn has at most three moves; a quiet turn (XX43) has two: a swap and `stop`.

    A card turned up (XX42, XX43) leaves the stock. A turn that is not quiet takes a card from the stock, or lays one of
    at most 18 series that 55 cards can make. So there are at most ``steps`` of both kinds together. There are at most
    2n quiet turns before each card turned up, at most 2n − 1 before each turn that is not quiet, and 2n after the last
    step, which end the round (XX44). That is at most 4n + 1 moves for each step, and 4n for the end.
    """
    seats = int(options.seats)
    steps = CARD_COUNT - seats * HAND_SIZE - TURNED_UP + MOST_SERIES
    quiet_moves = 2 * QUIET_LAPS * seats
    return steps * (quiet_moves + 1) + quiet_moves


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX40 Deal, and turn up two cards; the player with the most points begins (G3)."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.reason = NOT_OVER
    state.player[:] = NOBODY
    deal(state, shuffle[0])
    for _ in range(TURNED_UP):
        turn_up(state)
    state.first = most_points(state.dealt, state.seats, state.dealer)
    state.turn = state.first


@rule
def deal(state: State, cards: Shuffle) -> None:
    stock = deal_sets(state.hands, state.seats, state.dealer, HAND_SIZE, cards)
    for seat in range(state.seats):
        state.held[seat] = HAND_SIZE
        state.dealt[seat] = worth_of(state.hands[seat], TOTAL)
    state.left = lay_stock(state.stock, cards, stock)


@rule
def take_from_stock(state: State) -> int:
    card = take_top(state.stock, state.left)
    state.left -= 1
    return card


@rule
def turn_up(state: State) -> None:
    """Turn up the next card of the stock, if there is one."""
    if state.left > 0:
        state.open_cards |= only(take_from_stock(state))


@rule
def draw(state: State, seat: int) -> None:
    state.hands[seat] |= only(take_from_stock(state))
    state.held[seat] += 1
    state.drawn[seat] += 1


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """XX41 A series and an exchange, each at most once in a turn, in either order; `stop` at any time."""
    count = 0
    if not state.has_laid:
        count = list_series(state.hands[seat], state.open_cards, LAY, out)
    if state.exchange == NOT_EXCHANGED:
        count = list_exchanges(state, seat, out, count)
    out[count] = STOP
    return count + 1


@rule
def list_exchanges(state: State, seat: int, out: Moves, count: int) -> int:
    """XX41 (b) Swap any card in hand for any open one; while the stock has cards, add any card in hand."""
    own = state.hands[seat]
    if state.left > 0:
        count = list_cards(own, ADD, out, count)
    while own:
        count = list_cards(state.open_cards, SWAP + first_of(own) * CARD_COUNT, out, count)
        own = without_first(own)
    return count


@rule
def apply(state: State, seat: int, move: int) -> None:
    """XX44 Without a stock, the round ends after any move that leaves nobody able to form a series."""
    if state.left == 0 and move != STOP:
        remember(state, seat, move)
    if move >= LAY:
        lay_series(state, seat, move - LAY)
    elif move >= SWAP:
        swap(state, seat, given(move), received(move))
    elif move >= ADD:
        add(state, seat, move - ADD)
    else:
        end_turn(state)
    if state.left == 0 and state.reason == NOT_OVER and not can_any_form(state.hands, state.open_cards, state.seats):
        state.reason = NOBODY_CAN_LAY


@rule
def lay_series(state: State, seat: int, series: int) -> None:
    """XX41 (a) Lay three cards; then first draw up to 4, then replace each open card used, while the stock lasts."""
    state.has_laid = True
    state.series[state.laid] = series
    state.layer[state.laid] = seat
    state.laid += 1
    replaced = 0
    for i in range(LENGTH):
        card = SERIES[series, i]
        state.points[seat] += TOTAL[card]
        if has(state.hands[seat], card):
            let_out(state, seat, card)
        else:
            state.open_cards &= ~only(card)
            state.used |= only(card)
            replaced += 1
    draw_up(state, seat)
    for _ in range(replaced):
        turn_up(state)


@rule
def draw_up(state: State, seat: int) -> None:
    while state.held[seat] < HAND_SIZE and state.left > 0:
        draw(state, seat)


@rule
def swap(state: State, seat: int, own: int, other: int) -> None:
    """XX41 (b) The card given is open at once. Everybody sees which card is taken for it."""
    state.exchange = SWAPPED
    let_out(state, seat, own)
    state.open_cards ^= only(own) | only(other)
    state.hands[seat] |= only(other)
    state.taken[seat] |= only(other)
    state.held[seat] += 1


@rule
def add(state: State, seat: int, card: int) -> None:
    """XX41 (b) The card added is open at once, and another is drawn."""
    state.exchange = ADDED
    let_out(state, seat, card)
    state.open_cards |= only(card)
    draw(state, seat)


@rule
def let_out(state: State, seat: int, card: int) -> None:
    """Remove a card from a hand. Unless it was taken openly, it was dealt or drawn, which is recorded."""
    if not has(state.taken[seat], card):
        state.player[card] = seat
        state.till[card] = state.drawn[seat]
    state.hands[seat] &= ~only(card)
    state.taken[seat] &= ~only(card)
    state.held[seat] -= 1


@rule
def remember(state: State, seat: int, move: int) -> None:
    """XX44 With the stock empty, everybody learns after each move that somebody can still form a series.

    Swaps are logged by number; a series is logged after them by its index among those laid, to keep numbers small.
    """
    done = SWAPS + state.laid if move >= LAY else move - SWAP
    state.log[state.logged] = done * MOST_SEATS + seat
    state.logged += 1


@rule
def end_turn(state: State) -> None:
    """XX42 A turn without any action is a refusal. XX43 A turn without a series or a drawn card is quiet."""
    is_refusal = not state.has_laid and state.exchange == NOT_EXCHANGED
    is_quiet = not state.has_laid and state.exchange != ADDED
    state.refusals = state.refusals + 1 if is_refusal else 0
    state.quiet = state.quiet + 1 if is_quiet else 0
    if state.refusals == state.seats:
        turn_up_or_end(state, ALL_IDLE)
    elif state.quiet == QUIET_LAPS * state.seats:
        turn_up_or_end(state, NO_PROGRESS)
    state.has_laid = False
    state.exchange = NOT_EXCHANGED
    state.turn = clockwise(state.turn, 1, state.seats)


@rule
def turn_up_or_end(state: State, reason: int) -> None:
    """XX42, XX43 Turn up one more card and reset both counts. XX44 Without a stock, the round is over."""
    if state.left == 0:
        state.reason = reason
    else:
        turn_up(state)
        state.refusals = 0
        state.quiet = 0


@rule
def is_over(state: State) -> bool:
    return state.reason != NOT_OVER


@rule
def ending(state: State) -> int:
    return state.reason


@rule
def scores(state: State, out: Scores) -> None:
    """XX45 The totals of all cards in a seat's series, including the open ones used."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]
