"""Learn the weights of Drahtseilakt by self-play, and print them as tables of judgement.toml.

python bench/drahtseilakt/train.py [players …] [--variant chaotic] [--generations 25] [--matches 400] [--seed 1]

Whole matches are counted, because a round without sticks strikes out an earlier one (DA11).
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks, kernels, standings
from pioche.core.state import batch
from pioche.core.think.quick import quick_loop
from pioche.core.weights import Weights, as_toml, weight_count
from pioche.games.drahtseilakt import GAME
from pioche.games.drahtseilakt.bot.judgement import JUDGEMENT
from pioche.games.drahtseilakt.bot.prospects import COUNTING, EVEN, DrahtseilaktWeights
from pioche.lab.tuning import Trial, evolve

SCALE, STILL = 0.2, 1e-6
"""The initial step of the evolution for a weight, and for one that is not learned."""


class Matches(Trial):
    """Try weights in matches of as many rounds as players, each dealing once (DA1)."""

    def scores(self, weights: NDArray[np.float64], deals: int, seed: int, sharpness: float = np.inf) -> Any:
        """Return the totals of ``deals`` matches, by seat."""
        rules, players = self.rules, self.setting.players
        options = batch(rules.options, deals * players)
        options[:] = self.game.round_options(rules, self.setting, 0)
        options["dealer"] = np.arange(deals * players) % players
        rounds, rng, lengths = batch(rules.state, len(options)), new_random(seed), np.zeros(len(options), np.int32)
        kernels(rules).deal(options, *fresh_decks(rules, options[0]), rng, rounds)
        quick_loop(rules, self.judgement)(rounds, rng, weights, np.full(players, sharpness), lengths)
        points = np.zeros((len(options), players), np.int32)
        kernels(rules).result(rounds, points, lengths)
        totals, places = np.zeros((deals, players), np.int32), np.zeros((deals, players), np.int32)
        total_up = standings(self.game.name, self.game.format(self.setting))
        total_up(points.reshape(deals, players, players), totals, places)
        return totals


def train(players: int, variant: str | None, generations: int, matches: int, seed: int) -> Weights:
    trial = Matches(GAME, GAME.agree(players, variant), JUDGEMENT)
    start = JUDGEMENT.weights(trial.setting, "tuned")
    scale = np.full(weight_count(DrahtseilaktWeights), SCALE)
    scale[[COUNTING, EVEN]] = STILL, 2 * SCALE  # the learner always counts cards
    found = evolve(trial, start, scale=list(scale), deals=matches, generations=generations, seed=seed, workers=1)
    alone, _ = trial.alone(found, start, 10 * matches, seed + 1)
    among, _ = trial.alone(start, found, 10 * matches, seed + 1)
    print(
        f"# {players} players: alone among those it began from it wins {alone:.3f}, one of those among it {among:.3f}"
    )
    return found.round(2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="*", default=list(GAME.players))
    parser.add_argument("--variant")
    parser.add_argument("--generations", type=int, default=25)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = f"tuned-{given.variant}" if given.variant else "tuned"
    for number in given.players:
        learned = train(number, given.variant, given.generations, given.matches, given.seed)
        print(as_toml(DrahtseilaktWeights, learned, f"{table}.{number}"), flush=True)
