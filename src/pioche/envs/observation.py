"""Observations: what a seat knows of a round, as a row of small integers of fixed length.

The numbers are the fields of the record that `observe` writes, in the order in which the game's ``state.py`` declares
them. A set of cards becomes a 0 or 1 for each card of the deck. What the seat does not know is −1 (UNKNOWN).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pioche.core.game import AnyRules
from pioche.core.match.position import fields_of
from pioche.core.match.spelling import MOST_BITS, Field
from pioche.core.rule import rule
from pioche.core.state import EMPTY, UNKNOWN, content, layout
from pioche.core.think.think import Situation

Observation = NDArray[np.int16]
Bytes = NDArray[np.int8]
Segments = NDArray[np.int32]
"""How a record is read, a row for each stretch of equal numbers: OFFSET, WIDTH, COUNT and BITS."""
OFFSET, WIDTH, COUNT, BITS = range(4)
"""Where the stretch begins, the bytes of a number, how many; the cards that each could hold, or 0: it is no set."""
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
    return Encoding(tuple(parts), _segments(parts), start)


def _segments(parts: Sequence[Part]) -> Segments:
    """Return how a record is read; fields that lie side by side and are alike are read as one."""
    found: list[tuple[int, int, int, int]] = []
    for offset, width, count, bits in (part.segment for part in parts):
        if found and found[-1][WIDTH] == width and found[-1][BITS] == bits and _end(found[-1]) == offset:
            offset, _, before, _ = found.pop()
            count += before
        found.append((offset, width, count, bits))
    return np.array(found, np.int32)


def _end(segment: tuple[int, int, int, int]) -> int:
    return segment[OFFSET] + segment[WIDTH] * segment[COUNT]


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


@rule
def write_numbers(record: Bytes, segments: Segments, out: Observation) -> None:
    """Write the numbers of a record, given as bytes."""
    start = 0
    for i in range(len(segments)):
        offset, width, count, bits = segments[i, OFFSET], segments[i, WIDTH], segments[i, COUNT], segments[i, BITS]
        source = record[offset : offset + width * count]
        size = count * max(bits, 1)
        if bits > 0:
            write_sets(source, width, bits, out[start : start + size])
        elif width == 1:
            write_bytes(source, out[start : start + size])
        else:
            write_words(source, width, out[start : start + size])
        start += size


@rule
def write_bytes(source: Bytes, out: Observation) -> None:
    for k in range(len(out)):
        out[k] = source[k]


@rule
def write_words(source: Bytes, width: int, out: Observation) -> None:
    """Write the lower two bytes of wider numbers: an observation has no room for more."""
    for k in range(len(out)):
        out[k] = read_two(source, k * width)


@rule
def write_sets(source: Bytes, width: int, bits: int, out: Observation) -> None:
    """Write a 0 or 1 for each card that a set could hold, or UNKNOWN for a set that the seat does not know."""
    for i in range(len(source) // width):
        cards, row = read_set(source, i * width, width), out[i * bits : (i + 1) * bits]
        for k in range(bits):
            row[k] = UNKNOWN if cards < 0 else cards >> k & 1


@rule
def read_set(source: Bytes, offset: int, width: int) -> int:
    """Return a set of cards, which has 1, 2, 4 or 8 bytes, the lowest first."""
    if width == 1:
        return int(source[offset])
    if width == 2:
        return read_two(source, offset)
    if width == 4:
        return read_four(source, offset)
    return read_four(source, offset) & 0xFFFF_FFFF | read_four(source, offset + 4) << 32


@rule
def read_two(source: Bytes, offset: int) -> int:
    return int(source[offset]) & 255 | int(source[offset + 1]) << 8


@rule
def read_four(source: Bytes, offset: int) -> int:
    return read_two(source, offset) & 0xFFFF | read_two(source, offset + 2) << 16
