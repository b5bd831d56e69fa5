"""The fields of a state as text, exactly: numbers, cards by name, lists and rows (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import BadPosition, say
from ..game import Deck
from ..state import UNKNOWN, Meaning

NONE = -2
"""The value of states for nobody, nothing or an empty slot; written ``-``."""
SHORTEST_RUN = 3
MOST_BITS = 63
Array = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class Field:
    """One field of a state: how its numbers are written and read."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    meaning: Meaning | None
    deck: Deck
    players: int

    @property
    def kind(self) -> str:
        kind = self.meaning.kind if self.meaning else "number"
        return "cards" if kind == "card" and self.dtype == np.int64 else kind

    @property
    def _is_by_row(self) -> bool:
        """Whether a row of text is a row of the array; a set of cards is a row by itself."""
        return self.kind in ("card", "number", "seat", "by-card", "by-suit", "by-word")

    @property
    def filler(self) -> int:
        """The value where a position says nothing: no card, or zero."""
        return NONE if self.kind == "card" else 0

    def spell(self, value: Array) -> str:
        """Return the value as text. Empty rows at the end are left out."""
        rows = value.reshape(-1, value.shape[-1] if self._is_by_row and value.ndim else 1)
        last = max((number for number, row in enumerate(rows, 1) if (row != self.filler).any()), default=1)
        return "/".join(_SPELLERS[self.kind](self, row) for row in rows[:last])

    def read(self, text: str) -> Array:
        """Return the value of a text, or raise `BadPosition`, which names the field."""
        value = np.full(self.shape, self.filler, self.dtype)
        rows = value.reshape(-1, self.shape[-1] if self._is_by_row and self.shape else 1)
        spelt = text.split("/")
        if len(spelt) > len(rows):
            self.refuse("position.too-many", count=len(spelt), most=len(rows))
        for row, part in zip(rows, spelt, strict=False):
            _READERS[self.kind](self, row, part)
        return value

    def cards_in(self, value: Array) -> Iterator[int]:
        """Yield the cards that lie in this field; a card that lies there twice is yielded twice."""
        if self.kind == "card":
            yield from (card for card in value.reshape(-1).tolist() if card in self.names)
        else:
            rows = value.reshape(-1, self.shape[-1] if self._is_by_row else 1)
            yield from (card for row in rows for card in self._members(row))

    @cached_property
    def names(self) -> dict[int, str]:
        return {card: self.deck.spell(card) for card in self.deck.cards}

    @cached_property
    def _ranks(self) -> int:
        """How many cards one bit mask can hold."""
        return len(self.deck.cards) // self.shape[-1] if self.kind == "by-suit" else MOST_BITS

    # One number.

    def one(self, value: int) -> str:
        if value == NONE:
            return "-"
        if self.kind != "card" or value < 0:
            return str(value)
        return self.names.get(value, f"#{value}")

    def read_one(self, text: str) -> int:
        if text == "-":
            return NONE
        if self.kind == "card" and not text.startswith(("#", "-")):
            return self.read_card(text)
        return self.number(text.removeprefix("#"))

    def number(self, text: str) -> int:
        """Return a number that the field can hold. UNKNOWN is refused: a position hides nothing."""
        if not re.fullmatch(r"-?[0-9]{1,19}", text):
            self.refuse("position.value", value=text)
        value, limits = int(text), np.iinfo(self.dtype)
        low, high = (0, self.players - 1) if self.kind == "seat" else (int(limits.min), int(limits.max))
        if not low <= value <= high or (value == UNKNOWN and self.dtype == np.int8):
            self.refuse("position.range", value=text)
        return value

    def read_card(self, text: str) -> int:
        for card, name in self.names.items():
            if name == text:
                return card
        return self.refuse("position.unknown-card", card=text)

    def refuse(self, key: str, **arguments: int | str) -> NoReturn:
        brief = {name: f"{value:.40}" if isinstance(value, str) else value for name, value in arguments.items()}
        raise BadPosition(say(key, field=self.name, **brief))

    # A list: repeated values are written once, with their number; the usual filler at the end is left out.

    def spell_list(self, row: Array) -> str:
        runs = [(int(value), len(list(run))) for value, run in groupby(row.tolist())]
        if len(runs) > 1 and runs[-1][0] == self.filler:
            runs.pop()
            end: list[str] = []
        elif runs[-1][1] > 1:
            value, _ = runs.pop()
            end = [self.one(value) if value == self.filler else f"{self.one(value)}*"]
        else:
            end = []
        parts = [part for value, count in runs for part in _run(self.one(value), count)]
        return ",".join(parts + end)

    def read_list(self, row: Array, text: str) -> None:
        found: list[int] = []
        for part in text.split(","):
            one, star, count = part.partition("*")
            if star and count and not re.fullmatch(r"[1-9][0-9]{0,3}", count):
                self.refuse("position.value", value=part)
            times = 1 if not star else int(count) if count else len(row) - len(found)
            found += [self.read_one(one)] * times
        if len(found) > len(row):
            self.refuse("position.too-many", count=len(found), most=len(row))
        row[: len(found)] = found

    # A set of cards, as one bit mask, or as one for each suit or word.

    def _members(self, row: Array) -> list[int]:
        masks = enumerate(row.tolist())
        return [suit * self._ranks + bit for suit, mask in masks for bit in range(self._ranks) if mask >> bit & 1]

    def spell_set(self, row: Array) -> str:
        masks = row.tolist()
        if any(mask >> self._ranks for mask in masks) or any(card not in self.names for card in self._members(row)):
            return "#" + ",".join(map(str, masks))
        return ",".join(self.names[card] for card in self._members(row)) or "-"

    def read_set(self, row: Array, text: str) -> None:
        if text.startswith("#"):
            masks = [self.number(part) for part in text[1:].split(",")]
            if len(masks) > len(row) or min(masks) < 0:
                self.refuse("position.value", value=text)
            row[: len(masks)] = masks
            return
        for name in [] if text == "-" else text.split(","):
            suit, bit = divmod(self.read_card(name), self._ranks)
            if int(row[suit]) >> bit & 1:
                self.refuse("position.twice-here", card=name)
            row[suit] |= 1 << bit

    # A value for each card: the cards by value.

    def spell_by_card(self, row: Array) -> str:
        values: list[int] = row.tolist()
        rest = max(sorted(set(values), key=lambda value: (value != NONE, value)), key=values.count)
        groups = []
        for value in sorted(set(values) - {rest}):
            cards = [self.names.get(card, f"#{card}") for card, each in enumerate(values) if each == value]
            groups.append(f"{self.one(value)}:{','.join(cards)}")
        return "|".join(groups + ([f"{self.one(rest)}:*"] if rest or not groups else []))

    def read_by_card(self, row: Array, text: str) -> None:
        said: dict[int, int] = {}
        rest = 0
        for group in text.split("|"):
            value, _, cards = group.partition(":")
            if cards == "*":
                rest = self.read_one(value)
                continue
            for name in cards.split(","):
                place = self.number(name[1:]) if name.startswith("#") else self.read_card(name)
                if not 0 <= place < len(row):
                    self.refuse("position.unknown-card", card=name)
                if place in said:
                    self.refuse("position.twice-here", card=name)
                said[place] = self.read_one(value)
        row[:] = rest
        for place, number in said.items():
            row[place] = number


def _run(one: str, count: int) -> list[str]:
    return [f"{one}*{count}"] if count >= SHORTEST_RUN else [one] * count


_SPELLERS: Mapping[str, Callable[[Field, Array], str]] = {
    **dict.fromkeys(("number", "seat", "card"), Field.spell_list),
    **dict.fromkeys(("cards", "by-suit", "by-word"), Field.spell_set),
    "by-card": Field.spell_by_card,
}
_READERS: Mapping[str, Callable[[Field, Array, str], None]] = {
    **dict.fromkeys(("number", "seat", "card"), Field.read_list),
    **dict.fromkeys(("cards", "by-suit", "by-word"), Field.read_set),
    "by-card": Field.read_by_card,
}
