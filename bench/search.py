"""The speed of search, in simulations per second of processor time, compared with OpenSpiel's ISMCTS in the same run.

    make bench-search

Both search with random playouts from the first choice of a fresh deal, on one core; Pioche plays two simulations in
each world it imagines, OpenSpiel one. Shared machines are noisy, so every
measurement is repeated in turn, and medians are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import thread_time

import numpy as np
import pyspiel

import pioche
from pioche.core.chance import new_random
from pioche.core.think.think import TEXTBOOK, search

REPEATS = 7
SIMULATIONS = {"hearts": 2000, "gin_rummy": 200}
TABLES = (
    ("no-merci", 3, "hearts"),
    ("determiner-la-couleur", 4, "hearts"),
    ("permis-de-refuser", 4, "hearts"),
    ("drahtseilakt", 4, "hearts"),
    ("six-sequences", 2, "gin_rummy"),
)
OURS = 10_000


def peer(name: str) -> Callable[[], float]:
    """OpenSpiel's search at the first choice of a deal."""
    state, rng = pyspiel.load_game(name).new_initial_state(), np.random.default_rng(1)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(actions, p=chances)))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), TEXTBOOK.exploration, SIMULATIONS[name])

    def run() -> float:
        begin = thread_time()
        bot.step(state)
        return SIMULATIONS[name] / (thread_time() - begin)

    return run


def ours(name: str, players: int) -> Callable[[], float]:
    """The same for Pioche's textbook search."""
    match = pioche.open(name, players=players, seed=3)
    while len(match.legal_numbers(match.to_move[0])) == 1:
        match.play(match.to_move[0], match.legal_numbers(match.to_move[0])[0])
    situation = match.situation(match.to_move[0], rng=new_random(1))
    search(situation, 1, None, TEXTBOOK)

    def run() -> float:
        begin = thread_time()
        search(situation, OURS, None, TEXTBOOK)
        return OURS / (thread_time() - begin)

    return run


def main() -> None:
    jobs = {name: peer(name) for name in SIMULATIONS} | {name: ours(name, players) for name, players, _ in TABLES}
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(REPEATS):
        for name, job in jobs.items():
            found[name].append(job())
    rates = {name: median(values) for name, values in found.items()}
    print("OpenSpiel, simulations/s:", ", ".join(f"{name} {rates[name]:,.0f}" for name in SIMULATIONS))
    print("| game | players | simulations/s | compared with OpenSpiel |\n|---|---|---|---|")
    for name, players, beside in TABLES:
        print(f"| {name} | {players} | {rates[name]:,.0f} | {rates[name] / rates[beside]:.1f} × {beside} |")


if __name__ == "__main__":
    main()
