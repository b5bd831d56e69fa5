"""Drahtseilakt, in the order of its rulebook.

Decisions where the rulebook is silent or unclear:

- Two players may play; the box says three to five, the rulebook sets no limit.
- DA7 Everybody saw the played cards, so programs may remember them; the table shows the current and the last trick.
- DA10 The supply of sticks never limits what a player takes.
- DA11 A score is always struck out, once per round without sticks; of equal scores the earliest; nothing is saved up.
- DA14 Chaotic choices may come in any order and cannot be changed; who has chosen is public.
"""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, Shuffle, below
from pioche.core.game import COVERED, OPEN, Deck, Moves
from pioche.core.rule import rule
from pioche.core.standings import NOT_STRUCK, Rounds, Scores
from pioche.core.state import EMPTY, NOBODY, Labels
from pioche.parts.cardsets import deal_sets, list_cards, nth_of, only
from pioche.parts.endings import only_ending
from pioche.parts.seats import clockwise

from .state import BLUE_ZERO, HIGHEST, RED_ZERO, SCORE_CARDS, TRICKS, Options, State

MOVE_COUNT, MOST_LEGAL = HIGHEST, TRICKS
ENDINGS = ("nine-tricks",)
ending = only_ending
ZERO_NAMES = {BLUE_ZERO: "b0", RED_ZERO: "r0"}


def decks(options: Options) -> tuple[Deck, ...]:
    """DA2 The cards and the score cards."""
    cards = range(1, card_count(options.seats, options.tactical) + 1)
    return (Deck("cards", tuple(cards)), Deck("score", tuple(range(1, SCORE_CARDS + 1)), score_name))


@rule
def card_count(seats: int, tactical: int) -> int:
    """DA13 The tactical variant uses only the lowest cards, exactly as many as are dealt."""
    return int(seats) * TRICKS if tactical else HIGHEST


def score_name(card: int) -> str:
    return ZERO_NAMES.get(card, str(card))


@rule
def card_of(move: int) -> int:
    """The card that a move plays; moves are numbered from 0, cards from 1."""
    return move + 1


@rule
def move_of(card: int) -> int:
    return card - 1


def move_name(move: int) -> str:
    return str(card_of(move))


def bound(options: Options) -> int:
    """G5 Each player plays each card of the hand once."""
    return TRICKS * int(options.seats)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """DA2 Shuffle the score cards; deal nine cards each; set the rest aside. DA3 The dealer's left leads."""
    state.seats = options.seats
    state.dealer = options.dealer
    state.tactical = options.tactical
    state.chaotic = options.chaotic
    for i in range(SCORE_CARDS):
        state.score_pile[i] = shuffle[1, i]
    deal_sets(state.hands, state.seats, state.dealer, TRICKS, shuffle[0])
    state.held[: state.seats] = TRICKS
    state.played[:] = EMPTY
    name_leader(state, clockwise(state.dealer, 1, state.seats))
    turn_up_score_card(state)


@rule
def name_leader(state: State, seat: int) -> None:
    """DA14 In the chaotic variant nobody leads."""
    state.leader = NOBODY if state.chaotic else seat


@rule
def turn_up_score_card(state: State) -> None:
    """DA3 Turn up the top score card. DA5 After a 0, turn up the next one. DA6 Two 0s have no effect."""
    state.turned += 1
    if is_zero(state.score_pile[state.turned - 1]):
        state.turned += 1
        if is_zero(state.score_pile[state.turned - 1]):
            state.used = state.turned
            state.turned += 1


@rule
def is_zero(score_card: int) -> bool:
    return score_card in (BLUE_ZERO, RED_ZERO)


@rule
def to_move(state: State) -> int:
    """DA3 Clockwise from the leader. DA14 In the chaotic variant, everybody who has not chosen yet."""
    if not state.chaotic:
        return 1 << turn(state)
    mask = 0
    for seat in range(state.seats):
        if not has_played(state, seat):
            mask |= 1 << seat
    return mask


@rule
def turn(state: State) -> int:
    return clockwise(state.leader, state.laid, state.seats)


