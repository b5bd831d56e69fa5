"""The Game, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- TG2 Players are asked in turn who begins, the dealer last; if nobody wants to, the dealer's left begins.
- TG6 A player draws as many cards as the pile still has.
- TG9 Cards are laid until none fits, without looking ahead; the 98th card ends the game without a stop.
- TG11 Experts too need lay only one card once the pile is empty.
- TG13 Players talk by signals for each pile and for the hand; chat refuses numbers.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, Shuffle, below
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import EMPTY, CardSets
from pioche.parts.cardsets import how_many, without_first
from pioche.parts.seats import clockwise, only_turn
from pioche.parts.widesets import WORDS, deal_wide_sets, first_in, give, nth_of_words, take, wide_set

from .state import ASKING, CARDS, HIGHEST, LAYING, LOWEST, NO_SIGN, NOWHERE, OVER, PILES, Options, State

HAND_SIZE = (0, 8, 7, 6, 6, 6)  # TG1, by number of players
PILE_NAMES = ("up1", "up2", "down1", "down2")
DIRECTION = (1, 1, -1, -1)  # TG3 Two piles rise, two fall
BASES = (1, 1, 100, 100)  # TG3 What each pile starts from
BACKWARDS = 10  # TG4
MINIMUM_WITHOUT_PILE = 1  # TG7
SIGNS = ("none", "leave", "gently", "freely")
ENDINGS = ("all-laid", "stuck")
ALL_LAID, STUCK = range(2)
WON, LOST = 1, 2  # TG10, the places

BEGIN, DECLINE, STOP, FIRST_PLAY = range(4)
FIRST_SIGNAL = FIRST_PLAY + CARDS * PILES
SHOW_STUCK = FIRST_SIGNAL + PILES * len(SIGNS)
SHOW_UNSTUCK = SHOW_STUCK + 1
MOVES = (
    *("begin", "decline", "stop"),
    *(f"{card}>{pile}" for card in range(LOWEST, HIGHEST + 1) for pile in PILE_NAMES),
    *(f"signal {pile} {sign}" for pile in PILE_NAMES for sign in SIGNS),
    *("signal stuck", "signal unstuck"),
)
signal_numbers = range(FIRST_SIGNAL, len(MOVES))
signal_words = {
    **{
        word: {first + sign: first for first in range(FIRST_SIGNAL, SHOW_STUCK, len(SIGNS))}
        for sign, word in enumerate(SIGNS)
        if sign
    },
    "stuck": {SHOW_STUCK: SHOW_UNSTUCK},
}
MOVE_COUNT, move_name = len(MOVES), MOVES.__getitem__
MOST_LEGAL = max(HAND_SIZE) * PILES + 1
to_move = only_turn


def decks(options: Options) -> tuple[Deck, ...]:
    return (Deck("cards", tuple(range(LOWEST, HIGHEST + 1))),)


def bound(options: Options) -> int:
    """G5 Each player answers once, each card is laid once, and a stop can follow every card but the last."""
    return int(options.seats) + CARDS + CARDS - 1


@rule
def play_number(card: int, pile: int) -> int:
    return FIRST_PLAY + (int(card) - LOWEST) * PILES + pile


@rule
def card_of(move: int) -> int:
    return LOWEST + (move - FIRST_PLAY) // PILES


@rule
def pile_of(move: int) -> int:
    return (move - FIRST_PLAY) % PILES


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """TG1 Deal. TG2 The dealer's left is asked first; a solo player simply begins."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.minimum = options.minimum  # TG11
    state.hand_size = HAND_SIZE[options.seats] - options.fewer  # TG12
    state.signals = options.signals
    deal(state, shuffle)
    state.phase = ASKING
    state.turn = clockwise(options.dealer, 1, options.seats)
    if state.seats == 1:
        start_turn(state, state.turn)


