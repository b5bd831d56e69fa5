"""Déterminer la couleur, in the order of its rulebook."""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche.core.chance import Random, Shuffle
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import Counts
from pioche.games.xxl.deck import (
    CARD_COUNT,
    COLOUR_LETTERS,
    COLOUR_MASK,
    COLOURS,
    FIRST_COLOUR,
    NUMBER,
    SECOND_COLOUR,
    TOTAL,
    card_name,
    deck,
    total_of,
)
from pioche.parts.beginning import most_points
from pioche.parts.hands import EMPTY, deal_hands, refill_hand, remove_card
from pioche.parts.tricks import trick_winner
from pioche.parts.unseen import deal_unseen, deal_unseen_most_points, list_unseen, points_before_first, share_out

from .state import MOST_SEATS, NO_TRUMP, NOT_NAMED, Options, State

HAND_SIZE = (0, 0, 12, 12, 12, 9, 9)  # XX60, by number of players
NAME_TRUMP = CARD_COUNT
"""A move below this number plays the card of that number; from it on, each names a colour as trump."""
MOVE_COUNT = CARD_COUNT + len(COLOURS)
ENDINGS = ("all-played",)


def decks(options: Options) -> tuple[Deck, ...]:
    return (deck(),)


def move_name(move: int) -> str:
    return card_name(move) if move < NAME_TRUMP else f"trump {COLOUR_LETTERS[move - NAME_TRUMP]}"


def bound(options: Options) -> int:
    """G5 Everybody plays every card; XX65 trump is named once."""
    return int(options.seats) * HAND_SIZE[options.seats] + int(options.trump)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX60 Deal; the most points lead. XX65 With trump the dealer's left begins, and names the trump."""
    state.seats = options.seats
    state.dealer = options.dealer
    size = HAND_SIZE[state.seats]
    deal_hands(state.hands, state.seats, state.dealer, size, shuffle[0])
    state.held[: state.seats] = size
    state.played[:] = EMPTY
    if options.trump:
        state.trump = NOT_NAMED
        state.first = (state.dealer + 1) % state.seats
    else:
        state.trump = NO_TRUMP
        state.first = richest(state, size)
    state.leader = state.first


@rule
def richest(state: State, size: int) -> int:
    """G3 The seat with the largest total in hand."""
    points = np.zeros(MOST_SEATS, np.int32)
    for seat in range(state.seats):
        points[seat] = total_of(state.hands[seat], size)
    return most_points(points, state.seats, state.dealer)


@rule
def to_move(state: State) -> int:
    return 1 << turn(state)


@rule
def turn(state: State) -> int:
    """Clockwise from the leader."""
    return (state.leader + state.laid) % state.seats


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """XX61 A card of a colour that is asked for, if possible. XX5 Otherwise any card."""
    if state.trump == NOT_NAMED:
        return name_any_colour(out)
    count = 0
    for i in range(state.held[seat]):
        if suits(state.hands[seat, i], state.trump) & state.asked:
            out[count] = state.hands[seat, i]
            count += 1
    if count == 0:
        count = state.held[seat]
        for i in range(count):
            out[i] = state.hands[seat, i]
    return count


@rule
def name_any_colour(out: Moves) -> int:
    """XX65 Before the first trick a trump colour is named."""
    for colour in range(len(COLOURS)):
        out[colour] = NAME_TRUMP + colour
    return len(COLOURS)


@rule
def suits(card: int, trump: int) -> int:
    """The colours that a card carries, as a bit mask. XX65 A card with a trump half is only that trump."""
    colours = COLOUR_MASK[card]
    if trump >= 0 and colours >> trump & 1:
        return 1 << trump
    return int(colours)


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move >= NAME_TRUMP:
        state.trump = move - NAME_TRUMP
    else:
        play_card(state, seat, move)
        if state.laid == state.seats:
            end_trick(state)


@rule
def play_card(state: State, seat: int, card: int) -> None:
    """XX61 The first card with only one of the led colours decides. XX62 A card with neither decides nothing."""
    carried = suits(card, state.trump)
    if state.laid == 0:
        state.asked = carried
    elif carried & state.asked:
        state.asked &= carried
    else:
        state.lacks[seat] |= state.asked
    remove_card(state.hands[seat], state.held[seat], card)
    state.held[seat] -= 1
    state.played[state.trick, seat] = card
    state.laid += 1


@rule
def end_trick(state: State) -> None:
    """XX4 The winner takes the cards and leads the next trick."""
    cards = state.played[state.trick]
    winner = trick_winner(cards, state.seats, trick_colour(state), NUMBER, TOTAL)
    state.won[winner] += total_of(cards, state.seats)
    state.leader = winner
    state.laid = 0
    state.asked = 0
    state.trick += 1


