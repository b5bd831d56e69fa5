"""Kernels beyond the laws: picking among several seats, ranking, batches."""

from collections import Counter

import numpy as np

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels, pick_seat, standings
from pioche.core.standings import highest_first, lowest_first
from pioche.core.state import batch
from tests.conformance.laws import dealt


def test_any_seat_of_a_mask_may_be_picked():
    rng = new_random(1)
    picked = Counter(pick_seat(0b10110, rng) for _ in range(3000))
    assert set(picked) == {1, 2, 4}
    assert min(picked.values()) > 850


def test_picking_a_single_seat_draws_no_random_number():
    rng = new_random(1)
    assert pick_seat(0b1000, rng) == 3
    assert rng.tolist() == new_random(1).tolist()


def test_g4_places():
    out = np.zeros(4, np.int32)
    lowest_first(np.array([5, -2, 5, 9], np.int32), out)
    assert out.tolist() == [2, 1, 2, 4]
    highest_first(np.array([5, -2, 5, 9], np.int32), out)
    assert out.tolist() == [2, 4, 2, 1]


def test_standings_of_many_matches_at_once():
    game = registry.find("no-merci")
    points = np.array([[[1, 2, 3]], [[4, 4, 1]]], np.int32)
    totals, places = np.zeros((2, 3), np.int32), np.zeros((2, 3), np.int32)
    standings("no-merci", game.format(game.agree(3)))(points, totals, places)
    assert totals.tolist() == [[1, 2, 3], [4, 4, 1]]
    assert places.tolist() == [[1, 2, 3], [2, 2, 1]]


def test_a_batch_is_played_step_by_step_to_the_end():
    game = registry.find("no-merci")
    setting = game.agree(3)
    (rules,) = game.format(setting).rounds
    rounds = dealt(game, setting, rules, 50, new_random(1), interpreted=False)
    seats, counts, moves = np.zeros(50, np.int32), np.zeros(50, np.int32), np.zeros((50, 2), np.int32)
    loops, steps = kernels(rules), 0
    loops.legal(rounds, seats, moves, counts)
    while counts.any():
        assert ((seats >= 0) == (counts > 0)).all()
        loops.step(rounds, seats, moves[:, 0].copy())
        loops.legal(rounds, seats, moves, counts)
        steps += 1
    assert steps == 24  # everybody takes at once
    assert (seats == -1).all()


def test_copies_are_equal():
    game = registry.find("no-merci")
    (rules,) = game.format(game.agree(3)).rounds
    rounds = dealt(game, game.agree(3), rules, 5, new_random(1), interpreted=False)
    out = batch(rules.state, 5)
    kernels(rules).copy(rounds, out, 1)
    assert out.tobytes() == rounds.tobytes()
