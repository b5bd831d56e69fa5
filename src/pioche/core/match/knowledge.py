"""The last states of a match as namespaces, and what seats know of them, computed once."""

from __future__ import annotations

from typing import Any

from ..game import AnyRules
from ..state import as_namespace, content, copy

KEPT = 2
"""A view needs what a seat knows now, and the line of the next move what it knew before that move."""


class Knowledge:
    """Remembers what seats know of the last states that were asked about, by the content of the state."""

    def __init__(self) -> None:
        self._states: dict[tuple[AnyRules, bytes], tuple[Any, dict[int, Any]]] = {}

    def of(self, rules: AnyRules, state: Any, seat: int) -> Any:
        """Return what a seat (−1: a spectator) knows of a state, as a namespace. Nobody may change it."""
        truth, known = self._remembered(rules, state)
        if seat not in known:
            known[seat] = rules.known(truth, seat)
        return known[seat]

    def truth(self, rules: AnyRules, state: Any) -> Any:
        """Return a state as a namespace. Nobody may change it."""
        return self._remembered(rules, state)[0]

    def _remembered(self, rules: AnyRules, state: Any) -> tuple[Any, dict[int, Any]]:
        key = rules, content(state)
        found = self._states.get(key)
        if found is None:
            while len(self._states) >= KEPT:
                del self._states[next(iter(self._states))]
            found = self._states[key] = as_namespace(copy(state)), {}  # a match goes on in the same memory
        return found
