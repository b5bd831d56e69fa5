"""How each pair of eyes counts the events of a table: an event it could not notice is left out of its count."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Numbering:
    """Events are stored under one number each. What a socket is sent is numbered by what its eyes could notice, so that
    a gap never tells of a secret move (K6-26)."""

    _hidden: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    """Stored numbers in order, each with the eyes that could not notice the event."""

    def hide(self, number: int, eyes: frozenset[int]) -> None:
        """Note who could not notice the event just stored."""
        if eyes:
            self._hidden.append((number, eyes))

    def is_hidden(self, number: int, eyes: int) -> bool:
        return any(hidden == number and eyes in blind for hidden, blind in self._hidden)

    def shown(self, number: int, eyes: int) -> int:
        """A stored number as those eyes count."""
        return number - sum(hidden <= number and eyes in blind for hidden, blind in self._hidden)

    def stored(self, shown: int, eyes: int) -> int:
        """The first stored number that those eyes count as ``shown``."""
        number = shown
        for hidden, blind in self._hidden:
            if eyes in blind and hidden <= number:
                number += 1
        return number
