"""The solver on random deals: all decided, every line replayed, how quickly.

python -m bench.vingt.solve [--deals 10000] [--seed 1]
"""

import argparse
from time import perf_counter
from typing import Any

import numpy as np

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.games.k6t.vingt import RULES
from pioche.games.k6t.vingt.solver import NO_MOVE, Solution, solve

from .deals import deals, wilson

LONGEST = 60


def replay(rounds: Any, solutions: list[Solution]) -> Any:
    """Return which deals are won by their lines, with each move checked by the rules."""
    rounds, loops = rounds.copy(), kernels(RULES)
    seats, counts = np.zeros(len(rounds), np.int32), np.zeros(len(rounds), np.int32)
    legal = np.zeros((len(rounds), RULES.most_legal), np.int32)
    for step in range(LONGEST):
        loops.legal(rounds, seats, legal, counts)
        chosen = np.full(len(rounds), NO_MOVE, np.int32)
        for i, solution in enumerate(solutions):
            if step < len(solution.moves):
                chosen[i] = RULES.move_numbers[solution.moves[step]]
        for i in np.flatnonzero(chosen != NO_MOVE):
            assert chosen[i] in legal[i, : counts[i]], "a line with a move that is not legal"
        going = chosen != NO_MOVE
        played = rounds[going]
        loops.step(played, seats[going], chosen[going])
        rounds[going] = played
    return rounds["left"] == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve random deals of 20/20.")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rounds = deals(chosen.deals, new_random(chosen.seed))
    solve(rounds[0])  # so that compiling is not measured
    took, solutions = [], []
    for state in rounds:
        begin = perf_counter()
        solutions.append(solve(state))
        took.append(perf_counter() - begin)
    wins = sum(solution.winnable for solution in solutions)
    right = int((replay(rounds, solutions) == [solution.winnable for solution in solutions]).sum())
    low, high = wilson(wins, chosen.deals)
    steps = {kind: max((s.steps for s in solutions if s.winnable == kind), default=0) for kind in (True, False)}
    print(f"deals {chosen.deals}, decided {len(solutions)}; lines replayed to a win and losses proved: {right}")
    print(f"winnable {wins / chosen.deals:.2%} (95% {low:.2%} to {high:.2%})")
    quantiles = np.quantile(took, [0.5, 0.99, 1]) * 1e3
    print("time: median {:.2f} ms, 99% {:.2f} ms, worst {:.1f} ms".format(*quantiles))
    print(f"steps: at most {steps[True]} to a win, {steps[False]} to a proof of loss")


if __name__ == "__main__":
    main()
