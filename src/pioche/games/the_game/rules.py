"""The Game, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- TG2 Players are asked in turn who begins, the dealer last; if nobody wants to, the dealer's left begins.
- TG6 A player draws as many cards as the pile still has.
- TG9 Cards are laid until none fits, without looking ahead; the 98th card ends the game without a stop.
- TG11 Experts too need lay only one card once the pile is empty.
- TG13 Players talk by signals for each pile and for the hand; chat refuses numbers.
"""

from __future__ import annotations

from pioche.core.chance import Shuffle
from pioche.core.game import Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.parts.hands import EMPTY, add_card, deal_hands, remove_card
from pioche.parts.seats import clockwise

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
SIGNALS = range(FIRST_SIGNAL, len(MOVES))
MOST_LEGAL = max(HAND_SIZE) * PILES + 1


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
    state.drawn = deal_hands(state.hands, state.seats, state.dealer, state.hand_size, shuffle[0])
    state.held[: state.seats] = state.hand_size
    for i in range(CARDS):
        state.pile[i] = shuffle[0, i]
    state.pile[: state.drawn] = EMPTY
    state.laid_on[:] = NOWHERE
    state.left = CARDS
    for pile in range(PILES):
        state.tops[pile] = BASES[pile]


@rule
def to_move(state: State) -> int:
    return 1 << state.turn


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    if state.phase == ASKING:
        return answers(out)
    return plays(state, seat, out)


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
def can_lay(state: State, seat: int) -> bool:
    place = 0
    held = int(state.held[seat])
    while place < held and not fits_somewhere(state, state.hands[seat, place]):
        place += 1
    return place < held


@rule
def plays(state: State, seat: int, out: Moves) -> int:
    """TG3 Any card on any pile where it fits. TG5 After the minimum, the player may stop."""
    count = 0
    hand = state.hands[seat]
    for pile in range(PILES):
        top = state.tops[pile]
        for i in range(state.held[seat]):
            out[count] = play_number(hand[i], pile)  # overwritten unless it fits: faster than a branch
            count += fits(hand[i], top, pile)
    if not must_lay(state):
        out[count] = STOP
        count += 1
    return count


@rule
def lay_card(state: State, seat: int, card: int, pile: int) -> None:
    remove_card(state.hands[seat], state.held[seat], card)
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
        add_card(state.hands[seat], state.held[seat], state.pile[state.drawn])
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
