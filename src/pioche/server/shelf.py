"""The shelf as JSON for the page: games, facts about their boxes, texts and the daily deal."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from pioche import registry
from pioche.bots import OWN
from pioche.core.box import Box
from pioche.core.game import Game, Option
from pioche.core.judgement import LEVELS
from pioche.core.words import LANGUAGES, Words, catalogue
from pioche.review.words import say as say_of_reviews

from . import bodies
from .words import say as say_of_server


def shelf(day: date) -> bodies.Shelf:
    daily = bodies.Daily(_daily_game(), day.isoformat(), day < today())
    return bodies.Shelf(_games(), _start(), [*LEVELS, *OWN], list(LANGUAGES), daily)


@cache
def _daily_game() -> str:
    """Return the name of the solitaire, whose deal of the day is shown first."""
    return next(game.name for game in registry.games() if game.counts_wins)


@cache
def _games() -> list[bodies.GameInfo]:
    sizes = Counter(game.box.name for game in registry.games())
    in_order = sorted(registry.games(), key=lambda game: (sizes[game.box.name], game.box.name, game.shelf.number))
    return [_game(game) for game in in_order]


@cache
def _start() -> list[bodies.Start]:
    """Return the games to try first."""
    first = sorted((game.shelf.start, game.name) for game in registry.games() if game.shelf.start is not None)
    return [bodies.Start(name, registry.find(name).words("start").to_dict()) for _, name in first]


def _game(game: Game) -> bodies.GameInfo:
    return bodies.GameInfo(
        name=game.name,
        title=game.title.to_dict(),
        about=game.about.to_dict(),
        kind=game.kind.to_dict(),
        crib={language: game.crib(language) for language in LANGUAGES},
        box=_box(game.box),
        cover=game.shelf.cover,
        genre=game.shelf.genre,
        minutes=game.shelf.minutes,
        players=list(game.players),
        begins=game.begins(None).to_dict(),
        together=game.together,
        variants=[_variant(game, name) for name in game.variants],
        options={name: _option(game, name, option) for name, option in game.options.items()},
        can_be_solved=game.solve is not None,
        difficulties=list(game.difficulties),
    )


def _box(box: Box) -> bodies.BoxInfo:
    return bodies.BoxInfo(box.name, list(box.authors), box.publisher, box.year, box.age)


def _variant(game: Game, name: str) -> bodies.VariantInfo:
    players = game.variant_players.get(name, game.players)
    teams = [team.to_dict() for team in game.teams.get(name, ())]
    begins = game.begins(name).to_dict()
    return bodies.VariantInfo(name, game.words(f"variant.{name}").to_dict(), list(players), begins, teams)


def _option(game: Game, name: str, option: Option) -> bodies.OptionInfo:
    title, key = game.words(f"option.{name}").to_dict(), f"option-about.{name}"
    about = game.words(key).to_dict() if key in game.words.entries else None
    if isinstance(option.default, bool):
        return bodies.OptionInfo(title, option.default, about=about)
    return bodies.OptionInfo(title, option.default, option.low, option.high, about)


MORE_WORDS: tuple[Words, ...] = (say_of_reviews, say_of_server)
"""Texts besides those of the games, which are in the catalogue once they are loaded."""


@cache
def words() -> dict[str, Any]:
    """Return all texts, by key and language."""
    registry.games()
    own = {f"server.page.level.{name}": dict.fromkeys(LANGUAGES, name.partition(":")[2]) for name in OWN}
    return catalogue() | own


def today() -> date:
    return datetime.now(UTC).date()
