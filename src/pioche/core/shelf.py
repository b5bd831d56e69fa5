"""How a game is shown on the shelf."""

from __future__ import annotations

from dataclasses import dataclass

from .views import Cover, Genre


@dataclass(frozen=True, kw_only=True)
class OnShelf:
    genre: Genre
    """The kind of game, for the filter of the shelf."""
    minutes: int
    """The approximate length of a match between people."""
    cover: Cover = "fan"
    """Its picture."""
    number: int = 0
    """Its place among the games of its box, in the order of the rulebook."""
    start: int | None = None
    """Its place among the games to try first, from 1; ``start`` in its words says why. None for all others."""
