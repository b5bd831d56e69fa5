"""Train the network of the strong bots of No Merci, and write it into judgement.toml.

python -m bench.no_merci.train [players …] [--variant tactical] [--batches 3100] [--seed 11] [--out FILE]

Winning at a table of one's own kind is not enough: among players who take early one must take early, among those who
wait it is best to wait. So after a while among its own kind it learns in a league: with itself, with what it was on the
way, and with players of other kinds, who go by reckoning and by numbers set here.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from pioche.core.game import Setting
from pioche.core.judgement import Weights
from pioche.games.no_merci import GAME
from pioche.games.no_merci.bot import judgement as bot
from pioche.games.no_merci.bot import network
from pioche.games.no_merci.bot.judgement import CAUTION, DOUBT, FREEDOM, NEED, RESERVE, SURENESS, WEIGHTS

from .gradient import LEAGUE, Mix, Training
from .writing import write

TIGHT, WAITING, LOOSE = (0,), (1,), (2,)
LOOSE_WEIGHTS = (0.5, -1.2, 0.617, 1.338, 0.441, 2.251, 18.343, 0.204, 0.21, 27.779, 0.202, 0.708)
"""A result of evolving the calculated judgement: it takes early, because tokens are valuable."""
KEPT = (60, 100, 150, 250, 400, 600)
"""After each of these numbers of batches a copy is kept as an opponent; after the last, the league begins."""
HEADER = """\
# The weights of the bots of No Merci. Those of beginners and casual players are declared in judgement.py. The networks
# are the matrices of network.py, row by row, without names. They are learned by: python -m bench.no_merci.train 3
# and, for more players: python -m bench.no_merci.train 4 5 --batches 1800
"""


def others() -> list[Weights]:
    """Other kinds of players: one takes what its tokens pay for; to the other, a token is worth two points at first."""
    tight, waiting = np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    tight[[SURENESS, RESERVE, NEED, CAUTION, DOUBT]] = 1.0, 3.0, 0.1, -1000.0, 1.0
    waiting[[SURENESS, FREEDOM, RESERVE, NEED, DOUBT]] = 1.0, 1.0, 5.0, 0.2, 4.0
    return [tight, waiting, np.array(LOOSE_WEIGHTS)]


def league(players: int) -> list[Mix]:
    """Return the tables it learns at after the first batches."""
    alone, earlier = players - 1, tuple(range(len(others()), len(others()) + len(KEPT)))
    return [
        Mix(0.36),
        Mix(0.22, TIGHT, alone),
        Mix(0.05, WAITING, alone),
        Mix(0.07, LOOSE, alone),
        Mix(0.04, LOOSE, 1),
        Mix(0.02, TIGHT, 1),
        Mix(0.17, earlier, alone),
        Mix(0.07, earlier, 1),
    ]


def train(setting: Setting, batches: int, seed: int) -> Weights:
    training = Training(setting, network.look, network.sees_count(setting.players), LEAGUE, seed)
    for other in others():
        training.meet(other)
    for number in range(batches):
        training.step(number / batches)
        if number + 1 in KEPT:
            training.meet(training.networks[0])
        if number + 1 == KEPT[-1]:
            training.mixes = league(setting.players)
    return training.average


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that the strong bots of No Merci go by.")
    parser.add_argument("players", type=int, nargs="*", default=list(GAME.players))
    parser.add_argument("--variant", choices=list(GAME.variants))
    parser.add_argument("--batches", type=int, default=3100)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", type=Path, default=Path(bot.__file__).with_name("judgement.toml"))
    chosen = parser.parse_args()
    for players in chosen.players:
        setting = GAME.agree(players, chosen.variant)
        found = train(setting, chosen.batches, chosen.seed)
        write("network" if chosen.variant is None else f"network-{chosen.variant}", players, found, chosen.out, HEADER)
        print(f"{players} players: learned", flush=True)


if __name__ == "__main__":
    main()
