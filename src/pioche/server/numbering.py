"""Numbers the events of a table for each viewpoint, leaving out the events it could not notice."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Numbering:
    """Each event is stored under one number. Numbers sent to a socket count only the events its eyes could notice, so
    that a gap never reveals a secret move (K6-26)."""

    _hidden: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    """Stored numbers in order, each with the viewpoints that could not notice the event."""

    def hide(self, number: int, eyes: frozenset[int]) -> None:
        """Record which viewpoints could not notice the event just stored."""
        if eyes:
            self._hidden.append((number, eyes))

    def is_hidden(self, number: int, eyes: int) -> bool:
        return any(hidden == number and eyes in blind for hidden, blind in self._hidden)

    def shown(self, number: int, eyes: int) -> int:
        """Return a stored number as those eyes count it."""
        return number - sum(hidden <= number and eyes in blind for hidden, blind in self._hidden)

    def stored(self, shown: int, eyes: int) -> int:
        """Return the first stored number that those eyes count as ``shown``."""
        number = shown
        for hidden, blind in self._hidden:
            if eyes in blind and hidden <= number:
                number += 1
        return number
