"""Unseen cards: no deal contradicts what was shown, and all possible deals are about equally likely."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pioche.core.chance import new_random
from pioche.core.compiled.compile import compiled
from pioche.parts.beginning import most_points
from pioche.parts.unseen import TRIES, deal_unseen, deal_unseen_most_points, points_before_first, settle

SAMPLES = 20_000


def build_deals():
    def deals(holder, barred, rng, out):
        cards = np.empty(len(holder), np.int16)
        for i in range(len(out)):
            cards[:] = np.arange(len(holder))
            deal_unseen(cards, holder, len(holder), barred, rng)
            out[i] = cards

    return deals


def build_most_points_deals():
    def deals(holder, barred, worth, seen, first, rng, out):
        cards = np.empty(len(holder), np.int16)
        for i in range(len(out)):
            cards[:] = np.arange(len(holder))
            deal_unseen_most_points(cards, holder, len(holder), barred, worth, seen, first, TRIES, rng)
            out[i] = cards

    return deals


def who_has(order, holder):
    """A deal as the holder of each card: the order within a hand does not matter."""
    has = [0] * len(order)
    for place, card in enumerate(order):
        has[int(card)] = int(holder[place])
    return tuple(has)


def row(*sizes):
    """Return the holders of a row, from the number of slots of each holder."""
    return np.repeat(np.arange(len(sizes)), sizes).astype(np.int8)


def bars(holders, cards, *pairs):
    barred = np.zeros((holders, cards), np.bool_)
    for holder, card in pairs:
        barred[holder, card] = True
    return barred


def possible(holder, barred):
    """Return every deal in which nothing is barred, by trying all of them."""
    every = {who_has(order, holder) for order in permutations(range(len(holder)))}
    return {deal for deal in every if not any(barred[has, card] for card, has in enumerate(deal))}


def sampled(holder, barred, samples=SAMPLES):
    out = np.zeros((samples, len(holder)), np.int16)
    compiled(build_deals(), "unseen.deals")(holder, barred, new_random(1), out)
    return Counter(who_has(order, holder) for order in out)


CASES = {
    "nothing barred": (row(2, 2, 2), bars(3, 6)),
    "one void": (row(2, 2, 3), bars(3, 7, (0, 0), (0, 1), (0, 2))),
    "a hand that is certain": (row(2, 2, 2), bars(3, 6, (0, 0), (0, 1), (0, 2), (0, 3))),
    "a ring of three": (row(1, 1, 1), bars(3, 3, (0, 0), (1, 1), (2, 2))),
    "only one deal": (row(1, 2, 1), bars(3, 4, (0, 1), (0, 2), (0, 3), (1, 3))),
    "all restricted": (row(2, 2, 2), bars(3, 6, (0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (2, 5))),
    "four holders": (row(2, 1, 2, 2), bars(4, 7, (0, 0), (0, 1), (1, 0), (1, 2), (1, 3), (2, 5), (2, 6))),
    "no heap": (row(3, 4), bars(2, 7, (0, 0), (0, 1), (1, 6))),
}


@pytest.mark.parametrize("case", CASES)
def test_exactly_the_possible_deals_come_out(case):
    holder, barred = CASES[case]
    assert set(sampled(holder, barred)) == possible(holder, barred)


@pytest.mark.parametrize("case", CASES)
def test_deals_come_out_about_equally_often(case):
    holder, barred = CASES[case]
    counts = sampled(holder, barred)
    expected = SAMPLES / len(counts)
    assert all(abs(count - expected) < 0.1 * expected + 5 * expected**0.5 for count in counts.values())


@given(st.data())
def test_a_possible_deal_is_always_found(data):
    """Bars are drawn around a possible deal, as in play; however many there are, a deal is found."""
    sizes = data.draw(st.lists(st.integers(0, 9), min_size=2, max_size=7))
    holder = row(*sizes)
    count = len(holder)
    assume(count)
    truth = np.array(data.draw(st.permutations(range(count))))
    seed = data.draw(st.integers(0, 999))
    rng, chance = np.random.default_rng(seed), new_random(seed)
    barred = rng.random((len(sizes), count)) < data.draw(st.floats(0, 1))
    barred[holder, truth] = False
    cards = np.arange(count, dtype=np.int16)
    deal_unseen(cards, holder, count, barred, chance)
    assert sorted(cards) == list(range(count))
    assert not barred[holder, cards].any()


def test_a_deal_without_barred_cards_is_left_unchanged():
    cards = np.array([3, 0, 2, 1], np.int16)
    settle(cards, row(2, 2), 4, bars(2, 4, (0, 1), (1, 3)))
    assert cards.tolist() == [3, 0, 2, 1]


# G3 The seat that began had been dealt the most points.

WORTH = np.array([1, 2, 3, 4, 5, 6, 9], np.int32)


def most_points_sampled(holder, barred, seen, seats, dealer, first):
    known = np.zeros(len(barred), np.int32)
    known[:seats] = seen
    points_before_first(known, seats, dealer, first)
    out = np.zeros((SAMPLES, len(holder)), np.int16)
    deals = compiled(build_most_points_deals(), "unseen.deals")
    deals(holder, barred, WORTH, known, first, new_random(2), out)
    return Counter(who_has(order, holder) for order in out)


def begins(deal, seen, seats, dealer):
    points = np.array(seen, np.int32)
    for card, has in enumerate(deal):
        if has < seats:
            points[has] += WORTH[card]
    return most_points(points, seats, dealer)


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize("seen", [(0, 0, 0), (4, 0, 6)])
def test_g3_the_seat_that_began_has_the_most_points_in_every_deal(seen, dealer, first):
    holder, barred = row(2, 2, 2, 1), bars(4, 7, (0, 0), (2, 1))
    wanted = {deal for deal in possible(holder, barred) if begins(deal, seen, 3, dealer) == first}
    counts = most_points_sampled(holder, barred, seen, 3, dealer, first)
    assert wanted
    assert set(counts) == wanted


def test_g3_deals_come_out_about_equally_often():
    counts = most_points_sampled(row(2, 2, 3), bars(3, 7, (0, 0)), (0, 3), 2, 1, 0)
    expected = SAMPLES / len(counts)
    assert all(0.7 * expected < count < 1.4 * expected for count in counts.values())


def test_g3_seats_closer_to_the_dealers_left_must_have_fewer_points():
    seen = np.zeros(5, np.int32)
    points_before_first(seen, 4, 1, 0)
    assert seen[:4].tolist() == [0, 0, 1, 1]
    assert seen[4] < -550
