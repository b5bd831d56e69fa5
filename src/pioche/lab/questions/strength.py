"""Which of two bots is stronger? Deal after deal, until a sequential test has decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pioche.core.errors import BadSetting
from pioche.core.words import Message

from ..answer import Answer, Plot, Table, Value
from ..figures import count, number, share
from ..sequential import ERROR, Sequential, Verdict
from ..statistics import mean_of
from .asked import Asked, Plan, blocks_for, column, interval, title
from .duels import alone, deals_in_block, matches_per_duel
from .playing import Sitting
from .words import say

MATCHES = 200_000
MARGIN = 0.05
MOST_POINTS = 100
"""How many points the curve has at most."""


@dataclass(frozen=True)
class Strength:
    """The same deals for both bots, each alone at a table of the other."""

    sitting: Sitting
    bots: tuple[str, str]
    seed: int
    deals: int

    def block(self, number: int) -> Any:
        first, second = self.bots
        one = alone(self.sitting, first, second, self.deals, self.seed, number)
        if self.sitting.players == 2 and not self.sitting.found.together:
            other = 1 - one  # two players: the matches of one are those of the other
        else:
            other = alone(self.sitting, second, first, self.deals, self.seed, number)
        found: dict[str, Any] = {"deals": self.deals}
        for name, values in (("one", one), ("other", other), ("difference", one - other)):
            found[name] = [float(values.sum()), float(np.square(values).sum())]
        return found


def plan(asked: Asked) -> Plan:
    pool = asked.pool("beginner,casual")
    if len(pool) != 2:
        raise BadSetting(say("strength.two"))
    if asked.margin is not None and not 0 < asked.margin < 1:
        raise BadSetting(say("strength.bad-margin", given=f"{asked.margin:g}"))
    sitting = asked.sitting(pool[0])
    deals, is_quick = deals_in_block(asked, pool, 50, 2)
    work = Strength(sitting, (pool[0], pool[1]), asked.seed, deals)
    matches = deals * matches_of(sitting)
    blocks = blocks_for(asked.matches or MATCHES, matches)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick, may_stop_early=True)


def matches_of(sitting: Sitting) -> int:
    """Return how many matches a deal is played in."""
    both = 1 if sitting.players == 2 and not sitting.found.together else 2
    return both * matches_per_duel(sitting)


def conclude(asked: Asked, work: Strength, results: Iterator[Any]) -> Answer:
    test = Sequential(asked.margin or MARGIN)
    sums = {"one": np.zeros(2), "other": np.zeros(2)}
    curve: list[tuple[Value, ...]] = []
    for block in results:
        test.add(block["deals"], *block["difference"])
        for name, total in sums.items():
            total += block[name]
        now = test.difference
        curve.append((test.deals, now.value, now.low, now.high))
        if test.verdict is not None:
            break
    rows = [_row(work, name, sums[name], test.deals) for name in ("one", "other")]
    columns = (column("one"), column("others"), column("won", ".1%"), *interval(".1%"))
    along = (column("deals", ",d"), column("difference", "+.1%"), *interval("+.1%"))
    step = -(-len(curve) // MOST_POINTS)
    shown = tuple(curve[step - 1 :: step]) or tuple(curve)
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting, " – ".join(work.bots)),
        findings=_findings(work, test),
        tables=(
            Table("pair", say("strength.table"), columns, tuple(rows)),
            Table("curve", say("strength.curve"), along, shown, is_long=True),
        ),
        plots=(along_the_deals(),) if len(shown) > 1 else (),
        methods=(
            say("strength.method", margin=share(test.margin), error=share(ERROR, ".0%")),
            say("strength.method-early"),
        ),
        matches=test.deals * matches_of(work.sitting),
    )


def along_the_deals() -> Plot:
    return Plot("lines", "curve", say("strength.curve"), "curve", "deals", "difference", "low", "high", even=0.0)


def _row(work: Strength, name: str, sums: Any, deals: int) -> tuple[Value, ...]:
    one, other = work.bots if name == "one" else work.bots[::-1]
    won = mean_of(deals, float(sums[0]), float(sums[1]))
    others = one if work.sitting.found.together else other
    return (one, others, *won.as_share)


def _findings(work: Strength, test: Sequential) -> tuple[Message, ...]:
    verdict: Verdict | None = test.verdict
    by = test.difference
    deals = count(test.deals)
    if verdict == "even":
        return (say("strength.even", margin=share(test.margin), deals=deals, **_interval(test)),)
    if verdict is None:
        return (say("strength.undecided", deals=deals, **_interval(test)),)
    better, worse = work.bots if verdict == "first" else work.bots[::-1]
    return (
        say(
            "strength.decided",
            better=better,
            worse=worse,
            deals=deals,
            points=number(100 * abs(by.value)),
            low=number(100 * min(abs(by.low), abs(by.high))),
            high=number(min(100 * max(abs(by.low), abs(by.high)), 100.0)),
        ),
    )


def _interval(test: Sequential) -> dict[str, Message]:
    by = test.difference
    return {"low": number(100 * by.low, "+.1f"), "high": number(100 * by.high, "+.1f")}
