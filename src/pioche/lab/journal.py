"""A journal of long work: JSON lines that only grow, so that a run which was stopped or killed can go on.

The first line names the work, with all its fields, and the code that computes it. Each other line is a finished block.
A last line that was cut off is dropped.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO

from .code import Code, code_of
from .errors import BadJournal, OtherCode, say

SYNC_SECONDS = 1.0
"""How long a finished block may wait until it is on disk."""


class Journal:
    """The results of finished blocks, as JSON by number; ``append`` adds more."""

    name = ""
    """The name of the file, if there is one."""

    def __init__(self, results: Mapping[int, str] | None = None) -> None:
        self.results = results or {}

    def append(self, results: Mapping[int, str]) -> None:
        """Nothing is kept without a file."""


class FileJournal(Journal):
    """A journal in a file."""

    def __init__(self, path: Path, file: BinaryIO, results: Mapping[int, str]) -> None:
        super().__init__(results)
        self._path, self._file = path, file
        self.name = path.name
        self._synced = monotonic()

    def append(self, results: Mapping[int, str]) -> None:
        lines = [f'{{"block": {number}, "result": {result}}}\n' for number, result in results.items()]
        with _writing(self._path):
            _write(self._file, "".join(lines).encode())
            if monotonic() - self._synced >= SYNC_SECONDS:
                self.sync()

    def sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = monotonic()


@contextmanager
def open_journal(path: Path | None, work: Any) -> Iterator[Journal]:
    """Open the journal of some work, or begin it; without a path nothing is kept."""
    if path is None:
        yield Journal()
        return
    _check_kind(path)
    with _writing(path, "unopened"):
        file = path.open("a+b", buffering=0)
    with file:
        _lock(file, path)
        yield (journal := FileJournal(path, file, _begin(file, path, work)))
        with _writing(path):
            journal.sync()


def work_head(work: Any, code: Code | None = None) -> dict[str, Any]:
    """Return the first line of a journal: the kind of work, its fields and the code that computes it."""
    code = code or code_of(work)
    head = {"work": type(work).__name__, "fields": asdict(work), "pioche": code.version, "code": code.fingerprint}
    if code.bots:
        head["bots"] = dict(code.bots)
    plain: dict[str, Any] = json.loads(json.dumps(head))
    return plain


def read_head(path: Path) -> dict[str, Any] | None:
    """Return the first line of a journal, or None if there is none yet."""
    _check_kind(path)
    try:
        with path.open("rb") as file:
            line = file.readline()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadJournal(say("journal.unopened", name=path.name or str(path), reason=_reason(error))) from error
    return _parsed_head(line, path) if line.endswith(b"\n") else None


def journal_seed(path: Path | None) -> int | None:
    """Return the seed of the work in a journal, so that a run whose seed was random goes on with it."""
    head = read_head(path) if path is not None else None
    return None if head is None else head["fields"].get("seed")


def _check_kind(path: Path) -> None:
    """Refuse a device or a pipe: reading it might never end."""
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise BadJournal(say("journal.no-file", name=str(path)))


def _begin(file: BinaryIO, path: Path, work: Any) -> dict[int, str]:
    """Check the head of the file, or write it; return the results and cut off an unfinished line."""
    file.seek(0)
    lines = file.read().split(b"\n")
    unfinished = lines.pop()
    head = work_head(work)
    with _writing(path):
        if not lines:
            if unfinished and not _is_cut_off(unfinished, head):
                raise BadJournal(say("journal.unreadable", name=path.name, line=1))
            file.truncate(0)
            _write(file, json.dumps(head).encode() + b"\n")
            os.fsync(file.fileno())
            return {}
        _check(_parsed_head(lines[0], path), head, path)
        results = dict(_parsed(line, number, path) for number, line in enumerate(lines[1:], 2))
        if unfinished:
            file.truncate(sum(len(line) + 1 for line in lines))
    return results


def _write(file: BinaryIO, content: bytes) -> None:
    """Write to an unbuffered file, which may take a part only."""
    while content:
        content = content[file.write(content) :]


def _is_cut_off(line: bytes, head: dict[str, Any]) -> bool:
    return json.dumps(head).encode().startswith(line)


def _parsed_head(line: bytes, path: Path) -> dict[str, Any]:
    try:
        head: dict[str, Any] = json.loads(line)
        if {"work", "fields", "pioche", "code"} <= set(head):
            return head
    except (ValueError, TypeError):
        pass
    raise BadJournal(say("journal.unreadable", name=path.name, line=1))


def _parsed(line: bytes, number: int, path: Path) -> tuple[int, str]:
    try:
        entry = json.loads(line)
        return int(entry["block"]), json.dumps(entry["result"])
    except (ValueError, TypeError, KeyError) as error:
        raise BadJournal(say("journal.unreadable", name=path.name, line=number)) from error


def _check(there: dict[str, Any], given: dict[str, Any], path: Path) -> None:
    """Refuse a journal of other work or of another version."""
    if there["work"] != given["work"]:
        raise BadJournal(say("journal.other-work", name=path.name, kind=str(there["work"])))
    for name in given["fields"] | there["fields"]:
        one, other = there["fields"].get(name), given["fields"].get(name)
        if one != other:
            words = {"field": name, "there": json.dumps(one), "given": json.dumps(other)}
            raise BadJournal(say("journal.other-field", name=path.name, **words))
    one, other = (Code(head["pioche"], head["code"]) for head in (there, given))
    if one != other:
        raise OtherCode(say("journal.other-code", name=path.name, there=str(one), here=str(other)))
    bots = there.get("bots", {})
    for bot, fingerprint in given.get("bots", {}).items():
        if bots.get(bot) != fingerprint:
            raise OtherCode(say("journal.other-bot", name=path.name, bot=bot))


@contextmanager
def _writing(path: Path, failure: str = "unwritable") -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadJournal(say(f"journal.{failure}", name=path.name or str(path), reason=_reason(error))) from error


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other runs from writing to the same file, where the system can."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BadJournal(say("journal.in-use", name=path.name)) from error
