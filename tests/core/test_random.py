"""The generator: equal in both speeds, by its definition, and random enough. All seeds are fixed."""

from functools import cache
from itertools import pairwise, permutations
from math import sqrt

import numpy as np
import pytest

from pioche.core.chance import MASK, below, choice, fraction, new_random, next_word, shuffle_cards, spawn, two_below
from pioche.core.compiled.compile import compiled

UNLIKELY = 3.9
"""Standard deviations. One test in ten thousand would exceed them by chance."""
WORDS = 1_000_000
HAND = 5


def words(rng, out):
    for i in range(len(out)):
        out[i] = next_word(rng)


def numbers(rng, count, out):
    for i in range(len(out)):
        out[i] = below(rng, count)


def pairs(rng, count, out):
    for i in range(len(out)):
        first, second = two_below(rng, count, count - 1)
        out[i] = first * (count - 1) + second


def fractions(rng, out):
    for i in range(len(out)):
        out[i] = fraction(rng)


def hands(rng, out):
    for i in range(len(out)):
        for card in range(out.shape[1]):
            out[i, card] = card
        shuffle_cards(out[i], out.shape[1], rng)


@cache
def fast(loop):
    return compiled(loop, f"random.{loop.__name__}")


def some_words(rng, count=WORDS):
    out = np.zeros(count, np.int64)
    fast(words)(rng, out)
    return out


def by_definition(a, b, c, count):
    """sfc32 as PractRand defines it, with 32-bit words."""
    while True:
        word = (a + b + count) % 2**32
        yield word
        a, b, c = b ^ (b >> 9), (c + (c << 3)) % 2**32, ((c << 21) % 2**32 + (c >> 11) + word) % 2**32
        count = (count + 1) % 2**32


def state(*given):
    return np.array(given, np.int64)


def assert_even(counts):
    """Check by χ² that all outcomes are equally likely, and not more even than chance would have it."""
    expected, freedom = np.sum(counts) / np.size(counts), np.size(counts) - 1
    found = np.sum((counts - expected) ** 2) / expected
    cube = (found / freedom) ** (1 / 3)  # nearly normal (Wilson and Hilferty)
    spread = 2 / (9 * freedom)
    assert abs(cube - (1 - spread)) < UNLIKELY * sqrt(spread)


def assert_as_often(found, expected, variance):
    assert abs(found - expected) < UNLIKELY * sqrt(variance)


def assert_unrelated(one, other):
    """Check that two rows of words have equal bits in half of their places, and no linear correlation."""
    equal = int(np.bitwise_count(~(one ^ other) & MASK).sum())
    assert_as_often(equal, 16 * len(one), 8 * len(one))
    assert abs(np.corrcoef(one, other)[0, 1]) < UNLIKELY / sqrt(len(one))


# The definition.


@pytest.mark.parametrize("given", [(0, 0, 0, 1), (1, 2, 3, 4), (MASK, MASK, MASK, MASK), (MASK, 0, 1 << 31, 0)])
def test_words_are_those_of_the_definition(given):
    rng = state(*given)
    for _, word in zip(range(1000), by_definition(*given), strict=False):
        assert next_word(rng) == word


@pytest.mark.parametrize(
    ("seed", "known"),
    [
        ((7,), [0x5D2EF42A, 0x6338323A, 0x737D6A53, 0x87E49269]),
        ((7, 1), [0x7D6333B8, 0xAE5CF341, 0x9FBCD9E5, 0xD9F734D3]),
    ],
)
def test_a_seed_gives_the_same_words_in_every_version(seed, known):
    """The first three words of the state are those of the SHA-256 of the seed as text, the counter starts at 1."""
    rng = new_random(*seed)
    assert [next_word(rng) for _ in known] == known


def test_the_counter_starts_again_after_its_last_value():
    rng = state(1, 2, 3, MASK)
    next_word(rng)
    assert rng[3] == 0
    assert ((rng >= 0) & (rng <= MASK)).all()


@pytest.mark.parametrize(
    ("loop", "arguments", "out"),
    [
        (words, (), np.zeros(10_000, np.int64)),
        (numbers, (7,), np.zeros(10_000, np.int64)),
        (numbers, (1 << 31,), np.zeros(10_000, np.int64)),
        (pairs, (7,), np.zeros(10_000, np.int64)),
        (pairs, (1 << 10,), np.zeros(10_000, np.int64)),
        (fractions, (), np.zeros(10_000)),
        (hands, (), np.zeros((1000, 10), np.int16)),
    ],
)
def test_both_speeds_are_equal(loop, arguments, out):
    slow_rng, fast_rng, again = new_random(1), new_random(1), out.copy()
    loop(slow_rng, *arguments, out)
    fast(loop)(fast_rng, *arguments, again)
    assert out.tobytes() == again.tobytes()
    assert slow_rng.tobytes() == fast_rng.tobytes()


# Bounds.


@pytest.mark.parametrize("count", [1, 2, 3, 7, 100, 2**16, 2**31 - 1, 2**31])
def test_the_lowest_and_the_highest_word_give_the_first_and_the_last_number(count):
    assert below(state(0, 0, 0, 0), count) == 0
    assert below(state(MASK, 0, 0, 0), count) == count - 1


@pytest.mark.parametrize("count", [1, 2, 3, 7, 100, 2**10])
def test_two_numbers_of_one_word_are_both_below_their_counts(count):
    assert two_below(state(0, 0, 0, 0), count, count) == (0, 0)
    assert two_below(state(MASK, 0, 0, 0), count, count) == (count - 1, count - 1)


