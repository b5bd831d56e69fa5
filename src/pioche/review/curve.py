"""The chances of every seat over a match, as they look with all cards open.

From the true state after each move, bots play on for all seats, by judgement alone, many times. They choose the move
that scores highest only most of the time; otherwise every playout would be the same. Rounds that are still to be dealt
are dealt anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pioche.core.chance import new_random
from pioche.core.judgement import Values
from pioche.core.match import Match
from pioche.core.state import Batch

from .outcomes import Outcomes
from .playouts import Player, Playouts, Scores, playouts_of
from .views import PlainPoint, PointKind, Swing
from .walk import Course
from .worth import appraise, likelihoods

LEVEL = "expert"
SURE = 0.8
"""How likely these bots make the move that scores highest, on average over the decisions of the match."""
LEAST_SHARP, MOST_SHARP, HALVINGS = -14.0, 14.0, 24
"""The range of the logarithm of their sharpness, and how often it is halved to find the right one."""


@dataclass(frozen=True)
class Point:
    """The prospects of all seats at one moment: before the first deal, after a deal, or after a move."""

    kind: PointKind
    step: int
    """How many moves were made."""
    round: int
    chances: tuple[float, ...]
    """By seat: the chance to win."""
    results: tuple[float, ...]
    """By seat: the expected result, in the unit of results."""
    chance_errors: tuple[float, ...]
    """The standard errors of the chances,"""
    result_errors: tuple[float, ...]
    """and those of the results; 0 where the match is over."""

    def prospect(self, swing: Swing, seat: int) -> tuple[float, float]:
        """Return the chance of a seat, or its expected result, with its standard error."""
        if swing == "chance":
            return self.chances[seat], self.chance_errors[seat]
        return self.results[seat], self.result_errors[seat]

    def to_dict(self) -> PlainPoint:
        return {
            "kind": self.kind,
            "step": self.step,
            "round": self.round,
            "chances": list(self.chances),
            "results": list(self.results),
        }


PointJob = Callable[[int], Point]


def point_jobs(match: Match, courses: Sequence[Course], playouts: Playouts, seed: int) -> list[PointJob]:
    """Return for each point of the curve a function of a number of playouts. Another seed gives other playouts."""
    points = match.points()
    jobs: list[PointJob] = [lambda _: _undealt("start", 0, courses[0].round, playouts, points[: courses[0].round])]
    if match.start:
        jobs.clear()
    for course in courses:
        first, earlier = course.steps[0].index, points[: course.round]
        jobs.append(_played("deal", first, course.round, course.dealt, playouts, earlier, seed))
        for step in course.steps[:-1]:
            if not step.is_signal:
                jobs.append(_played("move", step.index + 1, course.round, step.after, playouts, earlier, seed))
        jobs.append(_ended(course, playouts, points[: course.round + 1]))
    return jobs


def _ended(course: Course, playouts: Playouts, finished: Scores) -> PointJob:
    return lambda _: _undealt("move", course.steps[-1].index + 1, course.round, playouts, finished)


def _undealt(kind: PointKind, step: int, number: int, playouts: Playouts, finished: Scores) -> Point:
    return _point(kind, step, number, playouts.before_deal(finished))


def _played(
    kind: PointKind, step: int, number: int, state: Batch, playouts: Playouts, earlier: Scores, seed: int
) -> PointJob:
    def play(count: int) -> Point:
        scores = playouts.play_on(np.repeat(state, count), number, new_random(seed, step))
        return _point(kind, step, number, playouts.outcomes(earlier, scores))

    return play


def _point(kind: PointKind, step: int, number: int, outcomes: Outcomes) -> Point:
    wins, leads = outcomes.wins, outcomes.leads
    is_over = len(wins) == 1
    chance_errors, result_errors = (np.zeros(wins.shape[1]),) * 2 if is_over else (_share_errors(wins), _errors(leads))
    return Point(
        kind,
        step,
        number,
        _rounded(wins.mean(axis=0)),
        _rounded(leads.mean(axis=0)),
        _rounded(chance_errors),
        _rounded(result_errors),
    )


def _share_errors(wins: Values) -> Values:
    """Return standard errors as if there were one more win and one more loss: a few playouts alike prove little."""
    count = len(wins)
    mean = (wins.sum(axis=0) + 1) / (count + 2)
    return np.asarray(np.sqrt(mean * (1 - mean) / count), np.float64)


def _errors(values: Values) -> Values:
    return np.asarray(values.std(axis=0, ddof=1) / math.sqrt(len(values)), np.float64)


def _rounded(values: Values) -> tuple[float, ...]:
    return tuple(round(float(value), 4) for value in values)


def soft_playouts(match: Match, courses: Sequence[Course], seed: int, seconds: float = math.inf) -> Playouts:
    """Return playouts by bots that now and then make a move other than the one that scores highest."""
    sure = playouts_of(match, Player(LEVEL), seed)
    scores: dict[str, list[Values]] = {}
    for course in courses:
        asked = scores.setdefault(sure.rules(course.round).name, [])
        asked += [appraise(sure, step) for step in course.steps if step.is_decision]
    sharpness = {name: softened(asked) for name, asked in scores.items() if asked}
    return playouts_of(match, Player(LEVEL, sharpness), seed, seconds)


def softened(scores: Sequence[Values]) -> float:
    """Return the sharpness with which a bot makes the move that scores highest as often as SURE says."""
    low, high = LEAST_SHARP, MOST_SHARP
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if np.mean([likelihoods(each, float(np.exp(middle))).max() for each in scores]) < SURE:
            low = middle
        else:
            high = middle
    return float(np.exp(high))
