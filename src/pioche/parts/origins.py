"""How the cards of hidden hands reached their players: in the deal, or by which draw.

Play reveals facts about cards that a seat *had*: it was dealt the most points (G3), or held nothing that fitted when it
drew. So a world is possible if the cards that each seat holds, and those it has played, can be assigned to their
origins: its hand as dealt, number 0, and its draws, from number 1. Each origin is a holder in the sense of `unseen`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pioche.core.chance import Random, Shuffle
from pioche.core.rule import rule
from pioche.core.state import NOBODY, Counts, Labels

from .unseen import TRIES, deal_unseen, deal_unseen_most_points, list_unseen, points_before_first

DEALT = 0
"""The number of a hand as dealt; draws have the numbers after it."""


class Origins(NamedTuple):
    """A row of cards whose origins a seat does not know, and the origins they can have."""

    cards: Shuffle
    length: int
    holder: Labels
    """By slot of the row: the origin it belongs to."""
    owner: Labels
    """By holder: the seat, or NOBODY for the stock. The first holders are the hands dealt, the last is the stock."""
    number: Labels
    """By holder: DEALT, or which of the seat's draws it is."""
    barred: Any
    """By holder and card: whether the card cannot have this origin."""


@rule
def find_origins(is_hidden: Any, seats: int, seat: int, size: int, drawn: Counts) -> Origins:
    """Return the origins that cards can have for all seats but one, with nothing barred yet.

    ``is_hidden`` is by card, ``size`` is the size of the hands dealt, ``drawn`` the number of draws by seat.
    """
    most = len(is_hidden)
    cards, holder = np.empty(most, np.int16), np.empty(most, np.int8)
    owner, number = np.empty(seats + most + 1, np.int8), np.empty(seats + most + 1, np.int8)
    holders = list_holders(seats, seat, size, drawn, holder, owner, number)
    barred = np.zeros((holders, most), np.bool_)
    return Origins(cards, list_unseen(is_hidden, cards), holder, owner, number, barred)


@rule
def list_holders(seats: int, seat: int, size: int, drawn: Counts, holder: Labels, owner: Labels, number: Labels) -> int:
    """Write the holders for all seats except ``seat``, whose cards are known; return how many there are."""
    for other in range(seats):
        owner[other], number[other] = other, DEALT
    slot, holders = 0, seats
    for other in range(seats):
        if other != seat:
            holder[slot : slot + size] = other
            slot += size
            for draw in range(drawn[other]):
                owner[holders], number[holders], holder[slot] = other, draw + 1, holders
                slot += 1
                holders += 1
    owner[holders], number[holders] = NOBODY, DEALT
    holder[slot:] = holders
    return holders + 1


@rule
def bar_played(origins: Origins, player: Labels, till: Labels) -> None:
    """Bar played cards from all origins but their player's, up to the draw numbered ``till``, which is by card."""
    for at in range(len(origins.barred)):
        for i in range(origins.length):
            card = origins.cards[i]
            if player[card] != NOBODY:
                is_possible = origins.owner[at] == player[card] and origins.number[at] <= till[card]
                origins.barred[at, card] = not is_possible


@rule
def bar_before(origins: Origins, since: Labels) -> None:
    """Bar cards from a seat's origins numbered below ``since``, which is by seat and card."""
    for at in range(len(origins.barred) - 1):
        for i in range(origins.length):
            card = origins.cards[i]
            if origins.number[at] < since[origins.owner[at], card]:
                origins.barred[at, card] = True


@rule
def deal_origins(origins: Origins, rng: Random) -> None:
    deal_unseen(origins.cards, origins.holder, origins.length, origins.barred, rng)


@rule
def deal_origins_most_points(
    origins: Origins, worth: Any, dealt: Counts, seats: int, seat: int, dealer: int, first: int, rng: Random
) -> None:
    """G3 Do the same where the seat ``first`` was dealt the most points.

    ``dealt`` is the total dealt to each seat; only that of ``seat`` is read.
    """
    seen = np.zeros(len(origins.barred), np.int32)
    if seat >= 0:
        seen[seat] = dealt[seat]
    points_before_first(seen, seats, dealer, first)
    cards, holder, barred = origins.cards, origins.holder, origins.barred
    deal_unseen_most_points(cards, holder, origins.length, barred, worth, seen, first, TRIES, rng)
