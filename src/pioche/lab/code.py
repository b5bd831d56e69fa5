"""Identifies the code that computes: results may only be put together if all of them come from the same code."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
COMPUTING = ("core", "parts", "games", "bots", "lab", "registry.py")
"""The parts of the package that blocks may reach."""
DATA = (".py", ".toml", ".csv")
TEXTS = ("words.toml", "lessons.toml", "puzzles.toml")
"""Files that change no result."""
LIBRARIES = ("numpy", "numba")


@dataclass(frozen=True)
class Code:
    """A version of Pioche, and a fingerprint of its sources and of the libraries it computes with."""

    version: str
    fingerprint: str

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
    return Code(__version__, digest.hexdigest()[:12])


def _sources() -> Iterator[Path]:
    for part in COMPUTING:
        found = PACKAGE / part
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if path.suffix in DATA and path.name not in TEXTS:
                yield path
