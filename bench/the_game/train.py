"""Learn the weights of the prospects of The Game, for each setting, from games played by the judgement itself.

Every round plays games with weights that differ a little from game to game, and then asks how the end followed from
what was seen after each turn (a ridge regression, stage by stage). What it finds is what the next round plays by. The
round with the best ends is kept, and brought to scale: so that it says what a position is worth, for thinking ahead.

python -m bench.the_game.train [--settings 2,silent:3,expert:4] [--rounds 4] [--games 6000] [--target left]
"""

import argparse
import tomllib
from pathlib import Path

import numpy as np

from pioche.core.weights import as_toml, pack, unpack
from pioche.games.the_game.bot import judgement as bot
from pioche.games.the_game.bot.lookahead import HALF_WON
from pioche.games.the_game.bot.weights import (
    BASIS,
    FULL_PILE,
    LOST,
    OWN_LOST,
    PROSPECTS,
    STAGES,
    TheGameWeights,
)
from pioche.games.the_game.rules import HAND_SIZE
from pioche.games.the_game.state import CARDS

from .arena import Arena

JUDGEMENT = Path(bot.__file__).with_name("judgement.toml")
TURNS = 40
"""The approximate number of turns recorded per game."""
NOISE = 0.12
"""How much weights differ from game to game, as a share of each."""
ALIKE = 10
"""The number of games played with the same weights."""
RIDGE = 30.0
MEMORY = 0.5
"""How much the games of a round count in the next, which smooths out luck."""
CHECKED = 1000
CALIBRATED = 2000
CHUNK = 50_000


TARGETS = {"won": lambda left: HALF_WON / (HALF_WON + left), "left": lambda left: -np.sqrt(left)}
"""Return the value of an end: 1 if won, a half with four cards left; or, if wins are rare, by the cards left."""


def stages(piles, players: int, fewer: int):
    """Return, by position, how much of it belongs to each stage, as in `stage_weights`."""
    full = CARDS - players * (HAND_SIZE[players] - fewer)
    share = 2 * piles / full
    early, late = np.clip(share - 1, 0, 1), np.clip(1 - share, 0, 1)
    is_empty = piles == 0
    return np.stack([early, 1 - early - late, np.where(is_empty, 0, late), is_empty], axis=1)


def never_good(worths):
    """A card that fits nowhere is a loss, even where it was seen so seldom that luck says otherwise."""
    worths[:, LOST : OWN_LOST + 1] = np.minimum(worths[:, LOST : OWN_LOST + 1], 0)
    return worths


class Regression:
    """Regression of the ends on the prospects, stage by stage. Earlier rounds count less and less."""

    def __init__(self) -> None:
        size = STAGES * (PROSPECTS + 1)
        self.products, self.sums = np.zeros((size, size)), np.zeros(size)

    def add(self, seen, parts, ends) -> None:
        self.products *= MEMORY
        self.sums *= MEMORY
        for first in range(0, len(seen), CHUNK):
            rows = slice(first, first + CHUNK)
            plain = np.concatenate([seen[rows], np.ones((len(seen[rows]), 1))], axis=1)
            staged = (parts[rows, :, None] * plain[:, None, :]).reshape(-1, len(self.sums))
            self.products += staged.T @ staged
            self.sums += staged.T @ ends[rows]

    def worths(self):
        """Return the weight of each prospect in each stage."""
        spread = np.sqrt(np.diag(self.products) / self.products.diagonal().reshape(STAGES, -1)[:, -1].sum()) + 1e-4
        held_back = np.tile(np.append(np.full(PROSPECTS, RIDGE), 0.01), STAGES)
        found = np.linalg.solve(self.products / np.outer(spread, spread) + np.diag(held_back), self.sums / spread)
        worths = (found / spread).reshape(STAGES, PROSPECTS + 1)[:, :PROSPECTS]
        return never_good(worths).ravel()


