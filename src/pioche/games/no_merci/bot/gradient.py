"""Trains a small network by policy gradients (REINFORCE).

The learner plays at random, with the network's probabilities; moves that led to a result better than expected become
more likely. What to expect is learned by a second network of the same kind, the critic. The reward is the win and some
of the lead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random, fraction, new_random
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.game import Setting
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import Batch, batch

from .. import GAME
from .. import RULES as LAW
from ..rules import MOVES, REFUSE, TAKE, bound, is_over, scores
from . import judgement as bot
from .memory import apply
from .network import feel

RULES = LAW.for_bots
LEAD_SPREAD = 30.0
ADAM = (0.9, 0.999, 1e-8)
LEARNER = -1
SURE = 1e-9

Look = Callable[[Any, int, Values], int]


@dataclass(frozen=True)
class Recipe:
    """The training parameters of a network."""

    units: int
    games: int = 400
    """Games between two updates."""
    first_rate: float = 0.005
    last_rate: float = 0.0003
    first_entropy: float = 0.01
    """Rewards uncertainty at first, so that the network keeps exploring."""
    first_lead: float = 0.5
    last_lead: float = 0.5
    """The weight of the lead next to winning."""
    averaged: float = 0.01
    """The result is a running average of the weights; this is the weight of each step."""
    critic: bool = True


class Games(NamedTuple):
    """The players of a batch."""

    kinds: NDArray[np.int64]  # per game and seat: LEARNER, or which of the others
    others: Values  # their weights, a row each
    lengths: NDArray[np.int64]  # how much of each row there is
    weights: Weights
    critic: Weights
    entropy: float
    lead: float


class Memory(NamedTuple):
    """The learner's choices in one game."""

    sees: Values
    hidden: Values
    seats: NDArray[np.int64]
    took: Values
    likely: Values


@rule
def reward(points: Scores, seat: int, lead: float) -> float:
    """NM8 The share of the win, plus some of the lead over the others."""
    lowest, mean = points.min(), points.mean()
    won = 1.0 / (points == lowest).sum() if points[seat] == lowest else 0.0
    return won - 1.0 / len(points) + lead * math.tanh((mean - points[seat]) / LEAD_SPREAD)


@rule
def push(weights: Weights, slope: Values, sees: Values, hidden: Values, by: float) -> None:
    """Add the gradient of the network's output, times ``by``; overwrites the hidden units."""
    count, units = len(sees), len(hidden)
    for unit in range(units):
        last = units * count + unit
        slope[last] += by * hidden[unit]
        hidden[unit] = by * weights[last] if hidden[unit] > 0 else 0.0
    for i in range(count):
        if sees[i] != 0.0:
            for unit in range(units):
                slope[i * units + unit] += hidden[unit] * sees[i]


@rule
def learn(games: Games, memory: Memory, length: int, points: Scores, slopes: Values, expected: Values) -> None:
    """Add the gradients of one game, for the network and for the critic."""
    for k in range(length):
        sees = memory.sees[k]
        surprise = reward(points, memory.seats[k], games.lead) - feel(sees, len(sees), games.critic, expected)
        likely = min(max(memory.likely[k], SURE), 1.0 - SURE)
        doubt = -math.log(likely / (1.0 - likely)) * likely * (1.0 - likely)
        up = surprise * (memory.took[k] - likely) + games.entropy * doubt
        push(games.weights, slopes[0], sees, memory.hidden[k], up)
        push(games.critic, slopes[1], sees, expected, surprise)


