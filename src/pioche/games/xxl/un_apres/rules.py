"""L'un après l'autre, in the order of its rulebook. `pioche.games.xxl.shedding` has the rules of all shedding games.

Decisions where the rulebook is silent or unclear:

- G3 "The most points" means the largest total in hand; of equal totals, the closest to the dealer's left.
- XX1 A player who can play must play; see `pioche.games.xxl.shedding`.
- XX52 The cards left in hand count, as in the rulebook's summary; its sentence about "one's series" is a slip.
"""

from __future__ import annotations

from pioche.core.chance import Shuffle
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.games.xxl import shedding
from pioche.games.xxl.deck import (
    CARD_COUNT,
    CARRYING,
    COLOUR_LETTERS,
    COLOURS,
    HALF_COLOUR,
    HALVES,
    HIGHEST,
    NUMBER,
    card_name,
)
from pioche.games.xxl.shedding import PLAYS
from pioche.parts.cardsets import first_of, has, without_first
from pioche.parts.stock import NO_CARD

from .state import Options, State

HAND_SIZE = (0, 0, 9, 9, 9, 7, 7)  # XX50, by number of players
MOVE_COUNT = PLAYS + HALVES * CARD_COUNT
"""Moves from PLAYS on play a card for one of its two halves."""
MOST_LEGAL = MOVE_COUNT


# XX1–XX3, XX52 As in all shedding games.
ENDINGS, decks = shedding.ENDINGS, shedding.decks
to_move, is_over, ending, scores = shedding.to_move, shedding.is_over, shedding.ending, shedding.scores


@rule
def played_card(move: int) -> int:
    return (move - PLAYS) // HALVES


@rule
def played_colour(move: int) -> int:
    return int(HALF_COLOUR[played_card(move), (move - PLAYS) % HALVES])


@shedding.name_moves
def move_name(move: int) -> str:
    return f"{card_name(played_card(move))}:{COLOUR_LETTERS[played_colour(move)]}"


def bound(options: Options) -> int:
    return shedding.bound(int(options.seats), HAND_SIZE[options.seats], 0)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX50 Deal; the player with the most points begins."""
    shedding.deal(state.common, options.seats, options.dealer, HAND_SIZE[options.seats], 0, shuffle[0])
    shedding.begin(state.common, shedding.richest(state.common))
    state.last[:] = NO_CARD
    state.common.fitting = fitting(state)


@rule
def next_number(state: State, colour: int) -> int:
    """XX51 A 10 opens a series, which then falls by one; after its 0, a new 10 may open it again."""
    last = state.last[colour]
    if last == NO_CARD or NUMBER[last, colour] == 0:
        return HIGHEST
    return int(NUMBER[last, colour] - 1)


@rule
def fitting_in(state: State, colour: int) -> int:
    return int(CARRYING[colour, next_number(state, colour)])


@rule
def fitting(state: State) -> int:
    cards = 0
    for colour in range(len(COLOURS)):
        cards |= fitting_in(state, colour)
    return cards


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    """XX51 A card whose halves both fit is played for one of them."""
    cards = shedding.playable(state.common, seat)
    count = 0
    while cards:
        card = first_of(cards)
        for half in range(HALVES):
            if has(fitting_in(state, HALF_COLOUR[card, half]), card):
                out[count] = PLAYS + HALVES * card + half
                count += 1
        cards = without_first(cards)
    return shedding.or_else(state.common, count, out)


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move < PLAYS:
        shedding.draw_keep_or_pass(state.common, seat, move)
    else:
        state.last[played_colour(move)] = played_card(move)
        state.common.fitting = fitting(state)
        shedding.play_card(state.common, seat, played_card(move))
