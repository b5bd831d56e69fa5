"""Lessons as they are sent: the list for a game, and the table after a learner's moves. Nothing is stored."""

from __future__ import annotations

from functools import cache

import msgspec

from pioche import registry
from pioche.core.lessons import Lesson, Text
from pioche.core.match import Match
from pioche.core.match.attempt import Attempt, attempt
from pioche.core.match.why_not import why_not
from pioche.core.words import Message

from . import bodies, snapshot
from .messages import SeatInfo, TableInfo

LEARNER = SeatInfo("person", "", None, is_here=True, replaceable_in=None, was_replaced=False)
ANOTHER = SeatInfo("bot", "", "casual", is_here=True, replaceable_in=None, was_replaced=False)


@cache
def lessons(name: str) -> bodies.Lessons:
    """Return the lessons of a game: the guided first game, and what shows each paragraph of its rulebook."""
    game = registry.find(name)
    found = game.lessons
    return bodies.Lessons(
        game=game.name,
        steps=[_info(lesson) for lesson in found.steps],
        examples=[_info(lesson) for lesson in found.examples],
        paragraphs={
            paragraph: [bodies.LessonId(lesson.game, lesson.id) for lesson in shown]
            for paragraph, shown in found.by_paragraph().items()
        },
    )


def _info(lesson: Lesson) -> bodies.LessonInfo:
    said = msgspec.structs.asdict(lesson.say)
    return bodies.LessonInfo(lesson.game, lesson.id, list(lesson.paragraphs), _texts(lesson.title), said)


def try_lesson(name: str, lesson_id: str, asked: bodies.Try) -> bodies.Attempt:
    """Return the table of a lesson after the learner's moves, as the learner sees it."""
    game = registry.find(name)
    return show(attempt(game, game.lesson(lesson_id), asked.moves), asked.why_not)


def show(now: Attempt, asked: bodies.AskWhyNot | None = None) -> bodies.Attempt:
    """Return what the learner is shown of an attempt, with the answer to a question about cards."""
    return bodies.Attempt(
        lesson=_info(now.lesson),
        outcome=now.outcome,
        word=_texts(now.word),
        refusal=_refusal(now),
        wanted=list(now.wanted),
        forbidden=[move.to_dict() for move in now.forbidden],
        reasons=[reason.to_dict() for reason in _reasons(now, asked)],
        step=_step(now),
        sheets=now.match.sheets(now.lesson.seat),
    )


def _reasons(now: Attempt, asked: bodies.AskWhyNot | None) -> list[Message]:
    if asked is None:
        return []
    return why_not(now.match, now.lesson.seat, asked.cards, asked.target)


def _texts(text: Text | None) -> dict[str, str] | None:
    return None if text is None else msgspec.structs.asdict(text)


def _refusal(now: Attempt) -> bodies.LessonRefusal | None:
    if now.refusal is None:
        return None
    message, reason = now.refusal.message.to_dict(), now.refusal.reason
    if reason is None:
        return bodies.LessonRefusal(message, None, None)
    return bodies.LessonRefusal(message, reason.to_dict(), reason.paragraph)


def _step(now: Attempt) -> bodies.Step:
    """Return the table in the same form as a step of a replay."""
    match, eyes = now.match, now.lesson.seat
    made = len(match.moves)
    return bodies.Step(
        step=made,
        steps=made,
        table=_table(match),
        seats=[LEARNER if seat == eyes else ANOTHER for seat in range(match.players)],
        eyes=eyes,
        view=match.view(eyes),
        lines=[line for index in range(made) for line in snapshot.moved_lines(match, index + 1, index, eyes)],
    )


def _table(match: Match) -> TableInfo:
    setting = match.setting
    return TableInfo("", "", match.game.name, setting.variant, dict(setting.options), setting.players, "", None)
