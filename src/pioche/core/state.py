"""State records: declared as an annotated class, stored as NumPy records, compiled by Numba.

The class itself is never instantiated. Functions are annotated with it, so the type checker knows every field; at run
time they receive a packed NumPy record with the same fields. Equal states have equal bytes, and copying is one memcpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Annotated, Any, TypeVar, cast, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Meaning:
    """The meaning of a field whose numbers stand for seats or cards; positions are written by it.

    ``kind`` is a seat, a card, ``by-card`` (the last axis is indexed by card), ``by-suit`` (sets of ranks, the last
    axis indexed by suit), ``by-word`` (sets of cards, the last axis indexed by word, of 63 cards each) or ``derived``
    (left out of positions).
    """

    kind: str
    deck: str = "cards"
    """By the name of a deck of the rules."""
    nowhere_else: bool = False
    """The cards of this field lie here, and in no other such field."""


CARD = Meaning("card")
LYING = Meaning("card", nowhere_else=True)
"""Cards that lie here and nowhere else: a hand, a stock, a trick."""
BY_CARD = Meaning("by-card")
BY_SUIT = Meaning("by-suit")
LYING_BY_SUIT = Meaning("by-suit", nowhere_else=True)
LYING_BY_WORD = Meaning("by-word", nowhere_else=True)
DERIVED = Meaning("derived")
"""What follows from the other fields and is stored only for speed; `Rules.derive` writes it."""

Index = Annotated[int, np.int8]
"""A label that is never added up: a seat, a card, a phase."""
Count = Annotated[int, np.int32]
"""Tokens, a score: what is added up."""
Seat = Annotated[int, np.int8, Meaning("seat")]
"""A seat or NOBODY."""
Flag = Annotated[bool, np.int8]
Cards = Annotated[int, np.int64, CARD]
"""A set of cards numbered from 0 to 62, as a bit mask."""
LyingCards = Annotated[int, np.int64, LYING]
"""The same for cards that lie in no other such field."""

Labels = NDArray[np.int8]
"""As a field, with its shape: ``hand: Annotated[Labels, (5, 8)]``."""
Counts = NDArray[np.int32]
CardSets = NDArray[np.int64]

UNKNOWN = -1
"""The value of every field of a blank record; `observe` overwrites it with what a seat knows."""
EMPTY = -2
"""A place known to hold no card; not the same as UNKNOWN."""
NOBODY = -2
"""A known value that is not a seat."""
SPECTATOR = -1
"""The seat number of a spectator, who knows what everyone knows."""

Batch = NDArray[np.void]
"""An array of state records: many rounds of one game."""
S = TypeVar("S")
_dtype_of: Any = cast(Any, np.void.dtype).__get__
_values_of: Any = np.void.item
_bytes_of: Any = np.void.tobytes
"""Asked of their type, because a record looks up its own attributes in Python, which takes longer than the answer."""


@cache
def layout(declaration: type) -> np.dtype[np.void]:
    """Return the packed NumPy type of a declaration. A field may itself be a record: ``shedding: Shedding``.

    Fields of base classes come first.
    """
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(
                f"{declaration.__qualname__}.{name}: NumPy's records already have an attribute of that name"
            )
        field = (name, *_type_and_shape(hint))
        if np.dtype([field])[name].base.kind not in "iV":
            raise TypeError(
                f"{declaration.__qualname__}.{name}: fields must be signed integers, so that −1 can mean UNKNOWN"
            )
        fields.append(field)
    return np.dtype((np.record, np.dtype(fields, align=False)))


def _type_and_shape(hint: Any) -> tuple[Any, ...]:
    if not get_args(hint):
        return (layout(hint) if get_type_hints(hint) else hint,)
    kind, *notes = get_args(hint)
    rest = [note for note in notes if not isinstance(note, Meaning)]
    return tuple(rest) if kind in (int, bool) else (get_args(get_args(kind)[1])[0], *rest)


@cache
def meanings(declaration: type) -> tuple[tuple[str, Any, Meaning | None], ...]:
    """Return each number or array of a declaration with its type and meaning, including those of nested records."""
    found: list[tuple[str, Any, Meaning | None]] = []
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if not get_args(hint) and get_type_hints(hint):
            found += meanings(hint)
        else:
            notes = [note for note in get_args(hint) if isinstance(note, Meaning)]
            found.append((name, hint, notes[0] if notes else None))
    return tuple(found)


def batch(declaration: type, size: int) -> Batch:
    """Return an array of ``size`` records, all zero."""
    return np.zeros(size, layout(declaration))


def repeated(record: object, size: int) -> Batch:
    """Return an array of ``size`` copies of a record. (Assigning it to a whole array takes ten times as long.)"""
    return np.frombuffer(bytearray(content(record) * size), _dtype_of(record))


def new(declaration: type[S]) -> S:
    """Return one record, all zero."""
    return cast(S, batch(declaration, 1)[0])


def blanks(declaration: type, size: int) -> Batch:
    """Return records in which every field is UNKNOWN: bytes of 255 are −1 in a signed integer of any width."""
    records = batch(declaration, size)
    records.view(np.uint8)[...] = 255
    return records


def blank(declaration: type[S]) -> S:
    """Return one record in which every field is UNKNOWN."""
    kind = layout(cast(type, declaration))
    return cast(S, _record(b"\xff" * kind.itemsize, kind))


def copy(record: S) -> S:
    return cast(S, _record(content(record), _dtype_of(record)))


def _record(data: bytes, kind: np.dtype[Any]) -> Any:
    """Return a new record with these bytes. NumPy's own copies go field by field and take several times as long."""
    return np.frombuffer(bytearray(data), kind)[0]


def as_namespace(record: S) -> S:
    """Return a namespace with the fields of a record, which Python reads several times faster.

    Numbers are copied; arrays are shared with the record.
    """
    return cast(S, _named(_dtype_of(record), _values_of(record)))


def blank_namespace(declaration: type[S]) -> S:
    """Return a namespace in which every field is UNKNOWN; its arrays are its own."""
    return cast(S, _copied(*_blank_fields(layout(cast(type, declaration)))))


@cache
def _blank_fields(kind: np.dtype[Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the numbers of a blank record, its arrays, and the fields of the records in it, by name."""
    numbers, arrays, records = {}, {}, {}
    for name, value in vars(as_namespace(_record(b"\xff" * kind.itemsize, kind))).items():
        if isinstance(value, SimpleNamespace):
            records[name] = _blank_fields(kind[name])
        elif isinstance(value, int):
            numbers[name] = value
        else:
            arrays[name] = value
    return numbers, arrays, records


def _copied(numbers: dict[str, Any], arrays: dict[str, Any], records: dict[str, Any]) -> SimpleNamespace:
    found = SimpleNamespace(**numbers)
    fields = vars(found)
    for name, array in arrays.items():
        fields[name] = array.copy()
    for name, record in records.items():
        fields[name] = _copied(*record)
    return found


def is_namespace(state: object) -> bool:
    """Return whether a state was made by `as_namespace`."""
    return isinstance(state, SimpleNamespace)


def _named(kind: np.dtype[Any], values: tuple[Any, ...]) -> SimpleNamespace:
    """Return a namespace of the values of a record; a nested record, whose values are a tuple, becomes one as well."""
    found = dict(zip(kind.names or (), values, strict=True))
    for name, value in found.items():
        if type(value) is tuple:
            found[name] = _named(kind[name], value)
    return SimpleNamespace(**found)


def content(record: object) -> bytes:
    """Return the bytes of a record: equal for equal states."""
    found: bytes = _bytes_of(record)
    return found
