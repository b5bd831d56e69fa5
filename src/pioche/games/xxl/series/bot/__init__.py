"""How the game is played well: its bots."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
