"""The worth of a decision, given what its seat knew: the move made, compared with the reference bot's.

Both are tried in the same imagined worlds, and the reference bot plays on for every seat. So the reference bot itself
neither gains nor loses by its decisions, and cards that a seat cannot know do not count as its skill.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pioche.core.chance import Random
from pioche.core.compiled.kernels import kernels
from pioche.core.game import Moves
from pioche.core.judgement import Values
from pioche.core.state import Batch, blanks
from pioche.core.think.think import appraising
from pioche.core.think.tree import weigh

from .outcomes import Outcomes
from .playouts import Playouts, Scores, mean_and_error
from .walk import Step


@dataclass(frozen=True)
class Worth:
    """The gain of a decision (below 0: its cost) by seat, in the unit of results, with standard errors."""

    gains: Values
    errors: Values
    likely: float
    """How likely the reference bot makes the same move."""


def appraise(playouts: Playouts, step: Step) -> Values:
    """Return the reference bot's score of each legal move."""
    rules, moves = playouts.rules(step.round), np.array(step.legal, np.int32)
    known, values = blanks(rules.state, 1), np.zeros(len(moves))
    kernels(rules).observe(step.before, step.seat, known)
    appraising(rules)(known[0], step.seat, moves, playouts.weights(step.round), values)
    return values


def likelihoods(scores: Values, sharpness: float) -> Values:
    """Return how likely a bot makes each move."""
    if np.isinf(sharpness):
        return np.asarray(np.arange(len(scores)) == scores.argmax(), np.float64)
    likely = scores.copy()
    weigh(likely, len(likely), sharpness)
    return likely


def worth_of(playouts: Playouts, step: Step, earlier: Scores, count: int, rng: Random) -> Worth:
    """Return what a decision was worth, from ``count`` imagined worlds."""
    likely = likelihoods(appraise(playouts, step), playouts.sharpness(step.round))
    made = step.legal.index(step.move)
    players = playouts.table.setting.players
    if len(step.legal) == 1 or likely[made] == 1.0:
        return Worth(np.zeros(players), np.zeros(players), 1.0)
    worlds = playouts.imagine(step.before, step.round, step.seat, count, rng)
    others = np.array(step.legal, np.int32)[_spread(np.delete(likely, made), count, made)]
    after_made = _try(playouts, step, worlds.copy(), np.full(count, step.move, np.int32), earlier, rng.copy())
    after_others = _try(playouts, step, worlds, others, earlier, rng.copy())
    gains, errors = mean_and_error(after_made.leads - after_others.leads)
    return Worth((1 - likely[made]) * gains, (1 - likely[made]) * errors, float(likely[made]))


def _spread(likely: Values, count: int, made: int) -> Moves:
    """Return the index of a move other than the one made for each world, each as often as it is likely."""
    shares = np.cumsum(likely) / likely.sum()
    chosen = np.searchsorted(shares, (np.arange(count) + 0.5) / count).astype(np.int32)
    return chosen + (chosen >= made)


def _try(playouts: Playouts, step: Step, worlds: Batch, moves: Moves, earlier: Scores, rng: Random) -> Outcomes:
    """Make a move in each world, and let the reference bot play on."""
    kernels(playouts.rules(step.round)).step(worlds, np.full(len(worlds), step.seat, np.int32), moves)
    return playouts.outcomes(earlier, playouts.play_on(worlds, step.round, rng))
