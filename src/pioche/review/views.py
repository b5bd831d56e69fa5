"""The types of a review as JSON-compatible data, as it is sent."""

from __future__ import annotations

from typing import Literal, TypedDict

from pioche.core.views import PlainHint, PlainMeasure, PlainMessage

PointKind = Literal["start", "deal", "move"]
"""Before the first deal, after a deal, or after a move that is not a signal."""
Swing = Literal["chance", "result"]
"""What changed at a turning point: the chance to win, or, where hardly anybody wins, the expected result."""
Unit = Literal["points", "places", "left"]
"""The unit of results: points, the sum of the places in several rounds, or cards left over."""


class PlainPoint(TypedDict):
    """The prospects of all seats at one moment."""

    kind: PointKind
    step: int
    """How many moves were made."""
    round: int
    chances: list[float]
    """By seat: the chance to win."""
    results: list[float]
    """By seat: the expected result, in the unit of results."""


class PlainTurn(TypedDict):
    step: int
    round: int
    seat: int
    """The seat for which most changed."""
    swing: Swing
    before: float
    after: float
    margin: float
    """Twice the standard error of the change."""
    message: PlainMessage


class PlainPart(TypedDict):
    value: float
    error: float
    """The standard error; twice that is a fair margin."""


class PlainParts(TypedDict):
    """The parts of a seat's result. Above 0, a part helped the seat; below, it cost."""

    deal: PlainPart
    cards: PlainPart
    others: PlainPart
    own: PlainPart


class PlainSentences(TypedDict):
    """A split in words: for the player it is about, and for everyone else."""

    you: PlainMessage
    they: PlainMessage


class PlainSplit(TypedDict):
    """The result of a seat, which is exactly the sum of the start and all parts."""

    seat: int
    result: int
    start: PlainPart
    parts: PlainParts
    rounds: list[PlainParts]
    sentences: PlainSentences


class PlainDecision(TypedDict):
    step: int
    """The number of its move, from 1."""
    round: int
    seat: int
    did: PlainMessage
    made: PlainHint
    options: list[PlainHint]
    """The best moves, best first; the one made may be among them."""
    measure: PlainMeasure | None
    """The unit of the figures of the hints."""
    lost: float
    """How much more the best move was worth to the bot, from 0 to 1."""
    gained: float
    """Compared with the reference bot, in the unit of results."""
    gained_error: float
    likely: float
    """How likely the reference bot makes the same move."""


class PlainSurvey(TypedDict):
    unit: Unit
    reference: str
    """The level of the bot whose play counts as average."""
    playouts: int
    """How many playouts a point of the curve has."""
    curve: list[PlainPoint]
    turns: list[PlainTurn]
    """The turning points, the largest first."""
    splits: list[PlainSplit]


class PlainReview(PlainSurvey):
    decisions: list[PlainDecision]
