"""Les 6 Séquences, in the order of its rulebook.

Sequences and series (K6-10 … K6-19) are in combinations.py, claims (K6-24 … K6-26) in claims.py, who dominates a suit
and what cards are worth (K6-31 … K6-33) in dominance.py, the numbers and names of moves in moves.py.

Decisions where the rulebook is silent or unclear:

- K6-14 Own sequences that touch become one, unless they overlap by a joker; a shrunken series may be extended.
- K6-15 A series may shrink to nothing and still counts as laid; a new sequence may come from series alone.
- K6-22 Putting cards down is optional; after a stop with cards put down, draw and extend, otherwise discard.
- K6-23 A player with only jokers, or nothing, discards nothing.
- K6-25 A claim is exactly three cards laid, or two added, the second beyond the discard.
- K6-26 Claims are simultaneous, unseen and final; only the outcome is shown. Equal claims go by turn order, a claim is
  laid as named, and the claimant's turn begins with it.
- K6-30 The last turn ends with a discard, which can be claimed; then each player has goes until all pass in a row.
- K6-31 The dominant player's most valuable sequence is chosen automatically.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Shuffle
from pioche.core.game import OPEN, SECRET, Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import EMPTY, NOBODY
from pioche.games.k6t.deck import CARD_COUNT, deck
from pioche.parts.cardsets import list_cards
from pioche.parts.seats import clockwise

from .claims import can_claim, list_claims, may_claim, top_discard, winning_seat
from .combinations import (
    ONLY_JOKER,
    list_extensions,
    list_new,
    owner_of,
    put_down,
    take_from_hand,
    take_into_hand,
)
from .dominance import best_worth, cost_of_hand, dominant
from .moves import ADD_TO_SERIES, CLAIM, DISCARD, DRAW, PASS, STOP, card_of
from .moves import MOVE_COUNT as MOVE_COUNT
from .moves import move_name as move_name
from .state import (
    CLAIMING,
    DISCARDING,
    DRAWING,
    EXTENDING,
    LAST_GOES,
    LAYING,
    NO_ANSWER,
    NO_CLAIM,
    NOT_ASKED,
    OVER,
    SUIT_COUNT,
    Options,
    RankSets,
    State,
)

HAND_SIZE = 8  # K6-20
FULL_HAND = 9  # K6-21
ENDINGS = ("all-passed",)
MOST_LEGAL = CLAIM  # every move but the claims, of which there are fewer


def decks(options: Options) -> tuple[Deck, ...]:
    return (deck(),)


CARDS_BUT_JOKERS = CARD_COUNT - SUIT_COUNT
ACES_AND_ONES = 2 * SUIT_COUNT


def bound(options: Options) -> int:
    """G5 Cards can be put down only a bounded number of times, and that bounds everything else.

    A card other than a joker is put down at most twice, in a series and from there in a sequence. Only an A on place 1
    or a 1 on place A can return to a hand, and only once: then the true card stays there for good. A card given in an
    exchange stays on its own place for good and was not in a series first. So each time a joker is put down again,
    another card was put down once instead of twice. Together these make `placings`.

    A turn begins with a draw or with a claim, which puts down at least two cards. In each turn every other player may
    answer the discard, and every stop but the last follows a card put down. In the last goes, fewer passes than there
    are players come before each go that puts something down, until the final row of passes.
    """
    seats = int(options.seats)
    stock = CARD_COUNT - HAND_SIZE * seats
    placings = 2 * (CARDS_BUT_JOKERS + ACES_AND_ONES) + SUIT_COUNT
    turns = stock + placings // 2
    drawing_and_discarding = stock + turns
    answers = (seats - 1) * turns
    stops = placings + turns
    passes = seats * (placings + 1)
    return drawing_and_discarding + answers + placings + stops + passes


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """K6-20 Deal eight cards each; the rest is the stock. The dealer's left begins."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.teams = options.teams
    state.only_jokers = NOBODY
    state.joker_owner[:] = NOBODY
    state.answers[:] = NOT_ASKED
    state.pile[:] = EMPTY
    for i in range(CARD_COUNT):
        state.stock[i] = shuffle[0, i]
    first = clockwise(options.dealer, 1, options.seats)
    for i in range(HAND_SIZE * int(options.seats)):
        draw(state, (first + i) % int(options.seats))
    begin_turn(state, first)


@rule
def draw(state: State, seat: int) -> None:
    """Take the top card of the stock into hand."""
    take_into_hand(state, seat, int(state.stock[state.drawn]))
    state.stock[state.drawn] = EMPTY
    state.drawn += 1


@rule
def is_stock_empty(state: State) -> bool:
    """K6-30 The stock has run out once its last card is drawn."""
    return bool(state.drawn == CARD_COUNT)


@rule
def begin_turn(state: State, seat: int) -> None:
    """K6-21 A turn begins with a draw. K6-30 Once the stock has run out, it is one of the last goes."""
    state.turn = seat
    state.phase = LAST_GOES if is_stock_empty(state) else DRAWING
    state.has_put_down = False
    state.claim = NO_CLAIM


@rule
def end_turn(state: State) -> None:
    """K6-15 Cards put in a series this turn may be moved from the next turn on."""
    state.new_in_series[:] = 0
    begin_turn(state, clockwise(state.turn, 1, state.seats))


@rule
def to_move(state: State) -> int:
    """The player whose turn it is. K6-26 While the discard is claimed, all who are asked and have not answered."""
    if state.phase != CLAIMING:
        return 1 << int(state.turn)
    mask = 0
    for seat in range(state.seats):
        if state.answers[seat] == NO_ANSWER:
            mask |= 1 << seat
    return mask


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    phase = state.phase
    if phase == CLAIMING:
        count = list_claims(state, seat, out)
        out[count] = PASS
        return count + 1
    if phase == DRAWING:
        out[0] = DRAW
        return 1
    if phase == DISCARDING:
        return list_discards(state.hands[seat], out)
    return list_putting_down(state, seat, out)


