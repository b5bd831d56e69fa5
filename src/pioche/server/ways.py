"""The ways in which players want to be told that it is their turn, in the database."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass, replace

import sqlalchemy as sa

from .errors import Refused
from .ping_bodies import PushKeys, WayKind
from .schema import browsers, holdings, pinged, ways
from .store import Store
from .words import say

WAY_BYTES = 8
MOST_WAYS = 5
"""How many ways a player may have."""
PENDING_SECONDS = 24 * 3600
"""A mail address that is not confirmed is forgotten after this long."""


@dataclass(frozen=True)
class Way:
    kind: WayKind
    address: str
    language: str
    origin: str
    """The address of the server as its player knows it: links begin with it."""
    keys: PushKeys | None = None
    is_confirmed: bool = True
    id: str = ""


class Ways:
    """Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, player_id: str, way: Way) -> Way:
        """Store a way of a player; one that is there already is returned."""
        with self._store.writing() as connection:
            is_void = ways.c.is_confirmed.is_(False) & (ways.c.since < time.time() - PENDING_SECONDS)
            connection.execute(sa.delete(ways).where(is_void))
            is_same = (ways.c.kind == way.kind) & (ways.c.address == way.address)
            own = connection.execute(sa.select(ways).where(ways.c.player_id == player_id)).all()
            for row in own:
                if (row.kind, row.address) == (way.kind, way.address):
                    return _way(row)
            if not way.is_confirmed and connection.execute(sa.select(ways.c.id).where(is_same)).first():
                raise Refused(say("mail-pending"))
            if len(own) >= MOST_WAYS:
                raise Refused(say("too-many-ways", count=MOST_WAYS))
            added = replace(way, id=secrets.token_hex(WAY_BYTES))
            connection.execute(sa.insert(ways), _row(player_id, added))
        return added

    def of_player(self, player_id: str) -> list[Way]:
        chosen = sa.select(ways).where(ways.c.player_id == player_id).order_by(ways.c.since)
        with self._store.engine.connect() as connection:
            return [_way(row) for row in connection.execute(chosen)]

    def of_seat(self, table_id: str, seat: int) -> list[Way]:
        """Return the confirmed ways of the player in a seat."""
        held = sa.select(browsers.c.player_id).join(holdings, holdings.c.holder == browsers.c.holder)
        player = held.where(holdings.c.table_id == table_id, holdings.c.seat == seat)
        chosen = sa.select(ways).where(ways.c.player_id.in_(player), ways.c.is_confirmed)
        with self._store.engine.connect() as connection:
            return [_way(row) for row in connection.execute(chosen)]

    def remove(self, way_id: str, player_id: str | None = None) -> None:
        """Delete a way; if a player is given, only one of theirs."""
        if "\0" in way_id:  # PostgreSQL rejects a query with a null character
            return
        chosen = sa.delete(ways).where(ways.c.id == way_id)
        with self._store.writing() as connection:
            connection.execute(chosen if player_id is None else chosen.where(ways.c.player_id == player_id))

    def confirm(self, way_id: str) -> Way | None:
        """Note that a mail address is its player's; return None if it was removed meanwhile."""
        with self._store.writing() as connection:
            connection.execute(sa.update(ways).where(ways.c.id == way_id).values(is_confirmed=True))
            row = connection.execute(sa.select(ways).where(ways.c.id == way_id)).one_or_none()
            return None if row is None else _way(row)

    def claim(self, table_id: str, seat: int, number: int) -> bool:
        """Return whether nobody has pinged this seat for this turn yet; from now on, somebody has."""
        is_it = (pinged.c.table_id == table_id) & (pinged.c.seat == seat)
        row = {"table_id": table_id, "seat": seat, "number": number, "at": time.time()}
        try:
            with self._store.writing() as connection:
                newer = sa.update(pinged).where(is_it, pinged.c.number < number).values(number=number, at=row["at"])
                if connection.execute(newer).rowcount:
                    return True
                if connection.execute(sa.select(pinged.c.number).where(is_it)).first():
                    return False
                connection.execute(sa.insert(pinged), row)
        except sa.exc.IntegrityError:  # another process was first
            return False
        return True

    # A mail has a link that confirms or removes its address.

    def token_of(self, way: Way) -> str:
        return f"{way.id}.{self._signature(way.id)}"

    def read_token(self, token: str) -> str:
        """Return the id of the way that a token belongs to, or refuse it."""
        way_id, _, signature = token.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(way_id).encode()):
            raise Refused(say("link-void"))
        return way_id

    def _signature(self, way_id: str) -> str:
        return hmac.new(self._store.key("mail").encode(), way_id.encode(), hashlib.sha256).hexdigest()[:32]


def _row(player_id: str, way: Way) -> dict[str, object]:
    return {
        "id": way.id,
        "player_id": player_id,
        "kind": way.kind,
        "address": way.address,
        "keys": None if way.keys is None else json.dumps([way.keys.p256dh, way.keys.auth]),
        "language": way.language,
        "origin": way.origin,
        "since": time.time(),
        "is_confirmed": way.is_confirmed,
    }


def _way(row: sa.Row[tuple[object, ...]]) -> Way:
    keys = None if row.keys is None else PushKeys(*json.loads(row.keys))
    return Way(row.kind, row.address, row.language, row.origin, keys, row.is_confirmed, row.id)
