"""À moins as a person sees it."""

from __future__ import annotations

from pioche.core.table import Move, Table, Zone, zone_id
from pioche.core.words import Message, Words
from pioche.games.xxl import shedding_view
from pioche.games.xxl.deck import card_name, spoken_card
from pioche.games.xxl.shedding import PLAYS

from .rules import move_name
from .state import State

say = Words("a-moins", __package__)
hands = shedding_view.hands
sheet = shedding_view.sheet


@shedding_view.describe_by
def describe(known: State, seat: int, move: int) -> Move:
    card = move - PLAYS
    return Move(move_name(move), move, say("move.play", card=spoken_card(card)), (card_name(card),), zone_id("top"))


def why_not(known: State, seat: int, move: int) -> Message | None:
    card = move - PLAYS
    return shedding_view.why_not(
        known.common, seat, move, card, lambda: say("why-not.does-not-fit", card=spoken_card(card))
    )


def view(known: State, seat: int) -> Table:
    top = Zone("top", (card_name(known.top),))
    return Table(shedding_view.prompt(known, seat), (top, *shedding_view.zones(known.common)))
