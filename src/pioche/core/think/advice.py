"""Hints and reviews: the value of each move from what a seat knows or knew, and what the move made lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..errors import say
from ..judgement import Estimate, Level, Mean, Measure, Thought
from ..table import Move
from ..views import PlainHint, PlainMeasure, Standing
from ..words import Message
from .think import Situation, think

HINT_SIMULATIONS = 4000
LEAST_TRIES = 20
ADVISER = "expert"
MOMENTS = 3
"""How many decisions are named as decisive."""
MARGIN = 2.0
"""The margin of a figure, in standard errors; in 19 of 20 cases it is not further off."""
MARGIN_MEANING = say("figure.margin")
"""What the margins of figures that are close to each other mean; for those who show them."""
WIDE = {True: 0.1, False: 1.0}
"""By whether figures are shares: a margin from which on a figure says little, if another's is half as wide or less."""
WIDE_PART = 0.15
"""The same for figures that are no shares, as a part of the figure: of half a card left, a tenth is much."""


LOW_IS_BEST: tuple[Measure, ...] = ("place", "cards", "forecast")


@dataclass(frozen=True)
class Measured:
    """What the figures of hints are: in words, and which is the best."""

    name: Message
    meaning: Message
    is_share: bool
    low_is_best: bool

    def to_dict(self) -> PlainMeasure:
        return {
            "name": self.name.to_dict(),
            "meaning": self.meaning.to_dict(),
            "is_share": self.is_share,
            "low_is_best": self.low_is_best,
        }


@dataclass(frozen=True)
class Hint:
    """A move, what it is worth, and why it is good."""

    move: Move
    value: float
    """What the bot decides by, from 0 to 1: mostly the chance to win, and a part of it the lead."""
    error: float
    """The standard error of the value."""
    tries: int
    why: Message | None
    figure: float | None = None
    """What people are shown, as `measure` says; None where the move was tried too little."""
    margin: float | None = None
    """The figure is most likely not further off than this."""
    standing: Standing = "best"
    measure: Measured | None = None
    """What the figures are, the same for all moves; None where nothing was tried."""

    def to_dict(self) -> PlainHint:
        return {
            "move": self.move.to_dict(),
            "value": self.value,
            "error": self.error,
            "tries": self.tries,
            "why": self.why.to_dict() if self.why else None,
            "figure": self.figure,
            "margin": self.margin,
            "standing": self.standing,
        }


@dataclass(frozen=True)
class Decision:
    """A decision of a player, and the alternatives."""

    number: int
    """The number of the move, counted from 1 over the whole match."""
    round: int
    seat: int
    made: Hint
    hints: tuple[Hint, ...]
    """All legal moves, best first."""

    @property
    def best(self) -> Hint:
        return self.hints[0]

    @property
    def lost(self) -> float:
        """How much more the best move was worth than the one made."""
        return max(self.best.value - self.made.value, 0.0)

    def to_dict(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "round": self.round,
            "seat": self.seat,
            "made": self.made.move.name,
            "best": self.best.move.name,
            "lost": self.lost,
            "options": [
                {"move": hint.move.name, "value": hint.value, "error": hint.error, "tries": hint.tries}
                for hint in self.hints
            ],
        }


def hints(situation: Situation) -> tuple[Hint, ...]:
    """Return the legal moves: the recommended one, the others by their figures, then those tried too little."""
    judgement = situation.rules.judgement
    level = judgement.levels[ADVISER] if judgement else Level("", HINT_SIMULATIONS)
    budget = situation.budget
    if budget.simulations is None and budget.seconds is None:
        budget = replace(budget, simulations=HINT_SIMULATIONS)
    return explained(
        situation, think(replace(situation, budget=replace(budget, least=budget.least or LEAST_TRIES)), level)
    )


def explained(situation: Situation, found: Thought) -> tuple[Hint, ...]:
    """Return the hints that follow from a thought, in the same order as `hints`."""
    judgement = situation.rules.judgement
    described = {move.number: move for move in situation.legal}
    explain = judgement.explain if judgement else None
    measure = measured(situation, found.measure) if found.measure else None

    def hint(placed: Placed) -> Hint:
        each = placed.estimate
        is_choice = len(situation.numbers) > 1
        why = explain(situation.known, situation.seat, each.move) if explain and is_choice else None
        figure, margin = (placed.mean.value, placed.mean.error * MARGIN) if placed.mean else (None, None)
        move = described[each.move]
        return Hint(move, each.value, each.error, each.tries, why, figure, margin, placed.standing, measure)

    return tuple(map(hint, put_in_order(found, measure)))


