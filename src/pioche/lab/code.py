"""Identifies the code that computes: results may only be put together if all of them come from the same code."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .errors import OtherCode, say

PACKAGE = Path(__file__).parent.parent
COMPUTING = ("core", "parts", "games", "bots", "lab", "registry.py")
"""The parts of the package that blocks may reach."""
DATA = (".py", ".toml", ".csv")
TEXTS = ("words.toml", "lessons.toml", "puzzles.toml")
"""Files that change no result."""
LIBRARIES = ("numpy", "numba")
OWN_BOT = re.compile(r"([^\W\d][\w.]*:\w+)(@[\w.]+)?")
"""The name of a user-defined bot, ``module:Class``, and its budget."""
SHORT = 12
"""How many letters of a fingerprint are used."""

PlainCode = tuple[str, str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Code:
    """A version of Pioche, and a fingerprint of its sources and of the libraries it computes with."""

    version: str
    fingerprint: str
    bots: tuple[tuple[str, str], ...] = ()
    """The user-defined bots that take part, each with a fingerprint of its sources."""

    @property
    def plain(self) -> PlainCode:
        """The same as plain data, which any worker can read."""
        return self.version, self.fingerprint, self.bots

    def __str__(self) -> str:
        return f"{self.version} ({self.fingerprint})"


@cache
def code_here() -> Code:
    """Return the code of this process."""
    from pioche import __version__

    digest = hashlib.sha256(repr((platform.python_version_tuple()[:2], *map(version, LIBRARIES))).encode())
    for path in _sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return Code(__version__, digest.hexdigest()[:SHORT])


def code_of(work: Any) -> Code:
    """Return the code of this process, with the user-defined bots of some work."""
    return with_bots(own_bots(work))


def with_bots(names: Iterable[str]) -> Code:
    return replace(code_here(), bots=tuple((name, bot_fingerprint(name)) for name in sorted(names)))


def check_same(given: PlainCode) -> None:
    """Raise `OtherCode` if this process has other code than the caller."""
    theirs = Code(*given)
    here = with_bots(name for name, _ in theirs.bots)
    if replace(here, bots=()) != replace(theirs, bots=()):
        raise OtherCode(say("other-worker", here=str(theirs), there=str(here)))
    for one, other in zip(theirs.bots, here.bots, strict=True):
        if one != other:
            raise OtherCode(say("other-bot", bot=one[0]))


def own_bots(value: Any) -> set[str]:
    """Return the names of the user-defined bots in the fields of some work."""
    if isinstance(value, str):
        found = (OWN_BOT.fullmatch(part) for part in value.split(","))
        return {name[1] for name in found if name}
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    return set().union(*map(own_bots, value)) if isinstance(value, tuple | list) else set()


def bot_fingerprint(name: str) -> str:
    """Return a fingerprint of the module of a user-defined bot, or of all files of the package that it is in.

    It is empty if there is no such module.
    """
    source = _source_of(name.partition(":")[0].partition(".")[0])
    return "" if source is None else _fingerprint(source)


def _source_of(module: str) -> Path | None:
    """Return the file of a module, or the folder of a package."""
    if module == "__main__":
        return Path(file) if (file := getattr(sys.modules[module], "__file__", None)) else None
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or (spec.origin is None and not spec.submodule_search_locations):
        return None
    return Path(spec.submodule_search_locations[0] if spec.submodule_search_locations else str(spec.origin))


@cache  # as the module is loaded only once
def _fingerprint(source: Path) -> str:
    digest = hashlib.sha256()
    for path in [source] if source.is_file() else sorted(source.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(source.parent).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:SHORT]


def _sources() -> Iterator[Path]:
    for part in COMPUTING:
        found = PACKAGE / part
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if path.suffix in DATA and path.name not in TEXTS:
                yield path
