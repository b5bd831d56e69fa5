"""An answer of the laboratory: findings in words, tables, plots, and how they were made.

It is data only. `pioche.lab.show` prints it in a terminal, `pioche.lab.report` writes it as a page, and
`pioche.lab.data` as Parquet, CSV or JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pioche.core.words import LANGUAGES, Message, reader_language


class Named(Message, frozen=True):
    """A text that data call by a name, such as ``all-taken`` for a sentence about how a match ended."""

    name: str = ""


Value = str | Message | int | float | None
"""A cell. A message is a name that people read, such as a seat's."""

TEXT, LOW, HIGH = "text", "low", "high"


@dataclass(frozen=True)
class Column:
    """A column: its name in data, its title, and how its numbers are written.

    ``part`` is LOW or HIGH for the ends of an interval; people are shown both in one column.
    """

    name: str
    title: Message
    form: str = TEXT
    part: str | None = None

    @property
    def is_text(self) -> bool:
        return self.form == TEXT


@dataclass(frozen=True)
class Table:
    """A table with a name, typed columns and rows."""

    name: str
    title: Message
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    is_long: bool = False
    """Whether it is data for a plot: a terminal does not print it, and a page folds it."""

    def column(self, name: str) -> list[Value]:
        """Return the values of one column."""
        index = [column.name for column in self.columns].index(name)
        return [row[index] for row in self.rows]

    def form(self, name: str) -> str:
        return next(column.form for column in self.columns if column.name == name)

    def to_dict(self) -> dict[str, list[str | int | float | None]]:
        """Return the columns by name, with names in English: what is written as data."""
        return {column.name: [in_english(value) for value in self.column(column.name)] for column in self.columns}


def in_english(value: Value) -> str | int | float | None:
    if isinstance(value, Named):
        return value.name
    return value.text("en") if isinstance(value, Message) else value


@dataclass(frozen=True)
class Plot:
    """A plot of some columns of a table. ``low`` and ``high`` are intervals; ``even`` is a line to compare with.

    Bars have a name (``x``) and a value (``y``) each; lines and histograms have numbers along ``x``, and lines one line
    for each ``group``.
    """

    kind: Literal["bars", "lines", "histogram"]
    name: str
    title: Message
    table: str
    x: str
    y: str
    low: str | None = None
    high: str | None = None
    group: str | None = None
    even: float | None = None


@dataclass(frozen=True)
class Answer:
    """The answer to a question about a game."""

    question: str
    game: str
    title: Message
    findings: tuple[Message, ...]
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...] = ()
    methods: tuple[Message, ...] = ()
    matches: int = 0
    seed: int = 0
    command: str = ""
    version: str = field(default_factory=lambda: _version())

    def table(self, name: str) -> Table:
        return next(table for table in self.tables if table.name == name)

    def text(self, language: str | None = None) -> str:
        """Return the answer as text: findings, tables and small plots."""
        from .show import as_text

        return as_text(self, language or reader_language())

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from .report import fragment

        return fragment(self, reader_language())

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON-compatible data, with its sentences in all languages."""
        return {
            "question": self.question,
            "game": self.game,
            "title": _texts([self.title])[0],
            "findings": _texts(self.findings),
            "tables": {table.name: table.to_dict() for table in self.tables},
            "methods": _texts(self.methods),
            "matches": self.matches,
            "seed": self.seed,
            "command": self.command,
            "version": self.version,
        }


def _texts(messages: Sequence[Message]) -> list[dict[str, str]]:
    return [{language: message.text(language) for language in LANGUAGES} for message in messages]


def _version() -> str:
    from pioche import __version__

    return __version__
