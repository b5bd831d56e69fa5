"""Entries on boards: who began a deal, when, and how it ended. The mark of an entry says whether it counts."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Literal, get_args

import sqlalchemy as sa

from .schema import browsers, entries, holdings, networks
from .store import Store

Mark = Literal["first", "again", "same-network", "late", "helped", "elsewhere", "unproved"]
"""Why an entry has a place on the board or not.

``first`` alone has one. ``again``: the player had opened the deal before, or opened it again before this try was over.
``same-network``: somebody else at the same address had, or did. ``late``: the day was over. ``helped``: a hint, a
question to the solver, or a move taken back.
``elsewhere``: a record that was not played here. ``unproved``: the bots' moves do not follow from the seed.
"""
MARKS: tuple[Mark, ...] = get_args(Mark)
FIRST, AGAIN, SAME_NETWORK, LATE, HELPED, ELSEWHERE, UNPROVED = MARKS
MOST_TRIES = 20
"""How many tries of one deal are entered for a player; later ones are tables like any other."""
MOST_ELSEWHERE = 200
"""How many records of one deal may be sent in by all players together."""
CONTEST_LOCK = 21
"""The first number of PostgreSQL's advisory lock on a contest."""


@dataclass(frozen=True)
class Try:
    """Who opens a deal: the player ("" if unknown), a keyed hash of the address (None: not compared), and its day."""

    contest: str
    player_id: str
    network: str | None = None
    is_late: bool = False


@dataclass(frozen=True)
class Entry:
    """A row of the table ``entries``."""

    id: int
    contest: str
    player_id: str
    table_id: str | None
    name: str
    mark: Mark
    began: float
    ended: float | None
    score: int | None
    place: int | None


_columns = [entries.c[name] for name in Entry.__dataclass_fields__]


class Entries:
    """The entries in the database. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()

    def mark_of(self, asked: Try) -> Mark:
        """Return the mark that an entry would begin with now."""
        with self._store.engine.connect() as connection:
            return _mark(connection, asked)

    def begin(self, asked: Try, table_id: str, name: str) -> Mark | None:
        """Enter a table before its deal is shown to anybody; return its mark, or None after too many tries."""
        with self._lock, self._store.writing() as connection:
            self._lock_contest(connection, asked.contest)
            mine = (entries.c.contest == asked.contest) & (entries.c.player_id == asked.player_id)
            tries = connection.scalar(sa.select(sa.func.count()).select_from(entries).where(mine))
            if int(tries or 0) >= MOST_TRIES:
                return None
            mark = _mark(connection, asked)
            row = {"table_id": table_id, "name": name, "mark": mark, "began": time.time()}
            connection.execute(sa.insert(entries), _row(asked) | row)
            _note_network(connection, asked, table_id)
        return mark

    def finish(self, table_id: str, mark: Mark | None, score: int, place: int, record: str, ended: float) -> None:
        """Note how a table ended. A mark replaces ``first``; other marks stay.

        A ``first`` try does not stay one if its player could look ahead while it was played.
        """
        values = {"ended": ended, "score": score, "place": place, "record": record.encode()}
        with self._store.writing() as connection:
            chosen = entries.c.table_id == table_id
            connection.execute(sa.update(entries).where(chosen).values(**values))
            first = connection.execute(sa.select(*_columns).where(chosen, entries.c.mark == FIRST)).one_or_none()
            if first is not None and (mark := mark or _spoiled(connection, Entry(*first), ended)) is not None:
                connection.execute(sa.update(entries).where(chosen).values(mark=mark))

    def add_elsewhere(self, asked: Try, name: str, score: int, place: int, record: str) -> Entry | None:
        """Enter a record that was not played here; None if there are too many, or one has the same moves."""
        with self._lock, self._store.writing() as connection:
            self._lock_contest(connection, asked.contest)
            here = entries.c.contest == asked.contest
            sent = sa.select(sa.func.count()).select_from(entries).where(here, entries.c.mark == ELSEWHERE)
            same = sa.select(entries.c.id).where(here, entries.c.record == record.encode())
            if int(connection.scalar(sent) or 0) >= MOST_ELSEWHERE or connection.scalar(same) is not None:
                return None
            now = time.time()
            row = _row(asked) | {"name": name, "mark": ELSEWHERE, "began": now, "ended": now}
            row |= {"score": score, "place": place, "record": record.encode()}
            made = connection.execute(sa.insert(entries).returning(*_columns), row).one()
        return Entry(*made)

    def holder_of(self, contest: str, record: str) -> str | None:
        """Return the player whose entry has this very record."""
        chosen = entries.c.contest == contest, entries.c.record == record.encode()
        with self._store.engine.connect() as connection:
            found: str | None = connection.scalar(sa.select(entries.c.player_id).where(*chosen))
        return found

    def finished(self, contest: str, most: int) -> list[Entry]:
        """Return the entries of a deal that are over, the earliest first."""
        chosen = sa.select(*_columns).where(entries.c.contest == contest, entries.c.ended.is_not(None))
        with self._store.engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(chosen.order_by(entries.c.id).limit(most))]

    def of_player(self, player_id: str, contests: list[str]) -> list[Entry]:
        """Return a player's entries in some contests, the earliest first."""
        chosen = sa.select(*_columns).where(entries.c.player_id == player_id, entries.c.contest.in_(contests))
        with self._store.engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(chosen.order_by(entries.c.id))]

    def all_of(self, player_id: str) -> list[Entry]:
        """Return all entries of a player, the earliest first."""
        chosen = sa.select(*_columns).where(entries.c.player_id == player_id).order_by(entries.c.id)
        with self._store.engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(chosen)]

    def record(self, entry_id: int) -> tuple[str, str] | None:
        """Return the contest and the record of an entry that is over."""
        chosen = sa.select(entries.c.contest, entries.c.record).where(entries.c.id == entry_id)
        with self._store.engine.connect() as connection:
            row = connection.execute(chosen.where(entries.c.record.is_not(None))).one_or_none()
        return None if row is None else (row.contest, row.record.decode())

    def unfinished(self) -> list[str]:
        """Return the tables of entries that have not ended, as far as is noted."""
        with self._store.engine.connect() as connection:
            return list(connection.scalars(sa.select(entries.c.table_id).where(entries.c.ended.is_(None))))

    def forget_networks(self, before: float) -> None:
        """Forget the addresses from which deals were first opened before a time."""
        with self._store.writing() as connection:
            connection.execute(sa.delete(networks).where(networks.c.since < before))

    def _lock_contest(self, connection: sa.Connection, contest: str) -> None:
        """Let one process at a time enter a contest: of two tries at once, only one is the first."""
        if not self._store.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(CONTEST_LOCK, sa.func.hashtext(contest))))


