"""The K6T deck: 6 suits of 20 ranks, each card once.

Cards are numbered suit by suit in the order of SUITS, within a suit in the order of RANKS: 0 is the 0 of spades.
The rulebook leaves the sixth suit unclear; here it is the moon.
"""

from __future__ import annotations

import numpy as np

from pioche.core.errors import say
from pioche.core.game import Deck
from pioche.core.rule import rule
from pioche.core.words import Message

SUITS = ("s", "c", "h", "d", "t", "m")
"""Spades, clubs, hearts, diamonds, stars, moons."""
SUIT_NAMES = ("spades", "clubs", "hearts", "diamonds", "stars", "moons")
RANKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "J", "C", "B", "R", "Q", "K", "A")
RANK_COUNT = len(RANKS)
CARD_COUNT = len(SUITS) * RANK_COUNT
RANK_OF = np.array([card % RANK_COUNT for card in range(CARD_COUNT)], np.int8)
SUIT_OF = np.array([card // RANK_COUNT for card in range(CARD_COUNT)], np.int8)
"""By card; a lookup takes less time than a division."""


@rule
def rank_of(card: int) -> int:
    """The index of a card's rank in RANKS."""
    return int(RANK_OF[card])


@rule
def suit_of(card: int) -> int:
    """The index of a card's suit in SUITS."""
    return int(SUIT_OF[card])


def deck(name: str = "cards") -> Deck:
    """All 120 cards, by their names."""
    return Deck(name, tuple(range(CARD_COUNT)), card_name)


def card_name(card: int) -> str:
    """Rank and suit letter: ``10c``, ``Jh``, ``0t``."""
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def spoken_card(card: int) -> Message:
    """The card as a player would say it: 10 of clubs."""
    return say("card.suited", rank=RANKS[rank_of(card)], of_suit=say(f"of-suit.{SUIT_NAMES[suit_of(card)]}"))


def the_card(card: int) -> Message:
    """The same in a sentence: the 10 of clubs, and in French “l’A” before a vowel."""
    rank = RANKS[rank_of(card)]
    key = "card.the-suited-vowel" if rank == "A" else "card.the-suited"
    return say(key, rank=rank, of_suit=say(f"of-suit.{SUIT_NAMES[suit_of(card)]}"))


def spoken_suit(suit: str) -> Message:
    return say(f"suit.{suit}")
