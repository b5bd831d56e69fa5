"""A stock gives its cards from the top."""

import numpy as np

from pioche.parts.stock import NO_CARD, lay_stock, take_top


def test_the_cards_are_taken_in_the_order_of_the_deck():
    stock = np.zeros(6, np.int8)
    left = lay_stock(stock, np.array([3, 1, 4, 0, 5, 2], np.int16), 2)
    taken = [take_top(stock, left - i) for i in range(left)]
    assert taken == [4, 0, 5, 2]
    assert stock.tolist() == [NO_CARD] * 6


def test_equal_stocks_have_equal_bytes():
    one, other = np.full(5, 9, np.int8), np.zeros(5, np.int8)
    for stock in (one, other):
        lay_stock(stock, np.arange(5, dtype=np.int16), 3)
    assert one.tobytes() == other.tobytes()
