"""The judgement of Drahtseilakt."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Moves
from pioche.core.judgement import Judgement, Level, SearchParameters, Values, Weights, weights_of
from pioche.core.rule import rule
from pioche.core.weights import weight_count
from pioche.core.words import Message

from ..rules import card_count, card_of
from ..state import HIGHEST, State
from ..view import say
from .prospects import (
    COUNTING,
    KEEP_HIGH,
    KEEP_LOW,
    LEAD,
    OTHERS,
    DrahtseilaktWeights,
    Prospect,
    Trick,
    balance_of,
    count_unseen,
    look_ahead,
    look_around,
    others_cost,
    own_cost,
    power,
    prospect,
    rivals_cost,
    share_below,
)

LIKELY = 0.6
"""The least chance of an outcome that is given as a reason to play a card."""
CHEAP = 3
"""Up to this many sticks do little harm."""


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each card, in sticks."""
    below = np.empty(HIGHEST + 2, np.int32)
    count_unseen(state, seat, below)
    cards = card_count(state.seats, state.tactical)
    outlook = look_ahead(state, seat, below, weights)
    trick = look_around(state, seat, below, outlook, weights)
    for i in range(count):
        number = card_of(moves[i])
        share = share_below(number, below, cards, weights[COUNTING])
        card = prospect(number, share, trick, outlook, weights)
        cost = own_cost(trick, outlook, card, weights) + weights[LEAD] * card.high
        if outlook.others == 1:
            cost -= weights[OTHERS] * rivals_cost(trick, outlook, card, weights)
        else:
            cost -= weights[OTHERS] * others_cost(trick, card)
        cost += weights[KEEP_HIGH] * power(share, outlook.others)
        out[i] = -cost - weights[KEEP_LOW] * power(1 - share, outlook.others)


def explain(known: State, seat: int, move: int) -> Message | None:
    """Explain a card by what most likely becomes of it, if that is good."""
    trick, card = seen_plainly(known, seat, move)
    if card.high + card.low <= 1 - LIKELY:
        return say("why.between" if trick.later == 0 else "why.middle")
    if max(card.high, card.low) < LIKELY:
        return None
    taken, colour = (trick.blue, "blue") if card.high >= LIKELY else (trick.red, "red")
    held = -balance_of(known, seat) if colour == "blue" else balance_of(known, seat)
    if taken == 0:
        return say(f"why.no-{colour}")
    if held > 0:
        return say(f"why.{colour}", count=min(held, taken))
    return say("why.cheap", count=taken) if taken <= CHEAP else None


def seen_plainly(known: State, seat: int, move: int) -> tuple[Trick, Prospect]:
    """Return the features of a trick and a card by probability alone, for a seat that counts the cards."""
    weights, below = np.zeros(weight_count(DrahtseilaktWeights)), np.zeros(HIGHEST + 2, np.int32)
    weights[COUNTING] = 1.0
    count_unseen(known, seat, below)
    outlook = look_ahead(known, seat, below, weights)
    trick, number = look_around(known, seat, below, outlook, weights), card_of(move)
    share = share_below(number, below, card_count(known.seats, known.tactical), weights[COUNTING])
    return trick, prospect(number, share, trick, outlook, weights)


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=DrahtseilaktWeights,
    weights=weights_of(__package__, DrahtseilaktWeights),
    levels={
        "beginner": Level("beginner"),
        "casual": Level("casual"),
        "strong": Level("tuned", 12),
        "expert": Level("tuned", 3000),
    },
    explain=explain,
    search=SearchParameters(exploration=0.3, spread=10.0),
)
