"""The search: what it finds, what it never learns, and its limits."""

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.judgement import Thought
from pioche.core.state import content
from pioche.core.think import think as thinking
from pioche.core.think.advice import LEAST_TRIES, hints
from pioche.core.think.search import build_key, new_buffers
from pioche.core.think.think import TEXTBOOK, Budget, search, stakes_of
from pioche.core.think.tree import (
    ENTRY,
    FULLEST,
    NOT_FOUND,
    Tree,
    enter,
    find_node,
    mixed,
    new_tree,
    place_of,
    sample,
    weigh,
)

pytestmark = pytest.mark.xdist_group("no-merci")


def last_card(tokens: int) -> pioche.Match:
    """No Merci with only the last card left: 35 points for the seat that takes it."""
    match = pioche.open("no-merci", players=3, seed=1, dealer=2, deck=[*range(3, 26), 35, *range(26, 35)])
    while match.state.turned < 23:
        match.play(match.to_move[0], "take")
    match.state.tokens[:3] = tokens
    return match


def test_the_search_finds_the_winning_move():
    """Taking the 35 costs 35 points; with tokens left for all, refusing is right."""
    match = last_card(tokens=5)
    (seat,) = match.to_move
    thought = search(match.situation(seat, rng=new_random(1)), 400, None, TEXTBOOK)
    assert match.rules.move_name(thought.move) == "refuse"
    assert thought.simulations == 400 == sum(estimate.tries for estimate in thought.estimates)


def test_a_seed_gives_the_same_result_on_any_number_of_threads():
    match = last_card(tokens=2)

    def found(threads):
        budget = Budget(simulations=101, threads=threads)
        return search(match.situation(match.to_move[0], budget=budget, rng=new_random(1)), 101, None, TEXTBOOK)

    assert found(1) == found(1)
    assert found(2) == found(2)
    assert found(2).simulations == 101


def test_the_budget_can_be_a_time():
    match = last_card(tokens=2)
    situation = match.situation(match.to_move[0], budget=Budget(seconds=0.02), rng=new_random(1))
    assert 0 < search(situation, 1, None, TEXTBOOK).simulations < 400_000


def test_every_move_gets_an_estimate():
    match = last_card(tokens=5)
    found = hints(match.situation(match.to_move[0], budget=Budget(simulations=100), rng=new_random(1)))
    assert [hint.move.name for hint in found] == ["refuse", "take"]
    assert all(hint.tries >= 20 for hint in found)
    assert found[0].value > found[1].value


@pytest.mark.parametrize("budget", [Budget(simulations=30), Budget(seconds=0.01)])
@pytest.mark.parametrize("game", ["20-20", "no-merci", "six-sequences", "the-game"])
def test_games_with_their_own_look_ahead_try_every_move_for_a_hint(game, budget):
    """A move tried only once could get any value, and rank above better-known ones."""
    match = pioche.open(game, seed=1)
    while len(match.legal_numbers(match.to_move[0])) == 1:
        match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    found = match.hint(match.to_move[0], budget=budget, seed=1)
    assert min(hint.tries for hint in found) >= LEAST_TRIES


def test_thinking_changes_nothing():
    match = last_card(tokens=5)
    before = content(match.state)
    match.hint(match.to_move[0], budget=Budget(simulations=50), seed=1)
    assert content(match.state) == before


def test_only_a_seat_to_move_gets_hints():
    match = last_card(tokens=5)
    with pytest.raises(pioche.IllegalMove):
        match.hint((match.to_move[0] + 1) % 3)


def test_a_secret_choice_is_in_nobody_elses_key():
    """DA14 Other seats' nodes depend on what everybody sees, not on the card that the searcher has chosen."""
    match = pioche.open("drahtseilakt", players=3, variant="chaotic", seed=1)
    key_of, buffers = build_key(match.rules), new_buffers(match.rules, 3)
    keys, own = set(), set()
    for card in match.hands()[0]:
        match.play(0, card)
        keys.add(key_of(buffers, match.state, -1, 1))
        own.add(key_of(buffers, match.state, 0, 0))
        match.undo()
    assert len(keys) == 1
    assert len(own) == 9


# The stakes of a round.


