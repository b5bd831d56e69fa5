"""`@rule` marks a function that kernels may compile. Called from Python it is an ordinary function.

Marking costs nothing; Numba is imported only when a kernel is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., Any])
Emit = Callable[[Any, Any], Any]

INLINED = {"forceinline": True}
"""How Numba compiles rules: into the loops that call them, since a call would cost more than most rules do."""

_waiting: list[Callable[..., Any]] = []
_instructions: list[tuple[Callable[[int], int], Emit]] = []


def rule(function: Rule) -> Rule:
    """Mark a function written in the subset of Python that behaves the same compiled and uncompiled."""
    _waiting.append(function)
    return function


def instruction(emit: Emit) -> Callable[[Rule], Rule]:
    """Mark a function of one machine word that compiles to what ``emit(builder, word)`` writes with LLVM's builder."""

    def mark(function: Rule) -> Rule:
        _instructions.append((function, emit))
        vars(function)["emit"] = emit
        return function

    return mark


def make_rules_compilable(prepare: Callable[[Any], None]) -> None:
    """Prepare every function marked since the last call, and register it with Numba."""
    from numba.extending import register_jitable

    while _instructions:
        _register_instruction(*_instructions.pop())
    while _waiting:
        function = _waiting.pop()
        prepare(function)
        register_jitable(**INLINED)(function)


def _register_instruction(function: Callable[[int], int], emit: Emit) -> None:
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def native(_context: Any, word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.int64(types.int64), generate

    compiled: Any = native
    overload(function)(lambda word: lambda word: compiled(word))
