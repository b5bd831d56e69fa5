"""Rounds that end for one reason only."""

from __future__ import annotations

from typing import Any

from pioche.core.rule import rule


@rule
def only_ending(state: Any) -> int:
    """The index of the only reason to end."""
    return 0
