"""Luck and skill: the result of a seat, split into the deal, the cards that came, what others did and its decisions.

Every expectation is of matches in which the reference bot plays on for all seats. A decision counts by what its seat
knew (`worth`), and so does the deal; the cards that came are what remains. If the imagined worlds are as likely as they
seem, the deal and the cards are 0 on average, however the seats play: AIVAT's idea (Burch et al., 2018), from poker.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pioche.core.chance import new_random
from pioche.core.judgement import Values

from .playouts import Playouts, Scores, mean_and_error
from .views import PlainPart, PlainParts
from .walk import Course
from .worth import Worth

ERROR_DIGITS = 4
GRAIN = 1024
"""Values are whole multiples of 1/GRAIN, which floating point adds without rounding: the parts add up exactly."""


@dataclass(frozen=True)
class Part:
    """A part of a result, with its standard error."""

    value: float
    error: float

    def to_dict(self) -> PlainPart:
        return {"value": self.value, "error": round(self.error, ERROR_DIGITS)}


@dataclass(frozen=True)
class Parts:
    """The parts of a seat's result, in one round or in all. Above 0, a part helped the seat; below, it cost."""

    deal: Part
    """The deal, by what the seat knew of it."""
    cards: Part
    """The cards that came, and those that others held: all that no decision explains."""
    others: Part
    """The decisions of others, each by what they knew."""
    own: Part
    """The seat's own decisions, by what it knew."""

    @property
    def value(self) -> float:
        return self.deal.value + self.cards.value + self.others.value + self.own.value

    def to_dict(self) -> PlainParts:
        return {
            "deal": self.deal.to_dict(),
            "cards": self.cards.to_dict(),
            "others": self.others.to_dict(),
            "own": self.own.to_dict(),
        }


@dataclass(frozen=True)
class Split:
    """The result of a seat: ``start`` and all parts add up to it exactly."""

    seat: int
    result: int
    start: Part
    """The result that the reference bot expects in this seat before the first card."""
    parts: Parts
    rounds: tuple[Parts, ...]
    """The same by round, from the first that was played move by move."""


@dataclass(frozen=True)
class Expected:
    """The result that each seat can expect at some point, with standard errors."""

    means: Values
    errors: Values


DealJob = Callable[[int], Expected]


def deal_job(playouts: Playouts, course: Course, earlier: Scores, seed: int) -> DealJob:
    """Return a function of a number of worlds: what each seat could expect after a deal, by what it knew of it."""

    def expect(count: int) -> Expected:
        means, errors = [], []
        for seat in range(playouts.table.setting.players):
            rng = new_random(seed, course.round, seat)
            worlds = playouts.imagine(course.dealt, course.round, seat, count, rng)
            leads = playouts.outcomes(earlier, playouts.play_on(worlds, course.round, rng)).leads
            mean, error = mean_and_error(leads[:, seat])
            means.append(float(mean))
            errors.append(float(error))
        return Expected(np.array(means), np.array(errors))

    return expect


def split_results(
    playouts: Playouts,
    courses: Sequence[Course],
    points: Scores,
    dealt: Sequence[Expected],
    worths: Mapping[int, Worth],
    *,
    is_from_position: bool,
) -> tuple[Split, ...]:
    """Return the split of each seat's result. ``worths`` are those of all decisions, by the index of their move."""
    before = [_before_deal(playouts, points[: course.round]) for course in courses]
    if is_from_position:
        before[0] = dealt[0]
    after_all = _before_deal(playouts, points)
    found = []
    for seat in range(playouts.table.setting.players):
        bounds = [_part(each, seat) for each in (*before, after_all)]
        rounds = tuple(
            _parts(seat, bounds[i], bounds[i + 1], _part(dealt[i], seat), [worths[k] for k in _decided(course)], course)
            for i, course in enumerate(courses)
        )
        found.append(Split(seat, round(bounds[-1].value), bounds[0], _added(rounds), rounds))
    return tuple(found)


def _before_deal(playouts: Playouts, points: Scores) -> Expected:
    return Expected(*mean_and_error(playouts.before_deal(points).leads))


def _decided(course: Course) -> list[int]:
    return [step.index for step in course.steps if step.is_decision]


def _parts(seat: int, before: Part, after: Part, dealt: Part, worths: Sequence[Worth], course: Course) -> Parts:
    deciders = [step.seat for step in course.steps if step.is_decision]
    mine = [worth for worth, decider in zip(worths, deciders, strict=True) if decider == seat]
    theirs = [worth for worth, decider in zip(worths, deciders, strict=True) if decider != seat]
    own, others = _sum_of(mine, seat), _sum_of(theirs, seat)
    deal = Part(dealt.value - before.value, math.hypot(dealt.error, before.error))
    rest = after.value - before.value - deal.value - own.value - others.value
    error = math.sqrt(sum(part.error**2 for part in (after, dealt, own, others)))
    return Parts(deal, Part(rest, error), others, own)


def _sum_of(worths: Sequence[Worth], seat: int) -> Part:
    gained = sum(float(worth.gains[seat]) for worth in worths)
    return Part(_grained(gained), math.sqrt(sum(float(worth.errors[seat]) ** 2 for worth in worths)))


def _part(expected: Expected, seat: int) -> Part:
    return Part(_grained(float(expected.means[seat])), float(expected.errors[seat]))


def _added(rounds: Sequence[Parts]) -> Parts:
    def total(name: str) -> Part:
        parts: list[Part] = [getattr(each, name) for each in rounds]
        return Part(sum(part.value for part in parts), math.sqrt(sum(part.error**2 for part in parts)))

    return Parts(total("deal"), total("cards"), total("others"), total("own"))


def _grained(value: float) -> float:
    return round(value * GRAIN) / GRAIN