@rule
def has_played(state: State, seat: int) -> bool:
    """Whether a seat has played, or chosen, its card for this trick."""
    return bool(state.held[seat] < TRICKS - state.trick)


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """DA3 Any card in hand may be played."""
    return list_cards(state.hands[seat], move_of(0), out, 0)


@rule
def any_move(state: State, seat: int, rng: Random) -> int:
    """A random card of the hand."""
    return move_of(nth_of(state.hands[seat], below(rng, state.held[seat])))


@rule
def apply(state: State, seat: int, move: int) -> None:
    """DA3 Play a card. DA14 A chosen card leaves the hand; the last choice reveals them all."""
    card = card_of(move)
    state.hands[seat] &= ~only(card)
    state.held[seat] -= 1
    state.played[state.trick, seat] = card
    state.laid += 1
    if state.laid == state.seats:
        end_trick(state)


@rule
def end_trick(state: State) -> None:
    highest, lowest = highest_and_lowest(state.played[state.trick], state.seats)
    blue, red = sticks_given(state, BLUE_ZERO), sticks_given(state, RED_ZERO)
    state.blue[highest] += blue  # DA4
    state.red[lowest] += red
    return_pairs(state, highest)
    return_pairs(state, lowest)
    state.used = state.turned  # DA7
    state.laid = 0
    state.trick += 1
    name_leader(state, highest)  # DA8
    if not is_over(state):
        turn_up_score_card(state)


@rule
def highest_and_lowest(cards: Labels, seats: int) -> tuple[int, int]:
    """The seats of the highest and of the lowest card of a trick."""
    highest = 0
    lowest = 0
    most = cards[0]
    least = cards[0]
    for seat in range(1, seats):
        card = cards[seat]
        if card > most:
            highest = seat
            most = card
        if card < least:
            lowest = seat
            least = card
    return highest, lowest


@rule
def sticks_given(state: State, zero: int) -> int:
    """DA4 As many sticks as the score card says; DA5 none of the colour whose 0 was turned up before it."""
    sticks = int(state.score_pile[state.turned - 1])
    return 0 if state.score_pile[state.used] == zero else sticks


@rule
def return_pairs(state: State, seat: int) -> None:
    """DA9 Return red-and-blue pairs until at most one colour is left."""
    pairs = min(state.red[seat], state.blue[seat])
    state.red[seat] -= pairs
    state.blue[seat] -= pairs


@rule
def is_over(state: State) -> bool:
    """DA11 The round ends after nine tricks."""
    return state.trick == TRICKS


@rule
def scores(state: State, out: Scores) -> None:
    """DA11 The number of sticks held."""
    for seat in range(state.seats):
        out[seat] = state.red[seat] + state.blue[seat]


@rule
def total(rounds: Rounds, finished: int, out: Scores) -> None:
    """DA12 The sum of the scores that are not struck out."""
    struck_by = np.empty(rounds.shape, np.int32)
    strikes(rounds, finished, struck_by)
    for seat in range(len(out)):
        out[seat] = 0
        for number in range(len(rounds)):
            if struck_by[number, seat] == NOT_STRUCK:
                out[seat] += rounds[number, seat]


@rule
def strikes(rounds: Rounds, finished: int, out: Rounds) -> None:
    """DA11 Each round that a player ends without sticks strikes out one earlier score."""
    out[:] = NOT_STRUCK
    for number in range(finished):
        for seat in range(rounds.shape[1]):
            if rounds[number, seat] == 0:
                strike_highest(rounds[:, seat], number, out[:, seat])


@rule
def strike_highest(scores: Scores, without_sticks: int, struck_by: Scores) -> None:
    """DA11 Strike out the highest earlier score that still counts, if any; of equal scores, the earliest."""
    highest = without_sticks
    for number in range(without_sticks):
        if struck_by[number] == NOT_STRUCK and scores[number] > scores[highest]:
            highest = number
    if highest != without_sticks:
        struck_by[highest] = without_sticks


def secrecy(state: State, seat: int, move: int) -> int:
    """DA14 It is public that a seat has chosen, but not what; the last choice is revealed at once."""
    return COVERED if state.chaotic and state.laid < state.seats - 1 else OPEN
