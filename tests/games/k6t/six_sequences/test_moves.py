"""The names of moves, which are law, and what moves of each kind there are."""

from collections import Counter

import numpy as np

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.state import batch
from pioche.games.k6t.six_sequences import GAME, RULES

NAMES = [RULES.move_name(number) for number in range(RULES.move_count)]


def test_every_move_has_one_name():
    assert len(set(NAMES)) == RULES.move_count


def test_the_number_of_moves_of_each_kind():
    """15 starts with 4 ways and 2 ends with 7; 19 ranks of 20 triples; for each suit 2 · 19 + 2 additions."""
    kinds = Counter(name.rpartition(" ")[0] or name for name in NAMES)
    assert kinds == {
        "draw": 1,
        "stop": 1,
        "pass": 1,
        "discard": 120,
        "addto series": 120,
        "exchange": 120,
        "add": 6 * 40,
        "lay": 6 * (15 * 4 + 2 * 7) + 19 * 20,
        "claim lay": 6 * (15 * 4 + 2 * 7) + 19 * 20,
        "claim add": 6 * 70,
    }


def test_names_that_records_rely_on():
    for name in (
        "draw",
        "lay 2h+3h+4h",
        "lay 2h+0h=3h+4h",
        "lay Ah=1h+2h+3h",
        "lay Qh+Kh+1h=Ah",
        "lay 0h=Qh+Kh+1h=Ah",
        "lay 11h+11d+11t",
        "add 9c",
        "add 0c=9c",
        "add Ah=1h",
        "add 1h=Ah",
        "addto series 8d",
        "exchange 5h",
        "exchange 1h",
        "exchange Ah",
        "stop",
        "discard 9c",
        "claim lay 2h+3h+4h",
        "claim add 8d+9d",
        "claim add 8d+7d",
        "claim add 8d+0d=9d",
        "claim add 2d+Ad=1d",
        "claim add Kd+1d=Ad",
        "pass",
    ):
        assert name in RULES.move_numbers


def test_every_kind_of_move_occurs_in_random_games():
    rng, chance, count = np.random.default_rng(1), new_random(1), 600
    options, rounds = batch(RULES.options, count), batch(RULES.state, count)
    for i in range(count):
        options[i] = GAME.round_options(RULES, GAME.agree(2 + i % 3), i % 2)
    loops = kernels(RULES)
    loops.deal(options, *fresh_decks(RULES, options[0]), chance, rounds)
    seats, counts = np.zeros(count, np.int32), np.zeros(count, np.int32)
    moves, made = np.zeros((count, RULES.most_legal), np.int32), np.zeros(RULES.move_count, np.int64)
    while True:
        loops.legal(rounds, seats, moves, counts)
        if not counts.any():
            break
        chosen = moves[np.arange(count), (rng.random(count) * counts).astype(np.int32)]
        np.add.at(made, chosen[counts > 0], 1)
        loops.step(rounds, seats, chosen)
    kinds = Counter()
    for number in np.flatnonzero(made):
        kinds[NAMES[number].rpartition(" ")[0] or NAMES[number]] += int(made[number])
    assert set(kinds) == {name.rpartition(" ")[0] or name for name in NAMES}
    assert not any(made[RULES.move_numbers[f"discard 0{suit}"]] for suit in "schdtm")
