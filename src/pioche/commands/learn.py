"""``pioche learn GAME``: play the guided first game in the terminal, or one lesson by its name."""

from __future__ import annotations

import argparse

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.core.game import Game
from pioche.core.lessons import Lesson, Text
from pioche.core.match.attempt import Attempt, attempt
from pioche.core.match.table_text import table_text
from pioche.core.wrapping import broken

from .common import LEAVE, objection, say
from .terminal import columns, tell

SHOW = "?"


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("game", help=say("help.game").text(language))
    parser.add_argument("lesson", nargs="?", help=say("help.lesson").text(language))


def run(arguments: argparse.Namespace) -> None:
    game = registry.find(arguments.game)
    chosen = [game.lesson(arguments.lesson)] if arguments.lesson else list(game.lessons.steps)
    if not chosen:
        raise BadSetting(say("learn.none", game=game.title))
    try:
        for number, lesson in enumerate(chosen, 1):
            _teach(game, lesson, number, len(chosen), arguments.lang)
    except EOFError:
        print()
        return
    tell(say("learn.end", game=game.title).text(arguments.lang))


def _teach(game: Game, lesson: Lesson, number: int, count: int, language: str) -> None:
    title = _in(lesson.title, language) if lesson.title else ", ".join(lesson.paragraphs)
    tell(say("learn.heading", game=game.title, number=number, count=count, title=title).text(language))
    tell(f"\n{_in(lesson.say, language)}\n")
    now = attempt(game, lesson)
    moves: list[str] = []
    print(_table(now, language))
    while now.outcome != "solved":
        given = _ask(now, language)
        tried = attempt(game, lesson, [*moves, given])
        if tried.outcome in ("open", "solved"):
            moves.append(given)
            tell("\n".join(["", *_since(now, tried, language), "", _table(tried, language)]))
            now = tried
        else:
            tell(_objection(tried, language))
    if now.word is not None:
        tell(f"\n{_in(now.word, language)}")
    _wait(language)


def _in(text: Text, language: str) -> str:
    return str(getattr(text, language))


def _table(now: Attempt, language: str) -> str:
    rows = [table_text(now.match, now.lesson.seat, language, last=0).text(columns=columns())]
    if now.forbidden:
        names = ", ".join(move.name for move in now.forbidden)
        rows.append(broken(say("learn.forbidden", moves=names).text(language), columns()))
    return "\n".join(rows)


def _since(before: Attempt, after: Attempt, language: str) -> list[str]:
    """Return the moves between two attempts in words, as the learner saw them."""
    seen = after.match.log(after.lesson.seat, len(after.match.moves) - len(before.match.moves))
    return [move.done_by(seat).text(language) for seat, move in seen]


def _objection(tried: Attempt, language: str) -> str:
    """Return why a move does not lead on: the rules forbid it, or the lesson is about another one."""
    if tried.word is not None:
        return _in(tried.word, language)
    return "" if tried.refusal is None else objection(tried.refusal, language)


def _ask(now: Attempt, language: str) -> str:
    """Read a move; show the solution to whoever asks for it. Raise EOFError to leave."""
    while (given := input(say("learn.prompt").text(language)).strip()) in ("", SHOW):
        if given == SHOW:
            tell(say("learn.answer", moves=", ".join(now.wanted)).text(language))
    return _unless_leaving(given)


def _wait(language: str) -> None:
    _unless_leaving(input(say("learn.next").text(language)).strip())
    print()


def _unless_leaving(given: str) -> str:
    if given.lower() in LEAVE:
        raise EOFError
    return given
