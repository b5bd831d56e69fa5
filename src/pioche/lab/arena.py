"""Compares bots: each plays alone at a table of each other, in all seats in turn, with the same deals for all.

With three players or more, one against many and many against one are different questions, and strength is not always
transitive. So the result is the whole table of pairs, not a single number.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.bots import Bot, find_bot
from pioche.core.errors import BadSetting, say

from .matches import BotMatch, Outcome
from .simulate import NORMAL_95, Progress, checked_number
from .table import Table, usable_cores


@dataclass(frozen=True)
class Pairing:
    """One bot's results alone at a table of another: its share of matches won (ties split), and the matches played.

    ``decided`` is its share of the matches with a single winner, and ``score`` its mean score.
    """

    one: str
    others: str
    won: float
    low: float
    high: float
    even: float
    decided: float
    score: float
    others_score: float
    matches: int


@dataclass(frozen=True)
class Standing:
    """All pairings of an arena. ``to_dict()`` is what ``pioche arena --json`` prints."""

    game: str
    variant: str | None
    players: int
    options: dict[str, bool | int]
    deals: int
    seed: int
    seconds: float
    counts_places: bool
    """Whether a match's score is the sum of the places reached in its rounds."""
    pairings: tuple[Pairing, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def arena(
    game: str,
    bots: str | Sequence[str],
    players: int | None = None,
    *,
    variant: str | None = None,
    deals: int = 100,
    seed: int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Standing:
    """Play every bot alone against a table of every other. In cooperative games each bot plays with its own kind."""
    found = registry.find(game)
    table = Table(found, found.agree(players, variant, **options))
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    for name in names:
        find_bot(name)  # so that a wrong name is reported before anything is played
    deals = checked_number("deals", deals, 1, 10**9)
    seed = checked_number("seed", secrets.randbits(64) if seed is None else seed, 0, 2**256 - 1)
    workers = checked_number("workers", usable_cores() if workers is None else workers, 1, 1024)
    begin = perf_counter()
    pairs = [(one, other) for one in names for other in names if (one != other) != found.together]
    if not pairs:
        raise BadSetting(say("lonely-bot", game=found.title))
    pairings = [duel(table, one, other, deals, seed=seed, workers=workers, progress=progress) for one, other in pairs]
    return Standing(
        game=found.name,
        variant=variant,
        players=table.setting.players,
        options=dict(table.setting.options),
        deals=deals,
        seed=seed,
        seconds=perf_counter() - begin,
        counts_places=table.format.counts_places,
        pairings=tuple(pairings),
    )


def duel(
    table: Table,
    one: str,
    other: str,
    deals: int,
    *,
    seed: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Pairing:
    """Play one bot alone at a table of another: each deal once with it in every seat.

    In cooperative games there is one match per deal.
    """
    players, bots = table.setting.players, (find_bot(one), find_bot(other))
    seats = range(1) if table.game.together else range(players)

    def play(number: int) -> list[Outcome]:
        outcomes = []
        for seat in seats:
            seated: list[Bot] = [bots[place != seat] for place in range(players)]
            outcomes.append(BotMatch(table, seated, seed, number).play())
            if progress is not None:
                progress(1)
        return outcomes

    with ThreadPoolExecutor(workers or usable_cores()) as pool:
        return _pairing(table, one, other, list(pool.map(play, range(deals))))


def _pairing(table: Table, one: str, other: str, played: list[list[Outcome]]) -> Pairing:
    """Summarise the matches. The interval is over deals, because matches of the same deal are correlated."""
    by_deal = np.array([np.mean([_share(table, end, seat) for seat, end in enumerate(row)]) for row in played])
    mean = float(by_deal.mean())
    low, high = interval(by_deal)
    decided = [end.places[seat] == 1 for seat, end in _rows(played) if end.places.count(1) == 1]
    return Pairing(
        one=one,
        others=other,
        won=mean,
        low=low,
        high=high,
        even=1.0 if table.game.together else 1 / table.setting.players,
        decided=float(np.mean(decided)) if decided else mean,
        score=float(np.mean([end.totals[seat] for seat, end in _rows(played)])),
        others_score=float(np.mean([_others(end.totals, seat) for seat, end in _rows(played)])),
        matches=sum(map(len, played)),
    )


def interval(shares: NDArray[np.float64]) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a mean share, with an effective number of matches derived from its spread."""
    mean, count = float(shares.mean()), len(shares)
    spread = float(shares.var(ddof=1)) if count > 1 else 0.0
    worth = count * mean * (1 - mean) / spread if spread > 0 else float(count)
    square = NORMAL_95**2
    middle = (mean + square / (2 * worth)) / (1 + square / worth)
    margin = NORMAL_95 * math.sqrt(mean * (1 - mean) / worth + square / (4 * worth**2)) / (1 + square / worth)
    return middle - margin, middle + margin


def _rows(played: list[list[Outcome]]) -> Iterator[tuple[int, Outcome]]:
    return ((seat, outcome) for row in played for seat, outcome in enumerate(row))


def _share(table: Table, outcome: Outcome, seat: int) -> float:
    if outcome.places[seat] != 1:
        return 0.0
    return 1.0 if table.game.together else 1 / outcome.places.count(1)


def _others(totals: Sequence[int], seat: int) -> float:
    rest = [total for place, total in enumerate(totals) if place != seat]
    return float(np.mean(rest)) if rest else float(totals[seat])
