"""Contests: deals that several people play, each at a table of their own, against bots that follow from the seed.

The deal of the day is a contest for everybody. A duplicate has one contest for each of its deals.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, date, datetime

from pioche.bots.seeded import SeededBots
from pioche.core.daily import OWN_SEAT, of_the_day
from pioche.core.fair import commitment
from pioche.core.game import Game, Setting

from .events import Opened, Seat

DAILY, DUPLICATE = "daily", "duplicate"


@dataclass(frozen=True)
class Contest:
    """One deal: its setting, the level of its bots, and its seed."""

    name: str
    """Such as ``daily 2026-01-31 no-merci`` or ``duplicate ABC234 0``."""
    game: Game
    setting: Setting
    level: str
    seed: str
    day: date | None = None

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.seed))

    @property
    def bots(self) -> SeededBots:
        return SeededBots({seat: self.level for seat in range(self.setting.players) if seat != OWN_SEAT})

    def opening(self, name: str, face: str) -> Opened:
        """Return the first event of a table at which somebody plays this deal."""
        seats = [Seat("bot", "", self.level) for _ in range(self.setting.players)]
        seats[OWN_SEAT] = Seat("person", name, face=face)
        setting, day = self.setting, self.day.isoformat() if self.day else None
        options = dict(setting.options)
        contest, by = self.name, self.game.edition
        return Opened(
            self.game.name, setting.players, setting.variant, options, seats, self.seed, day, contest=contest, rules=by
        )


def daily_name(game: str, day: date) -> str:
    return f"{DAILY} {day.isoformat()} {game}"


def daily_contest(key: str, game: Game, day: date) -> Contest:
    """Return a game's deal of a day. Without the server's key nobody can compute its seed."""
    name, daily = daily_name(game.name, day), of_the_day(game.daily, day)
    setting = game.agree(daily.players, daily.variant, **daily.options)
    return Contest(name, game, setting, daily.level, keyed(key, name), day)


def keyed(key: str, text: str) -> str:
    """Return the keyed hash of a text, in hexadecimal."""
    return hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).hexdigest()


def day_in(contest: str) -> date | None:
    """Return the day of a contest's name; None if it is not a deal of the day."""
    kind, _, rest = contest.partition(" ")
    return date.fromisoformat(rest.partition(" ")[0]) if kind == DAILY else None


def is_closed(contest: str, today: date) -> bool:
    """Return whether a deal hides nothing any more: a deal of the day, when its day is over."""
    day = day_in(contest)
    return day is not None and day < today


def is_sealed(contest: str, today: date) -> bool:
    """Return whether a deal of the day must stay hidden because its day is not over."""
    return day_in(contest) is not None and not is_closed(contest, today)


def ended_late(contest: str, ended: float) -> bool:
    """Return whether a match ended after its deal's day."""
    return is_closed(contest, datetime.fromtimestamp(ended, UTC).date())


def start_of(day: date) -> float:
    """Return when a day begins, in seconds since 1970. Days are those of UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
