"""Knowledge from play (G6): a seat that drew or passed had nothing that fitted; the first had the most points."""

from functools import cache
from itertools import combinations, islice

import numpy as np
import pytest

from pioche.games.xxl.deck import card_name
from tests.games.xxl.shedding.deals import GAMES, NAMES, names, stock, under_way
from tests.stories import imagined

PLAYERS = range(2, 7)
WORLDS = 5
MOST_HIDDEN = 8
POSSIBLE = range(6, 200)
"""The largest number of deals of which all are checked."""


def drawn_by(world, seat):
    """The card that a seat has just drawn, if it has."""
    table = world.common
    return [card_name(table.drawn)] if table.has_drawn and table.turn == seat else []


def could_be(story, world, seat, first):
    """Return whether a world could have been played like this; a seat's own hand is not checked again."""
    others = [other for other in range(len(story.seats)) if other != seat]
    ranges = {seat: (world.common.dealt[seat],) * 2}
    for other in others:
        hand, drawn = names(world.common.hands[other]), drawn_by(world, other)
        if not story.is_possible(other, hand, drawn):
            return False
        ranges[other] = story.dealt_points(other, hand, drawn)
    return not story.board.richest_begins or story.could_begin(ranges, first)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_sampled_deal_agrees_with_the_play_so_far(game, players):
    for match, story in under_way(game, players, seed=players):
        seat = story.time % (players + 1) - 1
        for world in imagined(match.rules, match.known(seat), seat, WORLDS, seed=story.time):
            assert could_be(story, world, seat, match.state.common.first)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_sampled_deals_have_consistent_points(game, players):
    for match, story in under_way(game, players, seed=10 + players):
        table = match.state.common
        for world in imagined(match.rules, match.known(0), 0, 1, seed=story.time):
            dealt = world.common.dealt[:players]
            assert dealt[0] == table.dealt[0]
            for other in range(1, players):
                low, high = story.dealt_points(other, names(world.common.hands[other]), drawn_by(world, other))
                assert low <= dealt[other] <= high
            if story.board.richest_begins:
                assert max(dealt) == dealt[table.first]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_the_true_deal_is_always_possible(game, players):
    for match, story in under_way(game, players, seed=20 + players):
        assert all(could_be(story, match.state, seat, match.state.common.first) for seat in range(players))


def possible_ways(match, story):
    """All ways that the referee finds possible, each as the sets of cards in the hands of all but seat 0."""
    table, others = match.state.common, range(1, match.players)
    is_possible, dealt_points = cache(story.is_possible), cache(story.dealt_points)

    def deal(rest, seat):
        """All ways to deal the rest to this seat and those after it."""
        if seat == match.players:
            yield ()
            return
        for hand in combinations(sorted(rest), int(table.held[seat])):
            if is_possible(seat, hand):
                for more in deal(rest - set(hand), seat + 1):
                    yield (hand, *more)

    possible = set()
    for way in deal(set(stock(match.state)).union(*match.hands()[1:]), 1):
        ranges = [(table.dealt[0],) * 2] + [dealt_points(other, hand) for other, hand in zip(others, way, strict=True)]
        if not story.board.richest_begins or story.could_begin(ranges, table.first):
            possible.add(tuple(sum(1 << NAMES.index(card) for card in hand) for hand in way))
    return possible


def late_positions(game, players):
    """Where few cards are hidden, nobody has just drawn, and some ways to lie are possible, but not too many."""
    for seed in range(30):
        for match, story in under_way(game, players, seed):
            table = match.state.common
            if table.left + table.held[1:players].sum() <= MOST_HIDDEN and not table.has_drawn:
                possible = possible_ways(match, story)
                if len(possible) in POSSIBLE:
                    yield match, possible
                    break


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_exactly_the_possible_deals_are_sampled(game, players):
    """Some worlds are rare: few ways for their cards to have come let the seat that began have the most points."""
    positions = list(islice(late_positions(game, players), 2))
    assert len(positions) == 2
    for match, possible in positions:
        found = set()
        for seed in range(20):
            hands = imagined(match.rules, match.known(0), 0, 20_000, seed)["common"]["hands"][:, 1:players]
            found |= {tuple(row) for row in np.unique(hands, axis=0).tolist()}
            if found >= possible:
                break
        assert found == possible
