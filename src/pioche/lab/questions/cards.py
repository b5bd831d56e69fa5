"""What is each card worth: to hold after the deal, to take, to lead, to lay?

Worth is how much better a seat scores when it does this than seats do on average, in points ahead of the others. What a
move does with its cards is read from what every game says: hands, moves with their cards and targets, and moments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.errors import BadSetting
from pioche.core.game import AnyRules
from pioche.core.state import SPECTATOR
from pioche.core.table import Moment
from pioche.core.words import Message

from ..answer import Answer, Plot, Table, Value
from ..figures import number
from ..matches import BotMatch
from ..statistics import Estimate, mean_of
from .asked import Asked, Plan, blocks_for, column, interval, title
from .playing import Sitting, known_by, play
from .words import say

MATCHES = 300
HELD = 20
"""For each match that is watched move by move, how many are played for their deals alone."""
WATCHED = 5
FEWEST = 20
"""Cards that were seen less often are left out."""
EXTREMES = 5
ACTIONS = ("hold", "take", "lead", "lay")

Doings = set[tuple[str, str, int]]
"""What was done in a round: the action, the card and the seat."""
Sums = dict[str, dict[str, list[float]]]
"""By action and card: how often, and the sums of the worths and of their squares."""


@dataclass(frozen=True)
class Cards:
    """Matches that are watched move by move, and more of them of which only the deals count."""

    sitting: Sitting
    seed: int
    watched: int
    held: int

    def block(self, number: int) -> Any:
        sums: Sums = {action: defaultdict(lambda: [0, 0.0, 0.0]) for action in ACTIONS}
        all_worths: list[float] = []
        for each in range(number * self.watched, (number + 1) * self.watched):
            for doings, scores in watch(self.sitting, self.seed, each):
                worths = worth(self.sitting, np.array([scores]))[0]
                all_worths += worths.tolist()
                _add(sums, doings, worths)
        self._add_dealt(sums, all_worths, number)
        return {"sums": sums, "mean": [len(all_worths), float(np.sum(all_worths))]}

    def _add_dealt(self, sums: Sums, all_worths: list[float], number: int) -> None:
        """Add the cards that were dealt, by the results of whole matches."""
        if not self.held:
            return
        table, rng = self.sitting.table, new_random(self.seed, number)
        rounds = table.deal(0, table.dealers(self.held, rng), rng)
        results = worth(self.sitting, play(self.sitting, self.held, self.seed, number).totals)
        all_worths += results.ravel().tolist()
        for state, worths in zip(rounds, results, strict=True):
            hands = table.rounds[0].hands(state)
            _add(sums, {("hold", card, seat) for seat, hand in enumerate(hands) for card in hand}, worths)


def _add(sums: Sums, doings: Doings, worths: NDArray[np.float64]) -> None:
    for action, card, seat in sorted(doings):
        found, value = sums[action][card], float(worths[seat])
        found[0] += 1
        found[1] += value
        found[2] += value * value


def worth(sitting: Sitting, scores: NDArray[Any]) -> NDArray[np.float64]:
    """Return, by match and seat, how many points a seat is ahead of the mean of the others; more is better.

    Where all play together, it is the score itself.
    """
    own = direction(sitting) * scores.astype(np.float64)
    players = sitting.players
    if sitting.found.together:
        return own
    ahead: NDArray[np.float64] = (own - own.mean(axis=1, keepdims=True)) * players / (players - 1)
    return ahead


def direction(sitting: Sitting) -> int:
    """Return 1 where a higher score is better, and −1 where a lower one is."""
    totals, places = np.zeros(sitting.players, np.int32), np.zeros(sitting.players, np.int32)
    totals[0] = 1
    sitting.table.format.places(totals, places)
    return 1 if places[0] == 1 else -1


class Watched(BotMatch):
    """A match of which is noted, round by round, what is done with the cards. Bots give no signals in it."""

    def __init__(self, sitting: Sitting, seed: int, number: int) -> None:
        super().__init__(sitting.table, [find_bot(name) for name in sitting.bots], seed, number)
        self.doings: list[Doings] = []
        self.trick_zones: set[str] = set()
        self.is_new_trick = True

    def dealt(self, rules: AnyRules, state: Any) -> None:
        hands = rules.hands(state[0])
        self.doings.append({("hold", card, seat) for seat, hand in enumerate(hands) for card in hand})
        seen = rules.view(known_by(rules, state, SPECTATOR), SPECTATOR)
        self.trick_zones = {zone.name for zone in seen.zones if zone.role == "trick"}
        self.is_new_trick = True

    def make(self, rules: AnyRules, state: Any, seat: int, move: int) -> None:
        held = set(rules.hands(state[0])[seat])
        said, before = rules.describe(known_by(rules, state, seat), seat, move), known_by(rules, state, SPECTATOR)
        super().make(rules, state, seat, move)
        target, _, owner = (said.target or "").partition("@")
        is_played = target in self.trick_zones
        for card in said.cards:
            if card in held:
                self.doings[-1].add(("lead" if is_played and self.is_new_trick else "lay", card, seat))
            elif owner == str(seat):
                self.doings[-1].add(("take", card, seat))
        if said.cards and is_played:
            self.is_new_trick = False
        self._see_tricks(rules.moments(before, known_by(rules, state, SPECTATOR)))

    def _see_tricks(self, moments: tuple[Moment, ...]) -> None:
        for moment in moments:
            tricks = (zone for zone in moment.zones if zone.role == "trick")
            self.doings[-1].update(("take", card, moment.seat) for zone in tricks for card in zone.cards)
            self.is_new_trick = True

    def _signal(self, rules: AnyRules, state: Any) -> None:
        pass


def watch(sitting: Sitting, seed: int, number: int) -> Iterator[tuple[Doings, tuple[int, ...]]]:
    """Play a match between bots; yield what was done in each round, and its scores."""
    match = Watched(sitting, seed, number)
    match.play()
    return zip(match.doings, match.points, strict=True)


def plan(asked: Asked) -> Plan:
    sitting = asked.sitting()
    if sitting.players == 1:
        raise BadSetting(say("alone", game=sitting.found.title))
    dealt = sitting.table.rounds[0].hands(sitting.table.deal(0, np.array([0]), new_random(0))[0])
    is_held = sitting.is_quick and len(sitting.table.rounds) == 1 and any(dealt)
    work = Cards(sitting, asked.seed, WATCHED, WATCHED * HELD if is_held else 0)
    blocks = blocks_for(asked.matches or MATCHES, WATCHED)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), is_quick=False)


def conclude(asked: Asked, work: Cards, results: Iterator[Any]) -> Answer:
    sums: Sums = {action: defaultdict(lambda: [0, 0.0, 0.0]) for action in ACTIONS}
    seats, total, blocks = 0, 0.0, 0
    for block in results:
        seats, total, blocks = seats + block["mean"][0], total + block["mean"][1], blocks + 1
        for action, cards in block["sums"].items():
            for card, more in cards.items():
                sums[action][card] = [one + other for one, other in zip(sums[action][card], more, strict=True)]
    tables, findings, plots = [], [], []
    for action in ACTIONS:
        rows = _rows(sums[action], total / seats)
        if len(rows) < 2:
            continue
        columns = (column("card"), column("times", ",d"), column("worth", "+,.2f"), *interval("+,.2f"))
        ends = rows[:EXTREMES] + rows[max(EXTREMES, len(rows) - EXTREMES) :]
        tables += [
            Table(f"{action}_ends", say(f"cards.ends-{action}"), columns, tuple(ends)),
            Table(action, say(f"cards.all-{action}"), columns, tuple(rows), is_long=True),
        ]
        plots.append(
            Plot(
                "bars", action, say(f"cards.ends-{action}"), f"{action}_ends", "card", "worth", "low", "high", even=0.0
            )
        )
        findings.append(_finding(action, rows))
    if not tables:
        raise BadSetting(say("cards.nothing", game=work.sitting.found.title))
    return Answer(
        question=asked.question,
        game=work.sitting.game,
        title=title(asked, work.sitting),
        findings=tuple(findings),
        tables=tuple(tables),
        plots=tuple(plots),
        methods=(say("cards.method"), say("cards.method-choice"), say("method.interval"), say("method.many")),
        matches=blocks * (work.watched + work.held),
    )


def _rows(cards: dict[str, list[float]], mean: float) -> list[tuple[Value, ...]]:
    """Return the cards with their worth, the best first."""
    found: list[tuple[str, int, Estimate]] = []
    for card, (times, total, squares) in cards.items():
        if times >= FEWEST:
            found.append((card, int(times), mean_of(int(times), total, squares)))
    found.sort(key=lambda row: -row[2].value)
    return [(card, times, each.value - mean, each.low - mean, each.high - mean) for card, times, each in found]


def _finding(action: str, rows: list[tuple[Value, ...]]) -> Message:
    best, worst = rows[0], rows[-1]
    return say(
        f"cards.finding-{action}",
        best=str(best[0]),
        most=number(float(str(best[2])), "+.1f"),
        worst=str(worst[0]),
        least=number(float(str(worst[2])), "+.1f"),
    )
