"""The judgement of Drahtseilakt."""

from __future__ import annotations

import numpy as np

from pioche.core.game import Moves
from pioche.core.judgement import Judgement, Level, SearchParameters, Values, Weights, four_levels, weights_of
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
WORTH_NAMING = 0.1
"""From this chance on, the other of the two places is named too."""


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


def explain(known: State, seat: int, move: int) -> Message:
    """Explain a card by what becomes of it, surely or probably, and by the sticks that the seat then has."""
    trick, card = seen_plainly(known, seat, move)
    if card.high == card.low == 0.0:
        return say("why.between")
    if card.high + card.low <= 1 - LIKELY:
        return say("why.middle")
    chance, place = max((card.high, "highest"), (card.low, "lowest"))
    if chance < LIKELY or min(card.high, card.low) >= WORTH_NAMING:
        return _why_open(trick, card)
    taken = trick.blue if place == "highest" else -trick.red
    then = _sticks("then-", balance_of(known, seat) + taken)
    if chance == 1.0:
        return say(f"why.{place}", takes=_sticks("takes-", taken), then=then)
    return say(f"why.likely-{place}", share=round(100 * chance), then=then)


def _why_open(trick: Trick, card: Prospect) -> Message:
    """Explain a card that may be the highest or the lowest, or only one of them."""
    high, low = round(100 * card.high), round(100 * card.low)
    if high and low:
        return say("why.open", high=high, blue=_sticks("", trick.blue), low=low, red=_sticks("", -trick.red))
    place, taken = ("highest", trick.blue) if high else ("lowest", -trick.red)
    if taken == 0:
        return say(f"why.nothing-{place}")
    return say(f"why.open-{place}", share=high or low, takes=_sticks("takes-", taken))


def _sticks(verb: str, balance: int) -> Message:
    """Return what a card takes, or what its player then has: blue sticks above 0, red ones below."""
    colour = "blue" if balance > 0 else "red" if balance else "none"
    return say(f"sticks.{verb}{colour}", count=abs(balance))


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
    levels=four_levels(Level("beginner"), Level("casual"), Level("tuned", 12), Level("tuned", 3000)),
    explain=explain,
    search=SearchParameters(exploration=0.3, spread=10.0),
)
