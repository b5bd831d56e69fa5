"""What follows from play in Fournir des séries (G6): cards taken, who had the most points, who can form a series."""

from itertools import combinations, islice

import numpy as np
import pytest

from pioche.core.chance import new_random
from pioche.core.state import content, copy
from pioche.games.xxl.series import RULES, knowledge
from pioche.games.xxl.series.runs import can_any_form, runs_of
from tests.games.xxl.series.deals import NAMES, dealt, deck_of, hand, names, opened, position, walk
from tests.games.xxl.series.referee import Round, best_hand, could_be, dealt_hands, deck_for, points, told
from tests.stories import imagined, play

PLAYERS = list(range(2, 7))


def hidden_hands(world):
    return [hand(world, seat) - names(world.taken[seat]) for seat in range(world.seats)]


def is_possible(match, story, seat, world):
    """Whether the referee finds a deck that deals these hands, with these points, and allows the same moves."""
    hidden = hidden_hands(world)
    stock = [NAMES[card] for card in reversed(world.stock[: world.left])]
    hands = {}
    for other in set(range(match.players)) - {seat}:
        found = (held for held in dealt_hands(story, other, hidden[other]) if total(held) == world.dealt[other])
        hands[other] = next(found, None)
    return None not in hands.values() and could_be(match, story, deck_for(story, seat, hands, hidden, stock))


def total(cards):
    return sum(map(points, cards))


# What is seen.


def test_a_card_taken_openly_is_known_to_all_as_long_as_it_is_in_that_hand():
    match = dealt(["g0r6 b2r7 b4r8 y9g10", "r0y3 g2b6 y1b7 r4b10"], "y0g5 g1r2", "b0y10 y2r3")
    play(match, "swap b2r7/y0g5", "stop")
    for seat in (-1, 0, 1):
        assert names(match.known(seat).taken[0]) == {"y0g5"}
        assert all("y0g5" in hand(world, 0) for world in imagined(RULES, match.known(seat), seat, 20))
    play(match, "stop", "add y0g5")
    assert names(match.known(1).taken[0]) == set()
    assert match.state.player[NAMES.index("y0g5")] == -2
    play(match, "stop", "swap r0y3/y0g5")
    assert names(match.known(-1).taken[1]) == {"y0g5"}


def test_drawn_cards_are_hidden_from_all_others():
    match = dealt(["g0r6 b2r7 b4r8 y9g10", "r0y3 g2b6 y1b7 r4b10"], "y0g5 g1r2", "b0y10 y2r3")
    play(match, "add b2r7", "stop")
    assert {len(hidden_hands(world)[0]) for world in imagined(RULES, match.known(1), 1, 10)} == {4}
    fourth = {card for world in imagined(RULES, match.known(1), 1, 3000) for card in hand(world, 0)}
    assert {"b0y10", "y2r3", "g0r6"} <= fourth
    assert not fourth & {"b2r7", "y0g5", "g1r2", *match.hands()[1]}


def test_a_spectator_and_the_others_know_neither_hands_nor_stock():
    state = position("g0r6 b2r7", "r0y3 g2b6", open_cards="y0g5", stock="b0y10 y2r3")
    for seat in (-1, 1):
        known = RULES.known(state, seat)
        assert known.hands[0] == -1
        assert known.dealt[0] == -1
        assert known.stock[: state.left].tolist() == [-1, -1]
    assert RULES.known(state, 0).hands[0] == state.hands[0]


# Who was dealt the most points.


def test_g3_the_first_player_was_dealt_the_most_points_whatever_they_hold_now():
    match = dealt(["y9g10 b8y10 y7g10 b8g9", "r0y3 g2b6 y1b7 r5y9"], "y0g5 g1r2", "b0y1 g0r2 r0b4 g1y5")
    play(match, "add y9g10", "stop", "stop", "add b8y10", "stop", "stop", "add y7g10", "stop")
    worlds = imagined(RULES, match.known(1), 1, 4000)
    assert min(int(world.dealt[0]) for world in worlds) >= total(match.hands()[1]) == 33
    assert min(total(hand(world, 0)) for world in worlds) < 33


def test_g3_a_card_given_away_before_any_draw_was_dealt():
    match = dealt(["g0r6 b2r7 b4r8 y9g10", "r0y3 g2b6 y1b7 r4b10"], "y0g5 g1r2", "b0y10 y2r3")
    play(match, "add b2r7", "stop", "stop", "add b4r8")
    player, till = match.state.player, match.state.till
    assert [(player[number], till[number]) for number in map(NAMES.index, ("b2r7", "b4r8"))] == [(0, 0), (0, 1)]


# Worlds as they come, and all that can be.


@pytest.mark.parametrize("eagerness", [0.0, 1.0])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_sampled_deal_agrees_with_the_play_so_far(players, eagerness):
    match = opened(players, seed=players)
    for now in walk(match, np.random.default_rng(players), eagerness):
        if now.state.left == 0 or len(now.moves) % 4 == 0:
            check_worlds(now)
    check_worlds(match)


def check_worlds(match):
    story = told(match, deck_of(match))
    for seat in range(-1, match.players):
        for world in imagined(RULES, match.known(seat), seat, 4, seed=len(match.moves)):
            assert is_possible(match, story, seat, world)
            assert content(RULES.known(world, seat)) == content(match.known(seat))


def late_matches(players, seed, most):
    """Yield a match at each moment with an empty stock at which only a few cards are hidden from seat 0."""
    match = opened(players, seed=seed)
    for now in walk(match, np.random.default_rng(seed), eagerness=0.7):
        if now.state.left == 0 and 0 < sum(map(len, hidden_hands(now.state)[1:])) <= most:
            yield now


