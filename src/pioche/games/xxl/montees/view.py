"""Montées et descentes as a person sees it."""

from __future__ import annotations

from pioche.core.table import Counter, Move, Table, Zone
from pioche.core.words import Message, Words
from pioche.games.xxl import shedding_view
from pioche.games.xxl.deck import COLOUR_LETTERS, card_name, spoken_card, spoken_colour

from .rules import ROW_LETTERS, move_name, played_card, played_colour, played_row
from .state import NO_COLOUR, ROWS, UP, State

say = Words("montees-et-descentes", __package__)
hands = shedding_view.hands
sheet = shedding_view.sheet


@shedding_view.describe_by
def describe(known: State, seat: int, move: int) -> Move:
    card, row = played_card(move), ROW_LETTERS[played_row(move)]
    message = say("move.play", card=spoken_card(card), row=row, colour=spoken_colour(played_colour(move)))
    return Move(move_name(move), move, message, (card_name(card),), _zone(played_row(move)))


def why_not(known: State, seat: int, move: int) -> Message | None:
    return shedding_view.why_not(known.common, seat, move, played_card(move), lambda: _does_not_fit(move))


def _does_not_fit(move: int) -> Message:
    card, row = spoken_card(played_card(move)), ROW_LETTERS[played_row(move)]
    return say("why-not.does-not-fit", card=card, row=row)


def view(known: State, seat: int) -> Table:
    """A row shows its last card and, once a card was played to it, the colour and direction of its series."""
    rows = [Zone(_zone(row), (card_name(known.last[row]),)) for row in range(ROWS)]
    counters = []
    for row in range(ROWS):
        if known.colour[row] != NO_COLOUR:
            letter, direction = ROW_LETTERS[row], "up" if known.direction[row] == UP else "down"
            colour = COLOUR_LETTERS[known.colour[row]]
            counters.append(Counter(f"colour-{letter}", colour, kind="colour", beside=_zone(row)))
            counters.append(Counter(f"direction-{letter}", direction, kind="direction", beside=_zone(row)))
    prompt = shedding_view.prompt(known, seat)
    return Table(prompt, (*rows, *shedding_view.zones(known.common)), tuple(counters))


def _zone(row: int) -> str:
    return f"row-{ROW_LETTERS[row]}"
