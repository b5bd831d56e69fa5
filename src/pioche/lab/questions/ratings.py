"""How do bots rank? Ratings by Bradley and Terry, from matches of all against all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import below, new_random

from ..answer import Answer, Plot, Table, Value
from ..figures import number
from .asked import Asked, Plan, blocks_for, column, interval, title
from .duels import deals_in_block
from .playing import Sitting, play
from .words import say

MATCHES = 12_000
POOL = "random,beginner,casual,strong,expert"
FEWEST_BLOCKS = 20
RESAMPLES = 200
ROUNDS = 1000
EXACT = 1e-10
POINTS = 400 / np.log(10)
"""Points for each natural logarithm of the odds: 400 points are odds of ten to one, as in chess."""

Wins = NDArray[np.float64]
"""By bot and other bot: how often the one came in ahead; a tie counts half for both."""


@dataclass(frozen=True)
class Ratings:
    """Bots of a pool, seated at random; each deal is played with every seat moved on in turn."""

    sitting: Sitting
    pool: tuple[str, ...]
    seed: int
    deals: int

    def block(self, number: int) -> Any:
        wins = np.zeros((len(self.pool), len(self.pool)))
        if self.sitting.found.together:
            self._add_together(wins, number)
        else:
            seated = self.seating(number)
            for turn in range(self.sitting.players):
                self._add(wins, number, seated[turn:] + seated[:turn])
        return wins.tolist()

    def seating(self, number: int) -> list[int]:
        """Return the bot of each seat, drawn at random; none sits twice before all others sit."""
        rng, seated = new_random(self.seed, number, 0), []
        left: list[int] = []
        for _ in range(self.sitting.players):
            left = left or list(range(len(self.pool)))
            seated.append(left.pop(below(rng, len(left))))
        return seated

    def _add(self, wins: Wins, number: int, seated: list[int]) -> None:
        sitting = self.sitting.seat([self.pool[bot] for bot in seated])
        places = play(sitting, self.deals, self.seed, number).places
        partners = [set(team.seats) for team in sitting.found.teams.get(sitting.variant or "", ())]
        for one, other in combinations(range(sitting.players), 2):
            if seated[one] != seated[other] and {one, other} not in partners:
                _count(wins, seated[one], seated[other], places[:, one], places[:, other])

    def _add_together(self, wins: Wins, number: int) -> None:
        played = [play(self.sitting.seat([name]), self.deals, self.seed, number).places[:, 0] for name in self.pool]
        for one, other in combinations(range(len(self.pool)), 2):
            _count(wins, one, other, played[one], played[other])


def _count(wins: Wins, one: int, other: int, places: Any, other_places: Any) -> None:
    ties = float((places == other_places).sum()) / 2
    wins[one, other] += float((places < other_places).sum()) + ties
    wins[other, one] += float((places > other_places).sum()) + ties


def rate(wins: Wins) -> Wins:
    """Return the ratings, whose mean is 0, by Hunter's iteration. One more tie for each pair keeps them finite."""
    wins = wins + 0.5 * (1 - np.eye(len(wins)))
    played, won = wins + wins.T, wins.sum(axis=1)
    strength = np.ones(len(wins))
    for _ in range(ROUNDS):
        better = won / (played / (strength[:, None] + strength[None, :])).sum(axis=1)
        better /= np.exp(np.log(better).mean())
        if np.abs(better - strength).max() < EXACT:
            break
        strength = better
    found: Wins = POINTS * np.log(strength)
    return found


def plan(asked: Asked) -> Plan:
    pool = asked.pool_of_several(POOL, "ratings.short")
    sitting = asked.sitting(pool[0])
    deals, is_quick = deals_in_block(asked, pool, 25, 1)
    work = Ratings(sitting, pool, asked.seed, deals)
    blocks = max(FEWEST_BLOCKS, blocks_for(asked.matches or MATCHES, _matches(work)))
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick)


def _matches(work: Ratings) -> int:
    return work.deals * (len(work.pool) if work.sitting.found.together else work.sitting.players)


def conclude(asked: Asked, work: Ratings, results: Iterator[Any]) -> Answer:
    blocks = np.array(list(results))
    rated, rng = rate(blocks.sum(axis=0)), np.random.default_rng(asked.seed)
    resampled = [rate(blocks[rng.integers(0, len(blocks), len(blocks))].sum(axis=0)) for _ in range(RESAMPLES)]
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    order = [int(bot) for bot in np.argsort(-rated, kind="stable")]
    rows: list[tuple[Value, ...]] = [
        (work.pool[bot], float(rated[bot]), float(low[bot]), float(high[bot])) for bot in order
    ]
    totals = blocks.sum(axis=0)
    shares: list[tuple[Value, ...]] = [
        (work.pool[one], work.pool[other], float(totals[one, other] / (totals[one, other] + totals[other, one])))
        for one in order
        for other in order
        if one != other and totals[one, other] + totals[other, one]
    ]
    first, second = order[0], order[1]
    gap = number(rated[first] - rated[second], ",.0f")
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting, ", ".join(work.pool)),
        findings=(say("ratings.finding", best=work.pool[first], next=work.pool[second], gap=gap),),
        tables=(
            Table(
                "ratings",
                say("ratings.table"),
                (column("bot"), column("rating", "+,.0f"), *interval("+,.0f")),
                tuple(rows),
            ),
            Table(
                "pairs", say("ratings.pairs"), (column("one"), column("others"), column("ahead", ".1%")), tuple(shares)
            ),
        ),
        plots=(Plot("bars", "ratings", say("ratings.table"), "ratings", "bot", "rating", "low", "high", even=0.0),),
        methods=(say("ratings.method"), *asked.left_out(POOL), say("ratings.method-interval")),
        matches=len(blocks) * _matches(work),
    )
