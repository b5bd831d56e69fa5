"""Learn the weights of a game by self-play, starting from its judgement.toml, and print them as tables of that file.

    python -m bench.refine fournir-des-series 2 4 --against casual
    python -m bench.refine six-sequences 4 --variant teams --against thumb --generations 30 --deals 800

It plays against the weights it started from and against the table given by --against.
"""

from __future__ import annotations

import argparse

import numpy as np

from pioche import registry
from pioche.core.game import Game
from pioche.core.think.quick import judgement_of
from pioche.core.weights import as_toml
from pioche.lab.tuning import Trial, evolve

SCALE, LEAST_SCALE = 0.3, 0.15
"""How far weights are varied at first: by this share of themselves, and at least by this much."""


def train(game: Game, players: int, given: argparse.Namespace) -> str:
    """Return the learned weights as a table of judgement.toml."""
    setting = game.agree(players, given.variant)
    judgement = judgement_of(game.format(setting).rounds[0])
    assert judgement.declaration is not None
    trial = Trial(game, setting, judgement)
    start, against = (judgement.weights(setting, table) for table in ("tuned", given.against))
    found = evolve(
        trial,
        start,
        pool=[against],
        scale=list(np.maximum(np.abs(start) * SCALE, LEAST_SCALE)),
        deals=given.deals,
        generations=given.generations,
        seed=given.seed,
        workers=1,
    )
    won, _ = trial.alone(found, start, 5 * given.deals, given.seed + 1)
    print(f"# {players} players: {won:.3f} of rounds alone among those it began from ({1 / players:.3f} is even)")
    table = f"tuned-{given.variant}" if given.variant else "tuned"
    return as_toml(judgement.declaration, found.round(3), f"{table}.{players}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("players", type=int, nargs="*")
    parser.add_argument("--variant")
    parser.add_argument("--against", default="casual", help="a table of the game's judgement.toml")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = registry.find(given.game)
    for players in given.players or game.players:
        print(train(game, players, given), flush=True)


if __name__ == "__main__":
    main()
