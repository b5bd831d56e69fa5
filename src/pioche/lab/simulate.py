"""Simulates thousands of matches at native speed and summarises scores, wins, lengths and endings.

Matches are dealt and played in blocks, each with a random generator derived from the seed and the block's number.
So a seed gives the same results on one core and on many.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from pioche.bots import Bot, LevelBot, RandomBot, find_bot
from pioche.core.chance import new_random
from pioche.core.errors import BadSetting, say
from pioche.core.judgement import LEVELS, Judgement
from pioche.core.think.think import Budget

from .blocks import Progress, Rails, compute
from .journal import journal_seed
from .matches import BotMatch, block_of
from .sitting import Seated, agree, check_bots
from .table import Block, Table, usable_cores

BLOCK = 4096
"""How many matches are dealt and played together: few enough to fit the processor's cache."""
ASKED_BLOCK = 8
"""How many matches a block has when bots choose move by move."""
NORMAL_95 = 1.959964
"""Half the width of a 95% interval, in standard errors."""

Play = Callable[[int, int, int], Block]
"""``play(seed, first, size)``: play ``size`` matches, numbered from ``first``."""


@dataclass(frozen=True)
class SeatResult:
    """One seat's scores over all matches: their mean, its 95% interval, their spread, and the share of matches won."""

    bot: str
    mean: float
    low: float
    high: float
    spread: float
    wins: float


@dataclass(frozen=True)
class Results:
    """The results of a simulation. ``to_dict()`` is what ``pioche simulate --json`` prints."""

    game: str
    variant: str | None
    players: int
    options: dict[str, bool | int]
    games: int
    seed: int
    seats: tuple[SeatResult, ...]
    counts_places: bool
    """Whether a match's score is the sum of the places reached in its rounds."""
    won: float | None
    """The share of matches won, where all win or lose together."""
    moves: int
    seconds: float
    moves_per_second: float
    games_per_second: float
    endings: dict[str, int]
    """By reason: how many matches ended for it, that is, how many last rounds did."""

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "seats": [asdict(seat) for seat in self.seats]}

    def _repr_html_(self) -> str:
        from .notebook import results_table

        return results_table(self)


def summary(table: Table, block: Block) -> dict[str, Any]:
    """Return the sums over the matches of a block, as JSON-compatible data."""
    first = block.places == 1
    shares = first if table.game.together else first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    names = table.rounds[-1].endings
    return {
        "games": len(block.totals),
        "moves": int(block.lengths.sum()),
        "sum": block.totals.sum(axis=0).tolist(),
        "squares": np.square(block.totals, dtype=np.float64).sum(axis=0).tolist(),
        "won": int(first.any(axis=1).sum()),
        "wins": shares.sum(axis=0).tolist(),
        "endings": dict(zip(names, np.bincount(block.endings, minlength=len(names)).tolist(), strict=True)),
    }


class Tally:
    """Sums over blocks, from which the results are computed."""

    def __init__(self, table: Table) -> None:
        seats = table.setting.players
        self._table = table
        self.games = 0
        self.moves = 0
        self._sum = np.zeros(seats)
        self._squares = np.zeros(seats)
        self._wins = np.zeros(seats)
        self._won = 0
        self._endings: Counter[str] = Counter()

    def add(self, block: dict[str, Any]) -> None:
        self.games += block["games"]
        self.moves += block["moves"]
        self._sum += block["sum"]
        self._squares += block["squares"]
        self._won += block["won"]
        self._wins += block["wins"]
        self._endings.update(block["endings"])

    def results(self, bots: Sequence[str], seed: int, seconds: float) -> Results:
        table = self._table
        return Results(
            game=table.game.name,
            variant=table.setting.variant,
            players=table.setting.players,
            options=dict(table.setting.options),
            games=self.games,
            seed=seed,
            seats=tuple(self._seat(seat, bot) for seat, bot in enumerate(bots)),
            counts_places=table.format.counts_places,
            won=self._won / self.games if table.game.together else None,
            moves=self.moves,
            seconds=seconds,
            moves_per_second=self.moves / seconds,
            games_per_second=self.games / seconds,
            endings={name: count for name, count in self._endings.items() if count},
        )

    def _seat(self, seat: int, bot: str) -> SeatResult:
        mean = float(self._sum[seat]) / self.games
        variance = (float(self._squares[seat]) - self.games * mean * mean) / max(self.games - 1, 1)
        spread = math.sqrt(max(variance, 0.0))
        margin = NORMAL_95 * spread / math.sqrt(self.games)
        return SeatResult(bot, mean, mean - margin, mean + margin, spread, float(self._wins[seat]) / self.games)