@rule
def deal(state: State, shuffle: Shuffle) -> None:
    """TG1 Deal the hands; the rest is the face-down pile."""
    state.drawn = deal_wide_sets(state.hands, state.seats, state.dealer, state.hand_size, shuffle[0])
    state.held[: state.seats] = state.hand_size
    for i in range(CARDS):
        state.pile[i] = shuffle[0, i]
    state.pile[: state.drawn] = EMPTY
    state.laid_on[:] = NOWHERE
    state.left = CARDS
    for pile in range(PILES):
        state.tops[pile] = BASES[pile]


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    if state.phase == ASKING:
        return answers(out)
    return plays(state, seat, out)


@rule
def any_move(state: State, seat: int, rng: Random) -> int:
    """A random legal move."""
    if state.phase == ASKING:
        return any_answer(rng)
    return any_play(state, seat, rng)


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move >= FIRST_SIGNAL:
        give_signal(state, seat, move)
    elif state.phase == ASKING:
        answer(state, seat, move)
    elif move == STOP:
        stop(state, seat)
    else:
        lay_card(state, seat, card_of(move), pile_of(move))


# Who begins.


@rule
def answers(out: Moves) -> int:
    """TG2 "I begin", or "rather not"."""
    out[0] = BEGIN
    out[1] = DECLINE
    return 2


@rule
def any_answer(rng: Random) -> int:
    return BEGIN if below(rng, 2) == 0 else DECLINE


@rule
def answer(state: State, seat: int, move: int) -> None:
    """TG2 The first player who wants to begins. If even the dealer declines, the dealer's left begins."""
    if move == BEGIN:
        start_turn(state, seat)
        return
    state.declined += 1
    state.turn = clockwise(seat, 1, state.seats)
    if state.declined == state.seats:
        start_turn(state, state.turn)


# A turn.


@rule
def start_turn(state: State, seat: int) -> None:
    """TG5 The minimum holds if the face-down pile has cards when a turn starts. TG7 Otherwise one card is enough."""
    state.phase = LAYING
    state.turn = seat
    state.laid_now = 0
    state.required = state.minimum if pile_size(state) > 0 else MINIMUM_WITHOUT_PILE
    end_if_done(state)


@rule
def pile_size(state: State) -> int:
    return CARDS - state.drawn


@rule
def step(card: int, top: int, pile: int) -> int:
    """TG3 How far a card moves a pile forward: up on a rising pile, down on a falling one."""
    return (card - top) * DIRECTION[pile]


@rule
def fits(card: int, top: int, pile: int) -> bool:
    """TG3 Any step forward fits. TG4 So does the backwards trick, exactly ten back."""
    size = step(card, top, pile)
    return size > 0 or size == -BACKWARDS


FITTING: CardSets = np.array(
    [
        [
            wide_set(card for card in range(LOWEST, HIGHEST + 1) if fits(card, top, pile))
            for top in range(max(BASES) + 1)
        ]
        for pile in range(PILES)
    ],
    np.int64,
)
"""By pile and its top: the set of cards that fit."""


@rule
def fits_somewhere(state: State, card: int) -> bool:
    pile = 0
    while pile < PILES and not fits(card, state.tops[pile], pile):
        pile += 1
    return pile < PILES


@rule
def must_lay(state: State) -> bool:
    """TG5 Whether the minimum is not reached yet."""
    return state.laid_now < state.required


@rule
def playable(state: State, seat: int, pile: int, word: int) -> int:
    """One of the two words of the set of cards in a hand that fit on a pile."""
    return int(state.hands[seat, word] & FITTING[pile, state.tops[pile], word])


@rule
def can_lay(state: State, seat: int) -> bool:
    cards = 0
    for pile in range(PILES):
        cards |= playable(state, seat, pile, 0) | playable(state, seat, pile, 1)
    return cards != 0


@rule
def plays(state: State, seat: int, out: Moves) -> int:
    """TG3 Any card on any pile where it fits. TG5 After the minimum, the player may stop."""
    count = 0
    for pile in range(PILES):
        for word in range(WORDS):
            cards = playable(state, seat, pile, word)
            while cards:
                out[count] = play_number(first_in(cards, word), pile)
                cards = without_first(cards)
                count += 1
    if not must_lay(state):
        out[count] = STOP
        count += 1
    return count


