"""Duplicates: friends play the same deals, each at their own time, and are compared deal by deal."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pioche import registry
from pioche.core.game import Setting

from .contest import DUPLICATE, Contest, keyed
from .errors import Refused
from .schema import duplicates
from .store import Store, fresh_code
from .words import say

MOST_DEALS = 16
TIED = 0.5


@dataclass(frozen=True)
class Duplicate:
    """Some deals of one game in one setting, against bots of one level."""

    code: str
    game: str
    setting: Setting
    level: str
    deals: int


class Duplicates:
    """The duplicates in the database. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self, game: str, setting: Setting, level: str, deals: int) -> Duplicate:
        """Store a new duplicate, under a code that is not taken."""
        options = json.dumps(dict(setting.options))
        row: dict[str, Any] = {"game": game, "variant": setting.variant, "players": setting.players, "options": options}
        row |= {"level": level, "deals": deals, "opened": time.time()}
        for _ in range(20):
            code = fresh_code()
            try:
                with self._store.writing() as connection:
                    connection.execute(sa.insert(duplicates), {"code": code, **row})
                return Duplicate(code, game, setting, level, deals)
            except sa.exc.IntegrityError:
                continue
        raise RuntimeError("no free code was found")

    def find(self, code: str) -> Duplicate:
        """Return the duplicate of a code, or refuse."""
        row = None
        if "\0" not in code:  # which PostgreSQL rejects
            with self._store.engine.connect() as connection:
                chosen = sa.select(duplicates).where(duplicates.c.code == code.upper())
                row = connection.execute(chosen).one_or_none()
        if row is None:
            raise Refused(say("no-duplicate"))
        setting = registry.find(row.game).agree(row.players, row.variant, **json.loads(row.options))
        return Duplicate(row.code, row.game, setting, row.level, row.deals)

    def contest(self, duplicate: Duplicate, deal: int) -> Contest:
        """Return one deal, counted from 0. Without the server's key nobody can compute its seed."""
        if not 0 <= deal < duplicate.deals:
            raise Refused(say("no-board"))
        name = f"{DUPLICATE} {duplicate.code} {deal}"
        seed = keyed(self._store.key(DUPLICATE), name)
        return Contest(name, registry.find(duplicate.game), duplicate.setting, duplicate.level, seed)

    def with_seed(self, duplicate: Duplicate, seed: Any) -> Contest:
        """Return the deal with this seed, or refuse."""
        for deal in range(duplicate.deals):
            if (found := self.contest(duplicate, deal)).seed == seed:
                return found
        raise Refused(say("entry.other-seed"))

    def by_name(self, name: str) -> Contest:
        """Return the deal that a contest's name names."""
        _, code, deal = name.split(" ")
        return self.contest(self.find(code), int(deal))


def match_points(ranks: Sequence[int]) -> list[float]:
    """Return for each rank how many others it beats; an equal one counts one half."""
    return [sum((other > rank) + TIED * (other == rank) for other in ranks) - TIED for rank in ranks]


def add_up(deals: Iterable[Iterable[tuple[str, int]]]) -> dict[str, tuple[int, float]]:
    """Return for each player how many deals were compared, and the sum of their points: the best first.

    A deal is given as pairs of a player and a rank.
    """
    counts: dict[str, int] = defaultdict(int)
    points: dict[str, float] = defaultdict(float)
    for deal in deals:
        ranked = list(deal)
        for (player, _), won in zip(ranked, match_points([rank for _, rank in ranked]), strict=True):
            counts[player] += 1
            points[player] += won
    return {player: (counts[player], points[player]) for player in sorted(points, key=lambda each: -points[each])}
