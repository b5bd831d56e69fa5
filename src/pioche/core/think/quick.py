"""Quick players at native speed: whole rounds without search, each seat with its own weights."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..chance import Random
from ..compiled.compile import Loop, compiled
from ..compiled.kernels import Numbers, pick_seat
from ..game import AnyRules, Moves
from ..judgement import Judgement, Values, Weights
from ..rule import rule
from ..state import Batch
from .tree import sample


@rule
def says_nothing(state: Any, seat: int, weights: Weights, out: Moves) -> int:
    return 0


def judgement_of(rules: AnyRules) -> Judgement:
    if rules.judgement is None:
        raise TypeError(f"{rules.name} has no judgement")
    return rules.judgement


def build_quick(rules: AnyRules, judgement: Judgement) -> Loop:
    to_move, legal_moves, apply, is_over = rules.to_move, rules.legal_moves, rules.apply, rules.is_over
    appraise, most_legal = judgement.appraise, rules.most_legal
    talk = judgement.talk or says_nothing

    @rule
    def all_talk(state: Any, weights: Values, said: Moves) -> None:
        """Let every seat give the signals that are due, in the order of the seats."""
        for seat in range(len(weights)):
            for i in range(talk(state, seat, weights[seat], said)):
                apply(state, seat, said[i])

    def quick(rounds: Batch, rng: Random, weights: Values, sharpness: Values, lengths: Numbers) -> None:
        """Play each round to its end; ``weights`` has a row for each seat. Adds the moves made to the lengths."""
        moves, said = np.empty(most_legal, np.int32), np.empty(most_legal, np.int32)
        values = np.empty(most_legal, np.float64)
        for i in range(len(rounds)):
            state = rounds[i]
            all_talk(state, weights, said)
            while not is_over(state):
                seat = pick_seat(to_move(state), rng)
                count = legal_moves(state, seat, moves)
                chosen = 0
                if count > 1:
                    appraise(state, seat, moves, count, weights[seat], values)
                    chosen = sample(values, count, sharpness[seat], rng)
                apply(state, seat, moves[chosen])
                all_talk(state, weights, said)
                lengths[i] += 1

    return quick


@cache
def quick_loop(rules: AnyRules, judgement: Judgement, *, interpreted: bool = False) -> Loop:
    """Return the loop of a game's quick players; while tuning, the judgement may differ from the game's own."""
    loop = build_quick(rules, judgement)
    return loop if interpreted else compiled(loop, f"{rules.name}.quick")
