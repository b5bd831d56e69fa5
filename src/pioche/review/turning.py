"""The turning points of a match: where the chances changed most, in words.

The largest of many noisy changes is mostly noise. So the moments before and after the largest ones are estimated again,
by other playouts and more of them, and a change is shown only if both estimates are clear.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pioche.core.match import Match
from pioche.core.words import Message, Player

from .curve import Point
from .views import PlainTurn, Swing
from .words import say

TURNS = 3
CANDIDATES = 6
"""How many changes are estimated again."""
NOTICEABLE = 0.04
"""A smaller change of a chance is not worth a sentence."""
SURE = 2.0
"""A change is clear if it is larger than this many standard errors."""


class Change(NamedTuple):
    """A change between two points of a curve, for one seat."""

    place: int
    """The place of the later point."""
    seat: int
    before: float
    after: float
    margin: float
    """Twice the standard error of the change."""

    @property
    def size(self) -> float:
        return abs(self.after - self.before)

    @property
    def is_up(self) -> bool:
        return self.after > self.before


@dataclass(frozen=True)
class Turn:
    """A move or a deal after which prospects changed: of the seat for which they changed most."""

    step: int
    """How many moves were made then."""
    round: int
    seat: int
    swing: Swing
    """What changed: the chance to win, or, where hardly anybody wins, the expected result."""
    before: float
    after: float
    margin: float
    """Twice the standard error of the change."""
    message: Message

    def to_dict(self) -> PlainTurn:
        return {
            "step": self.step,
            "round": self.round,
            "seat": self.seat,
            "swing": self.swing,
            "before": self.before,
            "after": self.after,
            "margin": self.margin,
            "message": self.message.to_dict(),
        }


def swing_of(curve: Sequence[Point]) -> Swing:
    """Return what turning points are about: chances, if those of a seat clearly lie apart over the match."""
    for seat in range(len(curve[0].chances)):
        low, high = (extreme(curve, key=lambda point: point.chances[seat]) for extreme in (min, max))
        if _is_clear(_between(low, high, 0, seat, "chance"), "chance"):
            return "chance"
    return "result"


def candidates(curve: Sequence[Point], swing: Swing) -> list[Change]:
    """Return the largest clear changes along the curve, each for the seat for which most changed."""
    found = [_largest(curve, place, swing) for place in range(1, len(curve))]
    return sorted((each for each in found if _is_clear(each, swing)), key=_smallest_last)[:CANDIDATES]


def turning_points(match: Match, curve: Sequence[Point], found: Sequence[Change], swing: Swing) -> tuple[Turn, ...]:
    """Return the largest of the changes that were found, as a curve shows them that was estimated again there."""
    again = [_between(curve[each.place - 1], curve[each.place], each.place, each.seat, swing) for each in found]
    pairs = zip(found, again, strict=True)
    clear = [new for old, new in pairs if _is_clear(new, swing) and new.is_up == old.is_up]
    return tuple(_turn(match, curve, each, swing) for each in sorted(clear, key=_smallest_last)[:TURNS])


def _smallest_last(change: Change) -> float:
    return -change.size


def _is_clear(change: Change, swing: Swing) -> bool:
    least = NOTICEABLE if swing == "chance" else 0.0
    return change.size >= least and change.size > change.margin


def _largest(curve: Sequence[Point], place: int, swing: Swing) -> Change:
    before, after = curve[place - 1], curve[place]
    return max(
        (_between(before, after, place, seat, swing) for seat in range(len(after.chances))), key=lambda it: it.size
    )


def _between(before: Point, after: Point, place: int, seat: int, swing: Swing) -> Change:
    (then, doubt), (now, error) = (point.prospect(swing, seat) for point in (before, after))
    return Change(place, seat, then, now, SURE * math.hypot(doubt, error))


def _turn(match: Match, curve: Sequence[Point], change: Change, swing: Swing) -> Turn:
    point, message = curve[change.place], _message(match, curve[change.place], change, swing)
    before, after, margin = change.before, change.after, round(change.margin, 4)
    return Turn(point.step, point.round, change.seat, swing, before, after, margin, message)


def _message(match: Match, point: Point, change: Change, swing: Swing) -> Message:
    if match.game.together:
        key, unit = f"turn.{swing}-together", -1 if swing == "result" else 100
    else:
        key, unit = f"turn.{swing}", 1 if swing == "result" else 100
    return say(
        key,
        what=_deal(match, point) if point.kind == "deal" else _move(match, point),
        player=Player(change.seat),
        before=round(unit * change.before),
        after=round(unit * change.after),
        margin=math.ceil(abs(unit) * change.margin),
    )


def _deal(match: Match, point: Point) -> Message:
    return say("turn.deal", round=point.round + 1) if match.rounds > 1 else say("turn.only-deal")


def _move(match: Match, point: Point) -> Message:
    _, seat, move = match.move_made(point.step - 1)
    return move.done_by(seat)
