"""Compiles loops with Numba and caches them on disk under a fingerprint of everything they call.

Numba's own cache only checks the file of the loop, so a changed rule in another file would run stale. Here the cache
directory is named by a fingerprint of the loop and of everything it reaches: code, constants and rules, at any depth.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from ..errors import say
from ..rule import INLINED, make_rules_compilable
from ..words import reader_language

Loop = Callable[..., Any]
NUMBA_OPTIONS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")
"""What the environment may say about the code to be made."""


def cache_folder() -> Path:
    """Return the directory of compiled loops: ``PIOCHE_CACHE``, or the user's cache directory."""
    if chosen := os.environ.get("PIOCHE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pioche"


_one_at_a_time = threading.Lock()
_may_compile: ContextVar[bool] = ContextVar("may_compile", default=True)


class NotCompiled(Exception):
    """A loop would have to be compiled first, where nobody can wait for that."""


@contextmanager
def without_compiling() -> Iterator[None]:
    """While this context is open, a loop that is not compiled yet raises `NotCompiled` instead of compiling."""
    before = _may_compile.set(False)
    try:
        yield
    finally:
        _may_compile.reset(before)


class CompiledLoop:
    """A loop that is compiled at its first call, or loaded if it was compiled before."""

    def __init__(self, interpreted: Loop, name: str, *, is_disjoint: bool) -> None:
        self.interpreted, self.name, self._is_disjoint = interpreted, name, is_disjoint

    def __call__(self, *arguments: Any) -> Any:
        if not (_may_compile.get() or self.is_compiled):
            raise NotCompiled(self.name)
        return self._native(*arguments)

    def run_now(self, *arguments: Any) -> Any:
        """Run without waiting for the compiler: interpreted, where the loop may not be compiled."""
        return self(*arguments) if _may_compile.get() or self.is_compiled else self.interpreted(*arguments)

    @property
    def is_compiled(self) -> bool:
        """Whether the loop can run without compiling. To know that, Numba is not needed."""
        return "_native" in vars(self) or any(self._folder.glob("*.nbc"))

    @cached_property
    def _folder(self) -> Path:
        return cache_folder() / f"{self.name}-{fingerprint(self.interpreted)}"

    @cached_property
    def _native(self) -> Loop:
        import numba

        from .cache import LoopCache
        from .inlining import RuleCompiler, compiler_of_disjoint

        if not self.is_compiled:
            _announce(self.name)
        with _one_at_a_time:  # bots think in threads
            make_rules_compilable(_name_apart, RuleCompiler)
            _name_apart(self.interpreted)
            options: dict[str, Any] = {"pipeline_class": compiler_of_disjoint} if self._is_disjoint else {}
            native: Any = numba.njit(self.interpreted, nogil=True, **options)
            native._cache = LoopCache(self.interpreted, _writable(self._folder))
            return cast(Loop, native)


def compiled(loop: Loop, name: str, *, is_disjoint: bool = False) -> CompiledLoop:
    """Return the loop, compiled; ``name`` identifies it in the cache and in the message at first use.

    ``is_disjoint`` promises that the arrays it is given never share memory: it then runs faster.
    """
    return CompiledLoop(loop, name, is_disjoint=is_disjoint)


def _name_apart(function: Any) -> None:
    """Give a closure a unique name, derived from what it encloses.

    Numba links by module, name and a number that restarts in each process. Of two closures from one function, each
    loaded from the cache of a different process, one would otherwise run instead of the other.
    """
    if function.__closure__:
        function.__qualname__ = f"{function.__name__}_{fingerprint(function)}"


def _writable(folder: Path) -> Path:
    """Return the directory, or a temporary one if it cannot be written: Numba's own fallback would run stale rules."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(_folder_of_this_run().name) / folder.name
        folder.mkdir(exist_ok=True)
    return folder


@cache
def _folder_of_this_run() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="pioche-")


_announced: set[str] = set()


def _announce(name: str) -> None:
    game = name.rpartition(".")[0]
    if game not in _announced:
        _announced.add(game)
        print(say("compiling", game=game).text(reader_language()), file=sys.stderr, flush=True)


def fingerprint(function: Loop) -> str:
    """Return a hash that changes with a function's code and with any function or constant it reaches."""
    versions = (sys.version_info, np.__version__, version("numba"), *map(os.environ.get, NUMBA_OPTIONS))
    digest = hashlib.sha256(repr((versions, sorted(INLINED.items()), _how_loops_are_compiled())).encode())
    for part in _parts(function, set()):
        digest.update(part)
    return digest.hexdigest()[:24]


@cache
def _how_loops_are_compiled() -> str:
    return hashlib.sha256(Path(__file__).with_name("inlining.py").read_bytes()).hexdigest()


def _parts(value: Any, seen: set[int]) -> Iterator[bytes]:
    if isinstance(value, FunctionType) and value.__module__.startswith("numpy"):
        yield value.__qualname__.encode()  # for NumPy the version counts, not the code
    elif isinstance(value, FunctionType):
        if id(value) not in seen:
            seen.add(id(value))
            yield from _code_parts(value.__code__)
            for reached in _reached(value):
                yield from _parts(reached, seen)
    elif isinstance(value, np.ndarray):
        yield value.dtype.str.encode() + value.tobytes()
    else:
        yield repr(value).encode()


def _code_parts(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(constant).encode()


def _reached(function: FunctionType) -> Iterator[Any]:
    """Yield the values of a function's free and global names, and of the module attributes it uses.

    An instruction also reaches what it compiles to.
    """
    if "emit" in vars(function):
        yield vars(function)["emit"]
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            attributes = (getattr(value, attribute, None) for attribute in names)
            yield from (attribute for attribute in attributes if isinstance(attribute, FunctionType | int))
        elif value is not None:
            yield value