def splits(cards, sizes):
    """All ways to share cards out in hands of these sizes."""
    if not sizes:
        yield []
        return
    for first in combinations(sorted(cards), sizes[0]):
        for rest in splits(cards - set(first), sizes[1:]):
            yield [set(first), *rest]


def possible_worlds(match):
    """The hidden hands of all others than seat 0 that the referee finds possible, and how many contradict XX44 only."""
    story, truth = told(match, deck_of(match)), hidden_hands(match.state)[1:]
    possible, without_series = set(), 0
    for hidden in splits(set().union(*truth), [len(cards) for cards in truth]):
        hands = {
            seat: best_hand(story, seat, hidden[seat - 1], 1 if seat == match.state.first else -1)
            for seat in range(1, match.players)
        }
        if all(len(cards) == 4 for cards in hands.values()):
            deck = deck_for(story, 0, hands, [set(), *hidden], [])
            if could_be(match, story, deck):
                possible.add(tuple(map(frozenset, hidden)))
            elif begins_with(match, deck):
                without_series += 1
    return possible, without_series


def begins_with(match, deck):
    return Round(match.players, match.dealer, deck).turn == match.state.first


def as_key(world):
    return tuple(map(frozenset, hidden_hands(world)[1:]))


def telling_positions(players, most, wanted):
    """Some late positions in which XX44 tells something, with the worlds that are possible."""
    found = 0
    for seed in range(100):
        for match in islice(late_matches(players, seed, most), 2):
            possible, without_series = possible_worlds(match)
            if without_series:
                yield match, possible
                found += 1
        if found >= wanted:
            return
    raise AssertionError


def check_all_are_imagined(match, possible):
    """Worlds to which few deals lead are rare, so that it may take many to meet them all."""
    found, seed = set(), 0
    while not found >= possible:
        found |= {as_key(world) for world in imagined(RULES, match.known(0), 0, 20 * len(possible) + 100, seed)}
        assert found <= possible
        seed += 1
        assert seed < 50, f"{possible - found} are possible, and are not imagined"


@pytest.mark.parametrize(("players", "most"), [(3, 8), (4, 7), (5, 7), (6, 6)])
def test_exactly_the_possible_deals_are_sampled(players, most):
    for match, possible in telling_positions(players, most, wanted=3):
        check_all_are_imagined(match, possible)


def test_xx44_reveals_nothing_about_others_if_one_can_form_a_series_oneself():
    tried = 0
    for seed in range(200):
        for match in islice(late_matches(3, seed, 8), 2):
            story = told(match, deck_of(match))
            if [story.can_form(seat) for seat in range(3)] == [True, False, False]:
                possible, _ = possible_worlds(match)
                check_all_are_imagined(match, possible)
                tried += len(possible) > 3
        if tried >= 4:
            return
    raise AssertionError


def can_any_lay_at_once(state):
    return any(runs_of(state.hands[seat], state.open_cards) for seat in range(state.seats))


@pytest.mark.parametrize(("players", "seed"), [(3, 65), (3, 276), (4, 297)])
def test_xx44_three_open_cards_reveal_nothing_about_the_hands(players, seed):
    """The round goes on though nobody can lay a series without an exchange, and that is imagined."""
    match = next(now for now in late_matches(players, seed, 8) if not can_any_lay_at_once(now.state))
    possible, _ = possible_worlds(match)
    assert len(possible) > 3
    check_all_are_imagined(match, possible)
    assert not all(map(can_any_lay_at_once, imagined(RULES, match.known(0), 0, 200)))


def test_with_two_players_the_other_hand_is_known_once_the_stock_is_empty():
    for seed in range(5):
        for match in islice(late_matches(2, seed, 4), 2):
            truth = as_key(match.state)
            assert possible_worlds(match) == ({truth}, 0)
            assert {as_key(world) for world in imagined(RULES, match.known(0), 0, 20)} == {truth}


def test_xx44_a_deal_is_repaired_step_by_step_if_random_deals_fail(monkeypatch):
    """No other worlds come if only one deal is tried before it is changed."""
    monkeypatch.setattr(knowledge, "DEALS", 1)
    monkeypatch.setattr(knowledge, "PASSES", 100)
    rng = new_random(1)
    for match, possible in telling_positions(4, 7, wanted=3):
        for _ in range(10):
            world = copy(match.known(0))
            knowledge.imagine(world, 0, rng)
            assert as_key(world) in possible


def test_xx44_a_deal_is_changed_only_among_the_hidden_cards():
    known = RULES.known(position("g0r6 b2r7", "r0y3 g2b6", "y1b7 r4b10", open_cards="y0g5"), 0)
    origins, moments, rng = knowledge.possible_origins(known, 0), knowledge.open_moments(known, 0), new_random(1)
    knowledge.deal_richest(known, 0, origins, rng)
    hidden = sorted(origins.cards[: origins.length])
    origins.cards[origins.length :] = NAMES.index("g0r6")
    knowledge.pass_about(known, 0, moments, origins, rng)
    assert sorted(origins.cards[: origins.length]) == hidden


def test_xx44_nothing_is_known_about_series_while_cards_can_be_drawn():
    match = dealt(["g0r6 b2r7 y9g10 y1b7", "r0y3 g2b6 b4r8 r4b10"], "y0g5 g1r2", "b0y10 y2r3")
    worlds = imagined(RULES, match.known(0), 0, 60)
    assert {can_any_form(world.hands, world.open_cards, 2) for world in worlds} == {False, True}


def test_xx44_the_end_reveals_that_nobody_can_form_a_series():
    match = opened(4, seed=3)
    for _ in walk(match, np.random.default_rng(3), eagerness=1):
        pass
    assert match.ending == "nobody-can-lay"
    for world in imagined(RULES, match.known(0), 0, 300):
        assert not can_any_form(world.hands, world.open_cards, 4)
