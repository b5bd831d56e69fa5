"""The bots of the game: how it values moves, and their levels."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
