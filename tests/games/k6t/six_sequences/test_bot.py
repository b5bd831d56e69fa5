"""The player by rules of thumb."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from pioche.games.k6t.six_sequences import RULES
from pioche.games.k6t.six_sequences.bot import choose
from tests.games.k6t.six_sequences.deals import known_to, legal, opened, play, position, to_move

DISCARDING, LAST_GOES = 3, 5
BENCH = Path(__file__).parents[4] / "bench" / "six_sequences" / "rule_of_thumb.py"


def choice(state):
    (seat,) = to_move(state)
    numbers = np.array([RULES.move_numbers[name] for name in legal(state)], np.int32)
    return RULES.move_name(choose(known_to(state, seat), seat, numbers, np.random.default_rng(1)))


def test_it_lays_a_sequence_before_all_else():
    state = position("7h 4c 5c 6c 9s", "", sequences=["0 4h 5h 6h"], series=["0 9c 9h 9d"])
    assert choice(state) == "lay 4c+5c+6c"


def test_it_keeps_the_joker_for_where_it_leads_on():
    assert choice(position("0h 2s", "", sequences=["0 4h 5h 6h"])) == "stop"
    assert choice(position("0h 8h", "", sequences=["0 4h 5h 6h"])) == "add 0h=7h"
    assert "add 0h" in choice(position("0h 2s", "", sequences=["0 4h 5h 6h"], phase=LAST_GOES, left=0))


def test_it_discards_what_helps_least():
    state = position("4c 5c 8h 9h Jm 3s", "", sequences=["0 Rh Qh Kh"], phase=DISCARDING)
    assert choice(state) in ("discard Jm", "discard 3s")


def test_it_claims():
    state = play(position("8d 2c", "9d 10d 3s", phase=DISCARDING), "discard 8d")
    assert choice(state) == "claim lay 8d+9d+10d"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_whole_games_from_knowledge_alone(players):
    match, rng = opened(players, seed=players), np.random.default_rng(players)
    while not match.over:
        seat = match.to_move[0]
        numbers = match.legal_numbers(seat)
        move = choose(match.known(seat), seat, np.array(numbers, np.int32), rng)
        assert move in numbers
        match.play(seat, move)
    assert max(match.scores) > 0


def test_it_beats_random_play():
    """In nineteen of twenty rounds for two; bench/six_sequences/rule_of_thumb.py measures it more finely."""
    specification = importlib.util.spec_from_file_location("rule_of_thumb", BENCH)
    bench = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(bench)
    won, _, means = bench.measure(4000, seed=3)
    assert won >= 0.95
    assert means[0] > means[1] + 30
