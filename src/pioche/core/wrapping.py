"""Lines of text that are too long for a terminal."""

from __future__ import annotations

import textwrap


def broken(line: str, columns: int | None, indent: int = 0) -> str:
    """Return a line broken between words where it is longer than ``columns``; ``indent`` is for what follows.

    Without ``columns`` nothing is broken.
    """
    if columns is None or len(line) <= columns:
        return line
    return textwrap.fill(line, columns, subsequent_indent=" " * indent, break_on_hyphens=False)
