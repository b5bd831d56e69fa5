"""For operators: lists the tables with their sizes, deletes one, or deletes the moves of old ones."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from pioche import registry

from .forgetting import delete_table
from .schema import entries, events, pinged, players, presence, results, reviews, tables
from .store import Store

BATCH, PAUSE_SECONDS = 10, 0.05
"""How many tables are deleted in one transaction, and how long players may write before the next one."""
MOVES = (events, reviews, pinged, presence)
"""The rows that are deleted when the result of a table is kept."""


@dataclass(frozen=True)
class TableRow:
    id: str
    code: str
    game: str
    opened: float
    ended: float | None
    events: int
    bytes: int


@dataclass(frozen=True)
class Overview:
    """All tables in numbers, and some of them one by one."""

    tables: int
    running: int
    players: int
    events: int
    bytes: int
    listed: list[TableRow]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Pruned:
    """How much was deleted, or would be."""

    tables: int
    events: int
    is_dry_run: bool

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def overview(store: Store, most: int) -> Overview:
    """Return all tables in numbers, and the largest ones."""
    size, count = sa.func.coalesce(sa.func.sum(sa.func.length(events.c.body)), 0), sa.func.count(events.c.number)
    of_table = sa.select(tables.c.id, tables.c.code, tables.c.game, tables.c.opened, tables.c.ended, count, size)
    largest = (
        of_table.join(events, isouter=True).group_by(tables.c.id).order_by(size.desc(), tables.c.opened).limit(most)
    )
    with store.patient().connect() as connection:
        listed = [TableRow(*row) for row in connection.execute(largest)]
        number, total = connection.execute(sa.select(count, size)).one()
        is_running = tables.c.ended.is_(None)
        return Overview(
            tables=_count(connection, sa.select(sa.func.count()).select_from(tables)),
            running=_count(connection, sa.select(sa.func.count()).select_from(tables).where(is_running)),
            players=_count(connection, sa.select(sa.func.count()).select_from(players)),
            events=int(number),
            bytes=int(total),
            listed=listed,
        )


def find_table(store: Store, name: str) -> str | None:
    """Return the id of a table by its id or its code."""
    return name if store.code_of(name) is not None else store.by_code(name)


def delete(store: Store, table_id: str) -> None:
    """Delete a table with everything that belongs to it, its results and entries on boards too."""
    with store.patient().begin() as connection:
        delete_table(connection, table_id)


def prune(store: Store, older_than: float, *, is_dry_run: bool = False, unfinished: bool = False) -> Pruned:
    """Delete the moves, chat and reviews of tables that ended longer ago than a number of seconds.

    Results, ratings and entries on boards stay. Tables without a result are deleted, and those that are ``unfinished``
    if nothing has happened there for that long. So that a player's wins are still counted, games whose wins are counted
    by their moves (K6-4) are left alone once they have ended.
    """
    before, engine = time.time() - older_than, store.patient()
    chosen = _is_old(before) | _is_abandoned(before) if unfinished else _is_old(before)
    with engine.connect() as connection:
        found = list(connection.scalars(sa.select(tables.c.id).where(chosen)))
    pruned = deleted = 0
    for first in range(0, len(found), BATCH):
        group = found[first : first + BATCH]
        with engine.begin() as connection:  # somebody may have come back to one of them
            group = list(connection.scalars(sa.select(tables.c.id).where(chosen, tables.c.id.in_(group))))
            pruned += len(group)
            deleted += _count(connection, sa.select(sa.func.count()).where(events.c.table_id.in_(group)))
            if not is_dry_run:
                _prune(connection, group)
        if not is_dry_run:
            time.sleep(PAUSE_SECONDS)
    return Pruned(pruned, deleted, is_dry_run)


def _is_old(before: float) -> sa.ColumnElement[bool]:
    """Return the condition that a table ended before a time, has moves, and that these prove nothing any more."""
    counted = [game.name for game in registry.games() if game.counts_wins]
    is_unproved = sa.exists().where(entries.c.table_id == tables.c.id, entries.c.ended.is_(None))
    has_moves = sa.exists().where(events.c.table_id == tables.c.id)
    return (tables.c.ended < before) & tables.c.game.not_in(counted) & has_moves & ~is_unproved


def _is_abandoned(before: float) -> sa.ColumnElement[bool]:
    """Return the condition that a table goes on, that nothing has happened there since a time, and that it is no try
    of a deal that others play too."""
    is_try = sa.exists().where(entries.c.table_id == tables.c.id)
    is_alive = sa.exists().where(events.c.table_id == tables.c.id, events.c.at >= before)
    return tables.c.ended.is_(None) & (tables.c.opened < before) & ~is_try & ~is_alive


def _prune(connection: sa.Connection, group: list[str]) -> None:
    kept = set(connection.scalars(sa.select(results.c.table_id).where(results.c.table_id.in_(group)).distinct()))
    for table_id in group:
        if table_id not in kept:
            delete_table(connection, table_id)
    for table in MOVES:
        connection.execute(sa.delete(table).where(table.c.table_id.in_(kept)))


def _count(connection: sa.Connection, chosen: sa.Select[Any]) -> int:
    return int(connection.scalar(chosen) or 0)
