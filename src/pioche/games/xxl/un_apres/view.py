"""L'un après l'autre as a person sees it."""

from __future__ import annotations

from pioche.core.table import Counter, Move, Table, Zone
from pioche.core.words import Message, Words
from pioche.games.xxl import shedding_view
from pioche.games.xxl.deck import COLOUR_LETTERS, COLOURS, card_name, spoken_card, spoken_colour
from pioche.parts.stock import NO_CARD

from .rules import move_name, next_number, played_card, played_colour
from .state import State

say = Words("l-un-apres-l-autre", __package__)
hands = shedding_view.hands
sheet = shedding_view.sheet


@shedding_view.describe_by
def describe(known: State, seat: int, move: int) -> Move:
    card, colour = played_card(move), played_colour(move)
    message = say("move.play", card=spoken_card(card), colour=spoken_colour(colour))
    return Move(move_name(move), move, message, (card_name(card),), COLOURS[colour])


def why_not(known: State, seat: int, move: int) -> Message | None:
    return shedding_view.why_not(known.common, seat, move, played_card(move), lambda: _does_not_fit(known, move))


def _does_not_fit(known: State, move: int) -> Message:
    card, colour = played_card(move), played_colour(move)
    number = next_number(known, colour)
    return say("why-not.does-not-fit", card=spoken_card(card), colour=spoken_colour(colour), number=number)


def view(known: State, seat: int) -> Table:
    """Each colour shows the last card of its series and the number that comes next."""
    series = [Zone(name, _name(known.last[colour]), suit=COLOUR_LETTERS[colour]) for colour, name in enumerate(COLOURS)]
    counters = [
        Counter(f"next-{name}", next_number(known, colour), kind="next", beside=name)
        for colour, name in enumerate(COLOURS)
    ]
    prompt = shedding_view.prompt(known, seat)
    return Table(prompt, (*series, *shedding_view.zones(known.common)), tuple(counters))


def _name(card: int) -> tuple[str, ...]:
    return () if card == NO_CARD else (card_name(card),)
