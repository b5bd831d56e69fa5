"""Hands are sorted rows: adding and removing keeps them so, and dealing goes round the table."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pioche.parts.hands import EMPTY, add_card, deal_hands, refill_hand, refill_hands, remove_card


@given(st.lists(st.integers(0, 119), min_size=1, max_size=9, unique=True), st.data())
def test_a_hand_stays_sorted(cards, data):
    hand = np.full(9, EMPTY, np.int8)
    for held, card in enumerate(cards):
        add_card(hand, held, card)
    assert hand[: len(cards)].tolist() == sorted(cards)
    gone = data.draw(st.sampled_from(cards))
    remove_card(hand, len(cards), gone)
    assert hand.tolist() == sorted(set(cards) - {gone}) + [EMPTY] * (10 - len(cards))


def test_g7_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    hands = np.zeros((4, 3), np.int8)
    assert deal_hands(hands, 3, 0, 2, np.array([9, 8, 7, 6, 5, 4, 3], np.int16)) == 6
    assert hands.tolist() == [[4, 7, EMPTY], [6, 9, EMPTY], [5, 8, EMPTY], [EMPTY] * 3]


def test_a_hand_is_refilled():
    hand = np.zeros(4, np.int8)
    assert refill_hand(hand, 2, np.array([5, 9, 3, 7], np.int16), 1) == 3
    assert hand.tolist() == [3, 9, EMPTY, EMPTY]


def test_all_hands_but_ones_own_are_refilled():
    hands = np.array([[1, 2], [3, EMPTY], [4, 5], [EMPTY, EMPTY]], np.int8)
    refill_hands(hands, np.array([2, 1, 2, 0], np.int32), 3, 1, np.array([9, 8, 7, 6, 3], np.int16))
    assert hands.tolist() == [[8, 9], [3, EMPTY], [6, 7], [EMPTY, EMPTY]]


def test_a_spectator_has_no_hand_of_its_own():
    hands = np.array([[1], [3]], np.int8)
    refill_hands(hands, np.array([1, 1], np.int32), 2, -1, np.array([9, 8], np.int16))
    assert hands.tolist() == [[9], [8]]
