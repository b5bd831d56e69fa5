"""Is a match decided once the stock has run out? Who led at that moment, as if play stopped there, and who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.errors import BadSetting
from pioche.core.game import AnyRules
from pioche.core.state import SPECTATOR
from pioche.core.words import Message

from ..answer import Answer, Plot, Table
from ..figures import number, share
from ..matches import BotMatch, winners_of
from ..statistics import Estimate, mean_of
from .asked import Asked, Plan, blocks_for, column, interval, refuse_alone, title
from .playing import ASKED, Sitting, known_by
from .words import say

MATCHES = 300


@dataclass(frozen=True)
class Stock:
    """Matches that are watched move by move until the stock of their last round has run out."""

    sitting: Sitting
    seed: int
    size: int

    def block(self, number: int) -> Any:
        left: Counter[str] = Counter()
        changed = 0
        for each in range(number * self.size, (number + 1) * self.size):
            match = Noted(self.sitting, self.seed, each)
            outcome = match.play()
            if match.leaders is not None:
                left[str(outcome.moves - match.moves_then)] += 1
                changed += match.leaders != winners_of(outcome.places)
        return {"matches": self.size, "left": dict(left), "changed": changed}


class Noted(BotMatch):
    """A match of which is noted who led when the stock of the last round ran out, and after how many moves."""

    def __init__(self, sitting: Sitting, seed: int, number: int) -> None:
        super().__init__(sitting.table, [find_bot(name) for name in sitting.bots], seed, number)
        self.leaders: tuple[int, ...] | None = None
        self.moves_then = 0

    def make(self, rules: AnyRules, state: Any, seat: int, move: int) -> None:
        super().make(rules, state, seat, move)
        is_last = len(self.points) == len(self.table.rounds) - 1
        if is_last and self.leaders is None and not stock_of(rules, state):
            self.leaders, self.moves_then = winners_of(self._places_now(rules, state)), self.moves + 1

    def _places_now(self, rules: AnyRules, state: Any) -> tuple[int, ...]:
        """Return the places as if the match ended here."""
        points, ending = np.zeros((1, len(self.bots)), np.int32), np.zeros(1, np.int32)
        kernels(rules).result(state, points, ending)
        return self.standing([*self.points, tuple(map(int, points[0]))])[1]


def stock_of(rules: AnyRules, state: Any) -> int:
    """Return how many cards are left in the stock, as everybody sees it."""
    zones = rules.view(known_by(rules, state, SPECTATOR), SPECTATOR).zones
    return sum(len(zone.cards) if zone.size is None else zone.size for zone in zones if zone.role == "stock")


def plan(asked: Asked) -> Plan:
    sitting = asked.sitting()
    refuse_alone(asked, sitting.found, sitting)
    last = len(sitting.table.rounds) - 1
    dealt = sitting.table.deal(last, np.array([0]), new_random(0), is_for_bots=True)
    if not stock_of(sitting.table.rounds[last].for_bots, dealt):
        raise BadSetting(say("stock.none", game=sitting.found.title))
    work = Stock(sitting, asked.seed, ASKED)
    blocks = blocks_for(asked.matches or MATCHES, work.size)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick=False)


def conclude(asked: Asked, work: Stock, results: Iterator[Any]) -> Answer:
    left: Counter[int] = Counter()
    matches = changed = 0
    for block in results:
        matches, changed = matches + block["matches"], changed + block["changed"]
        left.update({int(moves): times for moves, times in block["left"].items()})
    ran_out = left.total()
    rows = [(say("stock.ran-out"), *mean_of(matches, ran_out, ran_out).as_share)]
    tables, plots = [], []
    if ran_out:
        others = mean_of(ran_out, changed, changed)
        rows.append((say("stock.changed"), *others.as_share))
        along = tuple((moves, left[moves]) for moves in range(max(left) + 1))
        columns = (column("moves_left", ",d"), column("matches", ",d"))
        tables.append(Table("moves_left", say("stock.plot"), columns, along, is_long=True))
        plots.append(Plot("histogram", "left", say("stock.plot"), "moves_left", "moves_left", "matches"))
    shares = Table("stock", say("stock.table"), (column("what"), column("share", ".1%"), *interval(".1%")), tuple(rows))
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting),
        findings=findings(left, matches, others) if ran_out else (say("stock.never"),),
        tables=(shares, *tables),
        plots=tuple(plots),
        methods=(say("stock.method"), say("method.interval")),
        matches=matches,
    )


def findings(left: Counter[int], matches: int, others: Estimate) -> tuple[Message, ...]:
    moves = sum(count * times for count, times in left.items()) / left.total()
    changed, low, high = map(share, others.as_share)
    return (
        say("stock.finding", share=share(left.total() / matches), moves=number(moves)),
        say("stock.finding-changed", changed=changed, low=low, high=high),
    )
