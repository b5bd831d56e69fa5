"""Les 6 Séquences, in the order of its rulebook.

Sequences and series (K6-10 … K6-19) are in combinations.py, claims (K6-24 … K6-26) in claims.py, who dominates a suit
and what cards are worth (K6-31 … K6-33) in dominance.py, the numbers and names of moves in moves.py.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Shuffle
from pioche.core.game import OPEN, SECRET, Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import NOBODY
from pioche.games.k6t.deck import CARD_COUNT, deck
from pioche.parts.cardsets import list_cards
from pioche.parts.hands import EMPTY

from .claims import MOST_CLAIMS, list_claims, may_claim, top_discard, winning_seat
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
    """G5 Cards are put down a bounded number of times, and without that everything else comes to its end.

    A card other than a joker is put down at most twice, to a series and from there to a sequence, unless it comes back
    to hand, which only an A on place 1 or a 1 on place A can, and only once: then the true card stands there for good.
    A card given in an exchange stands on its own place for good, and was not put to a series in that stay; so each time
    a joker is put down again, another card was put down once instead of twice. Together that makes `placings`.

    A turn begins by drawing or with a claim, which puts down two cards at least. In a turn everyone else may answer the
    discard, and every stop but the last follows a card put down. Of the last goes, all but the last few in a row have
    after fewer passes than there are players one that puts something down.
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
    """K6-20 Eight cards each, the rest is the stock; the dealer's left begins."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.teams = options.teams
    state.only_jokers = NOBODY
    state.joker_owner[:] = NOBODY
    state.answers[:] = NOT_ASKED
    state.pile[:] = EMPTY
    for i in range(CARD_COUNT):
        state.stock[i] = shuffle[0, i]
    first = (int(options.dealer) + 1) % int(options.seats)
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
    """K6-30 The stock has run out when its last card is drawn."""
    return bool(state.drawn == CARD_COUNT)


@rule
def begin_turn(state: State, seat: int) -> None:
    """K6-21 A turn begins by drawing. K6-30 Once the stock has run out, it is one of the last goes."""
    state.turn = seat
    state.phase = LAST_GOES if is_stock_empty(state) else DRAWING
    state.has_put_down = False
    state.claim = NO_CLAIM


@rule
def end_turn(state: State) -> None:
    """K6-15 What came to a series in this turn has lain there before the next one."""
    state.new_in_series[:] = 0
    begin_turn(state, (int(state.turn) + 1) % int(state.seats))


@rule
def to_move(state: State) -> int:
    """Whose turn it is. K6-26 While the discard is claimed, all who are asked and have not answered."""
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
    """K6-21 (2) Lay, extend, move and exchange, (4) or without laying anything new. K6-22 One may stop at any time.

    K6-30 So it is in the last goes too; to put down nothing at all is to pass.
    """
    out[0] = PASS if state.phase == LAST_GOES and not state.has_put_down else STOP
    count = list_extensions(state, seat, out, 1)
    if state.phase != EXTENDING:
        count = list_new(state, seat, out, count)
    return count


@rule
def list_discards(hand: RankSets, out: Moves) -> int:
    """K6-21 (5) Any card but a joker. K6-23 One just taken, too."""
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
    """K6-22 After something was put down: draw and extend. After nothing: discard. K6-30 A go ends at once."""
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
    """K6-23 Who holds only jokers, or nothing, discards nothing."""
    others = 0
    for suit in range(SUIT_COUNT):
        others |= int(hand[suit]) & ~ONLY_JOKER
    return others == 0


@rule
def discard(state: State, seat: int, card: int) -> None:
    """K6-21 (5) Discard a card. K6-26 Whoever can claim it is asked; K6-24 later it cannot be taken."""
    take_from_hand(state, seat, card)
    state.pile[state.discards] = card
    state.discards += 1
    state.new_in_series[:] = 0
    room = np.empty(MOST_CLAIMS, np.int32)
    for other in range(state.seats):
        if may_claim(state, other) and list_claims(state, other, room) > 0:
            state.answers[other] = NO_ANSWER
            state.phase = CLAIMING
    if state.phase != CLAIMING:
        end_turn(state)


@rule
def answer(state: State, seat: int, move: int) -> None:
    """K6-26 Claims are made at the same time and unseen; the outcome follows once all have answered."""
    state.answers[seat] = move
    if to_move(state) == 0:
        end_claiming(state)


@rule
def end_claiming(state: State) -> None:
    """K6-26 The best claim is laid as named, and the claimant's turn begins there; without a claim play goes on."""
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
    """K6-30 The round is over when all in a row put nothing down."""
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
    """K6-31 … K6-33 What the dominated suits are worth, less what is left in hand. K6-34 In teams both count."""
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
    """K6-26 Claims and passes are unseen."""
    return SECRET if state.phase == CLAIMING else OPEN


def reveals(before: State, after: State) -> tuple[int, int] | None:
    """K6-26 Only the outcome is shown: the claim that is laid once all have answered."""
    if before.phase == CLAIMING and after.phase != CLAIMING and after.claim != NO_CLAIM:
        return int(after.turn), int(after.claim)
    return None
