"""What stands on the shelf, as plain data for a page: games, their covers' facts, words and rulebooks."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from pioche import registry
from pioche.core.game import Game, Option
from pioche.core.judgement import LEVELS
from pioche.core.words import LANGUAGES, catalogue


@cache
def shelf() -> dict[str, Any]:
    return {"games": [_game(game) for game in registry.games()], "levels": list(LEVELS), "languages": list(LANGUAGES)}


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title.plain(),
        "about": game.about.plain(),
        "players": list(game.players),
        "together": game.together,
        "variants": [_variant(game, name) for name in game.variants],
        "options": {name: _option(game, name, option) for name, option in game.options.items()},
        "can_be_solved": game.solve is not None,
        "difficulties": list(game.difficulties),
    }


def _variant(game: Game, name: str) -> dict[str, Any]:
    players = game.variant_players.get(name, game.players)
    return {"name": name, "title": game.words(f"variant.{name}").plain(), "players": list(players)}


def _option(game: Game, name: str, option: Option) -> dict[str, Any]:
    about = {"title": game.words(f"option.{name}").plain(), "default": option.default}
    return about if isinstance(option.default, bool) else about | {"low": option.low, "high": option.high}


@cache
def words() -> dict[str, Any]:
    """Every word that anybody reads, by key and language."""
    registry.games()
    return catalogue()


def today() -> date:
    return datetime.now(UTC).date()


def daily_seed(day: date) -> str:
    """The deal of a day is the same for everybody."""
    return hashlib.sha256(f"pioche daily {day.isoformat()}".encode()).hexdigest()