def build_play(look: Look) -> Loop:
    appraise = bot.appraise

    @rule
    def lean(state: Any, seat: int, games: Games, memory: Memory, length: int, rng: Random) -> int:
        """Make the learner's move, and record it."""
        sees = memory.sees[length]
        likely = 1.0 / (1.0 + math.exp(-feel(sees, look(state, seat, sees), games.weights, memory.hidden[length])))
        took = fraction(rng) < likely
        memory.seats[length], memory.took[length], memory.likely[length] = seat, took, likely
        return TAKE if took else REFUSE

    @rule
    def play(state: Any, kinds: Any, games: Games, memory: Memory, rng: Random, moves: Any, values: Values) -> int:
        """Play one game; return how many choices the learner made."""
        length = 0
        while not is_over(state):
            seat, move = int(state.turn), TAKE
            if state.tokens[seat] > 0 and kinds[seat] == LEARNER:
                move = lean(state, seat, games, memory, length, rng)
                length += 1
            elif state.tokens[seat] > 0:
                weights = games.others[kinds[seat], : games.lengths[kinds[seat]]]
                appraise(state, seat, moves, len(moves), weights, values)
                move = TAKE if values[TAKE] > values[REFUSE] else REFUSE
            apply(state, seat, move)
        return length

    return play


def build_training(look: Look, longest: int, width: int, units: int) -> Loop:
    play = build_play(look)

    def training(rounds: Batch, games: Games, rng: Random, slopes: Values) -> None:
        """Add up the gradients of the reward, and of the critic's fit, over these games."""
        memory = Memory(
            np.empty((longest, width)),
            np.empty((longest, units)),
            np.empty(longest, np.int64),
            np.empty(longest),
            np.empty(longest),
        )
        moves, values, expected = np.arange(len(MOVES)).astype(np.int32), np.empty(len(MOVES)), np.empty(units)
        points, made = np.zeros(rounds[0].seats, np.int32), 0
        for i in range(len(rounds)):
            length = play(rounds[i], games.kinds[i], games, memory, rng, moves, values)
            scores(rounds[i], points)
            learn(games, memory, length, points, slopes, expected)
            made += length
        slopes /= max(made, 1)

    return training


@dataclass(frozen=True)
class Mix:
    """A kind of table: how often it is played, and which others, if any, sit in how many seats."""

    often: float
    others: tuple[int, ...] = ()
    seats: int = 0


def fresh_rows(width: int, recipe: Recipe, seed: int) -> Values:
    """Return the rows of a learner that has learned nothing: both networks at random, the average, and Adam's means."""
    rng = np.random.default_rng(seed)
    networks = rng.normal(size=(2, recipe.units * (width + 1))) * math.sqrt(2 / width)
    networks[:, recipe.units * width :] *= 0.1
    networks[1] *= recipe.critic
    rows: Values = np.vstack([networks, networks[:1], np.zeros((4, networks.shape[1]))])
    return rows


