"""A review as HTML, as notebooks show it: luck and skill, turning points, the chances, and every decision."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from pioche.core.words import Message, Player, reader_language
from pioche.lab.answer import Column, Plot, Table
from pioche.lab.report import figure_of, titled_table

from .sentences import sentence
from .words import say

if TYPE_CHECKING:
    from .review import Review, Survey

LINES = Plot("lines", "chances", say("notebook.chances"), "chances", "step", "chance", group="player")


def survey_html(survey: Survey) -> str:
    """Return the result of each seat in a sentence, the turning points, and the chances over the match."""
    language = reader_language()
    results = [sentence(split, survey.unit, "they") for split in survey.splits]
    turns = [say("notebook.turn", step=turn.step, turn=turn.message) for turn in survey.turns]
    return _list("luck", results, language) + _list("turns", turns, language) + _chances(survey, language)


def review_html(review: Review) -> str:
    """Return the same, and every decision with what it lost."""
    columns = (
        _column("step", ",d"),
        _column("player"),
        _column("made"),
        _column("best"),
        _column("lost", ".2f"),
    )
    decisions = [each.decision for each in review.decisions]
    rows = tuple(
        (each.number, _player(each.seat), each.made.move.message, each.best.move.message, each.lost)
        for each in decisions
    )
    table = Table("decisions", say("notebook.decisions"), columns, rows, is_long=True)
    return survey_html(review.survey) + titled_table(table, reader_language())


def _chances(survey: Survey, language: str) -> str:
    """Return the chances as a plot; where none can be drawn, as a table."""
    rows = tuple(
        (point.step, _player(seat), chance) for point in survey.curve for seat, chance in enumerate(point.chances)
    )
    columns = (_column("step", ",d"), _column("player"), _column("chance", ".0%"))
    table = Table("chances", say("notebook.chances"), columns, rows, is_long=True)
    return figure_of(LINES, table, language) or titled_table(table, language)


def _player(seat: int) -> Message:
    return say("notebook.player", player=Player(seat))


def _column(name: str, form: str = "text") -> Column:
    return Column(name, say(f"notebook.column.{name}"), form)


def _list(name: str, messages: Iterable[Message], language: str) -> str:
    """Return sentences below a heading; nothing if there are none."""
    items = "".join(f"<li>{escape(message.text(language))}</li>" for message in messages)
    return f"<h2>{escape(say(f'notebook.{name}').text(language))}</h2><ul>{items}</ul>" if items else ""
