"""Discovers the games: every package below `pioche.games` that has a ``GAME``. There is no list to maintain."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from .core.errors import UnknownGame, say
from .core.game import Game

# Imported early: later `pioche.games` is the name of a function.
_SHELF = import_module("pioche.games")


@cache
def games() -> tuple[Game, ...]:
    """Return all games, sorted by name."""
    packages = pkgutil.walk_packages(_SHELF.__path__, f"{_SHELF.__name__}.")
    modules = [import_module(package.name) for package in packages if package.ispkg]
    found: list[Game] = [module.GAME for module in modules if hasattr(module, "GAME")]
    return tuple(sorted(found, key=lambda game: game.name))


def find(name: str) -> Game:
    """Return the game of that name, or raise `UnknownGame`."""
    for game in games():
        if game.name == name:
            return game
    raise UnknownGame(say("unknown-game", name=repr(name), known=", ".join(game.name for game in games())))
