"""How often the hint player wins, at several budgets, compared with simpler players.

python -m bench.vingt.strength [--seed 1] [--games 20000,2000,500,200] [--worlds 0,25,100,400]
"""

import argparse
from time import process_time

import numpy as np

from pioche.core.chance import new_random
from pioche.core.compiled.compile import compiled
from pioche.core.compiled.kernels import kernels
from pioche.core.state import batch
from pioche.games.k6t.vingt import RULES
from pioche.games.k6t.vingt.bot.hint_player import Sketch, decide, judgement
from pioche.games.k6t.vingt.bot.training import judged, tallest_first
from pioche.games.k6t.vingt.knowledge import observe
from pioche.games.k6t.vingt.rules import MOST_LEGAL, apply, legal_moves

from .deals import deals, wilson

UNKNOWN_BYTES = 255


def build_games():
    def games(rounds, told, rng, worlds, blank, known, scratch):
        """Play each deal to its end, only from what is known; return how many were won."""
        legal, tally = np.zeros(MOST_LEGAL, np.int32), np.zeros((3, MOST_LEGAL), np.int32)
        wins = 0
        for i in range(len(rounds)):
            count = legal_moves(rounds[i], 0, legal)
            while count > 0:
                known[0] = blank[0]
                observe(rounds[i], 0, known[0])
                move = decide(known[0], legal[:count], told, rng, worlds, scratch, tally[:, :count])
                apply(rounds[i], 0, move)
                count = legal_moves(rounds[i], 0, legal)
            wins += rounds[i].left == 0
        return wins

    return games


class Arena:
    def __init__(self, seed: int) -> None:
        self._games, self._seed = compiled(build_games(), "20-20.strength"), seed
        self._blank = batch(RULES.state, 1)
        self._blank.view(np.uint8)[...] = UNKNOWN_BYTES
        self.play("", judgement(), 1, 1)  # so that compiling is not measured

    def play(self, name: str, told, games: int, worlds: int) -> None:
        rng = new_random(self._seed, 1)
        rounds, begin = deals(games, new_random(self._seed)), process_time()
        wins = self._games(rounds, told, rng, worlds, self._blank, batch(RULES.state, 1), batch(Sketch, 2))
        if name:
            show(name, wins, games, (process_time() - begin) / games)


def show(name: str, wins: int, games: int, seconds: float) -> None:
    low, high = wilson(wins, games)
    print(f"| {name} | {games} | {wins / games:.1%} | {low:.1%} to {high:.1%} | {seconds * 1e3:.2f} ms |", flush=True)


def show_random(games: int, seed: int) -> None:
    rounds, begin = deals(games, new_random(seed)), process_time()
    kernels(RULES).play(rounds, new_random(seed, 1), np.zeros(games, np.int32))
    show("any legal move", int((rounds["left"] == 0).sum()), games, (process_time() - begin) / games)


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description="How often the hint player of 20/20 wins.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=numbers, default=[0, 25, 100, 400])
    parser.add_argument("--games", type=numbers, default=[20000, 2000, 500, 200])
    chosen = parser.parse_args()
    print("| player | games | won | 95% interval | time a game |\n|---|---|---|---|---|")
    arena = Arena(chosen.seed)
    show_random(chosen.games[0], chosen.seed)
    arena.play("tallest piles first", judged(tallest_first()), chosen.games[0], 0)
    for worlds, games in zip(chosen.worlds, chosen.games, strict=True):
        name = f"hint player, {worlds} worlds a move" if worlds else "hint player, rule of thumb alone"
        arena.play(name, judgement(), games, worlds)


if __name__ == "__main__":
    main()