@rule
def trick_colour(state: State) -> int:
    """XX61 The colour that was decided. XX63 If it is still open, that of the higher number on the last card with both.

    XX65 Trump, if any was played.
    """
    if is_trumped(state):
        return state.trump
    last = EMPTY
    for i in range(state.seats):
        card = state.played[state.trick, (state.leader + i) % state.seats]
        if suits(card, state.trump) & state.asked == state.asked:
            last = card
    if state.asked >> SECOND_COLOUR[last] & 1:  # the second half has the higher number
        return int(SECOND_COLOUR[last])
    return int(FIRST_COLOUR[last])


@rule
def is_trumped(state: State) -> bool:
    """XX65 Whether a trump was played in this trick."""
    if state.trump == NO_TRUMP:
        return False
    colours = 0
    for seat in range(state.seats):
        colours |= COLOUR_MASK[state.played[state.trick, seat]]
    return bool(colours >> state.trump & 1)


@rule
def is_over(state: State) -> bool:
    """XX64 When all cards are played."""
    return state.trick == HAND_SIZE[state.seats]


@rule
def ending(state: State) -> int:
    return 0


@rule
def scores(state: State, out: Scores) -> None:
    """XX64 The totals of the cards won."""
    for seat in range(state.seats):
        out[seat] = state.won[seat]


@rule
def observe(state: State, seat: int, known: State) -> None:
    """XX60 The set-aside cards and the others' hands are hidden. Everything played was seen, and who did not follow."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.trump = state.trump
    known.first = state.first
    known.trick = state.trick
    known.leader = state.leader
    known.laid = state.laid
    known.asked = state.asked
    known.lacks[:] = state.lacks
    known.won[:] = state.won
    known.held[:] = state.held
    known.played[:] = state.played
    for other in range(MOST_SEATS):
        if other == seat or state.held[other] == 0:
            known.hands[other] = state.hands[other]


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Any unseen card may be set aside or in another's hand, unless that seat has shown that it cannot be.

    G3 Without trump, who led first is known to have been dealt the most points.
    """
    unseen, holder = np.empty(CARD_COUNT, np.int16), np.empty(CARD_COUNT, np.int8)
    count = find_unseen(state, seat, unseen)
    share_out(state.held, state.seats, seat, holder)
    barred = np.zeros((state.seats + 1, CARD_COUNT), np.bool_)
    bar_cards(state, barred)
    if state.trump == NO_TRUMP:
        seen = np.zeros(state.seats + 1, np.int32)
        count_seen(state, seat, seen)
        points_before_first(seen, state.seats, state.dealer, state.first)
        deal_unseen_most_points(unseen, holder, count, barred, TOTAL, seen, state.first, rng)
    else:
        deal_unseen(unseen, holder, count, barred, rng)
    first = 0
    for other in range(state.seats):
        if other != seat:
            first = refill_hand(state.hands[other], state.held[other], unseen, first)


@rule
def find_unseen(state: State, seat: int, unseen: Shuffle) -> int:
    """Write the cards that a seat has never seen; return how many."""
    is_unseen = np.ones(CARD_COUNT, np.bool_)
    for trick in range(HAND_SIZE[state.seats]):
        for other in range(state.seats):
            if state.played[trick, other] != EMPTY:
                is_unseen[state.played[trick, other]] = False
    if seat >= 0:
        for i in range(state.held[seat]):
            is_unseen[state.hands[seat, i]] = False
    return list_unseen(is_unseen, unseen)


@rule
def bar_cards(state: State, barred: Any) -> None:
    """XX61 Who did not follow has no card of what was asked. XX65 A card with a trump half is only that trump."""
    for other in range(state.seats):
        if state.lacks[other]:
            for card in range(CARD_COUNT):
                barred[other, card] = suits(card, state.trump) & state.lacks[other] != 0


@rule
def count_seen(state: State, seat: int, seen: Counts) -> None:
    """What a seat has seen of the hands as they were dealt, in points."""
    for trick in range(HAND_SIZE[state.seats]):
        for other in range(state.seats):
            if state.played[trick, other] != EMPTY:
                seen[other] += TOTAL[state.played[trick, other]]
    if seat >= 0:
        seen[seat] += total_of(state.hands[seat], state.held[seat])


def can_take_back(known: State, seat: int, move: int) -> bool:
    """XX61, XX65 Cards and the trump colour are all that a round shows, and nothing is drawn."""
    return True
