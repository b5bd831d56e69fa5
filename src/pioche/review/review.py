"""The review of a finished match: curve, turning points, luck apart from skill, and every decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pioche.core.chance import new_random
from pioche.core.errors import BadSetting
from pioche.core.match import Match

from .curve import Point, point_jobs, soft_playouts
from .deciding import Reviewed, decide_all
from .effort import Amount, Effort, Progress, run_jobs
from .outcomes import unit_of
from .playouts import Player, Playouts, Scores, playouts_of
from .sentences import PERSONS, sentence
from .split import Split, deal_job, split_results
from .turning import Turn, candidates, swing_of, turning_points
from .views import PlainReview, PlainSplit, PlainSurvey, Unit
from .walk import Course, Step, walk
from .words import say
from .worth import Worth, worth_of

REFERENCE = "casual"
"""The level whose judgement decides what average play is."""
CURVE = Amount(least=16, most=400, share=0.2)
AGAIN = Amount(least=64, most=1600, share=0.1)
"""For the points of the curve before and after its largest changes, in a second look."""
CLOSER = 4
"""How many times more playouts they get, where numbers limit the work."""
WORTH = Amount(least=32, most=1000, share=0.15)
DEAL = Amount(least=100, most=2000, share=0.05)
LATER = 0.05
"""The share of the time for rounds that are still to be dealt, for the curve and for the split alike."""
DECISIONS = 1.0 - CURVE.share - AGAIN.share - WORTH.share - DEAL.share - 2 * LATER
"""The share of the time for the alternatives of all decisions."""


@dataclass(frozen=True)
class Survey:
    """The course of a match: chances, turning points, luck and skill."""

    unit: Unit
    """The unit of results."""
    playouts: int
    """How many playouts a point of the curve has."""
    curve: tuple[Point, ...]
    turns: tuple[Turn, ...]
    splits: tuple[Split, ...]
    worths: Mapping[int, Worth]
    """The worth of each decision, by the index of its move."""

    def _repr_html_(self) -> str:
        from .notebook import survey_html

        return survey_html(self)

    def to_dict(self) -> PlainSurvey:
        return {
            "unit": self.unit,
            "reference": REFERENCE,
            "playouts": self.playouts,
            "curve": [point.to_dict() for point in self.curve],
            "turns": [turn.to_dict() for turn in self.turns],
            "splits": [self._split(split) for split in self.splits],
        }

    def _split(self, split: Split) -> PlainSplit:
        you, they = (sentence(split, self.unit, person).to_dict() for person in PERSONS)
        return {
            "seat": split.seat,
            "result": split.result,
            "start": split.start.to_dict(),
            "parts": split.parts.to_dict(),
            "rounds": [each.to_dict() for each in split.rounds],
            "sentences": {"you": you, "they": they},
        }


@dataclass(frozen=True)
class Review:
    """A survey of a finished match, and every decision. ``to_dict()`` is what the server sends."""

    survey: Survey
    decisions: tuple[Reviewed, ...]

    def _repr_html_(self) -> str:
        from .notebook import review_html

        return review_html(self)

    def to_dict(self) -> PlainReview:
        return {**self.survey.to_dict(), "decisions": [decision.to_dict() for decision in self.decisions]}


def review_match(match: Match, effort: Effort | None = None, progress: Progress | None = None) -> Review:
    """Review a match that is over. ``progress`` is called with the share of the work that is done."""
    effort, report = effort or Effort(), progress or _say_nothing
    survey = survey_match(match, effort, _part_of(report, 0.0, 1.0 - DECISIONS))
    steps = [step for course in walk(match) for step in course.steps if step.is_decision]
    decided = decide_all(match, steps, effort, DECISIONS, _part_of(report, 1.0 - DECISIONS, DECISIONS))
    return Review(survey, tuple(Reviewed(each, survey.worths[each.number - 1]) for each in decided))


def survey_match(match: Match, effort: Effort, progress: Progress | None = None) -> Survey:
    """Return the course of a match that is over, without the alternatives of its decisions."""
    if not match.over:
        raise BadSetting(say("not-over"))
    report = progress or _say_nothing
    courses = walk(match)
    deals = soft_playouts(match, courses, effort.seed, effort.seconds_for(LATER))
    points = point_jobs(match, courses, deals, effort.seed)
    curve, playouts = run_jobs(points, CURVE, effort, _part_of(report, 0.0, 0.3))
    again, count, turns = look_again(match, courses, curve, deals, effort, _part_of(report, 0.3, 0.1))
    worths, splits = split_match(match, effort, _part_of(report, 0.4, 0.6))
    return Survey(
        unit=unit_of(match.game, match.format),
        playouts=playouts,
        curve=tuple(again if count >= playouts else curve),
        turns=turns,
        splits=splits,
        worths=worths,
    )


def look_again(
    match: Match, courses: Sequence[Course], curve: Sequence[Point], deals: Playouts, effort: Effort, report: Progress
) -> tuple[list[Point], int, tuple[Turn, ...]]:
    """Return the curve, estimated again by its largest changes; by how many playouts at least; the turning points."""
    swing = swing_of(curve)
    found = candidates(curve, swing)
    places = sorted({place for change in found for place in (change.place - 1, change.place)})
    jobs = point_jobs(match, courses, deals, effort.seed + 1)
    more = replace(effort, simulations=effort.simulations and CLOSER * effort.simulations)
    points, count = run_jobs([jobs[place] for place in places], AGAIN, more, report)
    again = list(curve)
    for place, point in zip(places, points, strict=True):
        again[place] = point
    return again, count, turning_points(match, again, found, swing)


def split_match(
    match: Match, effort: Effort, progress: Progress | None = None
) -> tuple[dict[int, Worth], tuple[Split, ...]]:
    """Return what each decision was worth, by the index of its move, and the split of each seat's result."""
    report, courses = progress or _say_nothing, walk(match)
    playouts, points = playouts_of(match, Player(REFERENCE), effort.seed, effort.seconds_for(LATER)), match.points()
    steps = [step for course in courses for step in course.steps if step.is_decision]
    jobs = [partial(_worth, playouts, step, points[: step.round], effort.seed) for step in steps]
    deals = [deal_job(playouts, course, points[: course.round], effort.seed) for course in courses]
    dealt, _ = run_jobs(deals, DEAL, effort, _part_of(report, 0.0, 0.3))
    worths, _ = run_jobs(jobs, WORTH, effort, _part_of(report, 0.3, 0.7))
    by_index = {step.index: worth for step, worth in zip(steps, worths, strict=True)}
    return by_index, split_results(playouts, courses, points, dealt, by_index, is_from_position=match.start is not None)


def _worth(playouts: Playouts, step: Step, earlier: Scores, seed: int, count: int) -> Worth:
    return worth_of(playouts, step, earlier, count, new_random(seed, step.index, step.seat))


def _say_nothing(share: float) -> None:
    pass


def _part_of(progress: Progress, begin: float, share: float) -> Progress:
    return lambda done: progress(begin + share * done)
