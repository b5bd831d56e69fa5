"""XX1–XX3, common to the shedding games: play a card that fits or draw, until a hand is empty or nobody can play.

After every play the game itself says which cards fit; everything else is here. `Shedding` is part of the game's state.
Functions of a `state` are the game's own, those of a ``table`` help them.

Decisions where the rulebook is silent or unclear:

- XX1 A player who can play must play, with a free choice of card; a card just drawn may be played or kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np

from pioche.core.chance import Random, Shuffle
from pioche.core.game import Deck, Moves, RoundOptions
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import (
    BY_CARD,
    CARD,
    LYING,
    NOBODY,
    Cards,
    CardSets,
    Count,
    Counts,
    Flag,
    Index,
    Labels,
    LyingCards,
    Seat,
)
from pioche.parts.beginning import most_points
from pioche.parts.cardsets import deal_sets, first_of, has, only, without_first, worth_of
from pioche.parts.origins import (
    DEALT,
    Origins,
    bar_before,
    bar_played,
    deal_origins,
    deal_origins_most_points,
    find_origins,
)
from pioche.parts.seats import clockwise
from pioche.parts.stock import NO_CARD, lay_stock, take_top

from .deck import CARD_COUNT, TOTAL, deck

MOST_SEATS = 6
NEVER = 127
"""In ``since``: the seat does not have the card and can no longer draw it."""

DRAW, KEEP, PASS = range(3)
PLAYS = 3
"""Moves from this number on play a card; each game numbers them itself."""
MOVE_NAMES = ("draw", "keep", "pass")
ENDINGS = ("hand-empty", "nobody-can-play")
HAND_EMPTY, NOBODY_CAN_PLAY = range(2)


class Shedding:
    seats: Index
    dealer: Index
    first: Seat  # the seat that began
    turn: Seat
    has_drawn: Flag  # whether the seat to move has drawn, and must now play or keep the card
    drawn: Annotated[Index, CARD]  # that card, or NO_CARD
    left: Count  # cards in the stock
    stock: Annotated[Labels, CARD_COUNT, LYING]  # the top card is the last one left
    shown: LyingCards  # all cards that were played or turned up
    fitting: Cards  # all cards that fit now, wherever they are
    held: Annotated[Counts, MOST_SEATS]
    hands: Annotated[CardSets, MOST_SEATS, LYING]
    dealt: Annotated[Counts, MOST_SEATS]  # per seat: the total of the hand it was dealt; known only to the seat
    kept: Annotated[Counts, MOST_SEATS]  # per seat: how many cards it has drawn and kept
    player: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card: the seat that played it, unless just drawn; else NOBODY
    since: Annotated[Labels, (MOST_SEATS, CARD_COUNT), BY_CARD]  # the seat had the card only after keeping this many
    till: Annotated[Labels, CARD_COUNT, BY_CARD]  # per card played from hand: how many its player had kept by then


class SheddingState:
    """The state of a shedding game; each game adds the cards that lie open."""

    common: Shedding


def decks(options: RoundOptions) -> tuple[Deck, ...]:
    return (deck(),)


def name_moves(play_name: Callable[[int], str]) -> Callable[[int], str]:
    """Return the names of moves by number; ``play_name`` names those that play a card."""
    return lambda move: MOVE_NAMES[move] if move < PLAYS else play_name(move)


@rule
def deal(table: Shedding, seats: int, dealer: int, size: int, turned_up: int, cards: Shuffle) -> int:
    """Deal the hands, set ``turned_up`` cards aside and stack the rest; return the index of the first set aside."""
    table.seats = seats
    table.dealer = dealer
    table.drawn = NO_CARD
    table.player[:] = NOBODY
    open_cards = deal_sets(table.hands, seats, dealer, size, cards)
    for seat in range(seats):
        table.dealt[seat] = worth_of(table.hands[seat], TOTAL)
    table.held[:seats] = size
    table.left = lay_stock(table.stock, cards, open_cards + turned_up)
    for i in range(turned_up):
        table.shown |= only(cards[open_cards + i])
    begin(table, clockwise(dealer, 1, seats))
    return open_cards


@rule
def begin(table: Shedding, seat: int) -> None:
    table.first = seat
    table.turn = seat


@rule
def richest(table: Shedding) -> int:
    """G3 The seat with the largest total in the hand it was dealt."""
    return most_points(table.dealt, table.seats, table.dealer)


def bound(seats: int, size: int, turned_up: int) -> int:
    """G5 Each card of the stock is drawn at most once, then kept or played. Each card is played at most once.

    With the stock empty, somebody can always play (XX2), so at most all the others pass before each card.
    """
    stock = CARD_COUNT - seats * size - turned_up
    return 2 * stock + seats * (CARD_COUNT - turned_up)


@rule
def to_move(state: SheddingState) -> int:
    return 1 << state.common.turn


@rule
def playable(table: Shedding, seat: int) -> int:
    """XX1 The cards that a seat can play now: any that fit. After drawing, that is at most the drawn card."""
    return int(table.fitting & table.hands[seat])


@rule
def or_else(table: Shedding, plays: int, out: Moves) -> int:
    """XX1 Add the other moves: keep a card just drawn; with nothing to play, draw, or pass without a stock."""
    count = plays
    if table.has_drawn:
        out[count] = KEEP
        count += 1
    elif plays == 0:
        out[0] = DRAW if table.left > 0 else PASS
        count = 1
    return count


@rule
def draw_keep_or_pass(table: Shedding, seat: int, move: int) -> None:
    """XX1 Drawing or passing shows that nothing in hand fits. Keeping a card does not show whether it fits."""
    if move == DRAW:
        show_none(table, seat, table.kept[seat] + 1)
        draw(table, seat)
    elif move == KEEP:
        table.kept[seat] += 1
        next_turn(table)
    else:
        show_none(table, seat, NEVER)
        next_turn(table)


@rule
def show_none(table: Shedding, seat: int, number: int) -> None:
    """Record that a seat holds none of the cards that fit now: it can only get them with draw ``number`` or later."""
    lacking = table.fitting & ~table.shown
    while lacking:
        table.since[seat, first_of(lacking)] = number
        lacking = without_first(lacking)


@rule
def draw(table: Shedding, seat: int) -> None:
    card = take_top(table.stock, table.left)
    table.left -= 1
    table.hands[seat] |= only(card)
    table.held[seat] += 1
    table.drawn = card
    table.has_drawn = True


@rule
def play_card(table: Shedding, seat: int, card: int) -> None:
    """XX1 The card leaves the hand; then it is the turn of the player to the left."""
    if not table.has_drawn:
        table.player[card] = seat
        table.till[card] = table.kept[seat]
    table.hands[seat] &= ~only(card)
    table.held[seat] -= 1
    table.shown |= only(card)
    next_turn(table)


@rule
def next_turn(table: Shedding) -> None:
    table.has_drawn = False
    table.drawn = NO_CARD
    table.turn = (table.turn + 1) % table.seats


@rule
def is_over(state: SheddingState) -> bool:
    """XX2 A hand is empty, or the stock is empty and no card in any hand fits."""
    table = state.common
    return is_any_hand_empty(table) or (table.left == 0 and table.fitting & ~table.shown == 0)


@rule
def is_any_hand_empty(table: Shedding) -> bool:
    fewest = table.held[0]
    for seat in range(1, table.seats):
        fewest = min(fewest, table.held[seat])
    return bool(fewest == 0)


@rule
def ending(state: SheddingState) -> int:
    return HAND_EMPTY if is_any_hand_empty(state.common) else NOBODY_CAN_PLAY


@rule
def scores(state: SheddingState, out: Scores) -> None:
    """XX3 The totals of the cards left in hand."""
    for seat in range(state.common.seats):
        out[seat] = worth_of(state.common.hands[seat], TOTAL)


@rule
def observe(table: Shedding, seat: int, known: Shedding) -> None:
    """Other hands and the stock are hidden. Everybody saw what was played, and who could not play when."""
    known.seats = table.seats
    known.dealer = table.dealer
    known.first = table.first
    known.turn = table.turn
    known.has_drawn = table.has_drawn
    known.left = table.left
    known.shown = table.shown
    known.fitting = table.fitting
    known.held = table.held
    known.kept = table.kept
    known.player = table.player
    known.since = table.since
    known.till = table.till
    known.stock[table.left :] = NO_CARD
    if seat == table.turn or not table.has_drawn:
        known.drawn = table.drawn
    for other in range(MOST_SEATS):
        if other == seat or other >= table.seats:
            known.hands[other] = table.hands[other]
            known.dealt[other] = table.dealt[other]


@rule
def imagine(table: Shedding, seat: int, size: int, rng: Random) -> None:
    """Redeal the unseen cards, and the cards that others played, to where they can have come from.

    ``size`` is the size of the hands dealt.
    """
    origins = possible_origins(table, seat, size)
    deal_origins(origins, rng)
    hand_out(table, seat, origins)


@rule
def imagine_richest(table: Shedding, seat: int, size: int, rng: Random) -> None:
    """G3 The same for games in which the player who began was dealt the most points."""
    origins = possible_origins(table, seat, size)
    deal_origins_most_points(origins, TOTAL, table.dealt, table.seats, seat, table.dealer, table.first, rng)
    hand_out(table, seat, origins)


@rule
def possible_origins(table: Shedding, seat: int, size: int) -> Origins:
    drawn = table.kept.copy()
    drawn[table.turn] += table.has_drawn
    is_hidden = np.zeros(CARD_COUNT, np.bool_)
    mark_hidden(table, seat, is_hidden)
    origins = find_origins(is_hidden, table.seats, seat, size, drawn)
    bar_played(origins, table.player, table.till)
    bar_before(origins, table.since)
    return origins


@rule
def mark_hidden(table: Shedding, seat: int, is_hidden: Any) -> None:
    """Mark the cards a seat has never seen, and those others played from hand, which may have been dealt or drawn."""
    own = int(table.hands[seat]) if seat >= 0 else 0
    for card in range(CARD_COUNT):
        if table.player[card] == NOBODY:
            is_hidden[card] = not has(table.shown | own, card)
        else:
            is_hidden[card] = table.player[card] != seat


@rule
def hand_out(table: Shedding, seat: int, origins: Origins) -> None:
    """Put the cards where they are now, given where they came from."""
    for other in range(table.seats):
        if other != seat:
            table.hands[other] = 0
            table.dealt[other] = 0
    left = 0
    for place in range(origins.length):
        card, at = origins.cards[place], origins.holder[place]
        owner = origins.owner[at]
        if owner == NOBODY:
            table.stock[left] = card
            left += 1
            continue
        if origins.number[at] == DEALT:
            table.dealt[owner] += TOTAL[card]
        if table.player[card] == NOBODY:
            table.hands[owner] |= only(card)
            if origins.number[at] > table.kept[owner]:
                table.drawn = card


def can_take_back(table: Shedding, seat: int, move: int) -> bool:
    """XX2 With a stock, playing or keeping a card reveals nothing; without one, it reveals whether anybody can play."""
    return table.left > 0 and move not in (DRAW, PASS)
