"""Benchmarks: moves and matches a second, in Python and compiled, on one core and all, compared with OpenSpiel.

Shared machines are noisy, so everything is measured several times in turn, and medians are compared.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib.util import find_spec
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import new_random
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.game import Game
from pioche.core.state import batch

from .simulate import BLOCK
from .table import Table, usable_cores

YARDSTICK = "hearts"
INTERPRETED_BLOCK = 4
COPIES = 2000
COUNTED_GAMES = 100
PEER_BLOCK = 10

Key = tuple[str, str]
"""What is measured (interpreted, one core, all cores, a peer), and of which game."""
Rate = tuple[float, float]
"""Moves and matches a second."""


@dataclass(frozen=True)
class Speed:
    """One game's figures."""

    game: str
    players: int
    python: float
    """Moves a second without compiling."""
    one_core: float
    all_cores: float
    matches: float
    """Matches a second on one core."""
    state_bytes: int
    copy_nanoseconds: float
    ratios: dict[str, float]
    """One core's moves a second, as multiples of OpenSpiel's games."""


@dataclass(frozen=True)
class Report:
    """All figures of one run. ``peers`` is empty where OpenSpiel is not installed."""

    seconds: float
    repeats: int
    cores: int
    speeds: tuple[Speed, ...]
    peers: dict[str, float]
    import_seconds: float
    games_seconds: float

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def measure(games: Iterable[Game], players: int | None = None, *, seconds: float = 1.0, repeats: int = 3) -> Report:
    """Measure games, each at that number of players where it allows it, else at the middle of its range."""
    tables = [_table(game, players) for game in games]
    peers = sorted({YARDSTICK, *(table.game.nearest for table in tables)}) if find_spec("pyspiel") else []
    jobs: dict[Key, Callable[[], Rate]] = {("peer", name): partial(_rate, _peer(name), seconds) for name in peers}
    for table in tables:
        name = table.game.name
        jobs["python", name] = partial(_rate, partial(_play_interpreted, table), seconds)
        jobs["one", name] = partial(_rate, partial(_play, table), seconds)
        jobs["all", name] = partial(_rate, partial(_play, table), seconds, usable_cores())
    found: dict[Key, list[Rate]] = {key: [] for key in jobs}
    for _ in range(repeats):
        for key, job in jobs.items():
            found[key].append(job())
    medians = {
        key: (median(rate[0] for rate in rates), median(rate[1] for rate in rates)) for key, rates in found.items()
    }
    peer_rates = {name: medians["peer", name][0] for name in peers}
    return Report(
        seconds=seconds,
        repeats=repeats,
        cores=usable_cores(),
        speeds=tuple(_speed(table, medians, peer_rates) for table in tables),
        peers=peer_rates,
        import_seconds=_command_seconds("-c", "import pioche"),
        games_seconds=_command_seconds("-m", "pioche", "games"),
    )


def _table(game: Game, players: int | None) -> Table:
    if players not in game.players:
        players = game.players[len(game.players) // 2]
    table = Table(game, game.agree(players))
    table.play(1, new_random(0))
    return table


def _speed(table: Table, medians: dict[Key, Rate], peers: dict[str, float]) -> Speed:
    moves, matches = medians["one", table.game.name]
    return Speed(
        game=table.game.name,
        players=table.setting.players,
        python=medians["python", table.game.name][0],
        one_core=moves,
        all_cores=medians["all", table.game.name][0],
        matches=matches,
        state_bytes=max(batch(rules.state, 1).nbytes for rules in table.rounds),
        copy_nanoseconds=_copy_nanoseconds(table),
        ratios={name: moves / peers[name] for name in (YARDSTICK, table.game.nearest) if name in peers},
    )


def _rate(run: Callable[[], tuple[int, int]], seconds: float, threads: int = 1) -> Rate:
    """Repeat a function that returns its numbers of moves and matches, on each thread, until the time is up."""
    begin = perf_counter()

    def repeat(_: int) -> NDArray[np.float64]:
        made = np.array(run(), np.float64)
        while perf_counter() - begin < seconds:
            made += run()
        return made

    with ThreadPoolExecutor(threads) as pool:
        moves, matches = sum(pool.map(repeat, range(threads)), np.zeros(2)) / (perf_counter() - begin)
    return float(moves), float(matches)


def _play(table: Table) -> tuple[int, int]:
    return int(table.play(BLOCK, new_random(secrets.randbits(64))).lengths.sum()), BLOCK


def _play_interpreted(table: Table) -> tuple[int, int]:
    rng, lengths = new_random(secrets.randbits(64)), np.zeros(INTERPRETED_BLOCK, np.int32)
    for rules in table.rounds:
        agreed = table.game.round_options(rules, table.setting, 0)
        options, rounds = batch(rules.options, INTERPRETED_BLOCK), batch(rules.state, INTERPRETED_BLOCK)
        options[:] = agreed
        loops = kernels(rules, interpreted=True)
        loops.deal(options, *fresh_decks(rules, agreed), rng, rounds)
        loops.play(rounds, rng, lengths)
    return int(lengths.sum()), INTERPRETED_BLOCK


def _copy_nanoseconds(table: Table) -> float:
    rules = table.rounds[0]
    rounds, out = batch(rules.state, 64), batch(rules.state, 64)
    copy = kernels(rules).copy
    copy(rounds, out, 1)
    begin = perf_counter()
    copy(rounds, out, COPIES)
    return (perf_counter() - begin) / (COPIES * len(rounds)) * 1e9


def _peer(name: str) -> Callable[[], tuple[int, int]]:
    """Return a function that plays random games of OpenSpiel with deals, entirely in its C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    decisions, seeds = _peer_decisions(name), count()

    def run() -> tuple[int, int]:
        for _ in range(PEER_BLOCK):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return round(PEER_BLOCK * decisions), PEER_BLOCK

    return run


@cache
def _peer_decisions(name: str) -> float:
    """Return the mean number of decisions in a random game of OpenSpiel, not counting chance."""
    import pyspiel

    game, decisions = pyspiel.load_game(name), 0
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    for seed in range(COUNTED_GAMES):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        decisions += sum(step.player >= 0 for step in state.full_history())
    return decisions / COUNTED_GAMES


def _command_seconds(*arguments: str) -> float:
    """Return how long a fresh Python process takes, the best of three runs."""
    took = []
    for _ in range(3):
        begin = perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        took.append(perf_counter() - begin)
    return min(took)
