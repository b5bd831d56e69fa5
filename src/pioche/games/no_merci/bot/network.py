"""A small network that scores taking the open card, trained by self-play at tables of all kinds.

It sees what a good player looks at: the card and what lies on it, and for each seat, in the order of play from its own,
the tokens, the points the card would add, whether a missing card could join runs, how the seat stands, and how much it
has conceded so far: the points of cards it took beyond the tokens on them, though it could have refused.
"""

from __future__ import annotations

import numpy as np

from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.state import NOBODY

from ..rules import TACTICAL_GAPS, in_game
from ..state import HIGHEST, LOWEST, MOST_SEATS, PILE, State
from .memory import Remembered

HIDDEN = 32
"""The number of units in the hidden layer."""
TABLE_FEATURES, SEAT_FEATURES = 7, 9
STANDS = SEAT_FEATURES - 1
"""For others: how many points they are behind; for oneself: whether the card adds no points."""
DECK_SIZE = (HIGHEST - LOWEST + 1, HIGHEST - LOWEST + 1 - len(TACTICAL_GAPS))  # NM2, NM10
FEW_TOKENS, FEW_CARDS = 3, 4.0
"""A seat with fewer tokens than the first is short of them; fewer cards than the second say little about its style."""
GONE = -9
"""Instead of an owner: the card is not in the game."""

Near = tuple[int, int, int, int, int]
"""The open card, and the owners of the cards two below, one below, one above and two above: seats, NOBODY or GONE."""
CARD, SECOND_BELOW, BELOW, ABOVE, SECOND_ABOVE = range(5)


def sees_count(players: int) -> int:
    """Return the number of inputs of the network."""
    return TABLE_FEATURES + SEAT_FEATURES * players


def weights_count(players: int) -> int:
    return HIDDEN * (sees_count(players) + 1)


@rule
def owner_of(state: State, card: int) -> int:
    """Return the owner of a neighbour of the open card: a seat; NOBODY if it may still come; GONE if it cannot."""
    if not LOWEST <= card <= HIGHEST or not in_game(card, state.tactical):
        return GONE
    return int(state.owner[card])


@rule
def near(state: State) -> Near:
    card = int(state.pile[state.turned])
    return (
        card,
        owner_of(state, card - 2),
        owner_of(state, card - 1),
        owner_of(state, card + 1),
        owner_of(state, card + 2),
    )


@rule
def points_added(around: Near, seat: int) -> int:
    """NM8 The points that the open card adds to a seat's score, given its runs."""
    points = 0 if around[BELOW] == seat else around[CARD]
    return points - (around[CARD] + 1) if around[ABOVE] == seat else points


@rule
def bridges(around: Near, seat: int) -> int:
    """How many of a seat's runs would be one missing card away, if that card may still come."""
    count = 1 if around[BELOW] == NOBODY and around[SECOND_BELOW] == seat else 0
    return count + 1 if around[ABOVE] == NOBODY and around[SECOND_ABOVE] == seat else count


@rule
def chance_to_come(state: State) -> float:
    """The chance that an unseen card is in the pile."""
    return (PILE - 1 - state.turned) / (DECK_SIZE[state.tactical] - 1 - state.turned)


@rule
def standing(state: State, out: Values) -> None:
    """NM8 The score of each seat if play stopped now."""
    for seat in range(state.seats):
        out[seat] = -state.tokens[seat]
    below = NOBODY
    for card in range(LOWEST, HIGHEST + 1):
        owner = int(state.owner[card])
        if owner not in (NOBODY, below):
            out[owner] += card
        below = owner


@rule
def look(state: Remembered, seat: int, out: Values) -> int:
    """Write the inputs of the network, each of the order of 1; return how many there are."""
    around, chance, standings = near(state), chance_to_come(state), np.empty(MOST_SEATS)
    standing(state, standings)
    out[0] = 1.0
    out[1] = around[CARD] / HIGHEST
    out[2] = state.pot / 10
    out[3] = (PILE - 1 - state.turned) / PILE
    out[4] = chance if around[BELOW] == NOBODY else 0.0
    out[5] = chance if around[ABOVE] == NOBODY else 0.0
    out[6] = state.turned == PILE - 1
    place, other = TABLE_FEATURES, seat
    for _ in range(state.seats):
        look_at(state, other, around, chance, out[place : place + SEAT_FEATURES])
        if other != seat:
            out[place + STANDS] = (standings[other] - standings[seat]) / 50
        place += SEAT_FEATURES
        other = other + 1 if other + 1 < state.seats else 0
    return place


@rule
def look_at(state: Remembered, seat: int, around: Near, chance: float, out: Values) -> None:
    """Write the inputs for one seat. A seat that never conceded points is one that waits for tokens."""
    points, seen = points_added(around, seat), state.turned / (state.turned + FEW_CARDS)
    out[0] = state.tokens[seat] / 10
    out[1] = max(FEW_TOKENS - state.tokens[seat], 0) / FEW_TOKENS
    out[2] = points / 20
    out[3] = (points - state.pot) / 10
    out[4] = bridges(around, seat) * chance
    out[5] = state.conceded[seat] * state.seats / (state.turned + FEW_CARDS) / 10
    out[6] = seen if state.conceded[seat] == 0 else 0.0
    out[7] = state.tokens[seat] == 0
    out[STANDS] = points <= 0


@rule
def feel(sees: Values, count: int, weights: Weights, hidden: Values) -> float:
    """Return the score of taking; fill in the hidden units."""
    units, take = len(hidden), 0.0
    hidden[:] = 0.0
    for i in range(count):
        if sees[i] != 0.0:
            for unit in range(units):
                hidden[unit] += weights[i * units + unit] * sees[i]
    for unit in range(units):
        hidden[unit] = max(hidden[unit], 0.0)
        take += weights[units * count + unit] * hidden[unit]
    return take


@rule
def inclination(state: Remembered, seat: int, weights: Weights) -> float:
    """Return the score of taking the open card."""
    scratch = np.empty(TABLE_FEATURES + SEAT_FEATURES * MOST_SEATS + HIDDEN)
    return feel(scratch[HIDDEN:], look(state, seat, scratch[HIDDEN:]), weights, scratch[:HIDDEN])