def _row(asked: Try) -> dict[str, object]:
    return {"contest": asked.contest, "player_id": asked.player_id}


def _mark(connection: sa.Connection, asked: Try) -> Mark:
    here = entries.c.contest == asked.contest
    own = sa.select(browsers.c.holder).where(browsers.c.player_id == asked.player_id)
    held = sa.select(holdings.c.table_id).where(holdings.c.holder.in_(own))
    mine = (entries.c.player_id == asked.player_id) | entries.c.table_id.in_(held)
    if connection.scalar(sa.select(entries.c.id).where(here, mine).limit(1)) is not None:
        return AGAIN
    if asked.is_late:
        return LATE
    return SAME_NETWORK if _was_opened_nearby(connection, asked) else FIRST


def _was_opened_nearby(connection: sa.Connection, asked: Try) -> bool:
    """Return whether a deal was opened from the same address, including by players deleted since."""
    nearby = sa.select(networks.c.since).where(networks.c.contest == asked.contest, networks.c.network == asked.network)
    return asked.network is not None and connection.scalar(nearby) is not None


def _note_network(connection: sa.Connection, asked: Try, table_id: str) -> None:
    """Note the table at which a deal is opened first from an address, and when another player opens it there."""
    if asked.network is None:
        return
    here = (networks.c.contest == asked.contest) & (networks.c.network == asked.network)
    first = connection.execute(sa.select(networks.c.first_table).where(here)).one_or_none()
    if first is None:
        row = {"contest": asked.contest, "network": asked.network, "since": time.time(), "first_table": table_id}
        connection.execute(sa.insert(networks), row)
        return
    own = entries.c.table_id == first.first_table, entries.c.player_id == asked.player_id
    if connection.scalar(sa.select(entries.c.id).where(*own)) is None:
        earlier = networks.c.others_since.is_(None)
        connection.execute(sa.update(networks).where(here, earlier).values(others_since=time.time()))


def _spoiled(connection: sa.Connection, first: Entry, ended: float) -> Mark | None:
    """Return the mark of a first try whose player could look ahead before it ended; None if that was not possible."""
    if _was_opened_again(connection, first, ended):
        return AGAIN
    is_it = networks.c.contest == first.contest, networks.c.first_table == first.table_id
    shared = sa.select(networks.c.others_since).where(*is_it, networks.c.others_since < ended)
    return None if connection.scalar(shared) is None else SAME_NETWORK


def _was_opened_again(connection: sa.Connection, first: Entry, ended: float) -> bool:
    """Return whether a player of a try had another one, or a seat at another table of the deal, before it ended."""
    seated = sa.select(browsers.c.player_id).join(holdings, holdings.c.holder == browsers.c.holder)
    seated = seated.where(holdings.c.table_id == first.table_id)
    players = [first.player_id, *connection.scalars(seated)]
    own = sa.select(browsers.c.holder).where(browsers.c.player_id.in_(players))
    held = sa.select(holdings.c.table_id).where(holdings.c.holder.in_(own), holdings.c.since < ended)
    is_theirs = (entries.c.player_id.in_(players) & (entries.c.began < ended)) | entries.c.table_id.in_(held)
    other = sa.select(entries.c.id).where(entries.c.contest == first.contest, entries.c.id != first.id, is_theirs)
    return connection.execute(other.limit(1)).first() is not None


def mark_repeats(connection: sa.Connection, player_id: str) -> None:
    """Mark the tries of a player that others of theirs came before; two players may have become one."""
    other = entries.alias()
    same = other.c.contest == entries.c.contest, other.c.player_id == entries.c.player_id, other.c.id != entries.c.id
    repeated = sa.exists().where(*same, other.c.began < entries.c.ended)
    mine = (entries.c.player_id == player_id) & (entries.c.mark == FIRST)
    connection.execute(sa.update(entries).where(mine, repeated).values(mark=AGAIN))
