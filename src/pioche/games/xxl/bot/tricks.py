"""Shared features of the trick games of XXL: which cards beat which, and whether somebody may have one of them.

Sets of cards are bit masks (`pioche.parts.cardsets`).
"""

from __future__ import annotations

import numpy as np

from pioche.core.rule import rule
from pioche.core.state import CardSets
from pioche.core.words import Message, Words
from pioche.games.xxl.deck import CARD_COUNT, COLOURS, NUMBER, SECOND_COLOUR, TOTAL
from pioche.parts.cardsets import how_many
from pioche.parts.tricks import beats

EVERY_CARD = (1 << CARD_COUNT) - 1
MEAN_TOTAL = 10.0
"""The mean total of all cards: what a seat is expected to add to a trick. Points are counted in such cards."""
UNBEATABLE = 0.95
"""From this chance on, winning counts as sure."""
LIKELY = 0.5


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
            _set_of(
                [
                    other
                    for other in range(CARD_COUNT)
                    if NUMBER[other, colour] >= 0
                    and (NUMBER[card, colour] < 0 or beats(other, card, colour, NUMBER, TOTAL))
                ]
            )
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
