"""Bots, by name, by level, and user-defined."""

from .players import BOTS, Bot, LevelBot, RandomBot, TextbookSearch, find_bot, level_of

__all__ = ["BOTS", "Bot", "LevelBot", "RandomBot", "TextbookSearch", "find_bot", "level_of"]
