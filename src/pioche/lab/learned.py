"""Writes learned weights as tables of ``judgement.toml``, which name the run that made them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pioche import registry
from pioche.core.training import LEARNED, ByEvolution
from pioche.core.weights import as_toml

from .training import CurvePoint, Lesson, training_of

HEAD = re.compile(r"\[([^\]]+)\]")
"""The first line of a table."""


@dataclass(frozen=True)
class Learned:
    """The result of a run: its curve, and the weights of the last generation for each number of players."""

    lesson: Lesson
    curve: tuple[CurvePoint, ...]

    def _repr_html_(self) -> str:
        from .notebook import learned_html

        return learned_html(self)

    @property
    def results(self) -> list[CurvePoint]:
        return [point for point in self.curve if point.generation == self.lesson.generations]

    @property
    def tables(self) -> dict[str, str]:
        """The weights as TOML, by the name of the table."""
        return {name: table for point in self.results for name, table in tables_of(self.lesson, point)}

    def file_text(self, old: str = "") -> str:
        """Return the text of a file with these tables in place of its own of the same names."""
        for name, table in self.tables.items():
            old = with_table(old, name, f"# Learned by: {self.lesson.made_by}\n{table}")
        return old


def tables_of(lesson: Lesson, point: CurvePoint) -> Iterator[tuple[str, str]]:
    """Yield the tables of some weights, with their names: one table, or those of the game's own format."""
    method = training_of(registry.find(lesson.game)).method
    if isinstance(method, ByEvolution):
        assert method.judgement.declaration is not None
        table = f"{LEARNED}-{lesson.variant}" if lesson.variant else LEARNED
        name = f"{table}.{point.players}"
        yield name, as_toml(method.judgement.declaration, point.weights, name).strip()
    else:
        yield from with_groups(method.as_toml(lesson.at(point.players).setting, point.weights))


def with_groups(text: str) -> Iterator[tuple[str, str]]:
    """Yield the tables of a text with their names, each together with the groups in it."""
    found: dict[str, list[str]] = {}
    for part in parts_of(text):
        head = head_of(part)
        outer = next((name for name in found if head.startswith(f"{name}.")), head)
        found.setdefault(outer, []).append(part)
    yield from ((name, "\n\n".join(parts)) for name, parts in found.items())


def with_table(text: str, name: str, table: str) -> str:
    """Return the text of a file with one table, and the groups in it, replaced or added."""
    parts, written = [], False
    for part in parts_of(text):
        if head_of(part) == name or head_of(part).startswith(f"{name}."):
            parts += [] if written else [table]
            written = True
        else:
            parts.append(part)
    return "\n\n".join(parts if written else [*parts, table]) + "\n"


def head_of(part: str) -> str:
    """Return the name of the table in a part of a file; it is empty in a part without one."""
    heads = (HEAD.match(line) for line in part.splitlines())
    return next((found[1] for found in heads if found), "")


def parts_of(text: str) -> Iterator[str]:
    """Yield the tables of a file, each with the comment above it; and the comment at the head of the file."""
    part: list[str] = []
    comment: list[str] = []
    for line in text.splitlines():
        if HEAD.match(line):
            yield from joined(part)
            part, comment = [*comment, line], []
        elif line.startswith("#"):
            comment.append(line)
        else:
            part += [*comment, line]
            comment = []
    yield from joined([*part, *comment])


def joined(lines: Iterable[str]) -> Iterator[str]:
    if text := "\n".join(lines).strip():
        yield text
