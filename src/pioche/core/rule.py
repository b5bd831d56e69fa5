"""`@rule` marks a function that kernels may compile. Called from Python it is an ordinary function.

Marking costs nothing; Numba is imported only when a kernel is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., Any])

_waiting: list[Callable[..., Any]] = []


def rule(function: Rule) -> Rule:
    """Mark a function written in the subset of Python that behaves the same compiled and uncompiled."""
    _waiting.append(function)
    return function


def make_rules_compilable(prepare: Callable[[Any], None]) -> None:
    """Prepare every function marked since the last call, and register it with Numba."""
    from numba.extending import register_jitable

    while _waiting:
        function = _waiting.pop()
        prepare(function)
        register_jitable(forceinline=True)(function)
