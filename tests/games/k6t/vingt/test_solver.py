"""The solver of 20/20, against all orders of play and by replay."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche.core.state import content, copy
from pioche.games.k6t.deck import RANKS, SUITS
from pioche.games.k6t.vingt import RULES
from pioche.games.k6t.vingt.solver import WAYS, Solution, solve
from tests.games.k6t.vingt.positions import after, deals, moves_of, position, small_position

PLAY_BY_ITSELF = [rank + suit for rank in RANKS for suit in SUITS]
FOUR_IN_ONE_PILE = ["0s", "0c", "0h", "0d"]


def is_winnable_by_trying(state, seen):
    """Every order of play, each position once."""
    if state.left == 0:
        return True
    if (key := state.removed.tobytes()) in seen:
        return False
    seen.add(key)
    return any(is_winnable_by_trying(after(state, move), seen) for move in moves_of(state))


def wins(state, moves):
    """Whether a line, by name, is legal from here and leaves nothing."""
    state = copy(state)
    for name in moves:
        if RULES.move_numbers[name] not in moves_of(state):
            return False
        RULES.apply(state, 0, RULES.move_numbers[name])
    return state.left == 0


def test_six_cards_can_be_paired_off_in_fifteen_ways():
    assert len(WAYS) == 15


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_the_solver_agrees_with_brute_force(seed):
    state = small_position(np.random.default_rng(seed))
    before = content(state)
    solution = solve(state)
    assert content(state) == before, "solving changes nothing"
    assert solution.winnable == is_winnable_by_trying(state, set())
    assert wins(state, solution.moves) == solution.winnable


def test_small_positions_include_wins_and_losses():
    rng = np.random.default_rng(1)
    winnable = [solve(small_position(rng)).winnable for _ in range(200)]
    assert 20 < sum(winnable) < 180


def test_every_deal_is_decided_and_every_line_wins():
    for state in deals(100, seed=2):
        solution = solve(state)
        assert wins(state, solution.moves) == solution.winnable
        assert len(solution.moves) == (60 if solution.winnable else 0)


def test_a_winning_line_can_be_played_in_a_match():
    match = pioche.open("20-20", seed=3)
    for move in solve(match.state).moves:
        match.play(0, move)
    assert match.ending == "cleared"


def test_a_lost_game_never_becomes_winnable_again():
    """After a move of the line there is still a line; where a move loses the game, all that follow do."""
    rng = np.random.default_rng(4)
    for state in deals(20, seed=4):
        was_winnable = True
        while moves := moves_of(state):
            winnable = solve(state).winnable
            assert winnable <= was_winnable
            was_winnable = winnable
            RULES.apply(state, 0, int(rng.choice(moves)))
        assert solve(state).winnable == (state.left == 0)


def test_four_of_a_rank_in_one_pile_cannot_be_won():
    rest = [card for card in PLAY_BY_ITSELF if card not in FOUR_IN_ONE_PILE]
    deck = []
    for depth in range(6):
        deck += [FOUR_IN_ONE_PILE[depth] if depth < 4 else rest.pop()] + [rest.pop() for _ in range(19)]
    assert solve(pioche.open("20-20", deck=deck).state) == Solution(winnable=False, moves=(), steps=0)


@pytest.mark.parametrize(
    ("piles", "winnable"),
    [
        ([], True),
        ([[0], [20]], True),
        ([[0, 20]], False),
        ([[0, 1], [20, 21]], True),
        ([[0, 1], [21, 20]], False),
        ([[0, 1], [21, 20], [40], [60]], True),
        ([[0, 1], [21, 20], [40, 61], [41, 60]], True),
        ([[0, 1, 20], [21, 40, 60]], False),
        ([[0, 1, 20], [40, 21], [60]], True),
    ],
)
def test_worked_small_positions(piles, winnable):
    """Cards 0, 20, 40, 60 are 0s; 1, 21, 41, 61 are 1s."""
    assert solve(position(piles)).winnable == winnable


def test_the_same_state_gets_the_same_answer():
    (state,) = deals(1, seed=5)
    assert solve(state) == solve(state)