@dataclass(frozen=True)
class Simulation(Seated):
    """Matches between bots, as work in blocks."""

    dealer: int | None
    games: int
    seed: int

    @property
    def table(self) -> Table:
        return replace(super().table, dealer=self.dealer)

    @property
    def size(self) -> int:
        """How many matches a block has, except the last."""
        return ASKED_BLOCK if isinstance(playing(self)[1], partial) else BLOCK

    @property
    def blocks(self) -> int:
        return -(-self.games // self.size)

    @property
    def is_compiled(self) -> bool:
        """Whether whole blocks run at native speed; otherwise bots choose move by move."""
        return self.size == BLOCK

    def block(self, number: int) -> dict[str, Any]:
        table, play = playing(self)
        first = number * self.size
        return summary(table, play(self.seed, first, min(self.size, self.games - first)))


@lru_cache(maxsize=8)
def playing(work: Simulation) -> tuple[Table, Play]:
    """Return the table of a simulation, and how its matches are played."""
    return (table := work.table), player_of(table, [find_bot(name) for name in work.bots])


def simulate(
    game: str,
    players: int | None = None,
    *,
    variant: str | None = None,
    games: int = 1000,
    bots: str | Sequence[str] = "random",
    seed: int | None = None,
    dealer: int | None = None,
    workers: int | None = None,
    on: str | Executor = "threads",
    resume: str | Path | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Results:
    """Play matches between bots and return statistics.

    ``bots`` is one name for all seats, or one for each seat, in a list or separated by commas. ``dealer`` is the first
    dealer's seat, random by default. The same seed gives the same results whatever the number of ``workers``, by
    default all cores, and wherever they run: ``on`` threads, on processes, on a cluster or on an executor of your own.
    ``resume`` is a journal from which a stopped simulation goes on. ``progress`` is called with the number of matches
    done, and of all.
    """
    resume = None if resume is None else Path(resume)
    seed = journal_seed(resume) if seed is None else seed
    work = plan_simulation(game, players, variant=variant, games=games, bots=bots, seed=seed, dealer=dealer, **options)
    workers = checked_number("workers", usable_cores() if workers is None else workers, 1, 1024)
    return run_simulation(work, Rails(on, workers, resume, progress))


def plan_simulation(
    game: str,
    players: int | None = None,
    *,
    variant: str | None = None,
    games: int,
    bots: str | Sequence[str],
    seed: int | None,
    dealer: int | None,
    **options: object,
) -> Simulation:
    """Return a simulation, or raise `BadSetting`."""
    agreed = agree(game, players, variant, **options)
    return Simulation(
        **vars(agreed),
        bots=check_bots(tuple(seat_bots(bots, agreed.players))),
        dealer=None if dealer is None else checked_number("dealer", dealer, 0, agreed.players - 1),
        games=checked_number("games", games, 1, 10**12),
        seed=checked_number("seed", secrets.randbits(64) if seed is None else seed, 0, 2**256 - 1),
    )


def run_simulation(work: Simulation, rails: Rails) -> Results:
    """Compute a simulation; the rails' ``progress`` counts matches, not blocks."""
    table, play = playing(work)
    play(0, 0, 1)  # compiles before the clock starts
    tally, begin = Tally(table), perf_counter()
    for block in compute(work, work.blocks, in_matches(rails, work.size, work.games)):
        tally.add(block)
    return tally.results(work.bots, work.seed, perf_counter() - begin)


def in_matches(rails: Rails, each: int, most: int) -> Rails:
    """Return rails whose progress counts matches; a block has ``each`` of them."""
    if (report := rails.progress) is None:
        return rails
    return replace(rails, progress=lambda done, _: report(min(done * each, most), most))


def player_of(table: Table, bots: Sequence[Bot]) -> Play:
    """Return how matches between these bots are played: in bulk where none of them searches, else move by move."""
    if all(isinstance(bot, RandomBot) for bot in bots):
        return lambda seed, first, size: table.play(size, new_random(seed, first // BLOCK))
    if are_quick(table, bots):
        levels = quick_levels(bots)
        return lambda seed, first, size: table.play(size, new_random(seed, first // BLOCK), levels)
    return partial(_ask_all, table, bots)


def are_quick(table: Table, bots: Sequence[Bot]) -> bool:
    """Return whether whole matches of these bots run compiled: in no round does one of them search.

    A level that searches does not with a budget of 0 simulations (``strong@0``). Bots whose weights are of different
    kinds, such as a network and a table, cannot run together.
    """
    return all(isinstance(bot, RandomBot) for bot in bots) or all(
        each is not None and all(_is_quick(each, bot) for bot in bots) and _are_alike(each, table, bots)
        for each in (rules.judgement for rules in table.rounds)
    )


def _is_quick(judgement: Judgement, bot: Bot) -> bool:
    if isinstance(bot, RandomBot):
        return True
    if not isinstance(bot, LevelBot):
        return False
    return judgement.levels[bot.level].simulations == 0 if bot.budget is None else bot.budget == Budget(simulations=0)


def _are_alike(judgement: Judgement, table: Table, bots: Sequence[Bot]) -> bool:
    names = {judgement.levels[level or LEVELS[0]].weights for level in quick_levels(bots)}
    return len({len(judgement.weights(table.setting, name)) for name in names}) == 1


def quick_levels(bots: Sequence[Bot]) -> list[str | None]:
    """Return the level of each bot; None is one that plays at random."""
    return [bot.level if isinstance(bot, LevelBot) else None for bot in bots]


def _ask_all(table: Table, bots: Sequence[Bot], seed: int, first: int, size: int) -> Block:
    return block_of(BotMatch(table, bots, seed, number).play() for number in range(first, first + size))


def seat_bots(bots: str | Sequence[str], players: int) -> list[str]:
    """Return the name of the bot in each seat."""
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    if len(names) not in (1, players):
        raise BadSetting(say("bad-bots", given=len(names), players=players))
    return names * players if len(names) == 1 else names


def checked_number(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise BadSetting(say("bad-number", option=name, value=repr(value), low=low, high=high))
