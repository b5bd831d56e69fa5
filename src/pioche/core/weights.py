"""Named weights: declared once as an annotated class, written with keys in ``judgement.toml``, read by index in rules.

    class CardWeights:
        points: Weight
        \"\"\"The points that the card brings.\"\"\"
        waiting: Weight
        \"\"\"The turns until it can be played.\"\"\"

    POINTS, WAITING = places(CardWeights)

Rules are handed an array of floats and read ``weights[POINTS]``. In the file the same weights are a table::

    [tuned.3]
    points = 0.5
    waiting = -0.2

A field may be a group, declared by a class of its own (a table inside the table), or an array with its shape
(``Annotated[Weights, (3, 5)]``, a list in the file). The fields of base classes come first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Weight = Annotated[float, np.float64]
"""As a field: one weight."""
Weights = NDArray[np.float64]
"""All weights of a declaration, in the order of its fields."""


@cache
def places(declaration: type) -> tuple[int, ...]:
    """Return the index of each field in the array of weights; for a group or an array, that of its first weight."""
    sizes = [_size(hint) for _, hint in _fields(declaration)]
    return tuple(sum(sizes[:i]) for i in range(len(sizes)))


@cache
def weight_count(declaration: type) -> int:
    """Return the number of weights."""
    return sum(_size(hint) for _, hint in _fields(declaration))


def pack(declaration: type, table: Mapping[str, Any], where: str) -> Weights:
    """Return the weights of a table as an array.

    Raise ValueError, naming the table by ``where``, if a key is missing, unknown, or not of the declared kind.
    """
    return np.array(list(_packed(declaration, table, where)), np.float64)


def unpack(declaration: type, weights: Weights) -> dict[str, Any]:
    """Return the table of an array of weights: the inverse of `pack`."""
    table: dict[str, Any] = {}
    for (name, hint), start in zip(_fields(declaration), places(declaration), strict=True):
        part = weights[start : start + _size(hint)]
        if _is_group(hint):
            table[name] = unpack(hint, part)
        else:
            table[name] = part.reshape(_shape(hint)).tolist()
    return table


def as_toml(declaration: type, weights: Weights, name: str) -> str:
    """Return the weights as a table of ``judgement.toml`` with that name, such as ``tuned.3``."""
    return "\n".join(_lines(unpack(declaration, weights), name))


def _fields(declaration: type) -> list[tuple[str, Any]]:
    return list(get_type_hints(declaration, include_extras=True).items())


def _is_group(hint: Any) -> bool:
    return get_origin(hint) is not Annotated


def _shape(hint: Any) -> tuple[int, ...]:
    return () if hint == Weight else get_args(hint)[1]


def _size(hint: Any) -> int:
    return weight_count(hint) if _is_group(hint) else math.prod(_shape(hint))


def _packed(declaration: type, table: Mapping[str, Any], where: str) -> Iterator[float]:
    names = [name for name, _ in _fields(declaration)]
    faults = [f"lacks {name}" for name in names if name not in table]
    faults += [f"has an unknown key {name}" for name in table if name not in names]
    if faults:
        raise ValueError(f"{where} {' and '.join(faults)}.")
    for name, hint in _fields(declaration):
        if not _is_group(hint):
            yield from _numbers(table[name], _shape(hint), f"{where}: {name}")
        elif isinstance(table[name], Mapping):
            yield from _packed(hint, table[name], f"{where}: {name}")
        else:
            raise ValueError(f"{where}: {name} must be a table.")


def _numbers(value: Any, shape: tuple[int, ...], where: str) -> Iterator[float]:
    if not shape:
        if type(value) not in (int, float):
            raise ValueError(f"{where} must be a number.")
        yield value
    elif not isinstance(value, list) or len(value) != shape[0]:
        raise ValueError(f"{where} must be a list of {shape[0]}.")
    else:
        for inner in value:
            yield from _numbers(inner, shape[1:], where)


def _lines(table: Mapping[str, Any], name: str) -> Iterator[str]:
    """Return the keys first and the groups after them, as TOML wants it."""
    groups = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    if len(groups) < len(table):
        yield f"[{name}]"
        yield from (f"{key} = {value}" for key, value in table.items() if key not in groups)
    for key, group in groups.items():
        yield ""
        yield from _lines(group, f"{name}.{key}")
