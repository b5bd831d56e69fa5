"""The moves of Permis de refuser: their numbers and names."""

from __future__ import annotations

from pioche.core.rule import rule
from pioche.games.xxl.deck import CARD_COUNT, COLOUR_LETTERS, FIRST_COLOUR, SECOND_COLOUR, card_name

# Moves below LEAD follow with a card. Leading has two moves per card, one for each half whose colour can be named.
LEAD = CARD_COUNT
REFUSE = LEAD + 2 * CARD_COUNT
KEEP = REFUSE + 1
KEEP_NONE = KEEP + CARD_COUNT
MOVE_COUNT = KEEP_NONE + 1


def move_name(move: int) -> str:
    if move < LEAD:
        return card_name(move)
    if move < REFUSE:
        return f"{card_name(led_card(move))}:{COLOUR_LETTERS[led_colour(move)]}"
    if move == REFUSE:
        return "refuse"
    return "keep none" if move == KEEP_NONE else f"keep {card_name(move - KEEP)}"


@rule
def led_card(move: int) -> int:
    return (move - LEAD) // 2


@rule
def led_colour(move: int) -> int:
    card = led_card(move)
    return int(SECOND_COLOUR[card] if (move - LEAD) % 2 else FIRST_COLOUR[card])
