"""The shelf: every folder below `pioche.games` whose package has a ``GAME``. Games are found here, never listed."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from .core.errors import UnknownGame, say
from .core.game import Game

# Imported here, so that it is there before `pioche.games` becomes the name of a function.
_SHELF = import_module("pioche.games")


@cache
def games() -> tuple[Game, ...]:
    """All games, by name."""
    packages = pkgutil.walk_packages(_SHELF.__path__, f"{_SHELF.__name__}.")
    modules = [import_module(package.name) for package in packages if package.ispkg]
    found: list[Game] = [module.GAME for module in modules if hasattr(module, "GAME")]
    return tuple(sorted(found, key=lambda game: game.name))


def find(name: str) -> Game:
    """The game of that name, or `UnknownGame`."""
    for game in games():
        if game.name == name:
            return game
    raise UnknownGame(say("unknown-game", name=repr(name), known=", ".join(game.name for game in games())))
