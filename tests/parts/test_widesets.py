"""Sets of cards from large decks, in two words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.core.compiled.compile import compiled
from pioche.parts.widesets import (
    deal_wide_sets,
    each_of,
    give,
    holds,
    index_of,
    mark_cards,
    nth_of_wide,
    refill_wide_set,
    take,
    wide_set,
    write_cards,
)

MOST = 126
CARDS = st.sets(st.integers(0, MOST - 1))
ROW = np.array([10, 62, 63, 13, 14, 125, 16], np.int16)


def as_set(cards):
    return np.array(wide_set(cards), np.int64)


def build_walk():
    def walk(cards, out):
        return write_cards(cards, out)

    return walk


@given(CARDS)
def test_a_set_holds_exactly_its_cards(cards):
    assert [card for card in range(MOST) if holds(as_set(cards), card)] == sorted(cards)
    assert list(each_of(as_set(cards))) == sorted(cards)


@given(CARDS, st.integers(0, MOST - 1))
def test_a_card_is_given_and_taken(cards, card):
    found = as_set(cards)
    give(found, card)
    assert set(each_of(found)) == cards | {card}
    take(found, card)
    assert set(each_of(found)) == cards - {card}


@given(CARDS)
def test_the_cards_of_a_set_are_written_in_order_interpreted_and_compiled(cards):
    for walk in (build_walk(), compiled(build_walk(), "widesets.walk")):
        out = np.zeros(MOST, np.int32)
        assert out[: walk(as_set(cards), out)].tolist() == sorted(cards)


@given(CARDS)
def test_each_card_of_a_set_has_its_index(cards):
    assert [nth_of_wide(as_set(cards), index) for index in range(len(cards))] == sorted(cards)
    assert [index_of(as_set(cards), card) for card in sorted(cards)] == list(range(len(cards)))


@given(CARDS)
def test_exactly_the_cards_of_a_set_are_marked(cards):
    row = np.zeros(MOST, np.int32)
    mark_cards(as_set(cards), row, 3)
    assert row.tolist() == [3 * (card in cards) for card in range(MOST)]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_g7_wide_sets_are_dealt_one_card_at_a_time_from_the_dealers_left(dealer):
    hands = np.full((4, 2), 99, np.int64)
    assert deal_wide_sets(hands, 3, dealer, 2, ROW) == 6
    dealt = [list(each_of(hands[(dealer + 1 + i) % 3])) for i in range(3)]
    assert dealt == [[10, 13], [14, 62], [63, 125]]
    assert not hands[3].any()


def test_a_set_is_refilled_from_the_next_cards_of_a_row():
    hand = as_set([1, 100])
    assert refill_wide_set(hand, 3, ROW, 2) == 5
    assert list(each_of(hand)) == [13, 14, 63]
