"""The settings in which every game has to keep the laws."""

import os
from itertools import product
from typing import Any

import pytest

from pioche import registry
from pioche.core.game import Game, Setting

TRIES_ALL = "PIOCHE_TEST_ALL"
"""Set by `make test-all`: every number of players with every variant and every combination of switches."""


def settings(game: Game) -> list[Setting]:
    """Return settings in which every number of players, variant and combination of switches occurs, or all settings."""
    if os.environ.get(TRIES_ALL):
        return all_settings(game)
    tables, choices = _tables(game), _choices(game)
    combined = [(players, variant, choice) for players, variant in tables for choice in range(len(choices))]
    missing, chosen = {value for each in combined for value in enumerate(each)}, []
    while missing:
        chosen.append(max(combined, key=lambda each: len(missing.intersection(enumerate(each)))))
        missing.difference_update(enumerate(chosen[-1]))
    return [game.agree(players, variant, **choices[choice]) for players, variant, choice in sorted(chosen, key=str)]


def variants() -> list[Any]:
    """Every game and variant with its usual number of players, as parameters of a test: game and setting."""
    return [
        pytest.param(game, game.agree(None, variant), id=f"{game.name}-{variant or 'basic'}")
        for game in registry.games()
        for variant in (None, *game.variants)
    ]


def all_settings(game: Game) -> list[Setting]:
    """Yield every number of players, variant and combination of switches."""
    return [game.agree(*table, **choice) for table, choice in product(_tables(game), _choices(game))]


def _tables(game: Game) -> list[tuple[int, str | None]]:
    return [
        (players, variant)
        for players in game.players
        for variant in (None, *game.variants)
        if players in game.variant_players.get(variant or "", game.players)
    ]


def _choices(game: Game) -> list[dict[str, bool]]:
    switches = [name for name, option in game.options.items() if isinstance(option.default, bool)]
    return [dict(zip(switches, values, strict=True)) for values in product((False, True), repeat=len(switches))]
