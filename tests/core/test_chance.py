"""Seeds and fair deals."""

import hashlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche import BadSetting
from pioche.core.chance import new_random, shuffle_cards
from pioche.core.fair import commitment, fair_number, fair_shuffle, fair_words, read_seed

SEVEN = (7).to_bytes(32, "big")


@pytest.mark.parametrize("given_seed", [7, "7", "0" * 63 + "7", SEVEN, np.int64(7)])
def test_a_seed_can_be_written_in_several_ways(given_seed):
    assert read_seed(given_seed) == SEVEN


@pytest.mark.parametrize("wrong", [-1, 2**256, "x", "", "7" * 79, b"short", 1.5, True, [7]])
def test_an_invalid_seed_is_refused_with_a_sentence(wrong):
    with pytest.raises(BadSetting, match="A seed is a number"):
        read_seed(wrong)


def test_without_a_seed_every_deal_differs():
    assert read_seed(None) != read_seed(None)
    assert len(read_seed(None)) == 32


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment(SEVEN) == hashlib.sha256(SEVEN).hexdigest()


def test_the_shuffle_is_the_documented_one():
    """The example of docs/fair-deals.md, against which anyone can check their own implementation."""
    assert fair_shuffle(SEVEN, "round 0 cards", range(10)) == [1, 6, 5, 0, 4, 9, 8, 2, 7, 3]


@given(st.integers(0, 2**256 - 1), st.integers(1, 120))
def test_a_shuffle_contains_every_card_once(seed, size):
    assert sorted(fair_shuffle(read_seed(seed), "round 0 cards", range(size))) == list(range(size))


def test_rounds_and_decks_are_shuffled_independently():
    labels = ["round 0 cards", "round 1 cards", "round 0 score"]
    assert len({tuple(fair_shuffle(SEVEN, label, range(30))) for label in labels}) == 3


def test_every_order_is_equally_likely():
    orders = Counter(tuple(fair_shuffle(read_seed(seed), "x", range(4))) for seed in range(24 * 200))
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7  # chi-squared, 23 degrees, 0.1 %


def test_words_beyond_the_last_whole_multiple_are_skipped():
    words = iter([2**32 - 1, 5])
    assert fair_number(words, 3) == 2  # 2³² − 1 is a multiple of three: it and anything above it would favour zero


def test_words_are_blocks_of_sha_256():
    digest = hashlib.sha256(SEVEN + b"dealer" + bytes(8)).digest()
    assert next(fair_words(SEVEN, "dealer")) == int.from_bytes(digest[:4], "big")


def test_the_fast_shuffle_is_uniform_too():
    rng, orders = new_random(1), Counter()
    cards = np.arange(4, dtype=np.int16)
    for _ in range(24 * 100):
        shuffle_cards(cards, 4, rng)
        orders[tuple(cards.tolist())] += 1
    assert len(orders) == 24
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 49.7