class Learner:
    """The weights of one setting during training."""

    def __init__(self, kind: str, players: int, weights, seed: int, target: str) -> None:
        variant = kind if kind.startswith("expert") else None
        self.arena = Arena(players, variant, signals=kind != "silent")
        self.players, self.fewer = players, int(variant == "expert-minus")
        self.weights, self.seed, self.best = weights.copy(), seed, (-1.0, weights)
        self.target = TARGETS[target]
        self.rng, self.regression = np.random.default_rng(seed), Regression()

    def step(self, games: int) -> tuple[float, float]:
        """Play one round; return the share won and the cards left with the new weights."""
        self.seed += 1
        left, seen, piles, owner = self.arena.play(self.varied(games), games, self.seed, rows=games * TURNS)
        self.regression.add(seen, stages(piles, self.players, self.fewer), self.target(left)[owner])
        self.weights = np.concatenate([self.weights[:FULL_PILE], self.regression.worths()])
        return self.check()

    def check(self) -> tuple[float, float]:
        """Return the share won and the cards left with the current weights."""
        left, *_ = self.arena.play(self.weights, CHECKED, 0)
        worth = float(TARGETS["won"](left).mean())
        self.best = max(self.best, (worth, self.weights), key=lambda pair: pair[0])
        return float((left == 0).mean()), float(left.mean())

    def calibrated(self):
        """Return the best weights, rescaled, with their basis; decisions stay the same. Lost positions are left out."""
        weights = self.best[1].copy()
        left, seen, piles, owner = self.arena.play(weights, CALIBRATED, self.seed + 1, rows=CALIBRATED * TURNS)
        parts = stages(piles, self.players, self.fewer)
        worth = np.einsum("rs,rp,sp->r", parts, seen, weights[FULL_PILE:].reshape(STAGES, PROSPECTS), optimize=True)
        rows, ends = seen[:, LOST] == 0, TARGETS["won"](left)[owner]
        found, *_ = np.linalg.lstsq(np.column_stack([worth, parts])[rows], ends[rows], rcond=None)
        weights[FULL_PILE:] *= found[0]
        weights[BASIS : BASIS + STAGES] = found[1:]
        return weights

    def varied(self, games: int):
        worths = self.weights[FULL_PILE:]
        scale = NOISE * (np.abs(worths) + 0.1 * np.abs(worths).mean())
        many = np.repeat(self.weights[None], max(games // ALIKE, 1), axis=0)
        many[1:, FULL_PILE:] += scale * self.rng.normal(size=(len(many) - 1, len(worths)))
        return many


HEADER = """\
# The weights of The Game, as declared in weights.py, by number of players. Those of beginner and casual are set by hand
# and are the same at every stage; the others are learned, for each setting by itself: python -m bench.the_game.train
# (expert-minus began with those of expert, --origin expert:1 and so on, and keeps them where none were better).
"""


def table_name(kind: str) -> str:
    return f"{bot.TUNED}-{kind}" if kind else bot.TUNED


def text(tables) -> str:
    """As a file, with four digits of each number."""
    parts = [HEADER]
    for name, by_players in tables.items():
        for players, table in by_players.items():
            weights = pack(TheGameWeights, table, name)
            short = np.array([float(f"{weight:.4g}") for weight in weights])
            parts.append(as_toml(TheGameWeights, short, f"{name}.{players}") + "\n")
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the judgement of The Game.")
    parser.add_argument("--settings", default="1,2,3,4,5")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=list(TARGETS), default="won")
    parser.add_argument("--origin", help="the setting to begin from, if not the same")
    parser.add_argument("--out", type=Path, default=JUDGEMENT)
    chosen = parser.parse_args()
    for setting in chosen.settings.split(","):
        kind, _, players = setting.rpartition(":")
        tables = tomllib.loads(chosen.out.read_text(encoding="utf-8"))
        from_kind, _, from_players = (chosen.origin or setting).rpartition(":")
        origin = pack(TheGameWeights, tables[table_name(from_kind)][from_players], chosen.origin or setting)
        learner = Learner(kind, int(players), origin, 1000 * chosen.seed, chosen.target)
        for number in range(chosen.rounds + 1):
            won, left = learner.step(chosen.games) if number > 0 else learner.check()
            print(f"{setting}, after {number} rounds: won {won:.4f}, {left:.2f} cards left", flush=True)
        tables.setdefault(table_name(kind), {})[players] = unpack(TheGameWeights, learner.calibrated())
        chosen.out.write_text(text(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
