"""Matches between bots, one move at a time: each bot is given what its seat knows, and the rules run compiled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pioche.bots import Bot, number_of
from pioche.core.chance import below, new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.game import AnyRules, Moves
from pioche.core.state import blanks
from pioche.core.think.think import Budget, Situation

from .table import Block, Table


@dataclass(frozen=True)
class Outcome:
    """How a match ended: totals and places by seat, the ending of its last round, how many moves were made, and who
    dealt first."""

    totals: tuple[int, ...]
    places: tuple[int, ...]
    ending: int
    moves: int
    dealer: int


def winners_of(places: Sequence[int]) -> tuple[int, ...]:
    """Return the seats in the first place."""
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def block_of(played: Iterable[Outcome]) -> Block:
    """Return matches as a block."""
    ends = list(played)
    return Block(
        totals=np.array([end.totals for end in ends], np.int32),
        places=np.array([end.places for end in ends], np.int32),
        lengths=np.array([end.moves for end in ends], np.int32),
        endings=np.array([end.ending for end in ends], np.int32),
        dealers=np.array([end.dealer for end in ends], np.int64),
    )


class BotMatch:
    """One match. The deal depends on the seed and the number alone, so that other bots can play the same deal.

    Each ``repeat`` of a match has the same deal, but gives its bots other random numbers.
    """

    def __init__(
        self, table: Table, bots: Sequence[Bot], seed: int, number: int, budget: Budget | None = None, repeat: int = 0
    ) -> None:
        self.table = table
        self.bots = bots
        self.budget = budget or Budget()
        self.deal_chance = new_random(seed, number)
        again = (repeat,) if repeat else ()
        self.chances = [new_random(seed, number, 1 + seat, *again) for seat in range(len(bots))]
        self.moves = 0
        self.points: list[tuple[int, ...]] = []

    def play(self) -> Outcome:
        table, players = self.table, self.table.setting.players
        dealer = below(self.deal_chance, players) if table.dealer is None else table.dealer
        ending = 0
        for number in range(len(table.rounds)):
            ending = self._play_round(number, (dealer + number) % players)
        totals, places = self.standing(self.points)
        return Outcome(totals, places, ending, self.moves, dealer)

    def standing(self, points: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the totals and the places by seat, from the points of each round."""
        totals, places = np.zeros(len(self.bots), np.int32), np.zeros(len(self.bots), np.int32)
        self.table.format.total(np.array(points, np.int32), len(points), totals)
        self.table.format.places(totals, places)
        return tuple(map(int, totals)), tuple(map(int, places))

    def _play_round(self, number: int, dealer: int) -> int:
        rules = self.table.rounds[number].for_bots
        state = self.table.deal(number, np.array([dealer]), self.deal_chance, is_for_bots=True)
        loops, moves = kernels(rules), np.zeros((1, rules.most_legal), np.int32)
        seats, counts = np.zeros(1, np.int32), np.zeros(1, np.int32)
        self.dealt(rules, state)
        self._signal(rules, state)
        loops.legal(state, seats, moves, counts)
        while counts[0]:
            seat = int(seats[0])
            chosen = int(moves[0, 0])
            if counts[0] > 1:
                chosen = self._ask(rules, state, seat, moves[0, : counts[0]])
            self.make(rules, state, seat, chosen)
            self.moves += 1
            self._signal(rules, state)
            loops.legal(state, seats, moves, counts)
        points, ending = np.zeros((1, len(self.bots)), np.int32), np.zeros(1, np.int32)
        loops.result(state, points, ending)
        self.points.append(tuple(map(int, points[0])))
        return int(ending[0])

    def dealt(self, rules: AnyRules, state: Any) -> None:
        """Called when a round is dealt."""

    def make(self, rules: AnyRules, state: Any, seat: int, move: int) -> None:
        """Make a move."""
        kernels(rules).step(state, np.array([seat], np.int32), np.array([move], np.int32))

    def _situation(self, rules: AnyRules, state: Any, seat: int, legal: Moves) -> Situation:
        known = blanks(rules.state, 1)
        kernels(rules).observe(state, seat, known)
        return Situation(
            game=self.table.game,
            setting=self.table.setting,
            round=len(self.points),
            earlier=tuple(self.points),
            known=known[0],
            seat=seat,
            numbers=tuple(map(int, legal)),
            rng=self.chances[seat],
            budget=self.budget,
        )

    def _ask(self, rules: AnyRules, state: Any, seat: int, legal: Moves) -> int:
        situation = self._situation(rules, state, seat, legal)
        answer = self.bots[seat].choose(situation)
        return number_of(rules, answer, situation.numbers)

    def _signal(self, rules: AnyRules, state: Any) -> None:
        """Let all bots give signals, in the order of the seats."""
        if not rules.signal_numbers:
            return
        for seat, bot in enumerate(self.bots):
            if signals := getattr(bot, "signals", None):
                for signal in signals(self._situation(rules, state, seat, np.zeros(0, np.int32))):
                    rules.apply(state[0], seat, number_of(rules, signal, rules.signal_numbers))
