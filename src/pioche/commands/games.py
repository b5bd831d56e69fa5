"""``pioche games``: list the games."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from pioche import registry
from pioche.core.game import Game, Option
from pioche.core.words import LANGUAGES
from pioche.core.wrapping import broken

from .common import add_json, print_json, say
from .terminal import columns

GAP = "  "
NARROWEST = 10
"""The width of the last column, at least."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    if arguments.json:
        print_json([_as_json(game) for game in registry.games()])
    else:
        tables = (_games(arguments.lang), _settings(arguments.lang), _boxes(arguments.lang))
        print(*(_columns(table, columns()) for table in tables), sep="\n\n")


def _as_json(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": {language: game.title.text(language) for language in LANGUAGES},
        "about": {language: game.about.text(language) for language in LANGUAGES},
        "box": {fact: value for fact, value in asdict(game.box).items() if value},
        "crib": {language: game.crib(language) for language in LANGUAGES},
        "players": list(game.players),
        "variants": list(game.variants),
        "options": {name: _option_as_json(option) for name, option in game.options.items()},
    }


def _option_as_json(option: Option) -> dict[str, bool | int]:
    if isinstance(option.default, bool):
        return {"default": option.default}
    return {"default": option.default, "low": option.low, "high": option.high}


def _games(language: str) -> list[list[str]]:
    rows = [_heads(("name", "game", "box", "players"), language)]
    for game in registry.games():
        players = str(game.players[0]) if len(game.players) == 1 else f"{game.players[0]}–{game.players[-1]}"
        rows.append([game.name, game.title.text(language), game.box.name, players])
    return rows


def _settings(language: str) -> list[list[str]]:
    """Return a row for each game in which something can be agreed."""
    rows = [_heads(("name", "variants", "options"), language)]
    for game in registry.games():
        if game.variants or game.options:
            rows.append([game.name, ", ".join(game.variants), ", ".join(game.options)])
    return rows


def _boxes(language: str) -> list[list[str]]:
    """Return a row for each box whose rulebook names its authors, publisher, year or age."""
    rows = [_heads(("box", "authors", "publisher", "year", "ages"), language)]
    for box in sorted({game.box for game in registry.games()}, key=lambda box: box.name):
        if box.imprint(language):
            ages = f"{box.age}+" if box.age else ""
            rows.append([box.name, ", ".join(box.authors), box.publisher or "", str(box.year or ""), ages])
    return rows


def _heads(keys: tuple[str, ...], language: str) -> list[str]:
    return [say(f"column.{key}").text(language) for key in keys]


def _columns(rows: list[list[str]], most: int | None) -> str:
    """Format rows as columns, without importing rich, which would make this command slow.

    On a terminal with fewer columns, the last cell of a row breaks between words.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    before = sum(widths[:-1]) + len(GAP) * len(widths[:-1])
    if most is not None:
        widths[-1] = min(widths[-1], max(most - before, NARROWEST))
    lines = [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    ruled = [lines[0], GAP.join("─" * width for width in widths), *lines[1:]]
    return "\n".join(broken(line, most, indent=before) for line in ruled)
