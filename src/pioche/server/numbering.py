"""Numbers the events of a table for each viewpoint, leaving out the events it could not notice."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field


@dataclass
class Numbering:
    """Each event is stored under one number. Numbers sent to a socket count only the events its eyes could notice, so
    that a gap never reveals a secret move (K6-26)."""

    _hidden: dict[int, list[int]] = field(default_factory=dict)
    """By viewpoint: the stored numbers of the events that it could not notice, in order."""

    def hide(self, number: int, eyes: frozenset[int]) -> None:
        """Record which viewpoints could not notice the event just stored."""
        for each in eyes:
            self._hidden.setdefault(each, []).append(number)

    def sees_all(self, eyes: int) -> bool:
        """Return whether those eyes could notice every event so far."""
        return eyes not in self._hidden

    def is_hidden(self, number: int, eyes: int) -> bool:
        hidden = self._hidden.get(eyes)
        return hidden is not None and bisect_left(hidden, number) < bisect_right(hidden, number)

    def shown(self, number: int, eyes: int) -> int:
        """Return a stored number as those eyes count it."""
        hidden = self._hidden.get(eyes)
        return number if hidden is None else number - bisect_right(hidden, number)

    def stored(self, shown: int, eyes: int) -> int:
        """Return the first stored number that those eyes count as ``shown``."""
        number = shown
        for hidden in self._hidden.get(eyes, ()):
            if hidden <= number:
                number += 1
        return number
