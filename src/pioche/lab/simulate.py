"""Simulates thousands of matches at native speed and summarises scores, wins, lengths and endings.

Matches are dealt and played in blocks, each with a random generator derived from the seed and the block's number.
So a seed gives the same results on one core and on many.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from pioche import registry
from pioche.bots import Bot, LevelBot, RandomBot, find_bot
from pioche.core.chance import new_random
from pioche.core.errors import BadSetting, say

from .matches import BotMatch
from .table import Block, Table, usable_cores

BLOCK = 4096
"""How many matches are dealt and played together: few enough to fit the processor's cache."""
ASKED_BLOCK = 8
"""How many matches a block has when bots choose move by move."""
NORMAL_95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""

Progress = Callable[[int], None]


@dataclass(frozen=True)
class SeatResult:
    """One seat's scores over all matches: their mean, its 95 % interval, their spread, and the share of matches won."""

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

    def add(self, block: Block) -> None:
        first = block.places == 1
        self.games += len(block.totals)
        self.moves += int(block.lengths.sum())
        self._sum += block.totals.sum(axis=0)
        self._squares += np.square(block.totals, dtype=np.float64).sum(axis=0)
        self._won += int(first.any(axis=1).sum())
        shares = first if self._table.game.together else first / np.maximum(first.sum(axis=1, keepdims=True), 1)
        self._wins += shares.sum(axis=0)
        names = self._table.rounds[-1].endings
        for name, count in zip(names, np.bincount(block.endings, minlength=len(names)), strict=True):
            self._endings[name] += int(count)

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
    progress: Progress | None = None,
    **options: object,
) -> Results:
    """Play matches between bots and return statistics.

    ``bots`` is one name for all seats, or one for each seat, in a list or separated by commas. ``dealer`` is the first
    dealer's seat, random by default. The same seed gives the same results whatever the number of ``workers``, by
    default all cores. ``progress`` is called with the number of matches done since the last call.
    """
    found = registry.find(game)
    setting = found.agree(players, variant, **options)
    table = Table(
        found, setting, checked_number("dealer", dealer, 0, setting.players - 1) if dealer is not None else None
    )
    seated = seat_bots(bots, setting.players)
    play = player_of(table, [find_bot(name) for name in seated])
    games = checked_number("games", games, 1, 10**12)
    seed = checked_number("seed", secrets.randbits(64) if seed is None else seed, 0, 2**256 - 1)
    workers = checked_number("workers", usable_cores() if workers is None else workers, 1, 1024)

    play(0, 0, 1)  # compiles before the clock starts
    tally, begin = Tally(table), perf_counter()
    for block in _blocks(play, seed, games, workers):
        tally.add(block)
        if progress is not None:
            progress(len(block.totals))
    return tally.results(seated, seed, perf_counter() - begin)


Play = Callable[[int, int, int], Block]
"""``play(seed, first, size)``: play ``size`` matches, numbered from ``first``."""


def player_of(table: Table, bots: Sequence[Bot]) -> Play:
    """Return how matches between these bots are played: in bulk where none of them searches, else move by move."""
    if all(isinstance(bot, RandomBot) for bot in bots):
        return lambda seed, first, size: table.play(size, new_random(seed, first // BLOCK))
    if all(is_quick(table, bot) for bot in bots):
        levels = [bot.level if isinstance(bot, LevelBot) else None for bot in bots]
        return lambda seed, first, size: table.play(size, new_random(seed, first // BLOCK), levels)
    return partial(_ask_all, table, bots)


def is_quick(table: Table, bot: Bot) -> bool:
    """Return whether a bot decides without searching, in every round of a match."""
    if isinstance(bot, RandomBot):
        return all(rules.judgement is not None for rules in table.rounds)
    if not isinstance(bot, LevelBot) or bot.budget is not None:
        return False
    judgements = [rules.judgement for rules in table.rounds]
    return all(each is not None and each.levels[bot.level].simulations == 0 for each in judgements)


def _ask_all(table: Table, bots: Sequence[Bot], seed: int, first: int, size: int) -> Block:
    played = [BotMatch(table, bots, seed, number).play() for number in range(first, first + size)]
    return Block(
        totals=np.array([match.totals for match in played], np.int32),
        places=np.array([match.places for match in played], np.int32),
        lengths=np.array([match.moves for match in played], np.int32),
        endings=np.array([match.ending for match in played], np.int32),
    )


def _blocks(play: Play, seed: int, games: int, workers: int) -> Iterator[Block]:
    step = ASKED_BLOCK if isinstance(play, partial) else BLOCK
    sizes = ((first, min(step, games - first)) for first in range(0, games, step))

    def play_block(block: tuple[int, int]) -> Block:
        return play(seed, *block)

    if workers == 1:
        yield from map(play_block, sizes)
    else:
        yield from _in_order(play_block, sizes, workers)


def _in_order(
    play: Callable[[tuple[int, int]], Block], sizes: Iterable[tuple[int, int]], workers: int
) -> Iterator[Block]:
    """Like ``map`` over threads, but never far ahead of its consumer, so that a long run needs no more memory."""
    with ThreadPoolExecutor(workers) as pool:
        waiting = []
        for size in sizes:
            waiting.append(pool.submit(play, size))
            if len(waiting) > 4 * workers:
                yield waiting.pop(0).result()
        for block in waiting:
            yield block.result()


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
