"""The deal of the day: the settings in which everybody plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

OWN_SEAT = 0
"""The seat of the person; bots sit in all others."""


@dataclass(frozen=True)
class Daily:
    """The setting of a deal of the day: the number of players (None: the smallest), and the level of the bots."""

    players: int | None = None
    variant: str | None = None
    level: str = "strong"
    options: Mapping[str, bool | int] = field(default_factory=dict)


def of_the_day(dailies: tuple[Daily, ...], day: date) -> Daily:
    """Return the setting of a day: a game's settings take turns."""
    return dailies[day.toordinal() % len(dailies)]
