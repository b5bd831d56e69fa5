"""Who can sit at a table beside people: bots by name, by level, and of one's own."""

from .players import BOTS, Bot, LevelBot, PlainSearch, RandomBot, find_bot, level_of

__all__ = ["BOTS", "Bot", "LevelBot", "PlainSearch", "RandomBot", "find_bot", "level_of"]