@rule
def any_play(state: State, seat: int, rng: Random) -> int:
    """One of the moves that `plays` lists, each equally likely."""
    first = count_playable(state, seat, 0)
    second = first + count_playable(state, seat, 1)
    third = second + count_playable(state, seat, 2)
    count = third + count_playable(state, seat, 3)
    index = below(rng, count + (not must_lay(state)))
    if index < first:
        return nth_play(state, seat, 0, index)
    if index < second:
        return nth_play(state, seat, 1, index - first)
    if index < third:
        return nth_play(state, seat, 2, index - second)
    if index < count:
        return nth_play(state, seat, 3, index - third)
    return STOP


@rule
def count_playable(state: State, seat: int, pile: int) -> int:
    return how_many(playable(state, seat, pile, 0)) + how_many(playable(state, seat, pile, 1))


@rule
def nth_play(state: State, seat: int, pile: int, index: int) -> int:
    return play_number(nth_of_words(playable(state, seat, pile, 0), playable(state, seat, pile, 1), index), pile)


@rule
def lay_card(state: State, seat: int, card: int, pile: int) -> None:
    take(state.hands[seat], card)
    state.held[seat] -= 1
    state.tops[pile] = card
    state.laid_on[card] = pile
    state.laid_now += 1
    state.left -= 1
    end_if_done(state)


@rule
def stop(state: State, seat: int) -> None:
    """TG6 Draw, then the player to the left plays. TG13 The player's signals are cleared."""
    state.signs[seat] = NO_SIGN
    state.stuck[seat] = 0
    draw_back(state, seat)
    start_turn(state, next_with_cards(state, seat))


@rule
def draw_back(state: State, seat: int) -> None:
    """TG6 Draw back to the hand size, as far as the face-down pile reaches."""
    while state.held[seat] < state.hand_size and pile_size(state) > 0:
        give(state.hands[seat], state.pile[state.drawn])
        state.pile[state.drawn] = EMPTY
        state.held[seat] += 1
        state.drawn += 1


@rule
def next_with_cards(state: State, seat: int) -> int:
    """TG8 The next seat to the left that has cards, possibly the same seat."""
    other = clockwise(seat, 1, state.seats)
    while state.held[other] == 0 and other != seat:
        other = clockwise(other, 1, state.seats)
    return other


# The end.


@rule
def end_if_done(state: State) -> None:
    """TG9 End the game once all cards are laid, or if the minimum is not reached and no card can be laid."""
    if state.left == 0 or (must_lay(state) and not can_lay(state, state.turn)):
        state.phase = OVER


@rule
def is_over(state: State) -> bool:
    return state.phase == OVER


@rule
def ending(state: State) -> int:
    return ALL_LAID if state.left == 0 else STUCK


@rule
def scores(state: State, out: Scores) -> None:
    """TG10 The cards not laid: one result for the whole team."""
    for seat in range(state.seats):
        out[seat] = state.left


@rule
def places(totals: Scores, out: Scores) -> None:
    """TG10 With no card left all share first place; otherwise the deck is first and all share second place."""
    for seat in range(len(totals)):
        out[seat] = WON if totals[seat] == 0 else LOST


# Signals.


@rule
def signals(state: State, seat: int, out: Moves) -> int:
    """TG13 With two players or more, if signals are on: a sign or none for each pile, and whether the seat is stuck."""
    if not state.signals or state.seats == 1:
        return 0
    count = 0
    for pile in range(PILES):
        for sign in range(len(SIGNS)):
            if sign != state.signs[seat, pile]:
                out[count] = FIRST_SIGNAL + pile * len(SIGNS) + sign
                count += 1
    out[count] = SHOW_UNSTUCK if state.stuck[seat] else SHOW_STUCK
    return count + 1


@rule
def give_signal(state: State, seat: int, move: int) -> None:
    """TG13 A signal stands until the player changes it or stops a turn."""
    if move >= SHOW_STUCK:
        state.stuck[seat] = move == SHOW_STUCK
    else:
        state.signs[seat, (move - FIRST_SIGNAL) // len(SIGNS)] = (move - FIRST_SIGNAL) % len(SIGNS)
