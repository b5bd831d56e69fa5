"""Hints and reviews: the value of each move from what a seat knows or knew, and what the move made lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..judgement import Estimate, Level
from ..table import Move
from ..views import PlainHint
from ..words import Message
from .think import Situation, think

HINT_SIMULATIONS = 4000
LEAST_TRIES = 20
ADVISER = "expert"
MOMENTS = 3
"""How many decisions are named as decisive."""


@dataclass(frozen=True)
class Hint:
    """A move, its value from 0 to 1 (mostly the chance of winning) with the standard error, and why it is good."""

    move: Move
    value: float
    error: float
    tries: int
    why: Message | None

    def to_dict(self) -> PlainHint:
        why = self.why.to_dict() if self.why else None
        return {"move": self.move.to_dict(), "value": self.value, "error": self.error, "tries": self.tries, "why": why}


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
    """Return the legal moves, best first: the one a strong bot would make, then the others by value."""
    judgement = situation.rules.judgement
    level = judgement.levels[ADVISER] if judgement else Level("", HINT_SIMULATIONS)
    budget = situation.budget
    if budget.simulations is None and budget.seconds is None:
        budget = replace(budget, simulations=HINT_SIMULATIONS)
    found = think(replace(situation, budget=replace(budget, least=LEAST_TRIES)), level)
    described = {move.number: move for move in situation.legal}
    explain = judgement.explain if judgement else None

    def hint(estimate: Estimate) -> Hint:
        why = explain(situation.known, situation.seat, estimate.move) if explain else None
        return Hint(described[estimate.move], estimate.value, estimate.error, estimate.tries, why)

    in_order = sorted(found.estimates, key=lambda estimate: (estimate.move != found.move, -estimate.value))
    return tuple(map(hint, in_order))


def decide(situation: Situation, number: int, made: int) -> Decision:
    """Return a decision: the move made among the valued legal moves."""
    found = hints(situation)
    chosen = next(hint for hint in found if hint.move.number == made)
    return Decision(number, situation.round, situation.seat, chosen, found)


def moments(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that lost most, the worst first."""
    return tuple(sorted(decisions, key=lambda decision: -decision.lost)[:MOMENTS])
