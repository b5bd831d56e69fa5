"""Operations on machine words: ordinary functions in Python, one or two instructions each when compiled."""

from __future__ import annotations

from typing import Any

from .rule import instruction, rule

HALVES = (32, 16, 8, 4, 2, 1)
SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")
"""Processors, by LLVM's names, on which depositing bits takes longer than searching by halves."""


def _count(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _lowest(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))  # 1: the word is never 0


def _nth(builder: Any, word: Any, index: Any) -> Any:
    """Deposit a single bit at the place of the word's bit with that index, and find it."""
    from llvmlite import ir

    kind = ir.FunctionType(word.type, [word.type, word.type])
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
    return _lowest(builder, builder.call(deposit, [builder.shl(word.type(1), index), word]))


def _deposits_fast() -> bool:
    """Whether the processor that Numba compiles for has a fast instruction for depositing bits."""
    from numba.core.registry import cpu_target

    _triple, name, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and name not in SLOW_DEPOSIT


@rule
def without_lowest(word: int) -> int:
    """Return a non-negative number without its lowest bit."""
    return word & (word - 1)


@instruction(_count)
def count_bits(word: int) -> int:
    """Return how many bits of a non-negative number are set."""
    return int(word).bit_count()


@instruction(_lowest)
def lowest_bit(word: int) -> int:
    """Return the place of the lowest bit that is set, from 0; the number is positive."""
    return (int(word) & -int(word)).bit_length() - 1


@instruction(_nth, _deposits_fast)
def nth_bit(word: int, index: int) -> int:
    """Return the place of the bit at an index among those that are set, counted from the lowest.

    It is found by halves, which takes the same steps for every index: a processor cannot foresee a loop's length.
    """
    place = 0
    for half in HALVES:
        lower = count_bits(word & ((1 << half) - 1))
        is_above = index >= lower
        index -= lower * is_above
        place += half * is_above
        word >>= half * is_above
    return place
