"""Moves to choose from in the terminal: how they are listed, and what a person may type for each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.text import Text

from pioche.core.match import Match
from pioche.core.table import Move

from .terminal import console


class Choices:
    """What a seat may do: its moves in the order of the rules, which is that of the cards, then its signals."""

    def __init__(self, match: Match, seat: int) -> None:
        self.moves = _in_order(match.legal(seat))
        self.signals = _in_order(match.signals(seat))
        self._names = [move.name for move in (*self.moves, *self.signals)]
        self._are_numbers = any(name.isdecimal() for name in self._names)

    def label(self, name: str) -> str:
        """Return what a move is listed with: a number, or its name where names are numbers of cards."""
        return name if self._are_numbers else str(1 + self._names.index(name))

    def show(self, moves: Sequence[Move], language: str) -> None:
        """Print moves with their labels, in as many columns as fit."""
        if moves:
            shown = [Text(f"{self.label(move.name):>3}  {move.text(language)}") for move in moves]
            console().print(Columns(shown, equal=True, column_first=True, padding=(0, 2)))

    def named(self, given: str) -> str:
        """Return the name of the move that was typed: by name, by label, or by the beginning of one name alone.

        Anything else is returned as it is.
        """
        if given in self._names:
            return given
        found = [name for name in self._names if given == self.label(name)]
        if not found and not self._are_numbers:
            found = [name for name in self._names if name.startswith(given)]
        return found[0] if len(found) == 1 else given


def _in_order(moves: Sequence[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: move.number)
