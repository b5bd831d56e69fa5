"""Thousands of matches at native speed, and what they tell: scores, wins, lengths, endings.

Matches are dealt and played in blocks, each with chance of its own that follows from the seed and the block's number.
So a seed gives the same results on one core and on many.
"""

from __future__ import annotations

import math
import os
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.core.errors import BadSetting, say
from pioche.core.game import AnyRules, Format, Game, Setting
from pioche.core.kernels import fresh_decks, kernels, standings
from pioche.core.state import batch

BLOCK = 4096
"""Matches that are dealt and played together: few enough to stay near the processor."""
BOTS = ("random",)
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
    """What a simulation found. ``plain()`` is what ``pioche simulate --json`` prints."""

    game: str
    variant: str | None
    players: int
    options: dict[str, bool | int]
    games: int
    seed: int
    seats: tuple[SeatResult, ...]
    won: float | None
    """The share of matches won, where all win or lose together."""
    moves: int
    seconds: float
    moves_per_second: float
    games_per_second: float
    endings: dict[str, int]
    """How many matches ended, that is whose last round ended, for each reason."""

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "seats": [asdict(seat) for seat in self.seats]}


@dataclass(frozen=True)
class Block:
    """The matches of one block, finished: a row each."""

    totals: NDArray[np.int32]
    places: NDArray[np.int32]
    lengths: NDArray[np.int32]
    endings: NDArray[np.int32]


@dataclass(frozen=True)
class Table:
    """A game as it will be simulated: the setting, and the first dealer if that is fixed."""

    game: Game
    setting: Setting
    dealer: int | None = None

    @cached_property
    def format(self) -> Format:
        return self.game.format(self.setting)

    @property
    def rounds(self) -> tuple[AnyRules, ...]:
        return self.format.rounds

    @cached_property
    def _fresh(self) -> list[tuple[Any, Any, Any]]:
        """For each round the options, but for the dealer, and the decks before they are shuffled."""
        agreed = [self.game.round_options(rules, self.setting, 0) for rules in self.rounds]
        return [(options, *fresh_decks(rules, options)) for rules, options in zip(self.rounds, agreed, strict=True)]

    def play(self, size: int, rng: np.random.Generator) -> Block:
        """Deal and play so many matches to the end, at random."""
        seats = self.setting.players
        points = np.zeros((size, len(self.rounds), seats), np.int32)
        lengths, endings = np.zeros(size, np.int32), np.zeros(size, np.int32)
        dealers = rng.integers(seats, size=size) if self.dealer is None else np.full(size, self.dealer)
        for number, rules in enumerate(self.rounds):
            played = self._play_round(number, (dealers + number) % seats, rng, lengths)
            kernels(rules).result(played, points[:, number], endings)
        totals, places = np.zeros((size, seats), np.int32), np.zeros((size, seats), np.int32)
        standings(self.game.name, self.format)(points, totals, places)
        return Block(totals, places, lengths, endings)

    def _play_round(self, number: int, dealers: Any, rng: np.random.Generator, lengths: Any) -> Any:
        rules = self.rounds[number]
        agreed, decks, sizes = self._fresh[number]
        options = batch(rules.options, len(dealers))
        options[:] = agreed
        options["dealer"] = dealers
        rounds = batch(rules.state, len(dealers))
        kernels(rules).deal(options, decks, sizes, rng, rounds)
        kernels(rules).play(rounds, rng, lengths)
        return rounds


class Tally:
    """Sums over blocks, from which the results follow."""

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
    """Play matches between bots and count.

    One bot's name means all seats; otherwise one for each seat, in a list or separated by commas. ``dealer`` fixes the
    first dealer, who is drawn at random otherwise. The same seed gives the same results whatever the number of workers,
    which is all cores unless said. ``progress`` is called with the number of matches done since the last call.
    """
    found = registry.find(game)
    setting = found.agree(players, variant, **options)
    table = Table(found, setting, _checked("dealer", dealer, 0, setting.players - 1) if dealer is not None else None)
    seated = seat_bots(bots, setting.players)
    games = _checked("games", games, 1, 10**12)
    seed = _checked("seed", secrets.randbits(64) if seed is None else seed, 0, 2**256 - 1)
    workers = _checked("workers", usable_cores() if workers is None else workers, 1, 1024)

    table.play(1, np.random.default_rng(0))  # so that compiling is not counted as playing
    tally, begin = Tally(table), perf_counter()
    for block in _blocks(table, seed, games, workers):
        tally.add(block)
        if progress is not None:
            progress(len(block.totals))
    return tally.results(seated, seed, perf_counter() - begin)


def quick_chance(seed: int, block: int = 0) -> np.random.Generator:
    """The chance of one block of a simulation, from the quickest generator that NumPy has."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(block,))))


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _blocks(table: Table, seed: int, games: int, workers: int) -> Iterator[Block]:
    sizes = ((number, min(BLOCK, games - first)) for number, first in enumerate(range(0, games, BLOCK)))

    def play(block: tuple[int, int]) -> Block:
        number, size = block
        return table.play(size, quick_chance(seed, number))

    if workers == 1:
        yield from map(play, sizes)
    else:
        yield from _in_order(play, sizes, workers)


def _in_order(
    play: Callable[[tuple[int, int]], Block], sizes: Iterable[tuple[int, int]], workers: int
) -> Iterator[Block]:
    """Like ``map`` over threads, but never far ahead of what was taken, so that a long run needs no more memory."""
    with ThreadPoolExecutor(workers) as pool:
        waiting = []
        for size in sizes:
            waiting.append(pool.submit(play, size))
            if len(waiting) > 4 * workers:
                yield waiting.pop(0).result()
        for block in waiting:
            yield block.result()


def seat_bots(bots: str | Sequence[str], players: int) -> list[str]:
    """A bot's name for each seat."""
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    for name in names:
        if name not in BOTS:
            raise BadSetting(say("unknown-bot", name=repr(name), known=", ".join(BOTS)))
    if len(names) not in (1, players):
        raise BadSetting(say("bad-bots", given=len(names), players=players))
    return names * players if len(names) == 1 else names


def _checked(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise BadSetting(say("bad-number", option=name, value=repr(value), low=low, high=high))
