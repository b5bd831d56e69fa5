"""How much of a result is luck of the deal, and how much is due to the choice of bots?

Each deal is played several times, with bots of a pool seated anew and with other random numbers. What repeats of one
deal have in common is the share of the deal; what matches of one bot have in common is the share of the players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import below, new_random

from ..answer import Answer, Plot, Table
from ..figures import share
from ..statistics import Estimate, jackknife
from .asked import Asked, Plan, blocks_for, column, interval, title
from .playing import ASKED, Sitting, play, shares
from .words import say

MATCHES = 24_000
POOL = "random,beginner,casual,strong,expert"
REPEATS = 8
DEALS = 100
"""How many deals a block has between bots that play compiled."""
RESULTS = ("won", "score")
PARTS = ("deal", "players", "rest")


@dataclass(frozen=True)
class Luck:
    """Deals that are played several times, by bots seated at random."""

    sitting: Sitting
    pool: tuple[str, ...]
    seed: int
    deals: int
    repeats: int

    def block(self, number: int) -> Any:
        seatings = [self.seating(number, repeat) for repeat in range(self.repeats)]
        played = [
            (sitting, play(sitting, self.deals, self.seed, number, repeat))
            for repeat, sitting in enumerate(map(self.sitting.seat, seatings), 1)
        ]
        seats = slice(0, 1) if self.sitting.found.together else slice(None)
        won = np.array([shares(sitting, block)[:, seats] for sitting, block in played])
        scores = np.array([block.totals[:, seats] for _, block in played], np.float64)
        return {"won": self._sums(won, seatings), "score": self._sums(scores, seatings)}

    def seating(self, number: int, repeat: int) -> tuple[str, ...]:
        """Return the bot of each seat: any of the pool, or one for all where they play together."""
        rng = new_random(self.seed, number, 0, repeat)
        if self.sitting.found.together:
            return (self.pool[below(rng, len(self.pool))],)
        return tuple(self.pool[below(rng, len(self.pool))] for _ in range(self.sitting.players))

    def _sums(self, results: NDArray[np.float64], seatings: list[tuple[str, ...]]) -> dict[str, Any]:
        """Return sums over results by repeat × deal × seat."""
        centred = results - results.mean(axis=1, keepdims=True)
        common = np.square(centred.sum(axis=0)).sum() - np.square(centred).sum()
        pairs = self.repeats * (self.repeats - 1) * (self.deals - 1) * results.shape[2]
        names = np.array([[self.pool.index(name) for name in seating] for seating in seatings])
        by_bot = results.sum(axis=1)
        return {
            "deal": float(common / pairs),
            "count": results.size,
            "sum": float(results.sum()),
            "squares": float(np.square(results).sum()),
            "bots": [
                [int((names == bot).sum()) * self.deals, float(by_bot[names == bot].sum())]
                for bot in range(len(self.pool))
            ],
        }


def plan(asked: Asked) -> Plan:
    pool = asked.pool(POOL)
    sittings = [asked.sitting(name) for name in pool]
    is_quick = all(each.is_quick for each in sittings)
    work = Luck(sittings[0], pool, asked.seed, DEALS if is_quick else ASKED, REPEATS)
    blocks = max(2, blocks_for(asked.matches or MATCHES, work.deals * work.repeats))
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick)


def parts_of(blocks: list[dict[str, Any]]) -> tuple[float, ...]:
    """Return the parts of the variance that the deal and the players explain, and the rest."""
    count = sum(block["count"] for block in blocks)
    mean = sum(block["sum"] for block in blocks) / count
    whole = sum(block["squares"] for block in blocks) / count - mean * mean
    if whole <= 0:
        return (0.0, 0.0, 0.0)
    deal = float(np.mean([block["deal"] for block in blocks]))
    bots = np.array([block["bots"] for block in blocks]).sum(axis=0)
    seated = bots[bots[:, 0] > 0]
    players = float((seated[:, 0] * np.square(seated[:, 1] / seated[:, 0] - mean)).sum() / seated[:, 0].sum())
    return (deal / whole, players / whole, 1 - (deal + players) / whole)


def conclude(asked: Asked, work: Luck, results: Iterator[Any]) -> Answer:
    blocks = list(results)
    found: dict[str, list[Estimate]] = {}
    for result in RESULTS:
        mine = [block[result] for block in blocks]
        without = [parts_of(mine[:index] + mine[index + 1 :]) for index in range(len(mine))]
        found[result] = [
            jackknife([each[part] for each in without], value) for part, value in enumerate(parts_of(mine))
        ]
    rows = tuple(
        (say(f"luck.{result}"), say(f"luck.part.{part}"), estimate.value, estimate.low, estimate.high)
        for result in RESULTS
        for part, estimate in zip(PARTS, found[result], strict=True)
    )
    columns = (column("of"), column("part_of"), column("share", ".1%"), *interval(".1%"))
    of_won = Table("won", say("luck.table-won"), columns, rows[: len(PARTS)])
    of_score = Table("score", say("luck.table-score"), columns, rows[len(PARTS) :])
    deal, players, rest = (share(max(estimate.value, 0.0), ".0%") for estimate in found["won"])
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting, "/".join(work.pool)),
        findings=(
            say("luck.finding", deal=deal, players=players, rest=rest, bots=", ".join(work.pool)),
            say("luck.finding-score", deal=share(max(found["score"][0].value, 0.0), ".0%")),
        ),
        tables=(of_won, of_score),
        plots=tuple(
            Plot("bars", name, say(f"luck.table-{name}"), name, "part_of", "share", "low", "high") for name in RESULTS
        ),
        methods=(
            say("luck.method", repeats=work.repeats),
            say("luck.method-pool"),
            *asked.left_out(POOL),
            say("method.jackknife"),
        ),
        matches=len(blocks) * work.deals * work.repeats,
    )
