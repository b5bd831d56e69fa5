"""Luck and skill in a sentence: "You lost by 12; the cards cost you 15, your decisions gained you 3." """

from __future__ import annotations

from typing import Literal, get_args

from pioche.core.words import Message, Player

from .split import Split
from .views import Unit
from .words import say

Person = Literal["you", "they"]
"""Whether a sentence is read by the player it is about."""
PERSONS: tuple[Person, ...] = get_args(Person)


def sentence(split: Split, unit: Unit, person: Person) -> Message:
    """Return the result of a seat and its parts, in whole numbers that add up."""
    start, cards, others, own = whole_parts(split)
    parts = [_part("cards", cards, person, split.seat), _part("own", own, person, split.seat)]
    if others:
        parts.insert(1, _part("others", others, person, split.seat))
    listed = say(f"parts.{len(parts)}", **dict(zip(("first", "second", "third"), parts, strict=False)))
    result = _result(split, unit, person)
    if not start:
        return say("sentence", result=result, parts=listed)
    side = "ahead" if start > 0 else "behind"
    expected = say("expected.left" if unit == "left" else f"expected.{side}", count=abs(start))
    return say("sentence-expected", result=result, expected=expected, parts=listed)


def whole_parts(split: Split) -> tuple[int, int, int, int]:
    """Return four whole numbers that add up to the result: start, deal and cards, other players, own decisions."""
    parts = split.parts
    exact = [split.start.value, parts.deal.value + parts.cards.value, parts.others.value, parts.own.value]
    rounded = [round(value) for value in exact]
    missing = split.result - sum(rounded)
    step = 1 if missing > 0 else -1
    for index in sorted(range(len(exact)), key=lambda i: step * (rounded[i] - exact[i]))[: abs(missing)]:
        rounded[index] += step
    start, cards, others, own = rounded
    return start, cards, others, own


def _part(name: str, value: int, person: Person, seat: int) -> Message:
    change = "gained" if value > 0 else "cost" if value < 0 else "even"
    return say(f"part.{name}-{change}-{person}", count=abs(value), player=Player(seat))


def _result(split: Split, unit: Unit, person: Person) -> Message:
    if unit == "left":
        return say("result.left", count=-split.result)
    outcome = "won" if split.result > 0 else "lost" if split.result < 0 else "level"
    return say(f"result.{outcome}-{person}", count=abs(split.result), player=Player(split.seat))
