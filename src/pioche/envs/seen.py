"""All that a seat has seen of a match so far: the moves, and what changed with each of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pioche.core.game import OPEN, SECRET, all_open, nothing_revealed

from .observation import Encoding, Observation

if TYPE_CHECKING:
    from .nodes import Node

COVERED_MOVE = 0
"""The number of a move that was made but not seen; other moves are counted from 1."""


class Seen(NamedTuple):
    text: str
    moves: tuple[int, ...]
    """Two numbers for each move that was noticed: its seat and the move, both counted from 1."""

    def __add__(self, more: Seen) -> Seen:  # type: ignore[override]
        return Seen(self.text + more.text, self.moves + more.moves)


NOTHING_SEEN = Seen("", ())


def known(number: int, totals: list[int], encoding: Encoding, row: Observation) -> Seen:
    """Return all that a seat knows of a round, and the totals so far; seen when the round is dealt."""
    fields = " ".join(f"{name}={value}" for name, value in encoding.explain(row).items())
    return Seen(f"round {number}: totals={totals} {fields}\n", ())


def moved(before: Node, after: Node, seat: int, encoding: Encoding) -> Seen:
    """Return what a seat sees of a move, and each number of its knowledge that has changed."""
    said, moves = [], []
    for mover, move in _noticed(before, after, seat):
        said.append(f"{mover} ?" if move is None else f"{mover} {before.rules.move_name(move)}")
        moves += [mover + 1, COVERED_MOVE if move is None else move + 1]
    header = before.tree.header
    old, row = before.row(seat)[header:], after.row(seat)[header:]
    said += [f"{_label(encoding, index)}={row[index]}" for index in np.flatnonzero(row != old).tolist()]
    return Seen(" ".join(said) + "\n" if said else "", tuple(moves))


@cache
def _label(encoding: Encoding, index: int) -> str:
    """Return the field that a number belongs to and, where that has several, which one it is."""
    part = next(part for part in reversed(encoding.parts) if part.start <= index)
    return part.name if part.size == 1 else f"{part.name}.{index - part.start}"


def _noticed(before: Node, after: Node, seat: int) -> list[tuple[int, int | None]]:
    """Return the move as a seat sees it (None: covered), unless it is secret, and the secret move that it reveals."""
    rules, mover, move = before.rules, before.seat, after.action
    secrecy = OPEN if seat == mover or rules.secrecy is all_open else rules.secrecy(before.state, mover, move)
    found: list[tuple[int, int | None]] = []
    if secrecy != SECRET:
        found.append((mover, move if secrecy == OPEN else None))
    if rules.reveals is not nothing_revealed:
        revealed = rules.reveals(before.state, after.state)
        if revealed is not None and revealed[0] != seat:
            found.append((int(revealed[0]), int(revealed[1])))
    return found
