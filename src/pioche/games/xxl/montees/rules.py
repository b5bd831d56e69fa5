"""Montées et descentes, in the order of its rulebook. `pioche.games.xxl.shedding` has the rules of all shedding games.

Decisions where the rulebook is silent or unclear:

- XX1 A player who can play must play; see `pioche.games.xxl.shedding`.
- XX10 The player to the dealer's left begins, as in the English rules.
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
    HALF_COLOUR,
    HALVES,
    HIGHEST,
    NUMBER,
    card_name,
    half_of,
)
from pioche.games.xxl.shedding import PLAYS
from pioche.parts.cardsets import first_of, without_first

from .state import DOWN, EITHER, NO_COLOUR, ROWS, UP, Options, State

HAND_SIZE = 6
ROW_LETTERS = ("A", "B")
MOVE_COUNT = PLAYS + CARD_COUNT * ROWS * HALVES
"""Moves from PLAYS on play a card to a row, for one of its two halves."""
MOST_LEGAL = MOVE_COUNT


# XX1–XX3 As in all shedding games.
ENDINGS, decks = shedding.ENDINGS, shedding.decks
to_move, is_over, ending, scores = shedding.to_move, shedding.is_over, shedding.ending, shedding.scores


@rule
def move_of(card: int, row: int, colour: int) -> int:
    return PLAYS + (card * ROWS + row) * HALVES + half_of(card, colour)


@rule
def played_card(move: int) -> int:
    return (move - PLAYS) // (ROWS * HALVES)


@rule
def played_row(move: int) -> int:
    return (move - PLAYS) // HALVES % ROWS


@rule
def played_colour(move: int) -> int:
    return int(HALF_COLOUR[played_card(move), (move - PLAYS) % HALVES])


@shedding.name_moves
def move_name(move: int) -> str:
    return f"{card_name(played_card(move))}>{ROW_LETTERS[played_row(move)]}:{COLOUR_LETTERS[played_colour(move)]}"


def bound(options: Options) -> int:
    return shedding.bound(int(options.seats), HAND_SIZE, ROWS)


@rule
def setup(state: State, options: Options, shuffle: Shuffle) -> None:
    """XX10 Deal, and turn up two cards, which start rows A and B; the dealer's left begins."""
    open_card = shedding.deal(state.common, options.seats, options.dealer, HAND_SIZE, ROWS, shuffle[0])
    for row in range(ROWS):
        state.last[row] = shuffle[0, open_card + row]
    state.colour[:] = NO_COLOUR
    state.direction[:] = EITHER
    state.common.fitting = fitting(state)


@rule
def going_on(state: State, row: int, half: int) -> int:
    """The cards that continue a row from a half of its last card, by one up or down.

    XX11 On a card turned up, either half may be continued either way. XX12 Later, the half for which the last card was
    played is continued only in the direction of the series, the other half either way. XX13 Nothing is above 10 or
    below 0.
    """
    colour = HALF_COLOUR[state.last[row], half]
    number = NUMBER[state.last[row], colour]
    direction = state.direction[row] if colour == state.colour[row] else EITHER
    cards = 0
    if direction != DOWN and number < HIGHEST:
        cards |= CARRYING[colour, number + 1]
    if direction != UP and number > 0:
        cards |= CARRYING[colour, number - 1]
    return int(cards)


@rule
def fitting(state: State) -> int:
    cards = 0
    for row in range(ROWS):
        for half in range(HALVES):
            cards |= going_on(state, row, half)
    return cards


@rule
def legal_moves(state: State, seat: int, out: Moves) -> int:
    cards = shedding.playable(state.common, seat)
    count = 0
    if cards:
        for row in range(ROWS):
            for half in range(HALVES):
                here = cards & going_on(state, row, half)
                count = list_plays(here, row, HALF_COLOUR[state.last[row], half], out, count)
    return shedding.or_else(state.common, count, out)


@rule
def list_plays(cards: int, row: int, colour: int, out: Moves, count: int) -> int:
    while cards:
        out[count] = move_of(first_of(cards), row, colour)
        cards = without_first(cards)
        count += 1
    return count


@rule
def apply(state: State, seat: int, move: int) -> None:
    if move < PLAYS:
        shedding.draw_keep_or_pass(state.common, seat, move)
    else:
        go_on(state, played_row(move), played_card(move), played_colour(move))
        state.common.fitting = fitting(state)
        shedding.play_card(state.common, seat, played_card(move))


@rule
def go_on(state: State, row: int, card: int, colour: int) -> None:
    """XX12 Playing a card fixes the colour and the direction of the row."""
    is_higher = NUMBER[card, colour] > NUMBER[state.last[row], colour]
    state.direction[row] = UP if is_higher else DOWN
    state.colour[row] = colour
    state.last[row] = card
