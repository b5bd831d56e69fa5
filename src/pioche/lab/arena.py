"""Compares bots: each plays alone at a table of each other, in all seats in turn, with the same deals for all.

With three players or more, one against many and many against one are different questions, and strength is not always
transitive. So the result is the whole table of pairs, not a single number.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from pioche.bots import Bot, find_bot
from pioche.core.errors import BadSetting, say

from .blocks import Progress, Rails, compute
from .journal import journal_seed
from .matches import BotMatch
from .simulate import checked_number, in_matches
from .sitting import GameSetting, agree, check_bots
from .statistics import wilson
from .table import Table, usable_cores

MOST_DEALS = 10**9


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
class Ended:
    """A match as a journal keeps it: totals and places by seat."""

    totals: list[int]
    places: list[int]


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

    def _repr_html_(self) -> str:
        from .notebook import standing_table

        return standing_table(self)


@dataclass(frozen=True)
class Arena(GameSetting):
    """Duels between pairs of bots, as work in blocks: a block is one deal of one pair."""

    pairs: tuple[tuple[str, str], ...]
    seed: int

    @property
    def seats(self) -> int:
        """In how many seats a bot plays the same deal: once where all play together, else in every seat."""
        return 1 if self.found.together else self.players

    def block(self, number: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the totals and places of one match for each seat."""
        deal, pair = divmod(number, len(self.pairs))
        table, *bots = _seated(self, pair)
        played = []
        for seat in range(self.seats):
            seated = [bots[place != seat] for place in range(self.players)]
            end = BotMatch(table, seated, self.seed, deal).play()
            played.append((end.totals, end.places))
        return played


@lru_cache(maxsize=64)
def _seated(work: Arena, pair: int) -> tuple[Table, Bot, Bot]:
    one, other = work.pairs[pair]
    return work.table, find_bot(one), find_bot(other)


def arena(
    game: str,
    bots: str | Sequence[str],
    players: int | None = None,
    *,
    variant: str | None = None,
    deals: int = 100,
    seed: int | None = None,
    workers: int | None = None,
    on: str | Executor = "threads",
    resume: str | Path | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Standing:
    """Play every bot alone against a table of every other. In cooperative games each bot plays with its own kind.

    ``workers``, ``on``, ``resume`` and ``progress`` are those of `simulate`.
    """
    resume = None if resume is None else Path(resume)
    seed = journal_seed(resume) if seed is None else seed
    deals = checked_number("deals", deals, 1, MOST_DEALS)
    work = plan_arena(game, bots, players, variant=variant, seed=seed, **options)
    workers = checked_number("workers", usable_cores() if workers is None else workers, 1, 1024)
    return run_arena(work, deals, Rails(on, workers, resume, progress))


def plan_arena(
    game: str,
    bots: str | Sequence[str],
    players: int | None = None,
    *,
    variant: str | None = None,
    seed: int | None = None,
    **options: object,
) -> Arena:
    """Return an arena, or raise `BadSetting`."""
    agreed = agree(game, players, variant, **options)
    together = agreed.found.together
    names = check_bots(tuple(bots.split(",") if isinstance(bots, str) else bots))
    pairs = tuple((one, other) for one in names for other in names if (one != other) != together)
    if not pairs:
        raise BadSetting(say("lonely-bot", game=agreed.found.title))
    seed = checked_number("seed", secrets.randbits(64) if seed is None else seed, 0, 2**256 - 1)
    return Arena(**vars(agreed), pairs=pairs, seed=seed)


def run_arena(work: Arena, deals: int, rails: Rails) -> Standing:
    """Compute all pairings; the rails' ``progress`` counts matches, not blocks."""
    begin, table = perf_counter(), work.table
    return Standing(
        game=work.game,
        variant=work.variant,
        players=work.players,
        options=dict(table.setting.options),
        deals=deals,
        seed=work.seed,
        counts_places=table.format.counts_places,
        pairings=tuple(_pairings(work, deals, rails)),
        seconds=perf_counter() - begin,
    )


def _pairings(work: Arena, deals: int, rails: Rails) -> Iterator[Pairing]:
    blocks = deals * len(work.pairs)
    played: list[list[list[Ended]]] = [[] for _ in work.pairs]
    for number, block in enumerate(compute(work, blocks, in_matches(rails, work.seats, blocks * work.seats))):
        played[number % len(work.pairs)].append([Ended(*end) for end in block])
    for (one, other), rows in zip(work.pairs, played, strict=True):
        yield _pairing(work.table, one, other, rows)


def duel(table: Table, one: str, other: str, deals: int, *, seed: int, workers: int | None = None) -> Pairing:
    """Play one bot alone at a table of another: each deal once with it in every seat.

    In cooperative games there is one match per deal.
    """
    setting = table.setting
    options = tuple(setting.options.items())
    work = Arena(table.game.name, setting.players, setting.variant, options, ((one, other),), seed)
    (pairing,) = run_arena(work, deals, Rails("threads", workers)).pairings
    return pairing


def _pairing(table: Table, one: str, other: str, played: list[list[Ended]]) -> Pairing:
    """Summarise the matches. The interval is over deals, because matches of the same deal are correlated."""
    by_deal = np.array([np.mean([_share(table, end, seat) for seat, end in enumerate(row)]) for row in played])
    mean, count = float(by_deal.mean()), len(by_deal)
    low, high = wilson(mean, float(by_deal.std(ddof=1)) / math.sqrt(count) if count > 1 else 0.0, count)
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


def _rows(played: list[list[Ended]]) -> Iterator[tuple[int, Ended]]:
    return ((seat, outcome) for row in played for seat, outcome in enumerate(row))


def _share(table: Table, outcome: Ended, seat: int) -> float:
    if outcome.places[seat] != 1:
        return 0.0
    return 1.0 if table.game.together else 1 / outcome.places.count(1)


def _others(totals: Sequence[int], seat: int) -> float:
    rest = [total for place, total in enumerate(totals) if place != seat]
    return float(np.mean(rest)) if rest else float(totals[seat])
