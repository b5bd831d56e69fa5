"""Helpers of the scripts that learn a game's weights by self-play."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from pioche.core.game import Game
from pioche.core.weights import Weights
from pioche.lab.tuning import Trial, evolve

STILL = 1e-6
"""The scale of a weight that is not learned."""


def arguments(doc: str | None, game: Game) -> argparse.ArgumentParser:
    """Return a parser for the numbers of players, and for how long to learn."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("players", type=int, nargs="*", default=list(game.players))
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def learn(trial: Trial, scale: Sequence[float], given: argparse.Namespace) -> Weights:
    """Return better weights than the tuned ones, and print how they fare alone among those."""
    start, players = trial.judgement.weights(trial.setting, "tuned"), trial.setting.players
    length = {"deals": given.deals, "generations": given.generations}
    found = evolve(trial, start, scale=scale, seed=given.seed, workers=1, **length)
    won, _ = trial.alone(found, start, 5 * given.deals, given.seed + 1)
    print(f"# {players} players: {won:.3f} of rounds alone among those it began from ({1 / players:.3f} is even)")
    return found.round(3)
