"""Sets of cards as bit masks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pioche.core.compiled.compile import compiled
from pioche.parts.cardsets import MOST_CARDS, deal_sets, each, first_of, has, only, without_first, worth_of

CARDS = st.sets(st.integers(0, MOST_CARDS - 1))
WORTH = np.arange(MOST_CARDS, dtype=np.int32) ** 2


def as_set(cards):
    return sum(only(card) for card in cards)


def build_walk():
    def walk(cards, out):
        count = 0
        while cards:
            out[count] = first_of(cards)
            cards = without_first(cards)
            count += 1
        return count

    return walk


@given(CARDS)
def test_a_set_contains_exactly_its_cards(cards):
    assert [card for card in range(MOST_CARDS) if has(as_set(cards), card)] == sorted(cards)
    assert list(each(as_set(cards))) == sorted(cards)


@given(CARDS)
def test_a_set_is_iterated_in_order_interpreted_and_compiled(cards):
    for walk in (build_walk(), compiled(build_walk(), "cardsets.walk")):
        out = np.zeros(MOST_CARDS, np.int32)
        assert out[: walk(as_set(cards), out)].tolist() == sorted(cards)


@given(CARDS)
def test_the_worth_of_a_set_is_that_of_its_cards(cards):
    assert worth_of(as_set(cards), WORTH) == sum(card**2 for card in cards)


def test_g7_sets_are_dealt_one_card_at_a_time_from_the_dealers_left():
    hands = np.full(4, 99, np.int64)
    assert deal_sets(hands, 3, 1, 2, np.array([10, 11, 12, 13, 14, 15, 16], np.int16)) == 6
    assert [list(each(hand)) for hand in hands] == [[11, 14], [12, 15], [10, 13], []]
