"""How many matches tell a stronger bot from a weaker one by their decisions alone, and how many by results.

python -m bench.skill no-merci --players 4                     strong against casual
python -m bench.skill the-game --better casual --worse beginner --seconds 300

In each match one seat has the better bot and all others the worse one; alone, each plays the same deal. For blocks of N
matches, drawn at random from those played, it counts in how many the better bot's own part (docs/study.md) is higher
than that of the next seat. N is the smallest from which on that holds in at least 95% of the blocks; its range follows
from that of the mean difference. N is not established if the range goes beyond the matches that were played. Luck,
which is what decisions do not explain of the better bot's results, must be 0 on average.
"""

from __future__ import annotations

import argparse
import math
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

import pioche
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.match import Match
from pioche.lab.blocks import Rails, compute
from pioche.review.outcomes import counting_of
from pioche.review.playouts import Player, playouts_of
from pioche.review.review import REFERENCE
from pioche.review.walk import walk
from pioche.review.worth import worth_of

BLOCKS = 4000
ENOUGH = 0.95
ONE_SIDED, TWO_SIDED = 1.645, 1.96
"""Standard errors that 95% of a normal distribution lie below, and within."""
MOST_PLAYERS = 4

Differences = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description="Matches needed to tell two bots apart.")
    parser.add_argument("game", choices=[game.name for game in pioche.games()])
    parser.add_argument("--players", type=int)
    parser.add_argument("--better", default="strong")
    parser.add_argument("--worse", default="casual")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=400.0)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="a file that keeps the matches, so that a later run adds to them")
    arguments = parser.parse_args()
    players = next(game for game in pioche.games() if game.name == arguments.game).players
    compared = Comparison(
        arguments.game,
        arguments.players or max(count for count in players if count <= MOST_PLAYERS),
        arguments.better,
        arguments.worse,
        arguments.worlds,
        arguments.seed,
    )
    rails = Rails("processes" if arguments.workers > 1 else "threads", arguments.workers, arguments.resume)
    report(compared, measure(compared, arguments.matches, arguments.seconds, rails))


def measure(compared: Comparison, matches: int, seconds: float, rails: Rails) -> Differences:
    """Return for each match by how much the better bot was ahead, in its own part and in the result, and its luck."""
    rows, begin = [], perf_counter()
    with closing(compute(compared, matches, rails)) as blocks:
        for row in blocks:
            rows.append(row)
            if perf_counter() - begin > seconds:
                break
    return np.array(rows)


def report(compared: Comparison, found: Differences) -> None:
    about = f"{compared.game}, {compared.players} players, {compared.better} and {compared.worse}"
    print(f"{about}, {compared.worlds} worlds, {len(found)} matches")
    *differences, luck = found.T
    for name, column in zip(("decisions", "results"), differences, strict=True):
        needed = matches_needed(column, compared.seed)
        said = f"{needed} matches" if needed else f"more than {len(column)} matches"
        print(f"  by {name}: {mean_of(column)} better on average, told apart by {said}, {range_in_words(column)}")
    print(f"  luck: {mean_of(luck)} on average")


def mean_of(column: Differences) -> str:
    return f"{column.mean():.2f} ± {column.std() / math.sqrt(len(column)):.2f}"


def range_in_words(column: Differences) -> str:
    low, high = range_of_needed(column)
    doubt = ", not established" if high > len(column) else ""
    return f"from {low:.0f} to {'∞' if math.isinf(high) else f'{high:.0f}'}{doubt}"


@dataclass(frozen=True)
class Explained:
    """The result of a seat in a match, its own part, and its luck: the deal and the cards."""

    result: float
    own: float
    luck: float


@dataclass(frozen=True)
class Comparison:
    """Matches between a better bot and worse ones, as work in blocks: a block is one match."""

    game: str
    players: int
    better: str
    worse: str
    worlds: int
    seed: int

    def block(self, number: int) -> tuple[float, float, float]:
        """Return by how much the better bot was ahead, in its own part and in the result, and its luck."""
        if self.players == 1:
            one, other = (self.explain(self.play(number, [bot]), number, 0) for bot in (self.better, self.worse))
        else:
            better, worse = number % self.players, (number + 1) % self.players
            match = self.play(number, [self.better if seat == better else self.worse for seat in range(self.players)])
            one, other = (self.explain(match, number, seat) for seat in (better, worse))
        return one.own - other.own, one.result - other.result, one.luck

    def play(self, number: int, names: list[str]) -> Match:
        match = pioche.open(self.game, self.players, seed=self.seed * 10**6 + number)
        bots, rng = [find_bot(name) for name in names], new_random(self.seed, number)
        while not match.over:
            for seat, bot in enumerate(bots if match.rules.signal_numbers else ()):
                for signal in bot.signals(match.spectate(seat)):  # type: ignore[attr-defined]
                    match.play(seat, signal)
            seat = match.to_move[0]
            match.play(seat, bots[seat].choose(match.situation(seat, rng=rng)))
        return match

    def explain(self, match: Match, number: int, seat: int) -> Explained:
        """Return the parts of a result. Each match has deals and worlds of its own, so that errors cancel out."""
        playouts, points = playouts_of(match, Player(REFERENCE), self.seed * 10**6 + number), match.points()
        own = others = 0.0
        for step in (step for course in walk(match) for step in course.steps if step.is_decision):
            rng = new_random(self.seed, number, step.index)
            gain = float(worth_of(playouts, step, points[: step.round], self.worlds, rng).gains[seat])
            own, others = (own + gain, others) if step.seat == seat else (own, others + gain)
        start = float(playouts.before_deal(points[:0]).leads[:, seat].mean())
        reached = result(match, seat)
        return Explained(reached, own, reached - start - own - others)


def result(match: Match, seat: int) -> float:
    counting = counting_of(match.game, match.setting, match.format)
    totals, places = (np.array([row], np.int32) for row in (match.scores, match.places))
    return float(counting.outcomes(totals, places).leads[0, seat])


def matches_needed(differences: Differences, seed: int) -> int | None:
    """Return the smallest size of blocks of which 95% are right, and those of all larger sizes; None if too large."""
    rng, needed = np.random.default_rng(seed), None
    for size in range(len(differences), 0, -1):
        blocks = rng.choice(differences, (BLOCKS, size))
        if np.mean(blocks.mean(axis=1) > 0) < ENOUGH:
            break
        needed = size
    return needed


def range_of_needed(differences: Differences) -> tuple[float, float]:
    """Return how many matches are needed at least and at most, by the 95% interval of the mean difference."""
    spread, doubt = float(differences.std()), TWO_SIDED / math.sqrt(len(differences))
    ahead = float(differences.mean()) / spread
    low, high = (math.inf if lead <= 0 else (ONE_SIDED / lead) ** 2 for lead in (ahead + doubt, ahead - doubt))
    return max(low, 1.0), max(high, 1.0)


if __name__ == "__main__":
    main()
