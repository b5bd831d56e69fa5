"""Deletes a player: seats, results, ratings, entries, guesses, pings, and the name and words in shared logs."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from .events import Event, Joined, Opened, Said, decode, encode
from .schema import browsers, events, guesses, holdings, metadata, players, ratings, tables
from .store import Store

UNKNOWN = b'{"type":"unknown"}'


def forget(store: Store, player_id: str) -> list[str]:
    """Delete everything that the server keeps about a player; return the tables that changed or are gone.

    A table at which nobody else sat is deleted. At a table with others the match stays, without the player's name.
    """
    own = sa.select(browsers.c.holder).where(browsers.c.player_id == player_id)
    with store.writing() as connection:
        seats: dict[str, set[int]] = {}
        held = sa.select(holdings.c.table_id, holdings.c.seat).where(holdings.c.holder.in_(own)).distinct()
        for table_id, seat in connection.execute(held):
            seats.setdefault(table_id, set()).add(seat)
        for table_id, mine in seats.items():
            is_shared = sa.select(holdings.c.seat).where(holdings.c.table_id == table_id, holdings.c.seat.not_in(mine))
            if connection.scalar(is_shared.limit(1)) is None:
                delete_table(connection, table_id)
            else:
                _redact(connection, table_id, mine)
        connection.execute(sa.delete(guesses).where(guesses.c.holder.in_(own)))
        connection.execute(sa.delete(ratings).where(ratings.c.subject == player_id))
        _delete_rows(connection, "player_id", player_id)
        connection.execute(sa.delete(players).where(players.c.id == player_id))
    return list(seats)


def delete_table(connection: sa.Connection, table_id: str) -> None:
    """Delete a table with everything that belongs to it."""
    _delete_rows(connection, "table_id", table_id)
    connection.execute(sa.delete(tables).where(tables.c.id == table_id))


def _delete_rows(connection: sa.Connection, column: str, value: str) -> None:
    """Delete the rows of all tables of the database that belong to something, those that refer to others first."""
    for each in reversed(metadata.sorted_tables):
        if column in each.columns:
            connection.execute(sa.delete(each).where(each.c[column] == value))


def _redact(connection: sa.Connection, table_id: str, mine: set[int]) -> None:
    """Remove a player's name, face and words from the log of a table, and free the seats from all who held them."""
    chosen = sa.select(events.c.number, events.c.body).where(events.c.table_id == table_id)
    for number, body in connection.execute(chosen).all():
        if (bare := _redacted(body, mine)) != body:
            is_it = (events.c.table_id == table_id) & (events.c.number == number)
            connection.execute(sa.update(events).where(is_it).values(body=bare))
    connection.execute(sa.delete(holdings).where(holdings.c.table_id == table_id, holdings.c.seat.in_(mine)))


def _redacted(body: bytes, mine: set[int]) -> bytes:
    try:
        event = decode(body)
    except msgspec.DecodeError:  # an unknown event may hold the player's words: only its kind is kept
        return UNKNOWN
    bare = _without(event, mine)
    return body if bare == event else encode(bare)


def _without(event: Event, mine: set[int]) -> Event:
    match event:
        case Opened():
            seats = [replace(who, name="", face="") if seat in mine else who for seat, who in enumerate(event.seats)]
            return replace(event, seats=seats)
        case Joined(seat) if seat in mine:
            return replace(event, name="", face="")
        case Said(seat) if seat in mine and event.text:
            return replace(event, text="…")
    return event