def measured(situation: Situation, measure: Measure) -> Measured:
    """Return what figures are, in words that fit the game."""
    low_is_best = measure in LOW_IS_BEST
    name = say(f"figure.{measure if low_is_best else _winning(situation, measure)}")
    meaning = say(f"figure.meaning-{measure}" if low_is_best else "figure.meaning-win", name=name)
    return Measured(name, meaning, not low_is_best, low_is_best)


def _winning(situation: Situation, measure: Measure) -> str:
    """Return the name of the chance to win: by oneself, as a team, or all together."""
    game, setting = situation.game, situation.setting
    if game.together:
        return "together" if setting.players > 1 else "alone"
    of_round = "-round" if measure == "win-round" and len(situation.format.rounds) > 1 else ""
    return ("team" if game.teams.get(setting.variant or "") else "win") + of_round


@dataclass(frozen=True)
class Placed:
    """An estimate, with the figure that is shown and how the move compares with the recommended one."""

    estimate: Estimate
    mean: Mean | None
    standing: Standing


def put_in_order(found: Thought, measure: Measured | None) -> list[Placed]:
    """Return the recommended move, then the others, best first. Without figures, the bot's score decides.

    The bot's move is recommended, unless the figure of another move is clearly better. Moves with a figure that says
    little come last, without it.
    """
    if measure is None:
        in_order = sorted(found.estimates, key=lambda each: (each.move != found.move, -each.value))
        alone: Standing = "only" if len(in_order) == 1 else "best"
        return [Placed(each, None, "behind" if place else alone) for place, each in enumerate(in_order)]
    sign = -1.0 if measure.low_is_best else 1.0
    wide = WIDE[measure.is_share]
    if not measure.is_share:
        wide = min(wide, WIDE_PART * _figure(_chosen(found)).value)
    best = _recommended(found, sign, wide)
    others = [_place(each, best, sign, wide) for each in found.estimates if each is not best]
    others.sort(key=lambda placed: (placed.mean is None, -sign * _figure(placed.estimate).value))
    return [Placed(best, best.figure, "best"), *others]


def _recommended(found: Thought, sign: float, wide: float) -> Estimate:
    """Return the bot's move, or the one that is ahead of it by most beyond the margin, and not by luck."""
    chosen = _chosen(found)

    def lead(each: Estimate) -> float:
        return sign * (_figure(each).value - _figure(chosen).value) - _margin(each, chosen)

    telling = [each for each in found.estimates if not _says_little(each, chosen, wide)]
    ahead = max(telling, key=lead, default=chosen)
    return ahead if lead(ahead) > 0 else chosen


def _chosen(found: Thought) -> Estimate:
    return next(each for each in found.estimates if each.move == found.move)


def _place(each: Estimate, best: Estimate, sign: float, wide: float) -> Placed:
    mean = _figure(each)
    if sign * (_figure(best).value - mean.value) > _margin(each, best):
        return Placed(each, mean, "behind")
    return Placed(each, None, "unsure") if _says_little(each, best, wide) else Placed(each, mean, "even")


def _says_little(each: Estimate, other: Estimate, wide: float) -> bool:
    """Whether a move was tried not at all, or so much less than another that its figure is mostly luck."""
    if each.figure is None:
        return True
    error = each.figure.error
    return MARGIN * error > wide and error > 2 * _figure(other).error


def _margin(one: Estimate, other: Estimate) -> float:
    """Return the margin of the difference of two figures."""
    return MARGIN * math.hypot(_figure(one).error, _figure(other).error)


def _figure(estimate: Estimate) -> Mean:
    return estimate.figure or Mean(0.0, math.inf)


def decide(situation: Situation, number: int, made: int) -> Decision:
    """Return a decision: the move made among the valued legal moves."""
    found = hints(situation)
    chosen = next(hint for hint in found if hint.move.number == made)
    return Decision(number, situation.round, situation.seat, chosen, found)


def moments(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that lost most, the worst first."""
    return tuple(sorted(decisions, key=lambda decision: -decision.lost)[:MOMENTS])
