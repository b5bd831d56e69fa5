"""Decks given by hand (G7): read by card name, and refused unless they are exactly the cards in the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..chance import Shuffle
from ..errors import BadDeck, say
from ..fair import fair_shuffle
from ..game import Deck
from ..words import Message

Order = dict[str, list[str]]
"""The cards of each deck of a round by name, the top card first."""


def split_rounds(given: object) -> list[object]:
    """Return the decks given by hand, one for each round. A deck is a list of names, or a mapping of such lists."""
    if isinstance(given, Sequence) and not isinstance(given, str) and given and not isinstance(given[0], str | int):
        return list(given)
    return [given]


def read_order(given: object, decks: Sequence[Deck], game: Message) -> Order:
    """Return the order of a round's cards, or raise `BadDeck`."""
    names = [deck.name for deck in decks]
    if isinstance(given, Sequence) and not isinstance(given, str) and len(decks) == 1:
        given = {names[0]: given}
    if not isinstance(given, Mapping) or set(given) != set(names):
        wanted = "[…]" if len(decks) == 1 else "{" + ", ".join(f'"{name}": […]' for name in names) + "}"
        raise BadDeck(say("deck.shape", game=game, wanted=wanted))
    return {deck.name: _read_cards(given[deck.name], deck, game) for deck in decks}


def _read_cards(given: Any, deck: Deck, game: Message) -> list[str]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise BadDeck(say("deck.shape", game=game, wanted="[…]"))
    known = [deck.spell(card) for card in deck.cards]
    order = [str(card) for card in given]
    left = set(known)
    for card in order:
        if card not in left:
            raise BadDeck(say("deck.twice" if card in known else "deck.unknown-card", deck=deck.name, card=card))
        left.remove(card)
    if left:
        first = next(card for card in known if card in left)
        raise BadDeck(say("deck.missing", deck=deck.name, count=len(left), size=len(known), card=first))
    return order


def shuffle_label(number: int, deck: Deck) -> str:
    """Return the label under which a deck of a round is shuffled."""
    return f"round {number} {deck.name}"


def arrange(decks: Sequence[Deck], order: Order | None, seed: bytes, number: int) -> Shuffle:
    """Return the shuffle of a round: as given by hand, or else from the seed."""
    shuffle = np.zeros((len(decks), max(len(deck.cards) for deck in decks)), np.int16)
    for row, deck in zip(shuffle, decks, strict=True):
        if order is None:
            row[: len(deck.cards)] = fair_shuffle(seed, shuffle_label(number, deck), deck.cards)
        else:
            numbers = {deck.spell(card): card for card in deck.cards}
            row[: len(deck.cards)] = [numbers[card] for card in order[deck.name]]
    return shuffle
