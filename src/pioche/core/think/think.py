"""Chooses a move in a situation: by judgement alone, by search, or by the game's own look-ahead."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from time import perf_counter
from typing import Any

import numpy as np

from ..chance import Random, spawn
from ..compiled.compile import CompiledLoop, Loop, NotCompiled, compiled
from ..game import AnyRules, Format, Game, Moves, Setting
from ..judgement import (
    Estimate,
    Judgement,
    Level,
    Mean,
    Measure,
    OwnThinking,
    SearchParameters,
    Thought,
    Values,
    Weights,
)
from ..table import Move
from .lookahead import mean_of
from .quick import judgement_of
from .search import TALLIES, TRIES, Stakes, new_buffers, search_loop
from .tree import SearchTuning, new_tree, sample

CHUNK = 64
"""Simulations between two checks of the clock."""
FEW = 10
"""One part in FEW of the simulations is timed, to estimate how long they take."""
MOST_SIMULATIONS = 400_000
"""The size of the search's memory where only time limits it."""
PLACE_SPREAD = 1.0
"""The spread of places, by which a lead is measured where rounds count by places."""
TEXTBOOK = SearchParameters(exploration=0.7, reuse=2)
"""Textbook search without judgement: UCB, random playouts, two of them in each imagined world."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: a number of simulations or of seconds, whichever ends first; on how many threads."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    least: int = 0
    """How often every move is tried at least, so that each gets an estimate."""


@dataclass(frozen=True)
class Situation:
    """Everything a bot is given: what its seat knows, its legal moves, a random generator and a budget."""

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
        """The rules of the round, over the states that bots play with."""
        return self.format.rounds[self.round].for_bots

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves with their names, words and cards."""
        return tuple(self.rules.describe(self.known, self.seat, number) for number in self.numbers)

    @cached_property
    def moves(self) -> Moves:
        return np.array(self.numbers, np.int32)


def think(situation: Situation, level: Level) -> Thought:
    """Return the choice of a bot of that level: by judgement alone where its loops may not be compiled first."""
    try:
        return think_exactly(situation, level)
    except NotCompiled:
        judgement = judgement_of(situation.rules)
        return judge(situation, judgement, judgement.weights(situation.setting, level.weights), level.sharpness)


def think_exactly(situation: Situation, level: Level) -> Thought:
    """Return the choice of a bot of that level, or raise `NotCompiled`.

    If only simulations limit the budget, it follows from the situation and its random numbers.
    """
    judgement = situation.rules.judgement
    simulations = level.simulations if situation.budget.simulations is None else situation.budget.simulations
    if judgement is None:
        return search(situation, simulations, None, TEXTBOOK)
    weights = judgement.weights(situation.setting, level.weights)
    if simulations == 0 or len(situation.numbers) == 1:
        return judge(situation, judgement, weights, level.sharpness)
    if judgement.think is not None:
        return _think_by_itself(situation, judgement.think, simulations, weights)
    return search(situation, simulations, weights, judgement.search)


def _think_by_itself(situation: Situation, think: OwnThinking, simulations: int, weights: Weights) -> Thought:
    """Run a game's own look-ahead, whose budget is in simulations: a few are timed to see how many the time allows."""
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
    """Return the highest-scoring move, or with a finite sharpness a random one that favours high scores."""
    values = np.zeros(len(situation.numbers))
    appraising(situation.rules).run_now(situation.known, situation.seat, situation.moves, weights, values)
    chosen = sample(values.copy(), len(values), sharpness, situation.rng)
    estimates = [Estimate(move, float(value), 0.0, 0) for move, value in zip(situation.numbers, values, strict=True)]
    return Thought(situation.numbers[chosen], tuple(estimates), 0)


def build_appraise(rules: AnyRules) -> Loop:
    appraise = judgement_of(rules).appraise

    def appraising(known: Any, seat: int, moves: Moves, weights: Weights, out: Values) -> None:
        appraise(known, seat, moves, len(moves), weights, out)

    return appraising


