"""Origins of hidden cards, in small examples that can be counted by hand. The games' tests have whole rounds."""

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.state import NOBODY
from pioche.parts.origins import DEALT, bar_before, bar_played, deal_origins, deal_origins_most_points, find_origins

CARDS, SEATS, SIZE = 8, 3, 2
NEVER = 127


def hidden(*cards):
    return np.isin(np.arange(CARDS), cards)


def by_card(origins):
    """By card: its owner, and the number of the draw."""
    places = (origins.holder[place] for place in range(origins.length))
    return {
        int(card): (int(origins.owner[at]), int(origins.number[at]))
        for card, at in zip(origins.cards[: origins.length], places, strict=True)
    }


def found(drawn=(0, 0, 0), cards=range(2, 8)):
    """What seat 0, which holds the cards 0 and 1, does not know."""
    return find_origins(hidden(*cards), SEATS, 0, SIZE, np.array(drawn, np.int32))


def dealt(origins, times=300):
    rng = new_random(1)
    for _ in range(times):
        deal_origins(origins, rng)
        yield by_card(origins)


def test_all_seats_but_one_have_origins_and_the_rest_is_the_stock():
    origins = found(drawn=(3, 1, 0))
    ways = sorted(by_card(origins).values())
    assert ways == [(NOBODY, DEALT), (1, DEALT), (1, DEALT), (1, 1), (2, DEALT), (2, DEALT)]


def test_all_hands_are_hidden_from_a_spectator():
    origins = find_origins(hidden(*range(CARDS)), SEATS, -1, SIZE, np.zeros(3, np.int32))
    assert sorted(owner for owner, _ in by_card(origins).values()) == [NOBODY, NOBODY, 0, 0, 1, 1, 2, 2]


def test_a_played_card_came_to_its_player_before_it_was_played():
    """Seat 1 has drawn twice; it played the card 5 after its first draw."""
    player, till = np.full(CARDS, NOBODY, np.int8), np.zeros(CARDS, np.int8)
    player[5], till[5] = 1, 1
    origins = found(drawn=(0, 2, 0))
    bar_played(origins, player, till)
    assert {ways[5] for ways in dealt(origins)} == {(1, DEALT), (1, 1)}


def test_a_card_that_a_seat_lacked_can_only_have_come_later():
    """After its first draw, seat 1 did not have the card 5; the card 6 it can never have."""
    since = np.zeros((SEATS, CARDS), np.int8)
    since[1, 5], since[1, 6] = 2, NEVER
    origins = found(drawn=(0, 2, 0))
    bar_before(origins, since)
    ways = list(dealt(origins))
    assert {way[5] for way in ways} == {(1, 2), (2, DEALT)}
    assert {way[6] for way in ways} == {(2, DEALT)}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_g3_the_player_who_began_was_dealt_the_most_points(first):
    """Seat 0 was dealt 9 points; the others' draws do not count."""
    worth, rng = np.arange(CARDS, dtype=np.int32), new_random(2)
    for _ in range(200):
        origins = found(drawn=(0, 1, 1))
        deal_origins_most_points(origins, worth, np.array([9, 0, 0], np.int32), SEATS, 0, 2, first, rng)
        points = [9, 0, 0]
        for card, (owner, number) in by_card(origins).items():
            if number == DEALT and owner != NOBODY:
                points[owner] += card
        assert points.index(max(points)) == first
