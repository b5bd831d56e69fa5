"""Learn the rule of thumb of the hint player from simulation alone, and store it.

python -m bench.vingt.train [--rounds 80] [--seed 1] [--out FILE]

An evolution: around a middle that begins as "take from the tallest piles" 32 rules are drawn, in mirrored pairs, and
play the same deals; the middle moves towards those that won most, and the spread of each number follows what they have
in common. What is kept is the running average of the middles.
"""

import argparse
from pathlib import Path

import numpy as np

from pioche.core.chance import new_random, shuffle_cards
from pioche.core.compiled.compile import compiled
from pioche.core.state import batch
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT
from pioche.games.k6t.vingt.bot import hint_player
from pioche.games.k6t.vingt.bot.hint_player import PHASES, SUIT_COUNT, Judgement, Sketch, play_on, turn_up
from pioche.games.k6t.vingt.state import PILE_SIZE, PILES

RULES_DRAWN = 32
FIRST_GAMES = 6000
MORE_GAMES = 300
"""How many more games each round plays: closer to the optimum, the differences are smaller."""
FIRST_SPREAD, LEAST_SPREAD = 0.5, 0.05
SHAPES = ((len(PHASES), PILE_SIZE), (len(PHASES), 2, 4), (2, PILE_SIZE), (PILE_SIZE,))
"""The shapes of the tables of a judgement."""
HEADER = "# The rule of thumb of the hint player, as learned by: python -m bench.vingt.train\n"


def build_wins():
    def wins(bags, told, room):
        """Return how many of these deals a rule wins."""
        count = 0
        for i in range(len(bags)):
            room[0].left[:] = SUIT_COUNT
            room[0].open[:] = 0
            room[0].where[:] = 0
            room[0].heights[:] = PILE_SIZE
            room[0].hidden = CARD_COUNT - PILES
            for pile in range(PILES):
                turn_up(room[0], pile, bags[i, CARD_COUNT - 1 - pile])
            count += play_on(room[0], bags[i], told)
        return count

    return wins


def build_shuffles():
    def shuffles(bags, rng):
        for i in range(len(bags)):
            shuffle_cards(bags[i], CARD_COUNT, rng)

    return shuffles


def judged(numbers) -> Judgement:
    """Return a judgement from one row of numbers."""
    tables, begin = [], 0
    for shape in SHAPES:
        size = int(np.prod(shape))
        tables.append(np.ascontiguousarray(numbers[begin : begin + size].reshape(shape)))
        begin += size
    return Judgement(*tables)


def tallest_first():
    """Deeper cards first; of three, the deepest two."""
    depths = np.arange(PILE_SIZE, dtype=np.float64)
    single = -0.3 * depths
    return np.concatenate(
        [np.tile(depths, len(PHASES)), np.zeros(len(PHASES) * 8), single, single, np.zeros(PILE_SIZE)]
    )


def text(told: Judgement) -> str:
    def row(numbers):
        return "[" + ", ".join(f"{number:.2f}" for number in numbers) + "]"

    lines = [HEADER]
    for number, phase in enumerate(PHASES):
        lines += [f"[{phase}]", f"removed = {row(told.removed[number])}"]
        lines += [f"open_of_six = {row(told.opened[number, 0])}", f"open_of_four = {row(told.opened[number, 1])}", ""]
    lines += ["[stays]", f"single_of_six = {row(told.single[0])}", f"single_of_four = {row(told.single[1])}"]
    return "\n".join([*lines, f"several = {row(told.several)}", ""])


class Evolution:
    def __init__(self, seed: int) -> None:
        self.rng, self.chance = np.random.default_rng(seed), new_random(seed)
        self.middle = tallest_first()
        self.average = self.middle.copy()
        self.spread = np.full(len(self.middle), FIRST_SPREAD)
        self._wins, self._shuffles = compiled(build_wins(), "20-20.train"), compiled(build_shuffles(), "20-20.shuffles")
        ranks = np.log(RULES_DRAWN / 2 + 0.5) - np.log(np.arange(1, RULES_DRAWN // 2 + 1))
        self._shares = ranks / ranks.sum()

    def share(self, numbers, bags) -> float:
        return self._wins(bags, judged(numbers), batch(Sketch, 1)) / len(bags)

    def bags(self, count):
        bags = np.tile(np.arange(CARD_COUNT, dtype=np.int16) % RANK_COUNT, (count, 1))
        self._shuffles(bags, self.chance)
        return bags

    def step(self, games: int) -> float:
        """Run one round; return the share of games won by all rules drawn."""
        steps = self.rng.normal(size=(RULES_DRAWN // 2, len(self.middle)))
        steps = np.concatenate([steps, -steps])
        bags = self.bags(games)
        shares = np.array([self.share(self.middle + self.spread * step, bags) for step in steps])
        best = steps[np.argsort(-shares)[: RULES_DRAWN // 2]]
        self.middle = self.middle + self.spread * (self._shares @ best)
        growth = np.exp(0.1 * (self._shares @ best**2 - 1) - 0.01)
        self.spread = np.maximum(self.spread * growth.clip(0.8, 1.2), LEAST_SPREAD)
        self.average += 0.1 * (self.middle - self.average)
        return float(shares.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the rule of thumb of 20/20's hint player.")
    parser.add_argument("--rounds", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(hint_player.__file__).with_name("judgement.toml"))
    chosen = parser.parse_args()
    evolution = Evolution(chosen.seed)
    for number in range(chosen.rounds):
        share = evolution.step(FIRST_GAMES + number * MORE_GAMES)
        print(f"round {number + 1}: {share:.4f}", flush=True)
    print(f"learned: {evolution.share(evolution.average, evolution.bags(40_000)):.4f} of 40000 new deals")
    chosen.out.write_text(text(judged(evolution.average)), encoding="utf-8")


if __name__ == "__main__":
    main()
