"""A game, its setting and who sits where, as plain data: fields that work in blocks has in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pioche import registry
from pioche.bots import find_bot
from pioche.core.game import Game, Setting

from .table import Table

Options = tuple[tuple[str, bool | int], ...]
"""The options of a setting, in the order of the game."""


@dataclass(frozen=True)
class GameSetting:
    """A game and its setting."""

    game: str
    players: int
    variant: str | None
    options: Options

    @property
    def found(self) -> Game:
        return registry.find(self.game)

    @property
    def setting(self) -> Setting:
        return self.table.setting

    @property
    def table(self) -> Table:
        return _table(self.game, self.players, self.variant, self.options)


@dataclass(frozen=True)
class Seated(GameSetting):
    """The same, with the bot in each seat."""

    bots: tuple[str, ...]


@cache
def _table(game: str, players: int, variant: str | None, options: Options) -> Table:
    found = registry.find(game)
    return Table(found, found.agree(players, variant, **dict(options)))


def agree(game: str, players: int | None, variant: str | None, **options: object) -> GameSetting:
    """Return a checked setting, or raise `BadSetting`."""
    found = registry.find(game)
    setting = found.agree(players, variant, **options)
    return GameSetting(found.name, setting.players, setting.variant, tuple(setting.options.items()))


def check_bots(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names, or raise an error of one sentence for one that does not exist, before anything is played."""
    for name in names:
        find_bot(name)
    return names