@cache
def appraising(rules: AnyRules) -> CompiledLoop:
    """Return the compiled `appraise` of a game."""
    return compiled(build_appraise(rules), f"{rules.name}.appraise")


def search(situation: Situation, simulations: int, weights: Weights | None, parameters: SearchParameters) -> Thought:
    """Search as long as the budget allows; without weights, by textbook search.

    If only simulations limit the budget, the same seed gives the same result. Each thread grows its own tree.
    """
    budget, rules = situation.budget, situation.rules
    if budget.seconds is not None and budget.simulations is None:
        simulations = MOST_SIMULATIONS
    threads = max(min(budget.threads, simulations), 1)
    until = None if budget.seconds is None else perf_counter() + budget.seconds
    known = np.zeros(1, situation.known.dtype)
    known[0] = situation.known
    stakes, loop = stakes_of(situation, parameters), search_loop(rules)
    tuning = tuning_of(parameters, is_guided=weights is not None)
    given = np.zeros(1) if weights is None else weights

    def grow(share: int, rng: Random) -> Values:
        tree, buffers = new_tree(share), new_buffers(rules, situation.setting.players)
        tally, done = np.zeros((len(situation.numbers), TALLIES)), 0
        while done < share and (until is None or perf_counter() < until):
            count = min(share - done, share if until is None else CHUNK)
            loop(known, situation.seat, count, budget.least, given, tuning, stakes, tree, buffers, rng, tally)
            done += count
        return tally

    shares = [simulations // threads + (number < simulations % threads) for number in range(threads)]
    if threads == 1:
        return _found(situation.numbers, grow(simulations, situation.rng), stakes)
    with ThreadPoolExecutor(threads) as pool:
        tallies = list(pool.map(grow, shares, spawn(situation.rng, threads)))
    return _found(situation.numbers, np.sum(tallies, axis=0), stakes)


def _found(numbers: Sequence[int], tally: Values, stakes: Stakes) -> Thought:
    """Return the move tried most, and each move's mean value and figure with their standard errors."""
    estimates = []
    for move, (tries, total, squares, figures, figure_squares) in zip(numbers, tally, strict=True):
        value = _mean(tries, total, squares)
        figure = mean_of(tries, figures, figure_squares, 0.25) if tries else None
        estimates.append(Estimate(int(move), value.value, value.error, int(tries), figure))
    best = max(estimates, key=lambda estimate: (estimate.tries, estimate.value))
    measure: Measure = "win" if stakes.is_last else "place"
    return Thought(best.move, tuple(estimates), int(tally[:, TRIES].sum()), measure)


def _mean(tries: float, total: float, squares: float) -> Mean:
    mean = total / max(tries, 1)
    variance = max(squares / max(tries, 1) - mean * mean, 0.0)
    return Mean(float(mean), float(np.sqrt(variance / max(tries - 1, 1))) if tries > 1 else 0.5)


def tuning_of(parameters: SearchParameters, *, is_guided: bool) -> SearchTuning:
    return SearchTuning(
        float(parameters.exploration),
        float(parameters.trust),
        float(parameters.sharpness),
        int(parameters.depth),
        int(parameters.reuse),
        parameters.multi_observer,
        is_guided,
    )


def stakes_of(situation: Situation, parameters: SearchParameters) -> Stakes:
    """Return the stakes of the current round, derived by probing the match format with a few scores."""
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
        spread=PLACE_SPREAD if match_format.counts_places else float(parameters.spread),
        ambition=float(parameters.ambition),
    )


def _totals(situation: Situation, scores: Any) -> Any:
    """Return the totals of the match after this round, given its scores."""
    rounds = np.array([*situation.earlier, scores], np.int32)
    totals = np.zeros(situation.setting.players, np.int32)
    situation.format.total(rounds, len(rounds), totals)
    return totals
