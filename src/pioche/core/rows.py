"""Rows of numbers in rules."""

from __future__ import annotations

from typing import Any

from .rule import rule


@rule
def copy_row(row: Any, out: Any) -> None:
    """Copy a row to the start of another. Numba needs seconds to compile ``out[:] = row``: it checks for bad shapes."""
    for i in range(len(row)):
        out[i] = row[i]
