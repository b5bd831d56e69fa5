"""Instructions on machine words: the same in Python and compiled."""

import os
import subprocess
import sys

import numpy as np
import pytest

from pioche.core.bits import count_bits, lowest_bit, nth_bit
from pioche.core.compiled.compile import compiled

BITS = 63
"""Numbers are not negative, so the highest of 64 bits is never set."""


def counts(words, out):
    for i in range(len(words)):
        out[i] = count_bits(words[i])


def lowest(words, out):
    for i in range(len(words)):
        out[i] = lowest_bit(words[i])


def middle(words, out):
    for i in range(len(words)):
        out[i] = nth_bit(words[i], count_bits(words[i]) // 2)


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


def test_the_nth_bit_is_where_the_digit_one_with_that_index_is():
    words = some_words()
    digits = [f"{word:b}"[::-1] for word in words.tolist()]
    ones = [[place for place, digit in enumerate(row) if digit == "1"] for row in digits]
    assert in_both_speeds(middle, words) == [places[len(places) // 2] for places in ones]
    assert [nth_bit(0b101001, index) for index in range(3)] == [0, 3, 5]


def test_the_nth_bit_is_found_on_processors_without_an_instruction_for_it(tmp_path):
    generic = {**os.environ, "NUMBA_CPU_NAME": "generic", "PIOCHE_CACHE": str(tmp_path)}
    code = "from pioche.core.bits import _deposits_fast; assert not _deposits_fast()\n"
    code += "from tests.core.test_bits import in_both_speeds, middle, some_words; in_both_speeds(middle, some_words())"
    subprocess.run([sys.executable, "-c", code], env=generic, check=True)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_small_integers_are_words_too(kind):
    words = np.array([1, 6, 96, 127], kind)
    assert in_both_speeds(counts, words) == [1, 2, 2, 7]
    assert in_both_speeds(lowest, words) == [0, 1, 5, 0]
