"""Lessons: positions from which a learner plays, in the file lessons.toml of a game.

``[[step]]`` entries are the guided first game. ``[[example]]`` entries show one paragraph of the rulebook each, and
``[not_shown]`` says why the others have none. Examples of the rules that several games share are in the folder of their
box, or above all games. docs/lessons.md describes the fields.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from .errors import BadLessons, UnknownLesson, say
from .rulebook import packages
from .words import LANGUAGES, Message

FILE = "lessons.toml"
LONGEST = 240
"""The length of a text, in characters, that a learner reads at a glance."""
OTHER_SEAT = re.compile(r"(\d): (.+)")

Said = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Paragraph = Annotated[str, Meta(pattern=r"^[A-Z]+\d*-?\d+$")]
Moves = tuple[str, ...]


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language."""

    en: Said
    fr: Said


def in_all_languages(message: Message) -> Text:
    return Text(**{language: message.text(language) for language in LANGUAGES})


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition that holds after the solution; None: no condition."""

    over: bool | None = None
    scores: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    to_move: tuple[int, ...] | None = None


class Turn(Struct, frozen=True):
    """A move of the script: a seat, and the moves it may choose from. Only the learner has several."""

    seat: int
    moves: Moves


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, and what a learner is to do in it."""

    id: str = ""
    """Unique among the lessons of a game: the number of a step, or the paragraph of an example."""
    title: Text | None = None
    paragraphs: Annotated[tuple[Paragraph, ...], Meta(min_length=1)]
    """The paragraphs of the rulebook that can be seen here, the most important first."""
    position: str
    seat: Annotated[int, Meta(ge=0)] = 0
    """The learner's seat."""
    say: Text
    done: Text | None = None
    """The text after the solution."""
    other: Text | None = None
    """The text after a legal move that is not the solution."""
    play: tuple[str | Moves, ...] = ()
    """The moves in order: the learner's, several where any of them will do, and those of others, as ``1: take``."""
    refused: Mapping[str, Paragraph] = {}
    """Moves that the rules forbid the learner here, and the paragraph that each refusal must name."""
    expect: Expected = Expected()

    @property
    def game(self) -> str:
        """The name of the game in which it is played."""
        return self.position.partition(" ")[0]

    @property
    def turns(self) -> list[Turn]:
        """The moves in order."""
        return [_turn(each, self.seat) for each in self.play]


def _turn(entry: str | Moves, learner: int) -> Turn:
    if isinstance(entry, str) and (other := OTHER_SEAT.fullmatch(entry)):
        return Turn(int(other[1]), (other[2],))
    return Turn(learner, (entry,) if isinstance(entry, str) else entry)


class Lessons(Struct, frozen=True, forbid_unknown_fields=True):
    """The lessons of a game, or the content of one file."""

    steps: tuple[Lesson, ...] = msgspec.field(default=(), name="step")
    """The guided first game."""
    examples: tuple[Lesson, ...] = msgspec.field(default=(), name="example")
    """Positions for the paragraphs of the rulebook. Those of shared rules may be played in another game."""
    not_shown: Mapping[Paragraph, str] = {}
    """Paragraphs that no position can show, and why."""

    def __iter__(self) -> Iterator[Lesson]:
        yield from self.steps
        yield from self.examples

    def find(self, game: str, lesson_id: str) -> Lesson:
        """Return the lesson with this id that is played in a game, or raise `UnknownLesson`."""
        for lesson in self:
            if lesson.id == lesson_id and lesson.game == game:
                return lesson
        known = ", ".join(lesson.id for lesson in self if lesson.game == game)
        raise UnknownLesson(say("unknown-lesson", lesson=repr(f"{lesson_id:.40}"), known=known))

    def by_paragraph(self) -> dict[str, list[Lesson]]:
        """Return the lessons for each paragraph, those that were made for it first."""
        found: dict[str, list[Lesson]] = {}
        for lesson in (*self.examples, *self.steps):
            for paragraph in lesson.paragraphs:
                found.setdefault(paragraph, []).append(lesson)
        for paragraph, lessons in found.items():
            lessons.sort(key=partial(_rank, paragraph))
        return found


def _rank(paragraph: str, lesson: Lesson) -> int:
    return lesson.paragraphs.index(paragraph)


def load_lessons(package: str) -> Lessons:
    """Load the lessons of the game in a package, with the examples of its box and of all games.

    Raise `BadLessons`, which names the file and the entry, if one cannot be read.
    """
    own, *shared = [_read(folder) for folder in packages(package)]
    if any(each.steps for each in shared):
        raise BadLessons(say("bad-lessons", package=package, reason="[[step]] in a shared file"))
    steps = tuple(msgspec.structs.replace(step, id=str(number)) for number, step in enumerate(own.steps, 1))
    books = (own, *shared)
    found = Lessons(
        steps,
        tuple(_named(example) for each in books for example in each.examples),
        {paragraph: why for each in books for paragraph, why in each.not_shown.items()},
    )
    _check_ids(package, found)
    return found


def _named(example: Lesson) -> Lesson:
    return example if example.id else msgspec.structs.replace(example, id=example.paragraphs[0])


def _check_ids(package: str, lessons: Lessons) -> None:
    seen: set[tuple[str, str]] = set()
    for lesson in lessons:
        if (lesson.game, lesson.id) in seen:
            raise BadLessons(say("bad-lessons", package=package, reason=f"two lessons have the id {lesson.id!r}"))
        seen.add((lesson.game, lesson.id))


def _read(package: str) -> Lessons:
    source = files(package).joinpath(FILE)
    if not source.is_file():
        return Lessons()
    try:
        return msgspec.convert(tomllib.loads(source.read_text(encoding="utf-8")), Lessons)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLessons(say("bad-lessons", package=package, reason=str(error))) from error
