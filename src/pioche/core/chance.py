"""Random numbers for rules: the same in Python and compiled, on every platform and in every version.

The generator is Chris Doty-Humphrey's sfc32 (PractRand). Its state is four small integers, so it can be stored, copied
and compared like a state, and it needs no library. Deals of matches do not use it (`pioche.core.fair`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from .rule import rule

Random = NDArray[np.int64]
"""The state of a generator: three mixed words and a counter, 32 bits each. Every draw changes it in place."""
Shuffle = NDArray[np.int16]
"""All randomness of a round: one row for each deck, its cards by number, the top card first."""
Option = TypeVar("Option")

MASK = 0xFFFF_FFFF
WORD_BITS = 32
UNIT = 1.0 / (1 << WORD_BITS)


def new_random(*seed: int) -> Random:
    """Return a generator for a seed of any number of integers. Different seeds give independent generators."""
    digest = hashlib.sha256(" ".join(map(str, map(int, seed))).encode("ascii")).digest()
    words = [int.from_bytes(digest[start : start + 4], "big") for start in (0, 4, 8)]
    return np.array([*words, 1], np.int64)


@rule
def next_word(rng: Random) -> int:
    """Return 32 random bits."""
    a, b, c, count = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    word = (a + b + count) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = ((c << 21 | c >> 11) + word) & MASK
    rng[3] = (count + 1) & MASK
    return word


@rule
def below(rng: Random, count: int) -> int:
    """Return a random number from 0 to ``count`` − 1; ``count`` is at most 2³¹."""
    return next_word(rng) * int(count) >> WORD_BITS


@rule
def two_below(rng: Random, count: int, other: int) -> tuple[int, int]:
    """Return two random numbers from one word, each from 0 to its count − 1; both counts are at most 2¹⁰.

    What the first leaves of the word is as random as the word, and gives the second.
    """
    product = next_word(rng) * int(count)
    rest = (product & MASK) * int(other)
    return product >> WORD_BITS & MASK, rest >> WORD_BITS & MASK  # masked: then the compiler knows the sign


@rule
def fraction(rng: Random) -> float:
    """Return a random number from 0 up to, but not including, 1."""
    return next_word(rng) * UNIT


def choice(rng: Random, options: Sequence[Option]) -> Option:
    """Return one of several options, each equally likely."""
    return options[below(rng, len(options))]


def spawn(rng: Random, count: int) -> list[Random]:
    """Return new generators, independent of each other and of the rest of this one."""
    return [new_random(next_word(rng), next_word(rng), number) for number in range(count)]


@rule
def shuffle_cards(cards: NDArray[np.int16], count: int, rng: Random) -> None:
    """Shuffle the first ``count`` cards of a row in place, from the last on: two cards for each random word."""
    for last in range(count - 1, 0, -2):
        first, second = two_below(rng, last + 1, last)
        swap(cards, last & MASK, first)  # masked: then the compiler knows the sign
        swap(cards, (last - 1) & MASK, second)


@rule
def swap(cards: NDArray[np.int16], one: int, other: int) -> None:
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card
