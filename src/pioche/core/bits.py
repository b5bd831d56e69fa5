"""Single instructions on machine words: ordinary functions in Python, one instruction each when compiled."""

from __future__ import annotations

from typing import Any

from .rule import instruction, rule


def _count(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _lowest(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))  # 1: the word is never 0


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
