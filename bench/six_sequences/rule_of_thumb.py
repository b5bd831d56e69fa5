"""How often the quick player of Les 6 Séquences, by judgement alone, beats random play in a round for two.

python bench/six_sequences/rule_of_thumb.py [rounds] [seed]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from pioche.core.chance import Random, below, new_random
from pioche.core.compiled.compile import compiled
from pioche.core.compiled.kernels import fresh_decks, kernels, pick_seat
from pioche.core.game import Moves
from pioche.core.judgement import Values, Weights
from pioche.core.state import Batch, batch, blanks
from pioche.core.think.tree import sample
from pioche.games.k6t.six_sequences import GAME, RULES
from pioche.games.k6t.six_sequences.bot.appraise import appraise
from pioche.games.k6t.six_sequences.bot.judgement import JUDGEMENT

legal_moves, apply, to_move, is_over, observe = (
    RULES.legal_moves,
    RULES.apply,
    RULES.to_move,
    RULES.is_over,
    RULES.observe,
)


def duel(rounds: Batch, blank: Batch, moves: Moves, values: Values, weights: Weights, rng: Random) -> None:
    """Play each round to its end: seat 0 by judgement, only from what it knows, seat 1 at random."""
    known = blank.copy()
    for i in range(len(rounds)):
        state = rounds[i]
        while not is_over(state):
            seat = pick_seat(to_move(state), rng)
            count = legal_moves(state, seat, moves)
            move = moves[below(rng, count)]
            if seat == 0:
                known[0] = blank[0]
                observe(state, seat, known[0])
                appraise(known[0], seat, moves, count, weights, values)
                move = moves[sample(values, count, np.inf, rng)]
            apply(state, seat, move)


def measure(count: int, seed: int, table: str = "tuned") -> tuple[float, float, Any]:
    """Return the shares of rounds that the quick player wins and ties, and the mean scores."""
    rng = new_random(seed)
    setting = GAME.agree(2)
    options, rounds = batch(RULES.options, count), batch(RULES.state, count)
    for i in range(count):
        options[i] = GAME.round_options(RULES, setting, i % 2)
    kernels(RULES).deal(options, *fresh_decks(RULES, options[0]), rng, rounds)
    moves, values = np.empty(RULES.most_legal, np.int32), np.empty(RULES.most_legal, np.float64)
    weights = JUDGEMENT.weights(setting, table)
    compiled(duel, "six-sequences.duel")(rounds, blanks(RULES.state, 1), moves, values, weights, rng)
    points = np.zeros((count, 2), np.int32)
    kernels(RULES).result(rounds, points, np.zeros(count, np.int32))
    ahead = points[:, 0] - points[:, 1]
    return float((ahead > 0).mean()), float((ahead == 0).mean()), points.mean(axis=0)


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    won, tied, means = measure(rounds, seed)
    print(f"{rounds} rounds: {won:.1%} won, {tied:.1%} tied; mean scores {means[0]:.1f} and {means[1]:.1f}")
