"""Instructions on machine words: the same in Python and compiled."""

import numpy as np
import pytest

from pioche.core.bits import count_bits, lowest_bit
from pioche.core.compiled.compile import compiled

BITS = 63
"""Numbers are not negative, so the highest of 64 bits is never set."""


def counts(words, out):
    for i in range(len(words)):
        out[i] = count_bits(words[i])


def lowest(words, out):
    for i in range(len(words)):
        out[i] = lowest_bit(words[i])


def in_both_speeds(loop, words):
    slow, fast = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    loop(words, slow)
    compiled(loop, f"bits.{loop.__name__}")(words, fast)
    assert slow.tolist() == fast.tolist()
    return slow.tolist()


def some_words():
    """Random words, of all lengths, and the largest."""
    drawn = np.random.default_rng(1).integers(1, 2**BITS, 1000) >> np.arange(1000) % BITS
    return np.append(drawn[drawn > 0], 2**BITS - 1)


def test_single_bits():
    single = np.int64(1) << np.arange(BITS)
    assert in_both_speeds(counts, single) == [1] * BITS
    assert in_both_speeds(lowest, single) == list(range(BITS))


def test_no_bits():
    assert in_both_speeds(counts, np.zeros(1, np.int64)) == [0]


def test_random_words_are_counted_as_their_digits_are():
    words = some_words()
    assert in_both_speeds(counts, words) == [f"{word:b}".count("1") for word in words.tolist()]


def test_the_lowest_bit_is_where_the_last_digit_one_is():
    words = some_words()
    assert in_both_speeds(lowest, words) == [f"{word:b}"[::-1].index("1") for word in words.tolist()]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_small_integers_are_words_too(kind):
    words = np.array([1, 6, 96, 127], kind)
    assert in_both_speeds(counts, words) == [1, 2, 2, 7]
    assert in_both_speeds(lowest, words) == [0, 1, 5, 0]
