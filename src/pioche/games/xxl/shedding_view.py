"""The view common to the shedding games: hands and stock, drawing, keeping and passing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pioche.core.state import UNKNOWN
from pioche.core.table import Entry, Move, Zone, zone_id
from pioche.core.words import Message, Player
from pioche.parts.cardsets import each, has
from pioche.parts.stock import known_from_top

from .deck import TOTAL, card_name, say, spoken_card
from .shedding import DRAW, HAND_EMPTY, KEEP, MOVE_NAMES, PLAYS, Shedding, SheddingState, ending, is_over, playable

S = TypeVar("S", bound=SheddingState)


def describe_by(play: Callable[[S, int, int], Move]) -> Callable[[S, int, int], Move]:
    """Return a function that describes every move; ``play`` describes those that play a card."""
    return lambda known, seat, move: play(known, seat, move) if move >= PLAYS else _describe(known.common, seat, move)


def _describe(table: Shedding, seat: int, move: int) -> Move:
    """Describe drawing, keeping or passing."""
    message = say(f"shedding.move.{MOVE_NAMES[move]}")
    if move != KEEP:
        return Move(MOVE_NAMES[move], move, message, target=zone_id("stock") if move == DRAW else None)
    cards = (card_name(table.drawn),) if table.drawn >= 0 else ()
    return Move(MOVE_NAMES[move], move, message, cards, zone_id("hand", seat))


def why_not(table: Shedding, seat: int, move: int, card: int, does_not_fit: Callable[[], Message]) -> Message | None:
    """Why a seat cannot make a move now; ``card`` is the card of a play, ``does_not_fit`` gives the game's reason."""
    if seat != table.turn:
        return None
    if move < PLAYS:
        return _why_not_else(table, seat, move)
    return _why_not_card(table, seat, card, does_not_fit)


def _why_not_else(table: Shedding, seat: int, move: int) -> Message:
    """Why the seat to move cannot draw, keep or pass."""
    if table.has_drawn:
        return say("shedding.why-not.has-drawn")
    if move == KEEP:
        return say("shedding.why-not.not-drawn")
    if playable(table, seat):
        return say("shedding.why-not.can-play")
    return say("shedding.why-not.stock-is-empty" if move == DRAW else "shedding.why-not.stock-is-left")


def _why_not_card(table: Shedding, seat: int, card: int, does_not_fit: Callable[[], Message]) -> Message:
    """Why the seat to move cannot play a card."""
    if not has(table.hands[seat], card):
        return say("shedding.why-not.not-in-hand", card=spoken_card(card))
    if table.has_drawn and table.drawn != card:
        return say("shedding.why-not.only-drawn", card=spoken_card(table.drawn))
    return does_not_fit()


def prompt(known: SheddingState, seat: int) -> Message:
    table = known.common
    if is_over(known):
        key = "over-empty" if ending(known) == HAND_EMPTY else "over-nobody"
        return say(f"shedding.prompt.{key}")
    if seat != table.turn:
        return say("shedding.prompt.wait", player=Player(table.turn))
    can_play = playable(table, seat) != 0
    if table.has_drawn:
        key = "play-or-keep" if can_play else "keep"
        return say(f"shedding.prompt.{key}", card=spoken_card(table.drawn))
    if can_play:
        return say("shedding.prompt.play")
    return say("shedding.prompt.draw" if table.left else "shedding.prompt.pass")


def hands(state: SheddingState) -> list[list[str]]:
    return [_names(state.common.hands[seat]) for seat in range(state.common.seats)]


def zones(table: Shedding) -> list[Zone]:
    """The stock and all hands; those that are not known are face down."""
    stock = tuple(card_name(card) for card in known_from_top(table.stock, table.left))
    found = [Zone("stock", stock, table.left, role="stock")]
    for seat in range(table.seats):
        found.append(Zone("hand", tuple(_names(table.hands[seat])), table.held[seat], seat, "hand"))
    return found


def sheet(known: SheddingState, eyes: int, seat: int) -> tuple[Entry, ...]:
    """XX3 The totals of the cards left in hand count against their player."""
    table = known.common
    if table.held[seat] == 0:
        return (Entry(say("sheet.empty"), 0),)
    if table.hands[seat] == UNKNOWN:
        return (Entry(say("sheet.hidden", count=table.held[seat]), kind="hidden"),)
    return tuple(card_entry(card) for card in each(table.hands[seat]))


def card_entry(card: int) -> Entry:
    """The line of a single card, which counts the sum of its numbers."""
    return Entry(spoken_card(card), TOTAL[card], (card_name(card),))


def _names(cards: int) -> list[str]:
    """The names of a set of cards, if it is known."""
    return [] if cards == UNKNOWN else [card_name(card) for card in each(cards)]
