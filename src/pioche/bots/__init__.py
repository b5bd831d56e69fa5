"""Bots, by name, by level, and user-defined."""

from .players import BOTS, OWN, Bot, LevelBot, RandomBot, TextbookSearch, admit, find_bot, level_of, number_of

__all__ = [
    "BOTS",
    "OWN",
    "Bot",
    "LevelBot",
    "RandomBot",
    "TextbookSearch",
    "admit",
    "find_bot",
    "level_of",
    "number_of",
]
