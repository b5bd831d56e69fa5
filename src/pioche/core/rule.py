"""`@rule` marks a function that kernels may compile. Called from Python it is an ordinary function.

Marking costs nothing; Numba is imported only when a kernel is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., Any])
Emit = Callable[..., Any]

INLINED = {"forceinline": True, "no_cfunc_wrapper": True}
"""How Numba compiles rules: into the loops that call them, since a call would cost more than most rules do.

Nothing else calls them, so they need no wrapper for C either: it would contain the whole rule once more.
"""

_waiting: list[Callable[..., Any]] = []
_instructions: list[tuple[Callable[..., int], Emit, Callable[[], bool]]] = []


def rule(function: Rule) -> Rule:
    """Mark a function written in the subset of Python that behaves the same compiled and uncompiled."""
    _waiting.append(function)
    return function


def _everywhere() -> bool:
    return True


def instruction(emit: Emit, is_available: Callable[[], bool] = _everywhere) -> Callable[[Rule], Rule]:
    """Mark a function of machine words that compiles to what ``emit(builder, *words)`` writes with LLVM's builder.

    Where the instruction is not available, the function is compiled like any other rule.
    """

    def mark(function: Rule) -> Rule:
        _instructions.append((function, emit, is_available))
        vars(function)["emit"] = emit
        return function

    return mark


def make_rules_compilable(prepare: Callable[[Any], None], compiler: Callable[..., Any]) -> None:
    """Prepare every function marked since the last call, and register it and its compiler with Numba."""
    from numba.extending import register_jitable

    while _instructions:
        function, emit, is_available = _instructions.pop()
        if is_available():
            _register_instruction(function, emit)
        else:
            _waiting.append(function)
    while _waiting:
        function = _waiting.pop()
        prepare(function)
        register_jitable(**INLINED, pipeline_class=compiler)(function)


def _register_instruction(function: Callable[..., int], emit: Emit) -> None:
    from numba.extending import overload

    has_one_word = len(signature(function).parameters) == 1
    overload(function)(_of_one_word(emit) if has_one_word else _of_two_words(emit))


def _of_one_word(emit: Emit) -> Callable[[Any], Any]:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def native(_context: Any, word: Any) -> Any:
        return types.int64(types.int64), _generator(emit)

    compiled: Any = native
    return lambda word: lambda word: compiled(word)


def _of_two_words(emit: Emit) -> Callable[[Any, Any], Any]:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def native(_context: Any, word: Any, index: Any) -> Any:
        return types.int64(types.int64, types.int64), _generator(emit)

    compiled: Any = native
    return lambda word, index: lambda word, index: compiled(word, index)


def _generator(emit: Emit) -> Callable[..., Any]:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return emit(builder, *arguments)

    return generate
