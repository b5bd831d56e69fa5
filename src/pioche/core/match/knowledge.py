"""The last states of a match as namespaces, and what follows from them, computed once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..game import AnyRules
from ..state import SPECTATOR, as_namespace, content, copy

KEPT = 2
"""A view needs what a seat knows now, and the line of the next move what it knew before that move."""


def listed(rules: AnyRules, lister: Callable[[Any, int, Any], int], truth: Any, seat: int) -> list[int]:
    """Return the numbers of the moves, or signals, that a function of the rules lists for a seat."""
    out = np.zeros(rules.most_legal, np.int32)
    numbers: list[int] = out[: lister(truth, seat, out)].tolist()
    return numbers


class KnownState:
    """A state, who may move in it and how, and what each seat knows of it. Nobody may change any of it."""

    __slots__ = ("_known", "_legal", "_rules", "is_over", "movers", "truth")

    def __init__(self, rules: AnyRules, state: Any) -> None:
        self._rules = rules
        self.truth = as_namespace(copy(state))  # a copy, because a match goes on in the same memory
        self.is_over = bool(rules.is_over(self.truth))
        self.movers: int = 0 if self.is_over else rules.to_move(self.truth)
        """The seats that may act, as a bit mask."""
        self._known: dict[int, Any] = {}
        self._legal: dict[int, list[int]] = {}

    def known(self, seat: int) -> Any:
        """Return what a seat (−1: a spectator) knows, as a namespace."""
        eyes = SPECTATOR if self._rules.all_know_the_same else seat
        if eyes not in self._known:
            self._known[eyes] = self._rules.known(self.truth, eyes)
        return self._known[eyes]

    def legal(self, seat: int) -> list[int]:
        """Return the numbers of a seat's legal moves; empty if it is not to move."""
        if not self.movers >> seat & 1:
            return []
        if seat not in self._legal:
            self._legal[seat] = listed(self._rules, self._rules.legal_moves, self.truth, seat)
        return self._legal[seat]


class Knowledge:
    """Remembers the last states that were asked about, by their content."""

    def __init__(self) -> None:
        self._states: dict[tuple[AnyRules, bytes], KnownState] = {}
        self._last: tuple[AnyRules | None, bytes, KnownState | None] = None, b"", None
        """The last question, which is mostly asked again."""

    def of(self, rules: AnyRules, state: Any) -> KnownState:
        data = content(state)
        last_rules, last_data, last = self._last
        if last is not None and rules is last_rules and data == last_data:
            return last
        found = self._of((rules, data), state)
        self._last = rules, data, found
        return found

    def _of(self, key: tuple[AnyRules, bytes], state: Any) -> KnownState:
        found = self._states.get(key)
        if found is None:
            while len(self._states) >= KEPT:
                del self._states[next(iter(self._states))]
            found = self._states[key] = KnownState(key[0], state)
        return found