def test_the_stakes_of_a_round_follow_from_the_format():
    """DA11 A round without sticks strikes out the highest score so far."""
    match = pioche.open("drahtseilakt", players=2, seed=1)
    while match.round == 0:
        match.play(match.to_move[0], match.legal_numbers(match.to_move[0])[0])
    (earlier,) = match.round_scores[:1]
    stakes = stakes_of(match.situation(match.to_move[0]), TEXTBOOK)
    assert list(stakes.otherwise) == earlier
    assert list(stakes.if_zero) == [0, 0]
    assert (stakes.is_last, stakes.low_totals, stakes.counts_place) == (True, True, False)


@pytest.mark.parametrize(
    ("game", "low_scores", "counts_place"),
    [("a-moins", True, True), ("fournir-des-series", False, True)],
)
def test_xx71_over_several_rounds_the_stakes_are_places(game, low_scores, counts_place):
    stakes = stakes_of(_first(pioche.open(game, players=3, seed=1, rounds=2)), TEXTBOOK)
    assert (stakes.low_scores, stakes.counts_place, stakes.low_totals) == (low_scores, counts_place, True)
    assert not stakes.is_last


def test_the_stakes_know_where_high_scores_win():
    stakes = stakes_of(_first(pioche.open("fournir-des-series", players=3, seed=1)), TEXTBOOK)
    assert (stakes.low_scores, stakes.low_totals, stakes.counts_place) == (False, False, False)


def _first(match):
    return match.situation(match.to_move[0])


# The memory of a search.


def small_tree(places: int) -> Tree:
    return new_tree(1)._replace(entries=np.zeros(places, ENTRY))


def test_a_full_table_takes_no_more_entries_and_can_still_be_searched():
    tree = small_tree(16)
    taken = [key for key in range(1, 41, 2) if find_node(tree, key) != NOT_FOUND]
    assert len(taken) == int(FULLEST * 16) + 1 == tree.filled[0]
    assert all(tree.entries[place_of(tree, key, key >> 1)].key == key for key in taken)
    assert find_node(tree, 41) == NOT_FOUND
    assert enter(tree, 41, place_of(tree, 41, 41 >> 1)) == NOT_FOUND


def test_keys_with_the_same_slot_get_their_own():
    tree = small_tree(16)
    first, second = find_node(tree, 3), find_node(tree, 3 + 32)
    assert first != second
    assert (find_node(tree, 3), find_node(tree, 35)) == (first, second)


def test_keys_are_odd_and_positive():
    keys = [mixed(key, number) for key in (1, 5, 2**62 + 1) for number in (-1, 0, 1, -(2**63), 2**63 - 1)]
    assert all(0 < key < 2**63 and key % 2 for key in keys)
    assert len(set(keys)) == len(keys)


def test_sharpness_decides_how_often_the_best_move_is_chosen():
    rng = new_random(1)
    values = np.array([0.0, 2.0, 1.0])
    assert sample(values, 3, np.inf, rng) == 1
    counts = np.bincount([sample(values.copy(), 3, 1.0, rng) for _ in range(4000)], minlength=3) / 4000
    likely = values.copy()
    weigh(likely, 3, 1.0)
    assert likely.sum() == pytest.approx(1)
    assert counts == pytest.approx(likely, abs=0.03)
    assert set(np.bincount([sample(values.copy(), 3, 0.0, rng) for _ in range(600)]) > 150) == {True}


@pytest.mark.parametrize(
    ("budget", "asked"),
    [
        (Budget(simulations=100), [(100, 0)]),
        (Budget(simulations=100, least=20), [(100, 20)]),
        (Budget(simulations=100, seconds=0.0), [(10, 0)]),
        (Budget(simulations=100, seconds=0.0, least=20), [(10, 0), (10, 20)]),
        (Budget(simulations=100, seconds=1e6, least=20), [(10, 0), (100, 20)]),
    ],
)
def test_a_games_own_look_ahead_keeps_to_its_budget(budget, asked):
    """Its budget is in simulations: a few are timed to find out how many the time allows."""
    match, counts = pioche.open("no-merci", 3, seed=1), []

    def think(known, seat, legal, rng, simulations, least, weights):
        counts.append((simulations, least))
        return Thought(int(legal[0]), (), simulations)

    situation = match.situation(match.to_move[0], budget=budget)
    thinking._think_by_itself(situation, think, 100, np.zeros(1))
    assert counts == asked
