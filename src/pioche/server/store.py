"""The event log on disk: every table's events, each number once. SQLite by default, or PostgreSQL.

When `append` returns, the events are on disk. Several processes may write to one PostgreSQL: of two events with the
same number the first wins. Other processes are notified of events by NOTIFY.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from .events import Event, decode, encode
from .lock import lock
from .postgres_writer import CHANNEL, News, PostgresWriter, announcement, read_announcement
from .schema import browsers, events, holdings, keys, tables
from .sqlite_writer import SqliteWriter
from .write_turns import WriteTurns

IN_MEMORY = ":memory:"
MIGRATIONS = Path(__file__).parent / "migrations"
LISTEN_SECONDS = 0.5
"""How often the listener checks whether to stop."""
CHECK_SECONDS = 2.0
"""How often the listener checks that its connection still works."""
WAL_PAGES = 4000
"""How long SQLite's log may become before a commit has to merge it into the file, if `Store.checkpoint` does not."""
SERVING = 23
"""The PostgreSQL advisory lock that servers share, so that nobody restores a database under them."""
MIGRATION = 20
"""The PostgreSQL advisory lock held during migrations."""
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
KEY_BYTES = 32
TABLE_BYTES = 8
"""The number of bytes in a table's id, which is written in hexadecimal."""


def fresh_secret() -> str:
    return secrets.token_urlsafe(24)


def fresh_table_id() -> str:
    return secrets.token_hex(TABLE_BYTES)


def fresh_code() -> str:
    """Return a code short enough to read aloud, without letters that are easily confused."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def hashed(secret: str) -> str:
    """Return the hash under which a secret is stored, so that a leaked database gives nobody a seat."""
    return hashlib.sha256(secret.encode()).hexdigest()


Holders = Sequence[tuple[str, int]]
"""Pairs of a secret's hash and the seat it may act for."""


@dataclass(frozen=True)
class Entry:
    """An event to be stored under a number of a table, together with the holders it seats."""

    table_id: str
    number: int
    event: Event
    holders: Holders = ()
    at: float = field(default_factory=time.time)


@dataclass(frozen=True)
class Holding:
    table_id: str
    seat: int


def _held_by() -> sa.Select[Any]:
    """Return the statement of `Store.held_by`: making it takes longer than carrying it out."""
    given: sa.BindParameter[Any] = sa.bindparam("holders", expanding=True)
    own = sa.select(browsers.c.player_id).where(browsers.c.holder.in_(given))
    fellows = sa.select(browsers.c.holder).where(browsers.c.player_id.in_(own))
    is_held = holdings.c.holder.in_(given) | holdings.c.holder.in_(fellows)
    chosen = sa.select(holdings.c.table_id, holdings.c.seat).distinct().where(is_held)
    return chosen.add_columns(tables.c.opened).join(tables).order_by(tables.c.opened.desc())


HELD_BY = _held_by()


