"""The winner of a trick."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.core.state import EMPTY
from pioche.games.xxl.deck import CARD_COUNT, NUMBER, RANK, TOTAL, card_name
from pioche.parts.tricks import trick_winner

CARDS = {card_name(card): card for card in range(CARD_COUNT)}
RED, GREEN, BLUE, YELLOW = range(4)


def winner(colour, *names):
    row = np.array([CARDS.get(name, EMPTY) for name in names], np.int8)
    return trick_winner(row, len(row), colour, RANK)


def test_xx4_the_highest_number_in_the_colour_wins():
    assert winner(GREEN, "g1r2", "g2b5", "g0r6", "b7g9") == 3
    assert winner(RED, "g1r2", "g0r6", "r0y3") == 1


def test_xx4_only_the_half_in_the_colour_counts():
    assert winner(GREEN, "g1r2", "g0r6", "y9g10") == 2
    assert winner(YELLOW, "y9g10", "b0y10") == 1


@pytest.mark.parametrize(("names", "expected"), [(("b2y4", "y4r9", "g1r2"), 1), (("y4r9", "b2y4"), 0)])
def test_xx4_of_equal_numbers_the_larger_total_wins(names, expected):
    assert winner(YELLOW, *names) == expected


def test_xx5_a_card_without_the_colour_cannot_win():
    assert winner(RED, "r0y3", "y9g10", "b8g9") == 0


def test_a_seat_that_played_nothing_does_not_win():
    assert winner(RED, "-", "y9g10", "r0y3", "-") == 2


@given(st.permutations(range(CARD_COUNT)), st.integers(2, 6), st.integers(0, 3))
def test_xx4_the_winner_is_the_highest_by_number_and_then_by_total(order, seats, colour):
    row = np.array(order[:seats], np.int8)
    if (NUMBER[row, colour] < 0).all():
        return
    best = max(range(seats), key=lambda seat: (NUMBER[row[seat], colour], TOTAL[row[seat]]))
    assert trick_winner(row, seats, colour, RANK) == best


@pytest.mark.parametrize("colour", range(4))
def test_xx4_no_two_cards_of_a_colour_are_equal(colour):
    ranks = [(NUMBER[card, colour], TOTAL[card]) for card in range(CARD_COUNT) if NUMBER[card, colour] >= 0]
    assert len(set(ranks)) == len(ranks)
