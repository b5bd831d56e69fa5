"""The entry on the shelf of a game of this box."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pioche.core.daily import Daily
from pioche.core.game import AnyRules, Game, Option
from pioche.parts.places import RAW_POINTS, ROUNDS, agreed_rounds

PLAYERS = range(2, 7)
NO_OPTIONS: Mapping[str, Option] = MappingProxyType({})


def entry(rules: AnyRules, best: int, *, options: Mapping[str, Option] = NO_OPTIONS, **own: Any) -> Game:
    """XX71 A game of as many rounds as the players like. ``best`` says whether the lowest or the highest score wins.

    ``options`` are its own options, and ``own`` the other fields of `Game`.
    """
    return Game(
        words=rules.words,
        players=PLAYERS,
        daily=(Daily(players=3), Daily(players=4)),
        format=agreed_rounds(rules, best),
        options={**ROUNDS, **RAW_POINTS, **options},
        **own,
    )