class Store:
    """The database. Its methods block; call them from worker threads."""

    def __init__(self, url: str) -> None:
        self.url = _checked(sa.make_url(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)
        self.engine = _engine(self.url)
        self.on_commit: Callable[[int, float], None] | None = None
        """Called after a commit, with the number of events and the seconds it took."""
        self._lock: IO[bytes] | None = None
        self._turns = WriteTurns()
        self._events: SqliteWriter | PostgresWriter
        if self.is_sqlite:
            self._events = SqliteWriter(self.engine, events, self._turns.first)
        else:
            self._events = PostgresWriter(self.engine)

    def migrate(self) -> None:
        """Upgrade the database schema to this version."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.patient().begin() as connection:
            if not self.is_sqlite:  # of several processes that start together, one migrates and the others wait
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def occupy(self) -> None:
        """Keep other servers off this SQLite file for the life of this process; raise `InUse` if one has it.

        PostgreSQL is for several processes.
        """
        if self.is_sqlite and self._lock is None:
            self._lock = lock(Path(str(self.url.database)))

    def checkpoint(self) -> None:
        """Merge SQLite's write-ahead log into the file, so that no commit has to. Blocks no reads and no writes."""
        with self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def patient(self) -> sa.Engine:
        """Return an engine for statements that may take long."""
        if self.is_sqlite:
            return self.engine
        from .postgres import patient_engine

        return patient_engine(self.url)

    def close(self) -> None:
        self._events.close()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # Writing.

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Begin a transaction that writes; it is committed with the context. Events come first."""
        with self._turns.other() if self.is_sqlite else contextlib.nullcontext(), self.engine.begin() as connection:
            yield connection

    def open(self, table_id: str, game: str, event: Event, holders: Holders) -> str:
        """Store a new table with its first event and the holders of its seats; return its code.

        A table that already exists is left as it is.
        """
        for _ in range(20):
            if (known := self.code_of(table_id)) is not None:
                return known
            code = fresh_code()
            try:
                with self.writing() as connection:
                    row = {"id": table_id, "code": code, "game": game, "opened": time.time()}
                    connection.execute(sa.insert(tables), row)
                    connection.execute(sa.insert(events), _row(Entry(table_id, 0, event)))
                    if holders:
                        connection.execute(sa.insert(holdings), [_held(each, table_id, seat) for each, seat in holders])
                return code
            except sa.exc.IntegrityError:
                continue
        raise RuntimeError("no free code was found")

    def append(self, entries: Sequence[Entry]) -> list[bool]:
        """Store events in one commit; return for each whether its number was still free."""
        begin = time.perf_counter()
        answers = self._append(entries)
        if self.on_commit is not None:
            self.on_commit(len(entries), time.perf_counter() - begin)
        return answers

    def _append(self, entries: Sequence[Entry]) -> list[bool]:
        try:
            self._write(entries)
        except sa.exc.IntegrityError:
            if len(entries) == 1:
                return [False]
            return [answer for entry in entries for answer in self._append([entry])]
        return [True] * len(entries)

    def _write(self, entries: Sequence[Entry]) -> None:
        if not any(entry.holders for entry in entries):
            self._events.insert([(each.table_id, each.number, each.at, encode(each.event)) for each in entries])
            return
        with self._turns.first(), self.engine.begin() as connection:
            connection.execute(sa.insert(events), [_row(entry) for entry in entries])
            if held := [_held(holder, entry.table_id, seat) for entry in entries for holder, seat in entry.holders]:
                connection.execute(sa.insert(holdings), held)
            if not self.is_sqlite:
                self.notify(connection, [(each.table_id, each.number, encode(each.event).decode()) for each in entries])

    def notify(self, connection: sa.Connection, news: Sequence[News]) -> None:
        """Notify other processes of events and changes in presence, all at once. PostgreSQL only."""
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, announcement(news))))

    def note_end(self, table_id: str, ended: float | None) -> None:
        """Store when a table ended (None: it goes on). Its events say so too; this lets `unfinished` skip it."""
        with self.writing() as connection:
            connection.execute(sa.update(tables).where(tables.c.id == table_id).values(ended=ended))

    def hold(self, holder: str, table_id: str, seat: int) -> None:
        """Let a holder act for a seat; does nothing if it already may."""
        try:
            with self.writing() as connection:
                connection.execute(sa.insert(holdings), _held(holder, table_id, seat))
        except sa.exc.IntegrityError:
            return

    def key(self, name: str) -> str:
        """Return a secret of this server by its name; it is drawn at first use."""
        chosen = sa.select(keys.c.value).where(keys.c.name == name)
        if (found := self._one(chosen, name)) is not None:
            return found
        with contextlib.suppress(sa.exc.IntegrityError), self.writing() as connection:
            connection.execute(sa.insert(keys), {"name": name, "value": secrets.token_hex(KEY_BYTES)})
        return self.key(name)

    # Reading.

    def read(self, table_id: str, after: int = -1, *, most: int | None = None) -> list[tuple[int, Event]]:
        """Return the events of a table after a number, in order: all, or at most that number."""
        chosen = sa.select(events.c.number, events.c.body).where(events.c.table_id == table_id, events.c.number > after)
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.order_by(events.c.number).limit(most)).all()
        return [(number, decode(body)) for number, body in rows]

    def read_before(self, table_id: str, before: int, most: int) -> list[tuple[int, Event]]:
        """Return up to ``most`` events of a table: the last ones before a number, in order."""
        chosen = sa.select(events.c.number, events.c.body).where(
            events.c.table_id == table_id, events.c.number < before
        )
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.order_by(events.c.number.desc()).limit(most)).all()
        return [(number, decode(body)) for number, body in reversed(rows)]

    def by_code(self, code: str) -> str | None:
        return self._one(sa.select(tables.c.id).where(tables.c.code == code.upper()), code)

    def code_of(self, table_id: str) -> str | None:
        return self._one(sa.select(tables.c.code).where(tables.c.id == table_id), table_id)

    def game_of(self, table_id: str) -> tuple[str, str, float]:
        """Return the code, the game and the time of opening of a table, without its events."""
        chosen = sa.select(tables.c.code, tables.c.game, tables.c.opened).where(tables.c.id == table_id)
        with self.engine.connect() as connection:
            code, game, opened = connection.execute(chosen).one()
        return code, game, opened

    def _one(self, chosen: sa.Select[Any], name: str) -> str | None:
        """Return the selected value, or None; PostgreSQL rejects a query with a null character in the name."""
        if "\0" in name:
            return None
        with self.engine.connect() as connection:
            found: str | None = connection.scalar(chosen)
            return found

    def held_by(self, holders: Sequence[str]) -> list[Holding]:
        """Return the seats for which any of these holders may act, newest tables first.

        A browser may act for what another browser of the same player holds.
        """
        with self.engine.connect() as connection:
            found = connection.execute(HELD_BY, {"holders": list(holders)})
            return [Holding(table_id, seat) for table_id, seat, _ in found]

    def holders(self, table_id: str) -> list[tuple[str, int]]:
        """Return who may act for the seats of a table: pairs of a secret's hash and a seat."""
        chosen = sa.select(holdings.c.holder, holdings.c.seat).where(holdings.c.table_id == table_id)
        with self.engine.connect() as connection:
            return [(holder, seat) for holder, seat in connection.execute(chosen)]

    def times(self, table_id: str, last: int) -> tuple[float, float]:
        """Return when a table was opened, and when its last event up to number ``last`` happened."""
        chosen = sa.select(sa.func.min(events.c.at), sa.func.max(events.c.at))
        chosen = chosen.where(events.c.table_id == table_id, events.c.number <= last)
        with self.engine.connect() as connection:
            opened, touched = connection.execute(chosen).one()
        return opened, touched

    def times_of(self, table_id: str, numbers: Iterable[int]) -> dict[int, float]:
        """Return when events of a table happened, by number."""
        chosen = sa.select(events.c.number, events.c.at).where(events.c.table_id == table_id)
        with self.engine.connect() as connection:
            rows = connection.execute(chosen.where(events.c.number.in_(list(numbers)))).all()
        return {number: at for number, at in rows}  # noqa: C416 -- rows are no pairs to a type checker

    def unfinished(self) -> list[str]:
        """Return the tables that are not over, oldest first."""
        chosen = sa.select(tables.c.id).where(tables.c.ended.is_(None)).order_by(tables.c.opened)
        with self.engine.connect() as connection:
            return list(connection.scalars(chosen))

    # Other processes.

    def listen(
        self, heard: Callable[[Sequence[News]], None], begun: Callable[[], None], is_done: Callable[[], bool]
    ) -> None:
        """Call ``heard`` when another process has written. PostgreSQL only.

        A lost connection is reopened. ``begun`` is called each time it is established, since notifications sent before
        that were missed, and after one that cannot be read, such as that of another version.
        """
        from psycopg import OperationalError

        from .postgres import connect

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not is_done():
            try:
                with connect(address, autocommit=True) as connection:
                    connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")
                    connection.execute(f"LISTEN {CHANNEL}")
                    begun()
                    checked = time.monotonic()
                    while not is_done():
                        for notice in connection.notifies(timeout=LISTEN_SECONDS):
                            if self._is_own(notice.pid):
                                continue
                            if (news := read_announcement(notice.payload)) is None:
                                begun()
                            else:
                                heard(news)
                        if time.monotonic() - checked > CHECK_SECONDS:
                            connection.execute("SELECT 1")  # a connection that is only read from never fails
                            checked = time.monotonic()
            except OperationalError:
                time.sleep(LISTEN_SECONDS)

    def _is_own(self, process: int) -> bool:
        """Return whether a notification comes from this store's own writer, as most do at a busy server."""
        return isinstance(self._events, PostgresWriter) and self._events.process == process


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        made = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(made, "connect", _durable)
        return made
    from .postgres import bounded_engine

    return bounded_engine(url)


def _checked(url: sa.URL) -> sa.URL:
    """Return the address of a PostgreSQL, with its driver, or of an SQLite file; raise for any other.
    An SQLite database in memory is refused, because each thread would get its own.
    """
    if url.drivername == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "postgresql+psycopg" or (
        url.drivername == "sqlite" and url.database not in (None, "", IN_MEMORY)
    ):
        return url
    raise sa.exc.ArgumentError("neither a PostgreSQL nor a file")


def _durable(connection: Any, _: Any) -> None:
    """Configure SQLite so that commits survive a power failure, not only a crash of the program."""
    log = "journal_mode=WAL", "synchronous=FULL", f"wal_autocheckpoint={WAL_PAGES}"
    for pragma in (*log, "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _row(entry: Entry) -> dict[str, Any]:
    """Return the row of an event, in the order of the columns."""
    return {"table_id": entry.table_id, "number": entry.number, "at": entry.at, "body": encode(entry.event)}


def _held(holder: str, table_id: str, seat: int) -> dict[str, Any]:
    return {"holder": holder, "table_id": table_id, "seat": seat, "since": time.time()}
