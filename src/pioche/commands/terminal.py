"""Output to terminals of any encoding, and to pipes."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from pioche.core.wrapping import broken

from .common import say

if TYPE_CHECKING:
    from rich.console import Console

PAGE_WIDTH = 132
"""The width of tables when the output is not a terminal."""
WITHOUT_SIGNS = str.maketrans("‘’“”«»–—−─…±×·\u00a0\u202f", '\'\'""""----.+x-  ') | {ord("œ"): "oe", ord("Œ"): "Oe"}
"""ASCII replacements for punctuation that a terminal cannot show."""


def nearest(error: UnicodeError) -> tuple[str, int]:
    """An encoding error handler: letters without accents, ASCII quotes and dashes, otherwise a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(WITHOUT_SIGNS))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.encode("ascii", "replace").decode("ascii"), error.end


def speak_to_any_terminal() -> None:
    """Make standard output and error replace characters they cannot encode, instead of failing."""
    codecs.register_error("nearest", nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="nearest")


def columns(stream: TextIO | None = None) -> int | None:
    """Return how many columns the terminal has to which a stream is written; None if it is not a terminal."""
    written = stream or sys.stdout
    if not written.isatty():
        return None
    found = 0
    if not os.environ.get("COLUMNS"):  # which `shutil` reads
        with suppress(OSError):
            found = os.get_terminal_size(written.fileno()).columns
    return found or shutil.get_terminal_size().columns


def tell(text: str, stream: TextIO | None = None) -> None:
    """Print text. On a terminal, long lines break between words, and what follows is indented like the line."""
    for line in text.split("\n"):
        print(broken(line, columns(stream), len(line) - len(line.lstrip(" "))), file=stream)


def console() -> Console:
    from rich.console import Console

    class Piped(Console):
        """A console that raises BrokenPipeError when its reader stops reading, so that `main` can end quietly."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    width = None if sys.stdout.isatty() else PAGE_WIDTH
    return Piped(highlight=False, width=width)


@contextmanager
def progress_bar(arguments: argparse.Namespace, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on the terminal; yield a function to call with the number of steps done since."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = arguments.json or not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as progress:
        task = progress.add_task(say("simulate.playing").text(arguments.lang), total=total)
        yield lambda done: progress.advance(task, done)
