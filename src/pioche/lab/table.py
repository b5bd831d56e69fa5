"""Deals, plays and ranks many matches of a game together, at native speed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import Random, below
from pioche.core.compiled.kernels import fresh_decks, kernels, standings
from pioche.core.game import AnyRules, Format, Game, Setting
from pioche.core.judgement import LEVELS, Level
from pioche.core.state import batch, repeated
from pioche.core.think.quick import judgement_of, quick_loop


@dataclass(frozen=True)
class Block:
    """The matches of one block, finished: a row each."""

    totals: NDArray[np.int32]
    places: NDArray[np.int32]
    lengths: NDArray[np.int32]
    endings: NDArray[np.int32]
    dealers: NDArray[np.int64]
    """The first dealer of each match."""


@dataclass(frozen=True)
class Table:
    """A game to simulate: its setting, and the first dealer if that is fixed."""

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
        """For each round: the options, except the dealer, and the unshuffled decks."""
        agreed = [self.game.round_options(rules, self.setting, 0) for rules in self.rounds]
        return [(options, *fresh_decks(rules, options)) for rules, options in zip(self.rounds, agreed, strict=True)]

    def play(
        self, size: int, rng: Random, quick: Sequence[str | None] | None = None, *, moves: Random | None = None
    ) -> Block:
        """Deal and play ``size`` matches to the end: at random, or by quick players.

        ``quick`` names for each seat the level of a bot that does not search; None is a seat that plays at random.
        With a generator of their own for the ``moves``, others can play the same deals.
        """
        seats, moves = self.setting.players, rng if moves is None else moves
        points = np.zeros((size, len(self.rounds), seats), np.int32)
        lengths, endings = np.zeros(size, np.int32), np.zeros(size, np.int32)
        dealers = self.dealers(size, rng)
        for number, law in enumerate(self.rounds):
            rules = law if quick is None else law.for_bots
            rounds = self.deal(number, (dealers + number) % seats, rng, is_for_bots=quick is not None)
            if quick is None:
                kernels(rules).play(rounds, moves, lengths)
            else:
                self._play_quick(rules, rounds, moves, quick, lengths)
            kernels(rules).result(rounds, points[:, number], endings)
        totals, places = np.zeros((size, seats), np.int32), np.zeros((size, seats), np.int32)
        standings(self.game.name, self.format)(points, totals, places)
        return Block(totals, places, lengths, endings, dealers)

    def dealers(self, size: int, rng: Random) -> NDArray[np.int64]:
        """Return the first dealer of each match: every seat in turn, unless it is fixed."""
        if self.dealer is not None:
            return np.full(size, self.dealer)
        return (below(rng, self.setting.players) + np.arange(size)) % self.setting.players

    def _play_quick(self, rules: AnyRules, rounds: Any, rng: Random, quick: Sequence[str | None], lengths: Any) -> None:
        judgement = judgement_of(rules)
        anything = Level(judgement.levels[LEVELS[0]].weights, sharpness=0.0)
        levels = [anything if name is None else judgement.levels[name] for name in quick]
        weights = np.array([judgement.weights(self.setting, level.weights) for level in levels])
        sharpness = np.array([level.sharpness for level in levels])
        quick_loop(rules, judgement)(rounds, rng, weights, sharpness, lengths)

    def deal(self, number: int, dealers: Any, rng: Random, *, is_for_bots: bool = False) -> Any:
        """Deal one round of each match."""
        rules = self.rounds[number].for_bots if is_for_bots else self.rounds[number]
        agreed, decks, sizes = self._fresh[number]
        options = repeated(agreed, len(dealers))
        options["dealer"] = dealers
        rounds = batch(rules.state, len(dealers))
        kernels(rules).deal(options, decks, sizes, rng, rounds)
        return rounds


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
