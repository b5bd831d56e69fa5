"""Numba's cache of one loop, in the directory that Pioche's fingerprint names.

By itself Numba also compares the path, the text and the line numbers of the loop's file, which differ between two
copies of Pioche that play alike: a moved, copied or reinstalled Pioche would compile everything again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

NAME = "loop"


class _Folder(_CacheLocator):
    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return NAME

    def get_disambiguator(self) -> str:
        return NAME


class _Results(CompileResultCacheImpl):
    def __init__(self, loop: Any, folder: Path) -> None:
        self._lineno = loop.__code__.co_firstlineno
        self._locator = _Folder(folder)
        self._locator._py_file = loop.__code__.co_filename
        self._filename_base = NAME


class LoopCache(FunctionCache):
    """Everything that tells one loop from another is in the name of its directory; signature and processor are left."""

    def __init__(self, loop: Any, folder: Path) -> None:
        results: Any = partial(_Results, folder=folder)
        self._impl_class = results
        begin: Any = super().__init__  # Numba declares no types
        begin(loop)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple()
