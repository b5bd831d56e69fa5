"""The XXL deck: 55 double cards, two different numbers from 0 to 10 in two of four colours, every pair of numbers once.

The rulebook does not print the colours of each card. They are read from ``deck.csv``, or from the file named by the
environment variable PIOCHE_XXL_DECK. Cards are numbered by their numbers: 0 is the card with 0 and 1, 54 the one with 9
and 10.
"""

from __future__ import annotations

import os
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.errors import BadDeck
from pioche.core.errors import say as say_of_core
from pioche.core.game import Deck
from pioche.core.rule import rule
from pioche.core.state import CardSets, Labels
from pioche.core.words import Message, Words

DECK_VARIABLE = "PIOCHE_XXL_DECK"
HEAD = "low,low_colour,high,high_colour"
HIGHEST = 10
COLOURS = ("red", "green", "blue", "yellow")
COLOUR_LETTERS = tuple(colour[0] for colour in COLOURS)
HALVES = 2
ABSENT = -9
"""In NUMBER, for a colour that the card does not carry: not a number, nor next to one."""

say = Words("xxl", __package__)


class Card(NamedTuple):
    """The two halves of a card, the lower number first; colours are indices into COLOURS."""

    low: int
    high: int
    low_colour: int
    high_colour: int


def read_deck(text: str, file: str) -> list[Card]:
    """Parse the cards, ordered by number; raise `BadDeck` for the first bad line."""
    head, *lines = text.splitlines() or [""]
    if head.strip() != HEAD:
        raise BadDeck(say("bad-deck.head", file=file, line=1, head=HEAD))
    found: dict[tuple[int, int], Card] = {}
    for line, fields in enumerate(lines, 2):
        card = _read_card(fields, file, line)
        if card[:2] in found:
            raise BadDeck(say("bad-deck.twice", file=file, line=line, low=card.low, high=card.high))
        found[card[:2]] = card
    pairs = list(combinations(range(HIGHEST + 1), 2))
    for low, high in pairs:
        if (low, high) not in found:
            raise BadDeck(say("bad-deck.missing", file=file, line=len(lines) + 1, low=low, high=high))
    return [found[pair] for pair in pairs]


def _read_card(text: str, file: str, line: int) -> Card:
    fields = [field.strip() for field in text.split(",")]
    if len(fields) != len(Card._fields):
        raise BadDeck(say("bad-deck.fields", file=file, line=line))
    numbers = [_read_number(field, file, line) for field in fields[::2]]
    colours = [_read_colour(field, file, line) for field in fields[1::2]]
    if numbers[0] == numbers[1]:
        raise BadDeck(say("bad-deck.same-number", file=file, line=line))
    if colours[0] == colours[1]:
        raise BadDeck(say("bad-deck.same-colour", file=file, line=line))
    (low, low_colour), (high, high_colour) = sorted(zip(numbers, colours, strict=True))
    return Card(low, high, low_colour, high_colour)


def _read_number(field: str, file: str, line: int) -> int:
    known = [str(number) for number in range(HIGHEST + 1)]
    if field not in known:
        raise BadDeck(say("bad-deck.number", file=file, line=line, given=repr(field), highest=HIGHEST))
    return known.index(field)


def _read_colour(field: str, file: str, line: int) -> int:
    if field not in COLOURS:
        raise BadDeck(say("bad-deck.colour", file=file, line=line, given=repr(field), colours=", ".join(COLOURS)))
    return COLOURS.index(field)


def _load() -> list[Card]:
    chosen = os.environ.get(DECK_VARIABLE)
    if not chosen:
        return read_deck(files(__package__).joinpath("deck.csv").read_text(encoding="utf-8"), "deck.csv")
    try:
        text = Path(chosen).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadDeck(say("bad-deck.unreadable", file=chosen)) from error
    return read_deck(text, chosen)


