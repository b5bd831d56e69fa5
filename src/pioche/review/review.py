"""The review of a finished match: curve, turning points, decisions, and luck apart from skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pioche.core.chance import Random, new_random
from pioche.core.errors import BadSetting
from pioche.core.match import Match

from .curve import Point, point_jobs
from .deciding import Reviewed, decide_all
from .effort import Amount, Effort, Progress, run_jobs
from .outcomes import Unit, unit_of
from .playouts import Player, Playouts, Scores, playouts_of
from .sentences import sentence
from .split import Split, deal_job, split_results
from .turning import Turn, turning_points
from .walk import Course, Step, walk
from .words import say
from .worth import Worth, worth_of

REFERENCE = "casual"
"""The level whose judgement decides what is average play."""
CURVE = Amount(least=16, most=400, share=0.2)
WORTH = Amount(least=32, most=1000, share=0.2)
DEAL = Amount(least=100, most=2000, share=0.1)
DECISIONS = 0.5
"""The share of the time for the alternatives of all decisions."""
REFERENCE_SEED = 1
"""Later rounds are dealt from it and from the seed."""


@dataclass(frozen=True)
class Review:
    """The review of a finished match. ``to_dict()`` is what the server sends and ``pioche review --json`` prints."""

    unit: Unit
    reference: str
    playouts: int
    """How many playouts a point of the curve has."""
    curve: tuple[Point, ...]
    turns: tuple[Turn, ...]
    decisions: tuple[Reviewed, ...]
    splits: tuple[Split, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "unit": self.unit,
            "reference": self.reference,
            "playouts": self.playouts,
            "curve": [point.to_dict() for point in self.curve],
            "turns": [turn.to_dict() for turn in self.turns],
            "decisions": [decision.to_dict() for decision in self.decisions],
            "splits": [self._split(split) for split in self.splits],
        }

    def _split(self, split: Split) -> dict[str, Any]:
        said = {person: sentence(split, self.unit, person).to_dict() for person in ("you", "they")}
        return {**split.to_dict(), "sentences": said}


def review_match(match: Match, effort: Effort | None = None, progress: Progress | None = None) -> Review:
    """Review a match that is over. ``progress`` is called with the share of the work that is done."""
    if not match.over:
        raise BadSetting(say("not-over"))
    effort = effort or Effort()
    return _Reviewing(match, effort, progress or (lambda share: None)).run()


class _Reviewing:
    """One review under way."""

    def __init__(self, match: Match, effort: Effort, progress: Progress) -> None:
        self.match, self.effort, self.progress = match, effort, progress
        self.courses = walk(match)
        self.steps = [step for course in self.courses for step in course.steps if step.is_decision]

    def run(self) -> Review:
        curve, playouts = run_jobs(
            point_jobs(self.match, self.courses, self.effort.seed), CURVE, self.effort, self._part(0, CURVE.share)
        )
        worths, splits = split_match(self.match, self.courses, self.effort, self._part(0.2, 0.3))
        decided = decide_all(self.match, self.steps, self.effort, DECISIONS, self._part(0.5, DECISIONS))
        return Review(
            unit=unit_of(self.match.game, self.match.format),
            reference=REFERENCE,
            playouts=playouts,
            curve=tuple(curve),
            turns=turning_points(self.match, curve),
            decisions=tuple(Reviewed(each, worths[each.number - 1]) for each in decided),
            splits=splits,
        )

    def _part(self, begin: float, share: float) -> Progress:
        return lambda done: self.progress(begin + share * done)


def split_match(
    match: Match, courses: Sequence[Course], effort: Effort, progress: Progress
) -> tuple[dict[int, Worth], tuple[Split, ...]]:
    """Return what each decision was worth, by the index of its move, and the split of each seat's result."""
    playouts, points = playouts_of(match, Player(REFERENCE), effort.seed), match.points()
    steps = [step for course in courses for step in course.steps if step.is_decision]
    jobs = [partial(_worth, playouts, step, points[: step.round], effort.seed) for step in steps]
    worths, _ = run_jobs(jobs, WORTH, effort, lambda done: progress(0.7 * done))
    deals = [deal_job(playouts, course, points[: course.round], effort.seed) for course in courses]
    dealt, _ = run_jobs(deals, DEAL, effort, lambda done: progress(0.7 + 0.3 * done))
    by_index = {step.index: worth for step, worth in zip(steps, worths, strict=True)}
    is_from_position = match.start is not None
    return by_index, split_results(playouts, courses, points, dealt, by_index, is_from_position=is_from_position)


def _worth(playouts: Playouts, step: Step, earlier: Scores, seed: int, count: int) -> Worth:
    return worth_of(playouts, step, earlier, count, _chance(seed, step))


def _chance(seed: int, step: Step) -> Random:
    return new_random(seed, step.index, step.seat)
