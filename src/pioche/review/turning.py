"""The turning points of a match: where the chances changed most, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pioche.core.match import Match
from pioche.core.words import Message, Player

from .curve import Point
from .views import PlainTurn, Swing
from .words import say

TURNS = 3
NOTICEABLE = 0.04
"""A smaller change of a chance may be luck of the playouts."""


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
    message: Message

    def to_dict(self) -> PlainTurn:
        return {
            "step": self.step,
            "round": self.round,
            "seat": self.seat,
            "swing": self.swing,
            "before": self.before,
            "after": self.after,
            "message": self.message.to_dict(),
        }


def turning_points(match: Match, curve: Sequence[Point]) -> tuple[Turn, ...]:
    """Return the largest changes along the curve, the largest first."""
    swing: Swing = "chance" if _spread(curve) > NOTICEABLE else "result"
    turns = [_turn(match, before, after, swing) for before, after in pairwise(curve)]
    if swing == "chance":
        turns = [turn for turn in turns if abs(turn.after - turn.before) >= NOTICEABLE]
    return tuple(sorted(turns, key=lambda turn: -abs(turn.after - turn.before))[:TURNS])


def _spread(curve: Sequence[Point]) -> float:
    """Return how far the chances of a seat lie apart over the match."""
    by_seat: list[tuple[float, ...]] = list(zip(*(point.chances for point in curve), strict=True))
    return max(max(chances) - min(chances) for chances in by_seat)


def _turn(match: Match, before: Point, after: Point, swing: Swing) -> Turn:
    then, now = (before.chances, after.chances) if swing == "chance" else (before.results, after.results)
    seat = max(range(match.players), key=lambda each: abs(now[each] - then[each]))
    message = _message(match, after, seat, swing, then[seat], now[seat])
    return Turn(after.step, after.round, seat, swing, then[seat], now[seat], message)


def _message(match: Match, point: Point, seat: int, swing: Swing, before: float, after: float) -> Message:
    if match.game.together:
        key, unit = f"turn.{swing}-together", -1 if swing == "result" else 100
    else:
        key, unit = f"turn.{swing}", 1 if swing == "result" else 100
    what = _deal(match, point) if point.kind == "deal" else _move(match, point)
    return say(key, what=what, player=Player(seat), before=round(unit * before), after=round(unit * after))


def _deal(match: Match, point: Point) -> Message:
    return say("turn.deal", round=point.round + 1) if match.rounds > 1 else say("turn.only-deal")


def _move(match: Match, point: Point) -> Message:
    _, seat, move = match.move_made(point.step - 1)
    return move.done_by(seat)
