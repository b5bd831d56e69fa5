"""Writes an answer into files: as a page, and its tables as Parquet, CSV or JSON."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pioche.core.errors import BadSetting, PiocheError

from .answer import Answer, Table
from .plots import check_installed
from .questions.words import say
from .report import page

PARQUET, CSV, JSON = FORMATS = ".parquet", ".csv", ".json"
"""The endings of files of data."""


class BadOutput(PiocheError, OSError):
    """A file that cannot be written."""


def write_data(answer: Answer, path: Path) -> list[Path]:
    """Write an answer by the ending of the file's name; return the files.

    JSON has all of it in one file. Otherwise the first table is in the file, and each other one in a file beside it,
    named after the table: ``seats.csv`` and ``seats-endings.csv``.
    """
    kind = checked_kind(path)
    if kind == JSON:
        write_text(path, json.dumps(answer.to_dict(), ensure_ascii=False, indent=2) + "\n")
        return [path]
    names = [path, *(path.with_name(f"{path.stem}-{table.name}{path.suffix}") for table in answer.tables[1:])]
    for table, name in zip(answer.tables, names, strict=True):
        KINDS[kind](answer, table, name)
    return names


def checked_kind(path: Path) -> str:
    """Return the ending of a file's name, or raise `BadSetting` if it names no format."""
    if path.suffix not in FORMATS:
        raise BadSetting(say("bad-out", given=repr(str(path))))
    return path.suffix


def write_files(answer: Answer, report: str | None, data: Sequence[str], language: str) -> list[str]:
    """Write an answer as a page and as data; return the names of the files."""
    written = []
    if report:
        write_text(Path(report), page(answer, language))
        written.append(report)
    for name in data:
        written += map(str, write_data(answer, Path(name)))
    return written


def write_text(path: Path, text: str) -> None:
    with _writing(path) as draft:
        draft.write_text(text, encoding="utf-8")


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written in the end, before long work."""
    with _reported(path):
        if path.exists():
            path.open("a", encoding="utf-8").close()
        if (draft := _draft(path)) != path:
            draft.touch()
            draft.unlink()


def check_outputs(data: Sequence[str], report: str | None) -> None:
    """Refuse files that could not be written in the end, before long work: data, and a report."""
    for path in map(Path, data):
        if checked_kind(path) == PARQUET:
            check_installed("pyarrow")
    if report:
        check_installed("matplotlib")
    paths = [Path(name) for name in (*data, report) if name]
    for path in paths:
        if [each.resolve() for each in paths].count(path.resolve()) > 1:
            raise BadSetting(say("same-file", path=str(path)))
        check_writable(path)


@contextmanager
def _writing(path: Path) -> Iterator[Path]:
    """Yield a draft beside the file that takes its place when it is complete: a full disk leaves the old file alone."""
    draft = _draft(path)
    with _reported(path):
        try:
            yield draft
            if draft != path:
                _put(draft, path.resolve())
        finally:
            if draft != path:
                draft.unlink(missing_ok=True)


def _put(draft: Path, path: Path) -> None:
    """Let a draft take the place of a file, with the file's mode."""
    if path.exists():
        shutil.copymode(path, draft)
    try:
        os.replace(draft, path)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        shutil.copyfile(draft, path)  # a file that is mounted, as into a container, has to stay


def _draft(path: Path) -> Path:
    """Return the name of the draft of a file. A pipe or a device has none, nor a file in a read-only folder."""
    real = path.resolve()
    if path.exists() and not (path.is_file() and os.access(real.parent, os.W_OK)):  # a pipe's real path names no file
        return path
    return real.with_name(f".{real.name}.{os.getpid()}")


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadOutput(say("unwritable", path=str(path), reason=error.strerror or type(error).__name__)) from error


def _write_csv(answer: Answer, table: Table, path: Path) -> None:
    columns = table.to_dict()
    with _writing(path) as draft, draft.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _write_parquet(answer: Answer, table: Table, path: Path) -> None:
    check_installed("pyarrow")
    import pyarrow
    from pyarrow import parquet

    about = {"question": answer.question, "game": answer.game, "matches": str(answer.matches)}
    about |= {"seed": str(answer.seed), "command": answer.command, "version": answer.version}
    with _writing(path) as draft:
        parquet.write_table(pyarrow.table(table.to_dict()).replace_schema_metadata(about), draft)


KINDS: dict[str, Callable[[Answer, Table, Path], None]] = {PARQUET: _write_parquet, CSV: _write_csv}
