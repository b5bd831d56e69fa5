"""Playing one match: its deals, moves, record and replay."""

from .match import Match

__all__ = ["Match"]