def test_a_fraction_is_below_one():
    assert fraction(state(0, 0, 0, 0)) == 0
    assert 0.999 < fraction(state(MASK, 0, 0, 0)) < 1


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_small_integers_are_counts_too(kind):
    one, other = new_random(1), new_random(1)
    assert [below(one, kind(100)) for _ in range(100)] == [below(other, 100) for _ in range(100)]


@pytest.mark.parametrize("count", [*range(2, 13), 52, 120])
def test_all_numbers_below_a_count_are_equally_likely(count):
    out = np.zeros(WORDS // 4, np.int64)
    fast(numbers)(new_random(count), count, out)
    assert out.min() >= 0
    assert out.max() < count
    assert_even(np.bincount(out, minlength=count))


@pytest.mark.parametrize("count", [2, 3, 7, 52, 120])
def test_all_pairs_of_numbers_from_one_word_are_equally_likely(count):
    out = np.zeros(WORDS, np.int64)
    fast(pairs)(new_random(count), count, out)
    assert_even(np.bincount(out, minlength=count * (count - 1)))


def test_one_option_is_chosen_for_certain_and_several_evenly():
    rng = new_random(1)
    assert choice(rng, ["only"]) == "only"
    chosen = [choice(rng, ("a", "b", "c")) for _ in range(3000)]
    assert_even([chosen.count(option) for option in "abc"])


# Randomness.


@pytest.mark.parametrize("shift", [0, 8, 16, 24])
def test_every_byte_is_equally_likely(shift):
    assert_even(np.bincount(some_words(new_random(1)) >> shift & 0xFF, minlength=256))


def test_every_bit_is_set_half_of_the_time():
    drawn = some_words(new_random(2))
    for bit in range(32):
        assert_as_often((drawn >> bit & 1).sum(), WORDS / 2, WORDS / 4)


@pytest.mark.parametrize("shift", [0, 26])
def test_pairs_of_successive_words_are_equally_likely(shift):
    digits = some_words(new_random(3)) >> shift & 0x3F
    assert_even(np.bincount(digits[0::2] * 64 + digits[1::2], minlength=64 * 64))


@pytest.mark.parametrize("distance", range(1, 11))
def test_words_are_not_correlated_with_later_ones(distance):
    drawn = some_words(new_random(4))
    assert_unrelated(drawn[:-distance], drawn[distance:])


@pytest.mark.parametrize("shift", [0, 8])
def test_birthdays_are_spaced_by_chance(shift):
    """Marsaglia's birthday spacings: of 512 birthdays in a year of 2²⁴ days, two spacings are equal on average."""
    years, birthdays = 1000, 512
    days = np.sort((some_words(new_random(5), years * birthdays) >> shift & 0xFF_FFFF).reshape(years, birthdays))
    spacings = np.sort(np.diff(days, axis=1, prepend=0))
    equal = (np.diff(spacings, axis=1) == 0).sum(axis=1)
    assert_as_often(equal.sum(), 2 * years, 2 * years)
    assert_as_often((equal == 0).sum(), years * np.exp(-2), years * np.exp(-2) * (1 - np.exp(-2)))


def test_fractions_have_the_mean_and_the_spread_of_even_ones():
    out = np.zeros(WORDS)
    fast(fractions)(new_random(6), out)
    assert out.min() >= 0
    assert out.max() < 1
    assert_as_often(out.mean(), 1 / 2, 1 / 12 / WORDS)
    assert_as_often(((out - 0.5) ** 2).mean(), 1 / 12, 1 / 180 / WORDS)


def test_all_orders_of_five_cards_are_equally_likely():
    out = np.zeros((WORDS // 4, HAND), np.int16)
    fast(hands)(new_random(7), out)
    keys, counts = np.unique(out @ 10 ** np.arange(HAND), return_counts=True)
    assert len(keys) == len(list(permutations(range(HAND))))
    assert_even(counts)


# Streams.


def test_a_copy_continues_as_the_original_does():
    rng = new_random(1)
    next_word(rng)
    other = rng.copy()
    assert [next_word(rng) for _ in range(10)] == [next_word(other) for _ in range(10)]


def test_seeds_of_several_numbers_are_read_one_by_one():
    seeds = [(), (0,), (12,), (1, 2), (2, 1), (1, 2, 0), (-12,), (12 + 2**64,)]
    assert len({new_random(*seed).tobytes() for seed in seeds}) == len(seeds)
    assert (new_random(np.int64(12)) == new_random(12)).all()


@pytest.mark.parametrize("draw", [0, 1, 2])
def test_first_words_of_neighbouring_seeds_are_random(draw):
    """The n-th words of many seeds, as a row, look like the words of one generator."""
    drawn = np.array([some_words(new_random(seed), draw + 1)[draw] for seed in range(20_000)])
    assert_even(np.bincount(drawn >> 24, minlength=256))
    assert_even(np.bincount(drawn & 0xFF, minlength=256))
    assert_unrelated(drawn[:-1], drawn[1:])


def test_streams_of_neighbouring_seeds_are_unrelated():
    rows = [some_words(new_random(seed), 10_000) for seed in range(100)]
    for one, other in pairwise(rows):
        assert_unrelated(one, other)


def test_spawned_streams_are_unrelated_to_each_other_and_to_their_parent():
    parent = new_random(1)
    streams = [*spawn(parent, 30), *spawn(parent, 30), parent]
    rows = [some_words(rng, 10_000) for rng in streams]
    for one, other in pairwise([*rows, rows[0]]):
        assert_unrelated(one, other)
    assert len({row.tobytes() for row in rows}) == len(rows)


def test_spawning_is_repeatable():
    one, other = (spawn(new_random(1), 3) for _ in range(2))
    assert np.array_equal(one, other)
