"""Permis de refuser, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- G3 "The most points" means the largest total in hand; of equal totals, the closest to the dealer's left.
- XX32 If the game ends after part one, each player scores the cards won.
- XX33 Seats keep a card, or none, in seat order before the second deal; only the owner knows which card.
- XX34 A player may refuse if some other player held more cards; `fewest_only` is the stricter reading.
- XX34 The leader never refuses.
- XX35 The last trick is played to its end; a leader without cards passes the lead to the left.
- XX36 Only the cards won in part two count.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, Shuffle, below
from pioche.core.game import COVERED, OPEN, Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import EMPTY, NOBODY, Counts
from pioche.games.xxl.deck import CARD_COUNT, COLOUR_MASK, RANK, SUITED, TOTAL, deck
from pioche.parts.beginning import most_points
from pioche.parts.cardsets import deal_sets, first_of, has, how_many, list_cards, nth_of, only, without_first, worth_of
from pioche.parts.seats import clockwise, only_turn
from pioche.parts.tricks import trick_winner

from .moves import KEEP, KEEP_NONE, LEAD, REFUSE, led_card, led_colour
from .moves import MOVE_COUNT as MOVE_COUNT
from .moves import move_name as move_name
from .state import (
    KEEPING,
    MOST_CARDS,
    MOST_SEATS,
    NO_COLOUR,
    NONE_KEPT,
    NOT_CHOSEN,
    OVER,
    PART_ONE,
    PART_TWO,
    REFUSED,
    Options,
    State,
)

HAND_SIZE = 8  # XX30, also the number of tricks in part one
ENOUGH_WITHOUT = (0, 0, 1, 1, 2, 2, 2)  # XX32, XX35: players without a trick, or a card, by number of players
MOST_LEGAL = 2 * MOST_CARDS
ENDINGS = ("without-trick", "out-of-cards")
WITHOUT_TRICK, OUT_OF_CARDS = range(2)
to_move = only_turn


def decks(options: Options) -> tuple[Deck, ...]:
    """XX30 The cards, and XX33 the order in which they are dealt again."""
    return (deck(), deck("second"))


def bound(options: Options) -> int:
    """G5 Eight cards each; one choice each of what to keep; then every trick uses a card, and all others may refuse."""
    seats = int(options.seats)
    return HAND_SIZE * seats + seats + HAND_SIZE * seats * seats


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX30 Deal eight cards each; the rest is set aside. The player with the most points leads."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.fewest_only = options.fewest_only
    deal_sets(state.hands, state.seats, state.dealer, HAND_SIZE, shuffle[0])
    state.held[: state.seats] = HAND_SIZE
    state.kept[:] = NOT_CHOSEN
    state.winner[:] = NOBODY
    state.last[:] = EMPTY
    for i in range(CARD_COUNT):
        state.second[i] = shuffle[1, i]
    begin_part(state, PART_ONE)


@rule
def begin_part(state: State, part: int) -> None:
    """XX30, XX34 The player with the most cards leads; if equal, the most points (G3)."""
    state.phase = part
    state.trick = 0
    state.won[:] = 0
    state.lacks[:] = 0
    state.player[:] = NOBODY
    state.reason = NOBODY
    points = np.zeros(MOST_SEATS, np.int32)
    most = max(state.held)
    for seat in range(state.seats):
        points[seat] = worth_of(state.hands[seat], TOTAL) if state.held[seat] == most else -1
    state.first = most_points(points, state.seats, state.dealer)
    begin_trick(state, state.first)


@rule
def begin_trick(state: State, leader: int) -> None:
    state.leader = leader
    state.turn = leader
    state.colour = NO_COLOUR
    state.played[:] = EMPTY


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    if state.phase == KEEPING:
        return list_keeping(state, seat, out)
    if seat == state.leader:
        return list_leads(state, seat, out)
    return list_follows(state, seat, out)


@rule
def list_leads(state: State, seat: int, out: Moves) -> int:
    """XX31 Lead any card, naming either of its colours."""
    count = 0
    hand = int(state.hands[seat])
    while hand:
        out[count] = LEAD + 2 * first_of(hand)
        out[count + 1] = out[count] + 1
        hand = without_first(hand)
        count += 2
    return count


@rule
def list_follows(state: State, seat: int, out: Moves) -> int:
    """Play a card that is allowed. XX34 In part two, refuse if allowed."""
    count = list_cards(playable(state, seat), 0, out, 0)
    if may_refuse(state, seat):
        out[count] = REFUSE
        count += 1
    return count


@rule
def playable(state: State, seat: int) -> int:
    """XX31 The cards of the colour, for a seat that has any. XX5 Otherwise all its cards."""
    cards = cards_to_follow(state, seat)
    return cards if cards else int(state.hands[seat])


@rule
def cards_to_follow(state: State, seat: int) -> int:
    """The set of cards in a hand that have the colour of the trick."""
    return int(state.hands[seat]) & int(SUITED[1 << state.colour])


@rule
def has_colour(card: int, colour: int) -> bool:
    return bool(COLOUR_MASK[card] >> colour & 1)


@rule
def may_refuse(state: State, seat: int) -> bool:
    """XX34 Whether it is part two, and a seat held few enough cards before this trick to refuse."""
    return bool(state.phase == PART_TWO and held_before(state, seat) < refusal_limit(state))


@rule
def refusal_limit(state: State) -> int:
    """XX34 Seats that held fewer cards than this before the trick may refuse: the largest number that a seat held.

    With fewest_only it is the second smallest: only a seat that held fewer than every other is below it.
    """
    if state.fewest_only:
        return two_fewest(state)[1]
    most = 0
    for seat in range(state.seats):
        most = max(most, held_before(state, seat))
    return most


@rule
def two_fewest(state: State) -> tuple[int, int]:
    """The smallest number of cards that a seat held before this trick, and the second smallest; both may be equal."""
    fewest, second = CARD_COUNT, CARD_COUNT
    for seat in range(state.seats):
        held = held_before(state, seat)
        second = min(second, max(fewest, held))
        fewest = min(fewest, held)
    return fewest, second


@rule
def held_before(state: State, seat: int) -> int:
    """How many cards a seat held before this trick."""
    return int(state.held[seat]) + int(state.played[seat] >= 0)


@rule
def list_keeping(state: State, seat: int, out: Moves) -> int:
    """XX33 Keep one of the cards won, or none."""
    count = list_cards(taken(state, seat), KEEP, out, 0)
    out[count] = KEEP_NONE
    return count + 1


@rule
def taken(state: State, seat: int) -> int:
    """The set of cards that a seat won in part one."""
    cards = 0
    for card in range(CARD_COUNT):
        if state.winner[card] == seat:
            cards |= only(card)
    return int(cards)


@rule
def any_move(state: State, seat: int, rng: Random) -> int:
    """A random legal move."""
    if state.phase == KEEPING:
        cards = taken(state, seat)
        index = below(rng, how_many(cards) + 1)
        return KEEP_NONE if index == how_many(cards) else KEEP + nth_of(cards, index)
    if seat == state.leader:
        index = below(rng, 2 * state.held[seat])
        return LEAD + 2 * nth_of(state.hands[seat], index // 2) + index % 2
    cards = playable(state, seat)
    index = below(rng, how_many(cards) + int(may_refuse(state, seat)))
    return REFUSE if index == how_many(cards) else nth_of(cards, index)


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move >= KEEP:
        keep(state, seat, move)
        return
    if move == REFUSE:
        state.played[seat] = REFUSED
    elif move >= LEAD:
        state.colour = led_colour(move)
        play_card(state, seat, led_card(move))
    else:
        if not has_colour(move, state.colour):
            state.lacks[seat] |= 1 << state.colour
        play_card(state, seat, move)
    state.turn = next_to_act(state, seat)
    if state.turn == state.leader:
        end_trick(state)


@rule
def play_card(state: State, seat: int, card: int) -> None:
    state.hands[seat] &= ~only(card)
    state.held[seat] -= 1
    state.played[seat] = card
    state.player[card] = seat


@rule
def next_to_act(state: State, seat: int) -> int:
    """The next seat to the left with cards (XX34 others are not asked); the leader once all have acted."""
    following = clockwise(seat, 1, state.seats)
    while following != state.leader and state.held[following] == 0:
        following = clockwise(following, 1, state.seats)
    return following


@rule
def end_trick(state: State) -> None:
    """XX4 The highest card of the colour wins and leads. XX34 If all others refuse, the leader's card wins."""
    winner = trick_winner(state.played, state.seats, state.colour, RANK)
    for seat in range(state.seats):
        if state.played[seat] >= 0:
            state.won[winner] += TOTAL[state.played[seat]]
            if state.phase == PART_ONE:
                state.winner[state.played[seat]] = winner
    state.last = state.played
    state.trick += 1
    begin_trick(state, winner)
    if state.phase == PART_ONE:
        state.tricks[winner] += 1
        if state.trick == HAND_SIZE:
            end_part_one(state)
    else:
        go_on_in_part_two(state)


