"""People without accounts: a player is a browser, and every other browser that it was carried to.

A browser is known by the hash of its secret, which its cookie holds.
"""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass

import sqlalchemy as sa

from .entries import mark_repeats
from .guesses import keep_first
from .schema import browsers, carries, entries, holdings, players, ratings, ways
from .store import Store, fresh_secret, hashed

PLAYER_BYTES = 8
CARRY_SECONDS = 600
"""How long a link to another device can be used."""
MOST_BROWSERS = 20
"""How many browsers one player may have."""


@dataclass(frozen=True)
class Player:
    id: str
    since: float
    """When one of the player's browsers first sat down at a table or guessed at a puzzle."""


class People:
    """The players in the database. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()

    def find(self, holder: str | None) -> Player | None:
        """Return the player of a browser; None if it never sat down and never guessed at a puzzle."""
        if holder is None:
            return None
        with self._store.engine.connect() as connection:
            return _find(connection, holder) or self._from_holdings(connection, holder)

    def _from_holdings(self, connection: sa.Connection, holder: str) -> Player | None:
        """Return the player of a browser that sat down before players were stored."""
        since = connection.scalar(sa.select(sa.func.min(holdings.c.since)).where(holdings.c.holder == holder))
        return None if since is None else Player("", since)

    def enter(self, holder: str) -> Player:
        """Return the player of a browser; a new one if it is not known."""
        with self._lock:
            for _ in range(2):  # another process may be first
                with self._store.engine.connect() as connection:
                    known = _find(connection, holder)
                    earlier = self._from_holdings(connection, holder)
                if known is not None:
                    return known
                made = Player(secrets.token_hex(PLAYER_BYTES), earlier.since if earlier else time.time())
                try:
                    with self._store.writing() as connection:
                        connection.execute(sa.insert(players), {"id": made.id, "since": made.since})
                        row = {"holder": holder, "player_id": made.id, "since": made.since}
                        connection.execute(sa.insert(browsers), row)
                    return made
                except sa.exc.IntegrityError:
                    continue
        raise RuntimeError("the browser belongs to nobody")

    def holders(self, player_id: str) -> list[str]:
        """Return the browsers of a player."""
        with self._store.engine.connect() as connection:
            return list(connection.scalars(sa.select(browsers.c.holder).where(browsers.c.player_id == player_id)))

    # To another device.

    def carry(self, player_id: str, *, is_kept: bool = False) -> tuple[str, float | None]:
        """Return a token that adds browsers to a player, and until when. An earlier one of its kind is void.

        A token to be kept has no end, and can be used again.
        """
        token, until = fresh_secret(), None if is_kept else time.time() + CARRY_SECONDS
        same_kind = carries.c.until.is_(None) if is_kept else carries.c.until.is_not(None)
        with self._store.writing() as connection:
            mine = (carries.c.player_id == player_id) & same_kind
            connection.execute(sa.delete(carries).where(mine | (carries.c.until < time.time())))
            row = {"token": hashed(token), "player_id": player_id, "until": until}
            connection.execute(sa.insert(carries), row)
        return token, until

    def adopt(self, token: str, holder: str) -> bool:
        """Add a browser to the player of a token, and use the token up; return whether that was possible.

        What the browser did before becomes the player's too, unless it shares that with other browsers.
        """
        with self._lock, self._store.writing() as connection:
            player_id = _use(connection, token)
            if player_id is None or self._count(connection, player_id) >= MOST_BROWSERS:
                return False
            before = _find(connection, holder)
            connection.execute(sa.delete(browsers).where(browsers.c.holder == holder))
            if before is not None and before.id != player_id and not self._count(connection, before.id):
                _merge(connection, before.id, player_id)
            row = {"holder": holder, "player_id": player_id, "since": time.time()}
            connection.execute(sa.insert(browsers), row)
            keep_first(connection, holder)
        return True

    def _count(self, connection: sa.Connection, player_id: str) -> int:
        chosen = sa.select(sa.func.count()).select_from(browsers).where(browsers.c.player_id == player_id)
        return int(connection.scalar(chosen) or 0)


def _use(connection: sa.Connection, token: str) -> str | None:
    """Return the player of a token, and delete the token unless it is one to be kept; None if it is void."""
    is_it = carries.c.token == hashed(token)
    row = connection.execute(sa.select(carries.c.player_id, carries.c.until).where(is_it)).one_or_none()
    if row is None or (row.until is not None and row.until < time.time()):
        return None
    if row.until is not None and connection.execute(sa.delete(carries).where(is_it)).rowcount == 0:
        return None  # somebody else was faster
    return str(row.player_id)


def _merge(connection: sa.Connection, one: str, other: str) -> None:
    """Give a player's entries to another player, and forget the first. Only the earlier of two tries may count."""
    connection.execute(sa.update(entries).where(entries.c.player_id == one).values(player_id=other))
    mark_repeats(connection, other)
    connection.execute(sa.update(ways).where(ways.c.player_id == one).values(player_id=other))
    connection.execute(sa.delete(carries).where(carries.c.player_id == one))
    connection.execute(sa.delete(ratings).where(ratings.c.subject == one))
    connection.execute(sa.delete(players).where(players.c.id == one))


def _find(connection: sa.Connection, holder: str) -> Player | None:
    chosen = sa.select(players.c.id, players.c.since).join(browsers).where(browsers.c.holder == holder)
    row = connection.execute(chosen).one_or_none()
    return None if row is None else Player(row.id, row.since)