class Learner:
    """A network in training: what it has learned, its opponents, and the tables it learns at.

    ``rows`` is all that it has learned; from these and the number of ``steps`` made, another learner goes on.
    """

    def __init__(
        self, setting: Setting, look: Look, recipe: Recipe, rows: Values, seeds: tuple[int, ...], steps: int = 0
    ) -> None:
        self.setting, self.recipe, self.rows, self.steps = setting, recipe, rows, steps
        self.networks, self.average = rows[:2], rows[2]
        self._means, self._squares = rows[3:5], rows[5:7]
        self.rng, self.chance = np.random.default_rng(seeds), new_random(*seeds)
        self.mixes: Sequence[Mix] = (Mix(1.0),)
        self._others, self._lengths = np.zeros((0, rows.shape[1])), np.zeros(0, np.int64)
        self._options = options_of(setting, recipe.games)
        self._loop = training_loop(look, bound(self._options[0]), rows.shape[1] // recipe.units - 1, recipe.units)

    def meet(self, other: Weights) -> None:
        """Add one more opponent that may sit at its tables."""
        row = np.zeros((1, self._others.shape[1]))
        row[0, : len(other)] = other
        self._others, self._lengths = np.vstack((self._others, row)), np.append(self._lengths, len(other))

    def step(self, done: float) -> None:
        """Play some games and learn from them. ``done`` is the part of the training that is over: steps get smaller."""
        recipe, rounds, slopes = self.recipe, batch(RULES.state, self.recipe.games), np.zeros_like(self.networks)
        kernels(RULES).deal(self._options, *fresh_decks(RULES, self._options[0]), self.chance, rounds)
        entropy = recipe.first_entropy * (1 - done)
        lead = (recipe.last_lead - recipe.first_lead) * done + recipe.first_lead
        network, critic = self.networks
        games = Games(self._kinds(), self._others, self._lengths, network, critic, entropy, lead)
        self._loop(rounds, games, self.chance, slopes)
        slopes[1] *= recipe.critic
        self.networks += recipe.first_rate * (recipe.last_rate / recipe.first_rate) ** done * self._smoothed(slopes)
        self.average += recipe.averaged * (self.networks[0] - self.average)

    def _kinds(self) -> NDArray[np.int64]:
        """Return the players by seat."""
        often = np.array([mix.often for mix in self.mixes])
        kinds: NDArray[np.int64] = np.full((self.recipe.games, self.setting.players), LEARNER)
        for row, chosen in zip(kinds, self.rng.choice(len(often), len(kinds), p=often / often.sum()), strict=True):
            mix = self.mixes[chosen]
            if mix.seats:
                row[self.rng.permutation(len(row))[: mix.seats]] = self.rng.choice(mix.others)
        return kinds

    def _smoothed(self, slopes: Values) -> NDArray[np.float64]:
        """Adam: the running mean of the gradient, divided by the root of that of its square."""
        self.steps += 1
        self._means += (1 - ADAM[0]) * (slopes - self._means)
        self._squares += (1 - ADAM[1]) * (slopes**2 - self._squares)
        square = self._squares / (1 - ADAM[1] ** self.steps)
        smoothed: NDArray[np.float64] = self._means / (1 - ADAM[0] ** self.steps) / (np.sqrt(square) + ADAM[2])
        return smoothed


def options_of(setting: Setting, games: int) -> Batch:
    """Return the options of some rounds, which the seats deal in turn."""
    options = batch(RULES.options, games)
    options[:] = GAME.round_options(RULES, setting, 0)
    options["dealer"] = np.arange(games) % setting.players
    return options


@cache
def training_loop(look: Look, longest: int, width: int, units: int) -> Loop:
    return compiled(build_training(look, longest, width, units), "no-merci.gradient")


def build_contest() -> Loop:
    appraise = bot.appraise

    def contest(rounds: Batch, kinds: NDArray[np.int64], others: Values, lengths: Any, points: Any) -> None:
        """Play games between players of several kinds to the end; write the points by game and seat."""
        moves, values = np.arange(len(MOVES)).astype(np.int32), np.empty(len(MOVES))
        for i in range(len(rounds)):
            state = rounds[i]
            while not is_over(state):
                seat, move = int(state.turn), TAKE
                if state.tokens[seat] > 0:
                    kind = kinds[i, seat]
                    appraise(state, seat, moves, len(moves), others[kind, : lengths[kind]], values)
                    move = TAKE if values[TAKE] > values[REFUSE] else REFUSE
                apply(state, seat, move)
            scores(state, points[i])

    return contest


@cache
def contest_loop() -> Loop:
    return compiled(build_contest(), "no-merci.contest")


def won_alone(setting: Setting, one: Weights, others: Weights, games: int, seed: int) -> float:
    """Return the share of games won by one player at a table of another, perhaps of another kind, in every seat."""
    longest = max(len(one), len(others))
    rows, lengths = np.zeros((2, longest)), np.array([len(one), len(others)])
    rows[0, : len(one)], rows[1, : len(others)] = one, others
    options, rounds = options_of(setting, games), batch(RULES.state, games)
    kernels(RULES).deal(options, *fresh_decks(RULES, options[0]), new_random(seed), rounds)
    seats = np.arange(games) // setting.players % setting.players
    kinds = (np.arange(setting.players) != seats[:, None]).astype(np.int64)
    points = np.zeros((games, setting.players), np.int32)
    contest_loop()(rounds, kinds, rows, lengths, points)
    first = points == points.min(axis=1, keepdims=True)
    shares = first / first.sum(axis=1, keepdims=True)
    return float(shares[np.arange(games), seats].mean())
