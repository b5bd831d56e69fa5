"""Is a seat better? The share of wins and the mean score, by seat relative to the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pioche.core.words import Message

from ..answer import Answer, Plot, Table
from ..figures import share
from ..statistics import chance_of_means, mean_of
from .asked import Asked, Plan, blocks_for, column, interval, refuse_alone, title
from .playing import Sitting, play, shares
from .words import say

MATCHES = 20_000
UNLIKELY = 0.05


@dataclass(frozen=True)
class Seats:
    """Matches, summed up by seat counted from the dealer to the left."""

    sitting: Sitting
    seed: int
    size: int

    def block(self, number: int) -> Any:
        block = play(self.sitting, self.size, self.seed, number)
        order = (block.dealers[:, None] + np.arange(self.sitting.players)) % self.sitting.players
        won = np.take_along_axis(shares(self.sitting, block), order, axis=1)
        scores = np.take_along_axis(block.totals, order, axis=1).astype(np.float64)
        return {
            "matches": self.size,
            "won": won.sum(axis=0).tolist(),
            "products": (won.T @ won).tolist(),
            "scores": scores.sum(axis=0).tolist(),
            "squares": np.square(scores).sum(axis=0).tolist(),
        }


def plan(asked: Asked) -> Plan:
    sitting = asked.sitting()
    refuse_alone(asked, sitting.found, sitting)
    work = Seats(sitting, asked.seed, sitting.size)
    blocks = blocks_for(asked.matches or MATCHES, work.size)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), sitting.is_quick)


def seat_name(place: int) -> Message:
    return say("seat.left", count=place) if place else say("seat.dealer")


def conclude(asked: Asked, work: Seats, results: Iterator[Any]) -> Answer:
    players, matches = work.sitting.players, 0
    won, scores, squares = np.zeros(players), np.zeros(players), np.zeros(players)
    products = np.zeros((players, players))
    for block in results:
        matches += block["matches"]
        won, scores, squares = won + block["won"], scores + block["scores"], squares + block["squares"]
        products = products + block["products"]
    wins = [mean_of(matches, won[seat], products[seat, seat]) for seat in range(players)]
    points = [mean_of(matches, scores[seat], squares[seat]) for seat in range(players)]
    means = won / matches
    covariance = (products / matches - np.outer(means, means)) / max(matches - 1, 1)
    chance = chance_of_means(means, np.full(players, 1 / players), covariance)
    rows = tuple(
        (seat_name(seat), *win.as_share, score.value, score.low, score.high)
        for seat, (win, score) in enumerate(zip(wins, points, strict=True))
    )
    columns = (column("seat"), column("won", ".2%"), *interval(".2%", "won"), column("score", ",.2f"))
    table = Table("seats", say("seats.table"), (*columns, *interval(",.2f", "score")), rows)
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting),
        findings=_findings(means, chance, players),
        tables=(table,),
        plots=(
            Plot("bars", "seats", say("seats.plot"), "seats", "seat", "won", "won_low", "won_high", even=1 / players),
        ),
        methods=(say("seats.method"), say("method.interval")),
        matches=matches,
    )


def _findings(means: Any, chance: float, players: int) -> tuple[Message, ...]:
    best, worst = int(np.argmax(means)), int(np.argmin(means))
    likely = share(chance, ".2g" if chance < 0.001 else ".1%") if chance >= 0.0001 else say("seats.hardly")
    extremes = say(
        "seats.extremes",
        best=seat_name(best),
        most=share(means[best]),
        worst=seat_name(worst),
        least=share(means[worst]),
        even=share(1 / players),
    )
    return extremes, say("seats.clear" if chance < UNLIKELY else "seats.unclear", chance=likely)
