"""Observations: what a seat knows of a round, as a row of small integers of fixed length.

The numbers are the fields of the record that `observe` writes, in the order in which the game's ``state.py`` declares
them. A set of cards becomes a 0 or 1 for each card of the deck. What the seat does not know is −1 (UNKNOWN).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import AnyRules
from pioche.core.match.position import fields_of
from pioche.core.match.spelling import MOST_BITS, Field
from pioche.core.rule import lean_rule
from pioche.core.state import EMPTY, UNKNOWN, content, layout
from pioche.core.think.think import Situation

Observation = NDArray[np.int16]
Segments = NDArray[np.int32]
"""How a record is read, a row for each field: OFFSET, WIDTH, COUNT and BITS."""
OFFSET, WIDTH, COUNT, BITS = range(4)
"""Where the field begins, the bytes of a number, how many numbers; the bits that each spells, or 0: it is a number."""
SETS = ("cards", "by-suit", "by-word")


@dataclass(frozen=True)
class Part:
    """The numbers of an observation that belong to one field of the game's state."""

    field: Field
    start: int
    """The index of its first number."""
    offset: int
    """The place of the field in a record, in bytes."""

    @cached_property
    def name(self) -> str:
        return self.field.name

    @cached_property
    def count(self) -> int:
        """How many numbers the field has in a record."""
        return int(np.prod(self.field.shape, dtype=int))

    @cached_property
    def bits(self) -> int:
        """How many cards each number of a set stands for; 0 for other fields."""
        if self.field.kind not in SETS:
            return 0
        highest = max(self.field.deck.cards)
        if self.field.kind == "by-suit":
            return len(self.field.deck.cards) // self.field.shape[-1]
        return min(highest + 1, MOST_BITS)

    @cached_property
    def size(self) -> int:
        return self.count * max(self.bits, 1)

    @property
    def segment(self) -> tuple[int, int, int, int]:
        return self.offset, self.field.dtype.itemsize, self.count, self.bits

    def numbers(self, data: bytes) -> Observation:
        """Return the numbers of the field in a record, given as bytes."""
        values = np.frombuffer(data, self.field.dtype, self.count, self.offset)
        if not self.bits:
            return values.astype(np.int16)
        members = values[:, None] >> np.arange(self.bits) & 1
        return np.where(values[:, None] < 0, UNKNOWN, members).astype(np.int16).ravel()

    def explain(self, observation: Observation) -> Any:
        """Return the field in words: cards by name, a set as a list of cards, "?" for what is unknown."""
        numbers = np.asarray(observation)[self.start : self.start + self.size]
        kind, shape = self.field.kind, self.field.shape
        if kind == "cards":
            return _by_row(numbers.reshape(*shape, self.bits), self._members)
        if kind in SETS:
            return _by_row(numbers.reshape(*shape[:-1], shape[-1] * self.bits), self._members)
        if kind == "by-card":
            return _by_row(numbers.reshape(shape), self._values)
        return _by_row(numbers.reshape(*shape, 1), lambda row: self._one(int(row[0])))

    def _one(self, value: int) -> Any:
        if value == UNKNOWN:
            return "?"
        if self.field.kind == "card":
            return self.field.names.get(value)
        return None if self.field.kind == "seat" and value < 0 else value

    def _members(self, row: Observation) -> Any:
        if row[0] == UNKNOWN:
            return "?"
        return [name for card, name in self.field.names.items() if card < len(row) and row[card]]

    def _values(self, row: Observation) -> dict[str, Any]:
        known = {name: int(row[card]) for card, name in self.field.names.items()}
        return {name: "?" if value == UNKNOWN else value for name, value in known.items() if value != EMPTY}


def _by_row(values: Any, say: Callable[[Any], Any]) -> Any:
    return say(values) if values.ndim == 1 else [_by_row(row, say) for row in values]


@dataclass(frozen=True, eq=False)
class Encoding:
    """How the knowledge of one round becomes numbers."""

    parts: tuple[Part, ...]
    segments: Segments
    """The same for the compiled loop."""
    size: int

    def explain(self, observation: Observation) -> dict[str, Any]:
        """Return every field of the observation by name, in words."""
        return {part.name: part.explain(observation) for part in self.parts}

    def row(self, record: object) -> Observation:
        """Return the numbers of a record, like `write_numbers`, which is slow unless it is compiled."""
        data = content(record)
        return np.concatenate([part.numbers(data) for part in self.parts])


def encode(rules: AnyRules, options: Any) -> Encoding:
    """Return how knowledge under these rules and options is written as numbers."""
    offsets = dict(_offsets(layout(cast(type, rules.state)), 0))
    parts: list[Part] = []
    start = 0
    for field in fields_of(rules, options):
        parts.append(Part(field, start, offsets[field.name]))
        start += parts[-1].size
    return Encoding(tuple(parts), np.array([part.segment for part in parts], np.int32), start)


def row_of(situation: Situation) -> Observation:
    """Return what a bot is given as the row that a `Batch` shows to its seat."""
    rules = situation.format.rounds[situation.round]
    header = [situation.seat]
    if len(situation.format.rounds) > 1:
        header += [situation.round, *(sum(scores) for scores in zip(*situation.earlier, strict=True))]
        header += [0] * (2 + situation.setting.players - len(header))
    options = situation.game.round_options(rules, situation.setting, 0)
    return np.concatenate([np.array(header, np.int16), encode(rules, options).row(situation.known)])


def _offsets(record: np.dtype[Any], start: int) -> Iterator[tuple[str, int]]:
    """Yield the name and place of each number or array of a record, including those of nested records."""
    for name, (dtype, place, *_) in (record.fields or {}).items():
        if dtype.names:
            yield from _offsets(dtype, start + place)
        else:
            yield name, start + place


@lean_rule
def write_numbers(record: NDArray[np.int8], segments: Segments, out: Observation) -> None:
    """Write the numbers of a record, given as bytes."""
    count = 0
    for i in range(len(segments)):
        offset, width, bits = segments[i, OFFSET], segments[i, WIDTH], segments[i, BITS]
        if width == 1 and bits == 0:
            for k in range(segments[i, COUNT]):
                out[count + k] = record[offset + k]
            count += segments[i, COUNT]
        else:
            for k in range(segments[i, COUNT]):
                value = read_number(record, offset + k * width, width)
                if bits == 0:
                    out[count] = value
                    count += 1
                else:
                    write_bits(value, bits, out, count)
                    count += bits


@lean_rule
def read_number(record: NDArray[np.int8], offset: int, width: int) -> int:
    """Return a signed number of ``width`` bytes, the lowest byte first."""
    if width == 1:
        return int(record[offset])
    if width == 2:
        return read_two(record, offset)
    if width == 4:
        return read_four(record, offset)
    return read_four(record, offset) & 0xFFFF_FFFF | read_four(record, offset + 4) << 32


@lean_rule
def read_two(record: NDArray[np.int8], offset: int) -> int:
    return int(record[offset]) & 255 | int(record[offset + 1]) << 8


@lean_rule
def read_four(record: NDArray[np.int8], offset: int) -> int:
    return read_two(record, offset) & 0xFFFF | read_two(record, offset + 2) << 16


@lean_rule
def write_bits(cards: int, bits: int, out: Observation, start: int) -> None:
    """Write a 0 or 1 for each card that a set could hold, or UNKNOWN."""
    for k in range(bits):
        out[start + k] = UNKNOWN if cards < 0 else cards >> k & 1
