"""Every decision of a match by what its seat knew: what a strong bot thinks of the alternatives, and its worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from pioche.core.chance import new_random
from pioche.core.match import Match
from pioche.core.match.situations import situation_in
from pioche.core.think.advice import HINT_SIMULATIONS, Decision, decide
from pioche.core.think.think import Budget

from .effort import Effort, Progress, in_order
from .views import PlainDecision
from .walk import Step
from .worth import Worth

LEAST_TRIES = 4
"""How often each move is tried at least: less often than for a hint at the table, as there are many decisions."""
OVERTIME = Budget(simulations=16, least=1)
"""How a decision is looked at when the time is over."""
SHOWN = 3
"""How many moves are reported besides the one made, best first."""


@dataclass(frozen=True)
class Reviewed:
    """A decision, what a strong bot thinks of its alternatives, and what it was worth."""

    decision: Decision
    worth: Worth

    @property
    def gained(self) -> float:
        """Its gain for the seat that decided, compared with the reference bot, in the unit of results."""
        return float(self.worth.gains[self.decision.seat])

    def to_dict(self) -> PlainDecision:
        decision = self.decision
        measure = decision.made.measure
        return {
            "step": decision.number,
            "round": decision.round,
            "seat": decision.seat,
            "did": decision.made.move.done_by(decision.seat).to_dict(),
            "made": decision.made.to_dict(),
            "options": [hint.to_dict() for hint in decision.hints[:SHOWN]],
            "measure": measure.to_dict() if measure else None,
            "lost": round(decision.lost, 4),
            "gained": round(self.gained, 3),
            "gained_error": round(float(self.worth.errors[decision.seat]), 3),
            "likely": round(self.worth.likely, 4),
        }


def decide_all(match: Match, steps: Sequence[Step], effort: Effort, share: float, progress: Progress) -> list[Decision]:
    """Return every decision with its alternatives, within a share of the time."""
    if steps and effort.simulations is None:
        _job(match, steps[0], replace(effort, simulations=1), 0.0, 1)()  # loads or compiles loops before the clock runs
    until = perf_counter() + effort.seconds_for(share)
    jobs = [_job(match, step, effort, until, len(steps) - i) for i, step in enumerate(steps)]
    done: list[Decision] = []
    for decision in in_order(jobs, effort.workers):
        done.append(decision)
        progress(len(done) / len(jobs))
    return done


def _job(match: Match, step: Step, effort: Effort, until: float, left: int) -> Callable[[], Decision]:
    """Return a function that looks at one decision, with its share of the time that is left when it is called."""

    def look() -> Decision:
        seconds = (until - perf_counter()) * effort.workers / left
        if effort.simulations is not None:
            budget = Budget(simulations=effort.simulations, least=LEAST_TRIES)
        elif seconds > 0:
            budget = Budget(simulations=HINT_SIMULATIONS, seconds=seconds, least=LEAST_TRIES)
        else:
            budget = OVERTIME
        chance = new_random(effort.seed, step.index)
        known = situation_in(match, step.round, step.before[0], step.seat, list(step.legal), budget, chance)
        return decide(known, step.index + 1, step.move)

    return look
