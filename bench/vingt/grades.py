"""The distribution of the difficulty of deals, from which the thresholds of the grades come.

python -m bench.vingt.grades [--deals 1000] [--seed 1] [--store]
"""

import argparse
from pathlib import Path
from time import process_time

import numpy as np

from pioche.core.chance import new_random
from pioche.games.k6t.vingt import GAME, grading
from pioche.games.k6t.vingt.grading import DIFFICULTIES, PLAYS, deal_graded, difficulty, winning_share
from pioche.games.k6t.vingt.solver import solve

from .deals import deals

QUANTILES = (0.05, 0.1, 0.25, 1 / 3, 0.5, 2 / 3, 0.75, 0.9, 0.95)
STORED, FIRST_SEED = 12, 1000
HEADING = "# Graded deals for a machine that has not compiled the grader yet: python -m bench.vingt.grades --store"
ASKED_FOR = 20
"""How many deals of each grade are searched for, to measure the time."""


def store() -> None:
    lines = [HEADING]
    for wanted in DIFFICULTIES:
        found = [deal_graded(GAME, wanted, FIRST_SEED + number) for number in range(STORED)]
        lines += [f"\n[{wanted}]", *(f"{deal.seed} = {deal.share}" for deal in found)]
    path = Path(grading.__file__).with_name("graded.toml")
    path.write_text("\n".join([*lines, ""]), encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(description="How hard deals of 20/20 are.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", action="store_true", help="find the deals of graded.toml again")
    chosen = parser.parse_args()
    if chosen.store:
        store()
        return
    rounds = [state for state in deals(chosen.deals, new_random(chosen.seed)) if solve(state).winnable]
    shares = np.array([winning_share(state) for state in rounds])
    print(f"{len(rounds)} deals that can be won, {PLAYS} plays each: {shares.mean():.1%} won")
    print(f"never won {np.mean(shares == 0):.1%}, always won {np.mean(shares == 1):.1%}")
    found = zip(QUANTILES, np.quantile(shares, QUANTILES), strict=True)
    print("quantiles: " + ", ".join(f"{quantile:.0%} {share:.2f}" for quantile, share in found))
    grades = [difficulty(share) for share in shares]
    for wanted in DIFFICULTIES:
        took = []
        for seed in range(ASKED_FOR):
            begin = process_time()
            deal_graded(GAME, wanted, seed)
            took.append(process_time() - begin)
        share = grades.count(wanted) / len(grades)
        print(f"{wanted}: {share:.1%} of these deals; one is found in {np.mean(took):.2f} s, at most {max(took):.2f} s")


if __name__ == "__main__":
    main()