@rule
def count_without(counts: Counts, seats: int) -> int:
    """How many seats have none: no trick, or no card."""
    without = 0
    for seat in range(seats):
        without += int(counts[seat] == 0)
    return without


@rule
def end_part_one(state: State) -> None:
    """XX32 End the game if too many players have won no trick. XX33 Otherwise seat 0 is the first to keep a card."""
    if count_without(state.tricks, state.seats) >= ENOUGH_WITHOUT[state.seats]:
        state.phase = OVER
        state.reason = WITHOUT_TRICK
    else:
        state.phase = KEEPING
        state.turn = 0


@rule
def cards_won(state: State, seat: int) -> int:
    """XX33 How many cards a seat won in part one, and will hold in part two."""
    return int(state.tricks[seat] * state.seats)


@rule
def keep(state: State, seat: int, move: int) -> None:
    """XX33 Keep a card or none. After the last seat, all other cards are dealt again."""
    state.kept[seat] = NONE_KEPT if move == KEEP_NONE else move - KEEP
    state.turn = seat + 1
    if state.turn == state.seats:
        deal_again(state)
        begin_part(state, PART_TWO)


@rule
def deal_again(state: State) -> None:
    """XX33 Deal each seat up to the number of cards it won, including the kept one, from the dealer's left."""
    kept = 0
    for seat in range(state.seats):
        if state.kept[seat] >= 0:
            state.hands[seat] = only(state.kept[seat])
            state.held[seat] = 1
            kept |= state.hands[seat]
    seat = clockwise(state.dealer, 1, state.seats)
    left = HAND_SIZE * int(state.seats) - int(state.held.sum())
    place = 0
    while left > 0:
        if state.held[seat] < cards_won(state, seat):
            while has(kept, state.second[place]):
                place += 1
            state.hands[seat] |= only(state.second[place])
            state.held[seat] += 1
            place += 1
            left -= 1
        seat = clockwise(seat, 1, state.seats)
    state.second[:] = EMPTY


@rule
def go_on_in_part_two(state: State) -> None:
    """XX35 End the game when enough seats have no cards left. A leader without cards passes the lead to the left."""
    if count_without(state.held, state.seats) >= ENOUGH_WITHOUT[state.seats]:
        state.phase = OVER
        state.reason = OUT_OF_CARDS
        return
    leader = state.leader
    while state.held[leader] == 0:
        leader = clockwise(leader, 1, state.seats)
    begin_trick(state, leader)


@rule
def is_over(state: State) -> bool:
    return state.phase == OVER


@rule
def ending(state: State) -> int:
    return max(state.reason, 0)


@rule
def scores(state: State, out: Scores) -> None:
    """XX36 The totals of the cards won in part two. XX32 Or in part one, if the game ended there."""
    for seat in range(state.seats):
        out[seat] = state.won[seat]


def secrecy(state: State, seat: int, move: int) -> int:
    """XX33 Everybody sees that a card is kept, but not which one."""
    return COVERED if KEEP <= move < KEEP_NONE else OPEN
