"""Thinking ahead in No Merci: both moves are tried in the same imagined worlds, and played on by judgement.

A move decides little by itself and the cards to come decide much. So what counts is the difference between taking and
refusing in one world, with everybody playing as they would: the luck of the cards, the same for both, cancels out. But
others play otherwise than is assumed here, so what judgement says of a move goes on counting beside what was found.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from pioche.core.chance import Random
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.game import Moves
from pioche.core.judgement import OwnThinking, Thought, Values, Weights
from pioche.core.rule import rule
from pioche.core.standings import Scores
from pioche.core.state import Batch, batch
from pioche.core.think.lookahead import SQUARES, TOTAL, TRIES, counted

from ..knowledge import imagine
from ..rules import MOVES, apply, is_over, legal_moves, scores
from ..state import State

Appraise = Callable[[Any, int, Moves, int, Weights, Values], None]

LEAD_SPREAD, LEAD_COUNTS = 30.0, 0.15
"""How far scores lie apart, as a rule; and how much the lead counts, where the rest is the win."""
TRUST, FIRST_TRUST = 0.03, 3.0
"""What judgement's word counts beside the worth found, and what it counts more, shared among the worlds looked at.

Without the first, thinking loses more than it wins among strangers; the second is for those who look at few worlds.
"""
WORLD, IN_PLAY = range(2)
JUDGED, TALLIES = range(SQUARES + 1, SQUARES + 3)


@rule
def worth(points: Scores, seat: int) -> float:
    """NM8 What scores are worth to a seat, from 0 to 1: the share of the win, and a little of the lead."""
    lowest = points.min()
    won = 1.0 / (points == lowest).sum() if points[seat] == lowest else 0.0
    lead = 0.5 + 0.5 * math.tanh((points.mean() - points[seat]) / LEAD_SPREAD)
    return (1.0 - LEAD_COUNTS) * won + LEAD_COUNTS * lead


def build_foresight(appraise: Appraise) -> Loop:
    @rule
    def play_on(state: Any, weights: Weights, moves: Moves, values: Values) -> None:
        """To the end, everybody by judgement."""
        while not is_over(state):
            seat = int(state.turn)
            count = legal_moves(state, seat, moves)
            appraise(state, seat, moves, count, weights, values)
            apply(state, seat, moves[values[:count].argmax()])

    def foresight(
        known: Batch, seat: int, legal: Moves, worlds: int, weights: Weights, rng: Random, room: Batch, tally: Values
    ) -> None:
        """Try each move in so many worlds; ``tally`` counts, by move, tries, worth, squares of worth, and judgement."""
        moves, values = np.empty(len(MOVES), np.int32), np.empty(len(MOVES))
        points = np.zeros(known[0].seats, np.int32)
        appraise(known[0], seat, legal, len(legal), weights, tally[:, JUDGED])
        for _ in range(worlds):
            room[WORLD] = known[0]
            imagine(room[WORLD], seat, rng)
            for i in range(len(legal)):
                room[IN_PLAY] = room[WORLD]
                apply(room[IN_PLAY], seat, legal[i])
                play_on(room[IN_PLAY], weights, moves, values)
                scores(room[IN_PLAY], points)
                found = worth(points, seat)
                tally[i, TRIES] += 1
                tally[i, TOTAL] += found
                tally[i, SQUARES] += found * found

    return foresight


def thinking(appraise: Appraise) -> OwnThinking:
    """What a judgement does about thinking, if playouts go by ``appraise``."""

    @cache
    def loop() -> Loop:
        return compiled(build_foresight(appraise), "no-merci.foresight")

    def think(
        known: State, seat: int, legal: Moves, rng: Random, simulations: int, least: int, weights: Weights
    ) -> Thought:
        """The move to make, and what each was found to be worth."""
        given, tally = batch(State, 1), np.zeros((len(legal), TALLIES))
        given[0] = known
        worlds = max(-(-simulations // len(legal)), least)
        loop()(given, seat, legal, worlds, weights, rng, batch(State, 2), tally)
        judged = tally[:, JUDGED]
        best = int(((tally[:, TOTAL] + FIRST_TRUST * judged) / tally[:, TRIES] + TRUST * judged).argmax())
        return counted(legal, best, tally)

    return think