@rule
def list_putting_down(state: State, seat: int, out: Moves) -> int:
    """K6-21 (2) Lay, extend, move and exchange; (4) the same without laying. K6-22 The player may stop at any time.

    K6-30 The last goes allow the same as (2); putting down nothing at all is a pass.
    """
    out[0] = PASS if state.phase == LAST_GOES and not state.has_put_down else STOP
    count = list_extensions(state, seat, out, 1)
    if state.phase != EXTENDING:
        count = list_new(state, seat, out, count)
    return count


@rule
def list_discards(hand: RankSets, out: Moves) -> int:
    """K6-21 (5) Any card but a joker. K6-23 Even a card just taken."""
    count = 0
    for suit in range(SUIT_COUNT):
        ranks = int(hand[suit]) & ~ONLY_JOKER
        count = list_cards(ranks, DISCARD + card_of(suit, 0), out, count)
    return count


@rule
def apply(state: State, seat: int, move: int) -> None:
    if state.phase == CLAIMING:
        answer(state, seat, move)
    elif move == DRAW:
        draw(state, seat)
        state.phase = LAYING
    elif move == PASS:
        pass_go(state)
    elif move == STOP:
        stop(state, seat)
    elif move < ADD_TO_SERIES:
        discard(state, seat, move - DISCARD)
    else:
        put_down(state, seat, move)
        state.has_put_down = True


@rule
def stop(state: State, seat: int) -> None:
    """K6-22 If something was put down: draw and extend. Otherwise: discard. K6-30 One of the last goes ends at once."""
    if state.phase == LAST_GOES:
        state.passes = 0
        end_turn(state)
    elif state.has_put_down:
        draw_up(state, seat)
        state.has_put_down = False
        state.phase = EXTENDING
    elif is_only_jokers(state.hands[seat]):
        state.only_jokers = seat
        end_turn(state)
    else:
        state.phase = DISCARDING


@rule
def draw_up(state: State, seat: int) -> None:
    """K6-21 (3) Draw up to nine cards, as far as the stock goes."""
    while state.held[seat] < FULL_HAND and not is_stock_empty(state):
        draw(state, seat)


@rule
def is_only_jokers(hand: RankSets) -> bool:
    """K6-23 Whether a hand has only jokers, or nothing, to discard."""
    others = 0
    for suit in range(SUIT_COUNT):
        others |= int(hand[suit]) & ~ONLY_JOKER
    return others == 0


@rule
def discard(state: State, seat: int, card: int) -> None:
    """K6-21 (5) Discard a card. K6-26 Ask everybody who can claim it; K6-24 later it cannot be taken."""
    take_from_hand(state, seat, card)
    state.pile[state.discards] = card
    state.discards += 1
    state.new_in_series[:] = 0
    for other in range(state.seats):
        if may_claim(state, other) and can_claim(state, other):
            state.answers[other] = NO_ANSWER
            state.phase = CLAIMING
    if state.phase != CLAIMING:
        end_turn(state)


@rule
def answer(state: State, seat: int, move: int) -> None:
    """K6-26 Claims are simultaneous and unseen; the outcome follows once everybody has answered."""
    state.answers[seat] = move
    if to_move(state) == 0:
        end_claiming(state)


@rule
def end_claiming(state: State) -> None:
    """K6-26 Lay the best claim and begin the claimant's turn with it; without a claim, play goes on to the left."""
    winner = winning_seat(state)
    claim = int(state.answers[winner])
    state.answers[:] = NOT_ASKED
    if winner == state.turn:
        end_turn(state)
        return
    begin_turn(state, winner)
    if state.phase == DRAWING:  # K6-25 it replaces the draw
        state.phase = LAYING
    state.claim = claim
    take_into_hand(state, winner, top_discard(state))
    state.discards -= 1
    state.pile[state.discards] = EMPTY
    put_down(state, winner, claim)
    state.has_put_down = True


@rule
def pass_go(state: State) -> None:
    """K6-30 The round is over when all players in a row have passed."""
    state.passes += 1
    if state.passes == state.seats:
        state.phase = OVER
    else:
        end_turn(state)


@rule
def is_over(state: State) -> bool:
    return bool(state.phase == OVER)


@rule
def ending(state: State) -> int:
    return 0


@rule
def scores(state: State, out: Scores) -> None:
    """K6-31 … K6-33 The worth of the dominated suits, minus the cost of the hand. K6-34 In teams, of both hands."""
    totals = np.zeros(len(state.held), np.int32)
    for suit in range(SUIT_COUNT):
        owner = dominant(state, suit)
        if owner >= 0:
            totals[owner] += best_worth(state, owner, suit)
    for seat in range(state.seats):
        totals[owner_of(state, seat)] -= cost_of_hand(state, seat)
    for seat in range(state.seats):
        out[seat] = totals[owner_of(state, seat)]


def secrecy(state: State, seat: int, move: int) -> int:
    """K6-26 Nobody sees another player's claim or pass."""
    return SECRET if state.phase == CLAIMING else OPEN


def reveals(before: State, after: State) -> tuple[int, int] | None:
    """K6-26 Only the outcome is shown: the claim that is laid once everybody has answered."""
    if before.phase == CLAIMING and after.phase != CLAIMING and after.claim != NO_CLAIM:
        return int(after.turn), int(after.claim)
    return None
