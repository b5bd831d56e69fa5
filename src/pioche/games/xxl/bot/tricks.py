"""Shared features of the trick games of XXL: which cards beat which, and whether somebody may have one of them.

Sets of cards are bit masks (`pioche.parts.cardsets`).
"""

from __future__ import annotations

import numpy as np

from pioche.core.rule import rule
from pioche.core.state import CardSets
from pioche.core.weights import Weight, Weights, places
from pioche.core.words import Message, Words
from pioche.games.xxl.deck import CARD_COUNT, COLOURS, FIRST_COLOUR, NUMBER, RANK, SECOND_COLOUR, TOTAL
from pioche.parts.cardsets import how_many, only

EVERY_CARD = (1 << CARD_COUNT) - 1
MEAN_TOTAL = 10.0
"""The mean total of all cards: what a seat is expected to add to a trick. Points are counted in such cards."""
UNBEATABLE = 0.95
"""From this chance on, winning counts as sure."""
LIKELY = 0.5


class TrickWeights:
    """Weights of one card, played now. Costs (``give``, ``spend…``, ``lead_total``) count against it."""

    win_points: Weight
    """The points of the trick with this card, times its chance to win."""
    win_others: Weight
    """The number of seats that must still add a card, times the same chance."""
    win_surely: Weight
    """The points of the trick once more, if nobody can beat the card."""
    win_trick: Weight
    """The chance to win."""
    give: Weight
    """The card's total, times the chance to lose it."""
    spend: Weight
    """How surely the card would win if it were led later."""
    spend_early: Weight
    """The same, times the share of the hand or of the tricks that is left."""
    spend_high: Weight
    """The higher number of the card."""
    spend_total: Weight
    """The card's total, whoever wins the trick."""
    lonely: Weight
    """Its colours that no other card in hand has."""
    lead_chance: Weight
    """Leading: the chance to win, once more."""
    lead_total: Weight
    """Leading: the card's total."""
    best_now: Weight
    """The points of the trick, if the card is the best so far; later cards are ignored."""


(
    WIN_POINTS,
    WIN_OTHERS,
    WIN_SURELY,
    WIN_TRICK,
    GIVE,
    SPEND,
    SPEND_EARLY,
    SPEND_HIGH,
    SPEND_TOTAL,
    LONELY,
    LEAD_CHANCE,
    LEAD_TOTAL,
    BEST_NOW,
) = places(TrickWeights)


def _set_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


CARRIERS: CardSets = np.array(
    [_set_of([card for card in range(CARD_COUNT) if NUMBER[card, colour] >= 0]) for colour in range(len(COLOURS))],
    np.int64,
)
"""By colour: the cards that carry it."""
HIGHER_IN: CardSets = np.array(
    [_set_of([card for card in range(CARD_COUNT) if SECOND_COLOUR[card] == colour]) for colour in range(len(COLOURS))],
    np.int64,
)
"""By colour: the cards that carry their higher number in it."""
BEATEN_BY: CardSets = np.array(
    [
        [
            _set_of([other for other in range(CARD_COUNT) if RANK[other, colour] > RANK[card, colour]])
            for card in range(CARD_COUNT)
        ]
        for colour in range(len(COLOURS))
    ],
    np.int64,
)
"""By colour and card: the cards that are higher in that colour."""


@rule
def power(base: float, exponent: int) -> float:
    """Return an integer power, faster than the general one."""
    result = 1.0
    while exponent > 0:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


@rule
def chance_of_none(cards: int, missing: float) -> float:
    """The chance that a hand has none of these cards; ``missing`` is that chance for one card."""
    return power(missing, how_many(cards))


@rule
def chance_missing(held: int, unseen: int) -> float:
    """The chance that a given card of ``unseen`` unseen cards is not in a hand of ``held``."""
    return max(1.0 - held / max(unseen, 1), 0.0)


@rule
def strength(beaters: int) -> float:
    """How surely a card wins that ``beaters`` unseen cards beat: 1 if none does."""
    return 1.0 / (1.0 + how_many(beaters))


@rule
def worth_of_trick(card: int, chance: float, points: float, others: int, table: int, weights: Weights) -> float:
    """Score what a card will win with the trick, or give away.

    ``table`` are the cards of the trick before it, ``points`` what they count, in cards, and ``others`` the number of
    seats that must still add one.
    """
    total = TOTAL[card] / MEAN_TOTAL
    trick = points + total
    worth = chance * (weights[WIN_POINTS] * trick + weights[WIN_OTHERS] * others + weights[WIN_TRICK])
    worth -= weights[GIVE] * (1.0 - chance) * total
    if chance > UNBEATABLE:
        worth += weights[WIN_SURELY] * trick
    if table == 0:
        worth += weights[LEAD_CHANCE] * chance - weights[LEAD_TOTAL] * total
    if chance > 0.0:
        worth += weights[BEST_NOW] * trick
    return float(worth)


@rule
def lonely_colours(card: int, hand: int) -> int:
    """How many colours of a card no other card in hand has."""
    others = hand & ~only(card)
    return int(CARRIERS[FIRST_COLOUR[card]] & others == 0) + int(CARRIERS[SECOND_COLOUR[card]] & others == 0)


def explain_card(
    chance: float, card: int, points: float, after: int, say: Words, *, counts: str = "", is_open: bool = False
) -> Message:
    """Explain a card by its chance to win and by the points in the trick, counted in cards.

    ``counts`` is an ending of the message keys, where something else than points counts. While the colour of the trick
    ``is_open``, a card that is beaten may still win.
    """
    if chance == 1.0 and after == 0:
        return say(f"why.takes{counts}", count=round(points * MEAN_TOTAL) + int(TOTAL[card]))
    if chance == 1.0:
        return say("why.nobody-beats")
    if chance >= LIKELY:
        return say("why.likely")
    is_beaten = after == 0 or (chance == 0.0 and not is_open)
    return say(f"why.{'loses' if is_beaten else 'unlikely'}{counts}", count=int(TOTAL[card]))
