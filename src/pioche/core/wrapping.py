"""Lines of text that are too long for a terminal."""

from __future__ import annotations

import textwrap

NARROWEST = 20
"""The least width of a broken line after its indent."""


def broken(line: str, columns: int | None, indent: int = 0) -> str:
    """Return a line broken between words where it is longer than ``columns``; ``indent`` is for what follows.

    What follows has at least `NARROWEST` columns, or half of them. Without ``columns`` nothing is broken.
    """
    if columns is None or len(line) <= columns:
        return line
    most = max(columns - NARROWEST, columns // 2)
    return textwrap.fill(line, columns, subsequent_indent=" " * min(indent, most), break_on_hyphens=False)
