"""The hint player of 20/20 as a bot of four levels."""

from __future__ import annotations

from functools import cache

import numpy as np

from pioche.core.chance import Random
from pioche.core.game import Moves, Setting
from pioche.core.judgement import Estimate, Level, Mean, Thought, Values, Weights, four_levels
from pioche.core.judgement import Judgement as BotJudgement
from pioche.core.rule import rule
from pioche.core.state import layout
from pioche.core.words import Message
from pioche.games.k6t.deck import CARD_COUNT

from ..rules import first_card, pile_of, second_card
from ..state import PILE_SIZE, State
from ..view import say
from .hint_player import (
    PHASES,
    Judgement,
    Sketch,
    decided,
    estimate_of,
    is_wholly_open,
    judgement,
    sketch,
    worth,
)

SKETCH = layout(Sketch)
LEFT_COUNTS = 2  # six or four cards left of a rank
OPENED = 4  # open cards of a rank beyond two
SHAPES = ((len(PHASES), PILE_SIZE), (len(PHASES), LEFT_COUNTS, OPENED), (LEFT_COUNTS, PILE_SIZE), (PILE_SIZE,))
"""The shapes of the tables of a `Judgement`, which are one row of weights here."""
ENDS = tuple(int(end) for end in np.cumsum([np.prod(shape) for shape in SHAPES]))
HARMLESS = 100.0
"""The score of removing cards of a rank that lies wholly open: higher than any other."""


@rule
def tables(weights: Weights) -> Judgement:
    """Return the tables of the rule of thumb, cut out of the row."""
    return Judgement(
        weights[: ENDS[0]].reshape(SHAPES[0]),
        weights[ENDS[0] : ENDS[1]].reshape(SHAPES[1]),
        weights[ENDS[1] : ENDS[2]].reshape(SHAPES[2]),
        weights[ENDS[2] : ENDS[3]],
    )


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each pair by the rule of thumb."""
    told, scratch, bag = tables(weights), np.zeros(1, SKETCH), np.zeros(CARD_COUNT, np.int16)
    now = scratch[0]
    sketch(state, now, bag)
    for i in range(count):
        first, second = pile_of(state, first_card(moves[i])), pile_of(state, second_card(moves[i]))
        if is_wholly_open(now, now.tops[first]):
            out[i] = HARMLESS
        else:
            out[i] = worth(now, first, second, told)


@cache
def eyes(name: str) -> Weights:
    """Return the weights of a level: all of them, only those of heights, or only whether piles are tall."""
    if name == "tuned":
        return np.concatenate([np.ravel(table) for table in judgement()])
    removed, opened, single, several = (np.zeros(shape) for shape in SHAPES)
    if name == "heights":
        removed[:] = np.arange(PILE_SIZE)
    else:
        removed[:, PILE_SIZE // 2 :] = 1
    return np.concatenate([np.ravel(table) for table in (removed, opened, single, several)])


def weights(setting: Setting, name: str) -> Weights:
    return eyes(name)


def think(known: State, seat: int, legal: Moves, rng: Random, simulations: int, least: int, told: Weights) -> Thought:
    """Try each move in one imagined world per simulation; the rule of thumb plays on."""
    worlds = max(simulations, least)
    move, (wins, _, _) = decided(known, legal, rng, worlds)
    found = [estimate_of(int(move), int(won), worlds) for move, won in zip(legal, wins, strict=True)]
    estimates = tuple(
        Estimate(each.move, each.chance, each.error, worlds, Mean(each.chance, each.error)) for each in found
    )
    return Thought(move, estimates, worlds, "win")


def explain(known: State, seat: int, move: int) -> Message:
    """Explain a pair by the cards under it, and by whether it leaves cards of its rank that are still hidden."""
    now, bag = np.zeros(1, SKETCH)[0], np.zeros(CARD_COUNT, np.int16)
    sketch(known, now, bag)
    first, second = pile_of(known, first_card(move)), pile_of(known, second_card(move))
    key = "why.all-open" if is_wholly_open(now, now.tops[first]) else "why.under"
    under = int(now.heights[first] + now.heights[second]) - 2
    return say(key, count=under) if under else say(f"{key}-none")


JUDGEMENT = BotJudgement(
    appraise=appraise,
    weights=weights,
    levels=four_levels(Level("tall"), Level("heights"), Level("tuned"), Level("tuned", simulations=100)),
    think=think,
    explain=explain,
)