CARDS = _load()
"""The cards by number."""
CARD_COUNT = len(CARDS)

# The same as arrays for compiled code, indexed by card first.

FIRST_NUMBER: NDArray[np.int32] = np.array([card.low for card in CARDS], np.int32)
SECOND_NUMBER: NDArray[np.int32] = np.array([card.high for card in CARDS], np.int32)
FIRST_COLOUR: Labels = np.array([card.low_colour for card in CARDS], np.int8)
SECOND_COLOUR: Labels = np.array([card.high_colour for card in CARDS], np.int8)
HALF_COLOUR: Labels = np.stack([FIRST_COLOUR, SECOND_COLOUR], axis=1)
TOTAL: NDArray[np.int32] = FIRST_NUMBER + SECOND_NUMBER
NUMBER: NDArray[np.int32] = np.full((CARD_COUNT, len(COLOURS)), ABSENT, np.int32)
"""By card and colour: the number the card carries in that colour, or ABSENT."""
NUMBER[range(CARD_COUNT), FIRST_COLOUR] = FIRST_NUMBER
NUMBER[range(CARD_COUNT), SECOND_COLOUR] = SECOND_NUMBER
RANK: NDArray[np.int32] = np.where(NUMBER == ABSENT, ABSENT, 2 * HIGHEST * NUMBER + TOTAL[:, None]).astype(np.int32)
"""By card and colour: XX4 how high the card is in that colour, by its number and then by its total; or ABSENT.

The numbers of a card differ, so no total reaches twice the highest number.
"""
COLOUR_MASK: NDArray[np.int32] = (1 << FIRST_COLOUR.astype(np.int32)) | (1 << SECOND_COLOUR.astype(np.int32))
"""The two colours of each card as a bit mask."""
CARRYING: CardSets = np.array(
    [
        [
            sum(1 << card for card in range(CARD_COUNT) if NUMBER[card, colour] == number)
            for number in range(HIGHEST + 1)
        ]
        for colour in range(len(COLOURS))
    ],
    np.int64,
)
"""By colour and number: the set of cards that carry that number in that colour."""
SUITED: CardSets = np.array(
    [
        sum(1 << card for card in range(CARD_COUNT) if COLOUR_MASK[card] & colours)
        for colours in range(1 << len(COLOURS))
    ],
    np.int64,
)
"""By a bit mask of colours: the set of cards that carry one of them."""


@rule
def half_of(card: int, colour: int) -> int:
    """The half of a card, 0 or 1, that carries one of its colours."""
    return int(SECOND_COLOUR[card] == colour)


@rule
def total_of(cards: Labels, count: int) -> int:
    """The sum of the totals of the first ``count`` cards."""
    total = 0
    for i in range(count):
        total += TOTAL[cards[i]]
    return total


def deck(name: str = "cards") -> Deck:
    """All 55 cards, by their names."""
    return Deck(name, tuple(range(CARD_COUNT)), card_name)


def card_name(card: int) -> str:
    """The colour letter and number of each half, the lower number first: ``g0r6``."""
    low, high, low_colour, high_colour = CARDS[card]
    return f"{COLOUR_LETTERS[low_colour]}{low}{COLOUR_LETTERS[high_colour]}{high}"


def spoken_card(card: int) -> Message:
    """The card as a player would say it: green 0, red 6."""
    low, high, low_colour, high_colour = CARDS[card]
    colours = {"low_colour": spoken_colour(low_colour), "high_colour": spoken_colour(high_colour)}
    return say_of_core("card.double", low=low, high=high, **colours)


def spoken_colour(colour: int) -> Message:
    return say_of_core(f"colour.{COLOURS[colour]}")


def spoken_colours(mask: int) -> Message:
    """One colour, or two joined by "or": red or green."""
    first, *others = [spoken_colour(colour) for colour in range(len(COLOURS)) if mask >> colour & 1]
    return say("either", first=first, second=others[0]) if others else first
