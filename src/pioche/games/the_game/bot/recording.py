"""Whole games of The Game at native speed, by judgement and talk alone; what was seen on the way can be recorded."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pioche.core.chance import new_random
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.compiled.kernels import fresh_decks, kernels
from pioche.core.game import Setting
from pioche.core.judgement import Values, Weights
from pioche.core.rule import rule
from pioche.core.state import Batch, batch

from .. import GAME, RULES
from ..rules import MOST_LEGAL, apply, is_over, legal_moves, pile_size
from ..state import LAYING, MOST_HELD, PILES, State
from .appraise import appraise_by
from .lookahead import all_talk
from .prospects import DISTANCES, sign_place, skip_kind
from .turn import DRAFT, LAID, PLAN, USED, begin_draft, look_ahead, plan_turn
from .weights import PROSPECTS

Ints = NDArray[np.int32]


class Recorded(NamedTuple):
    """Games that were played, and the positions after the turns of the first of them."""

    left: Ints
    """The cards left, by game."""
    seen: Values
    """The prospects, by position."""
    piles: Ints
    """The size of the face-down pile, by position."""
    owner: Ints
    """The game of each position."""


@rule
def write_down(state: State, seat: int, weights: Weights, chosen: Ints, room: Any, row: Values) -> None:
    """Write the prospects of the best plan."""
    draft = room[0]
    begin_draft(state, seat, weights, draft)
    draft.tops[:] = chosen[:PILES]
    row[:] = 0
    look_ahead(state, seat, chosen[USED], chosen[LAID], draft, row)
    for i in range(1, state.seats):
        other = (seat + i) % state.seats
        for pile in range(PILES):
            kind = skip_kind(int(state.tops[pile]), chosen[pile], pile, draft.unseen)
            row[sign_place(min(i, DISTANCES) - 1, state.signs[other, pile], kind)] += 1


def build_games() -> Loop:
    def games(rounds: Batch, weights: Values, rows: Values, piles: Ints, owner: Ints, left: Ints) -> int:
        """Play each deal with its own row of weights; return how many positions were recorded."""
        legal, said, values = np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL, np.int32), np.empty(MOST_LEGAL)
        best, chosen = np.empty((PILES + 1, MOST_HELD)), np.empty(PLAN, np.int32)
        room, written = np.zeros(1, DRAFT), 0
        for i in range(len(rounds)):
            state, told = rounds[i], weights[i % len(weights)]
            all_talk(state, told, said)
            while not is_over(state):
                seat = state.turn
                count = legal_moves(state, seat, legal)
                plan_turn(state, seat, told, best, chosen)
                appraise_by(state, seat, legal, count, told, best, chosen, values)
                move = legal[np.argmax(values[:count])]
                if written < len(rows) and state.phase == LAYING and state.laid_now == 0:
                    write_down(state, seat, told, chosen, room, rows[written])
                    piles[written], owner[written] = pile_size(state), i
                    written += 1
                apply(state, seat, move)
                all_talk(state, told, said)
            left[i] = state.left
        return written

    return games


@cache
def games_loop() -> Loop:
    return compiled(build_games(), "the-game.recording")


def deal_games(setting: Setting, games: int, *seed: int) -> Batch:
    """Deal games, of which each seat in turn is the first dealer."""
    options = batch(RULES.options, games)
    for i in range(games):
        options[i] = GAME.round_options(RULES, setting, i % setting.players)
    rounds = batch(RULES.state, games)
    kernels(RULES).deal(options, *fresh_decks(RULES, options[0]), new_random(*seed), rounds)
    return rounds


def play_games(setting: Setting, weights: Weights, games: int, *seed: int, rows: int = 0) -> Recorded:
    """Play games with these weights, or each with the next row of several; record at most ``rows`` positions."""
    rounds, left = deal_games(setting, games, *seed), np.zeros(games, np.int32)
    seen, piles, owner = np.zeros((rows, PROSPECTS)), np.zeros(rows, np.int32), np.zeros(rows, np.int32)
    written = games_loop()(rounds, np.atleast_2d(weights), seen, piles, owner, left)
    return Recorded(left, seen[:written], piles[:written], owner[:written])
