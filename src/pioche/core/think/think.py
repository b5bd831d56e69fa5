"""From a situation to a move: by judgement alone, by search, or by what the game has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from time import perf_counter
from typing import Any

import numpy as np

from ..chance import Random
from ..compiled.compile import Loop, compiled
from ..game import AnyRules, Format, Game, Moves, Setting
from ..judgement import Estimate, Judgement, Level, Manner, OwnThinking, Thought, Values, Weights
from ..table import Move
from .quick import judgement_of
from .search import Stakes, new_room, search_loop
from .tree import Ways, new_tree, sample

CHUNK = 64
"""Simulations between two looks at the clock."""
FEW = 10
"""Such a part of the simulations tells how long they take."""
MOST_SIMULATIONS = 400_000
"""Where only time limits the search: what its memory is made for."""
PLACE_SPREAD = 1.0
"""How far places lie apart: what a lead is measured by where rounds count by places."""
PLAIN = Manner(exploration=0.7, reuse=2)
"""The textbook's search, without judgement: UCB, random playouts, two of them in each imagined world."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many simulations, or seconds, or until the first of both; on so many threads."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    least: int = 0
    """How often every move is tried at least, so that something can be said of each."""


@dataclass(frozen=True)
class Situation:
    """All that a bot is given: what its seat knows, its legal moves, chance of its own, and a budget."""

    game: Game
    setting: Setting
    round: int
    earlier: tuple[tuple[int, ...], ...]
    """The scores of the rounds before this one."""
    known: Any
    seat: int
    numbers: tuple[int, ...]
    """The numbers of the legal moves, in the order of the rules."""
    rng: Random
    budget: Budget

    @cached_property
    def format(self) -> Format:
        return self.game.format(self.setting)

    @property
    def rules(self) -> AnyRules:
        return self.format.rounds[self.round]

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves with their names, words and cards."""
        return tuple(self.rules.describe(self.known, self.seat, number) for number in self.numbers)

    @cached_property
    def moves(self) -> Moves:
        return np.array(self.numbers, np.int32)


def think(situation: Situation, level: Level) -> Thought:
    """What a bot of that level finds."""
    judgement = situation.rules.judgement
    simulations = level.simulations if situation.budget.simulations is None else situation.budget.simulations
    if judgement is None:
        return search(situation, simulations, None, PLAIN)
    weights = judgement.weights(situation.setting, level.weights)
    if simulations == 0 or len(situation.numbers) == 1:
        return judge(situation, judgement, weights, level.sharpness)
    if judgement.think is not None:
        return _think_by_itself(situation, judgement.think, simulations, weights)
    return search(situation, simulations, weights, judgement.manner)


def _think_by_itself(situation: Situation, think: OwnThinking, simulations: int, weights: Weights) -> Thought:
    """A game's own thinking, which knows simulations only: a few of them tell how many the time allows."""
    budget = situation.budget

    def ask(count: int, least: int) -> Thought:
        return think(situation.known, situation.seat, situation.moves, situation.rng, count, least, weights)

    if budget.seconds is None:
        return ask(simulations, budget.least)
    wanted = MOST_SIMULATIONS if budget.simulations is None else simulations
    few = max(min(CHUNK, wanted // FEW), 1)
    begin = perf_counter()
    found = ask(few, 0)
    spent = perf_counter() - begin
    possible = min(wanted, int(few * (budget.seconds - spent) / spent))
    return ask(max(possible, few), budget.least) if possible > few or budget.least else found


def judge(situation: Situation, judgement: Judgement, weights: Weights, sharpness: float = np.inf) -> Thought:
    """The move that most speaks for."""
    values = np.zeros(len(situation.numbers))
    appraising(situation.rules)(situation.known, situation.seat, situation.moves, weights, values)
    chosen = sample(values.copy(), len(values), sharpness, situation.rng)
    estimates = [Estimate(move, float(value), 0.0, 0) for move, value in zip(situation.numbers, values, strict=True)]
    return Thought(situation.numbers[chosen], tuple(estimates), 0)


def build_appraise(rules: AnyRules) -> Loop:
    appraise = judgement_of(rules).appraise

    def appraising(known: Any, seat: int, moves: Moves, weights: Weights, out: Values) -> None:
        appraise(known, seat, moves, len(moves), weights, out)

    return appraising


@cache
def appraising(rules: AnyRules) -> Loop:
    """A game's judgement at native speed."""
    return compiled(build_appraise(rules), f"{rules.name}.appraise")


def search(situation: Situation, simulations: int, weights: Weights | None, manner: Manner) -> Thought:
    """Search as long as the budget allows; without weights, by the textbook.

    With only simulations as a budget the same seed gives the same answer. Each thread grows a tree of its own.
    """
    budget, rules = situation.budget, situation.rules
    if budget.seconds is not None and budget.simulations is None:
        simulations = MOST_SIMULATIONS
    threads = max(min(budget.threads, simulations), 1)
    until = None if budget.seconds is None else perf_counter() + budget.seconds
    known = np.zeros(1, situation.known.dtype)
    known[0] = situation.known
    stakes, loop = stakes_of(situation, manner), search_loop(rules)
    ways = ways_of(manner, is_guided=weights is not None)
    given = np.zeros(1) if weights is None else weights

    def grow(share: int, rng: Random) -> Values:
        tree, room = new_tree(share), new_room(rules, situation.setting.players)
        tally, done = np.zeros((len(situation.numbers), 3)), 0
        while done < share and (until is None or perf_counter() < until):
            count = min(share - done, share if until is None else CHUNK)
            loop(known, situation.seat, count, budget.least, given, ways, stakes, tree, room, rng, tally)
            done += count
        return tally

    shares = [simulations // threads + (number < simulations % threads) for number in range(threads)]
    if threads == 1:
        return _found(situation.numbers, grow(simulations, situation.rng))
    with ThreadPoolExecutor(threads) as pool:
        tallies = list(pool.map(grow, shares, situation.rng.spawn(threads)))
    return _found(situation.numbers, np.sum(tallies, axis=0))


def _found(numbers: Sequence[int], tally: Values) -> Thought:
    """The move tried most, and each move's mean value with its standard error."""
    estimates = []
    for move, (tries, total, squares) in zip(numbers, tally, strict=True):
        mean = total / max(tries, 1)
        variance = max(squares / max(tries, 1) - mean * mean, 0.0)
        error = float(np.sqrt(variance / max(tries - 1, 1))) if tries > 1 else 0.5
        estimates.append(Estimate(int(move), float(mean), error, int(tries)))
    best = max(estimates, key=lambda estimate: (estimate.tries, estimate.value))
    return Thought(best.move, tuple(estimates), int(tally[:, 0].sum()))


def ways_of(manner: Manner, *, is_guided: bool) -> Ways:
    return Ways(
        float(manner.exploration),
        float(manner.trust),
        float(manner.sharpness),
        int(manner.depth),
        int(manner.reuse),
        manner.multi_observer,
        is_guided,
    )


def stakes_of(situation: Situation, manner: Manner) -> Stakes:
    """What the round is played for. How its scores become totals is found by asking the format."""
    match_format, players = situation.format, situation.setting.players
    if_zero = _totals(situation, np.zeros(players, np.int32))
    otherwise = _totals(situation, np.ones(players, np.int32)) - 1
    uneven = np.arange(players, dtype=np.int32)
    ranks = np.zeros(players, np.int32)
    match_format.places(uneven, ranks)
    low_totals, gaps = bool(ranks[0] == 1), _totals(situation, uneven) - if_zero
    return Stakes(
        if_zero=if_zero,
        otherwise=otherwise,
        counts_place=match_format.counts_places,
        low_scores=bool(gaps[0] <= gaps[-1]) == low_totals,
        low_totals=low_totals,
        is_last=situation.round + 1 == len(match_format.rounds),
        together=situation.game.together,
        spread=PLACE_SPREAD if match_format.counts_places else float(manner.spread),
        ambition=float(manner.ambition),
    )


def _totals(situation: Situation, scores: Any) -> Any:
    """The totals of the match after this round, if it brings these scores."""
    rounds = np.array([*situation.earlier, scores], np.int32)
    totals = np.zeros(situation.setting.players, np.int32)
    situation.format.total(rounds, len(rounds), totals)
    return totals
