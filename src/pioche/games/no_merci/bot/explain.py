"""No Merci: reasons for a move. They say what is so on the table, and so are true of good moves and of bad ones."""

from __future__ import annotations

from pioche.core.state import NOBODY
from pioche.core.words import Message

from ..rules import REFUSE, in_game
from ..state import PILE, State
from ..view import say
from .network import ABOVE, BELOW, CARD, SECOND_ABOVE, SECOND_BELOW, Near, near, points_added

FEW_TOKENS = 3
"""With no more tokens than this, a seat may soon have to take any card."""


def explain(known: State, seat: int, move: int) -> Message:
    """Explain a move by the cards on the table and the tokens on the open card. NM9 Others' tokens stay hidden."""
    around = near(known)
    return _why_refuse(known, seat, around) if move == REFUSE else _why_take(known, seat, around)


def _why_refuse(known: State, seat: int, around: Near) -> Message:
    card, pot, points = around[CARD], int(known.pot), points_added(around, seat)
    if points > pot:
        if pot > 1:
            return say("why.costs-more", card=card, points=points, count=pot)
        return say("why.costs-more-than-one" if pot else "why.costs-all", card=card, count=points)
    others = (points_added(around, other) for other in range(known.seats) if other != seat)
    key = "why.may-not-return" if min(others) <= pot else "why.may-return"
    if points < 0:
        return say(f"{key}-saves", card=card, count=-points)
    return say(key if points else f"{key}-free", card=card, beside=card - 1)


def _why_take(known: State, seat: int, around: Near) -> Message:
    card, pot, points = around[CARD], int(known.pot), points_added(around, seat)
    if around[BELOW] == seat and around[ABOVE] == seat:
        return say("why.joins-two", card=card, below=card - 1, above=card + 1, count=-points)
    if around[BELOW] == seat:
        return say("why.joins", card=card, beside=card - 1)
    if around[ABOVE] == seat:
        return say("why.joins-below", card=card, beside=card + 1)
    if points <= pot:
        return say("why.paid", card=card, points=points, count=pot)
    if not _more_cards_come(known):
        return say("why.last", points=points, count=pot)
    for middle, beyond, owner in (
        (card - 1, card - 2, around[SECOND_BELOW]),
        (card + 1, card + 2, around[SECOND_ABOVE]),
    ):
        if owner == seat and _may_come(known, around, middle):
            key = "why.may-join-paid" if pot else "why.may-join"
            return say(key, card=card, points=points, count=pot, middle=middle, beyond=beyond)
    if pot and known.tokens[seat] <= FEW_TOKENS:
        return say("why.few-tokens", points=points, count=pot)
    return say("why.brings" if pot else "why.saves-token", points=points, count=pot)


def _may_come(known: State, around: Near, middle: int) -> bool:
    """Whether a card next to the open one may still be turned up. NM10 Some are not in the tactical game."""
    owner = around[BELOW if middle < around[CARD] else ABOVE]
    return owner == NOBODY and in_game(middle, known.tactical) and _more_cards_come(known)


def _more_cards_come(known: State) -> bool:
    return known.turned + 1 < PILE
