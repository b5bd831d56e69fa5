"""The event log on disk, in both kinds of database."""

import json
import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pioche.server import postgres_writer
from pioche.server.events import Joined, Moved, Opened, Seat
from pioche.server.postgres_writer import MOST_BYTES, announcement
from pioche.server.schema import metadata
from pioche.server.store import Entry, Holding, Store, hashed

OPENED = Opened("no-merci", 3, None, {}, [Seat("person", "A"), Seat("bot", "", "casual"), Seat("open")], "0" * 64)


def test_events_are_read_as_written(store):
    code = store.open("t1", "no-merci", OPENED, [(hashed("secret"), 0)])
    assert store.by_code(code.lower()) == "t1"
    assert store.code_of("t1") == code
    assert store.append([Entry("t1", 1, Moved(0, "take")), Entry("t1", 2, Moved(0, "refuse"))]) == [True, True]
    assert store.read("t1") == [(0, OPENED), (1, Moved(0, "take")), (2, Moved(0, "refuse"))]
    assert store.read("t1", after=1) == [(2, Moved(0, "refuse"))]
    assert store.held_by([hashed("secret"), hashed("other")]) == [Holding("t1", 0)]
    assert store.held_by([hashed("other")]) == []


def test_a_taken_number_does_not_affect_the_other_events_of_the_commit(store):
    store.open("t1", "no-merci", OPENED, [])
    store.open("t2", "no-merci", OPENED, [])
    assert store.append([Entry("t1", 1, Moved(0, "take"))]) == [True]
    answers = store.append(
        [Entry("t2", 1, Moved(0, "take")), Entry("t1", 1, Moved(1, "take")), Entry("t1", 2, Moved(0, "take"))]
    )
    assert answers == [True, False, True]
    assert store.read("t1")[1] == (1, Moved(0, "take"))
    assert len(store.read("t2")) == 2


def test_a_seat_is_taken_and_held_in_one_commit_or_not_at_all(store):
    """If the server dies while a player sits down, the player has the seat, or it is still free."""
    store.open("t1", "no-merci", OPENED, [])
    first, second = (Entry("t1", 1, Joined(2, name), [(name, 2)]) for name in ("Zoé", "Late"))
    assert store.append([first, second]) == [True, False]
    assert store.holders("t1") == [("Zoé", 2)]


def test_unfinished_lists_the_tables_that_are_not_over(store):
    store.open("t1", "no-merci", OPENED, [])
    store.open("t2", "no-merci", OPENED, [])
    store.note_end("t1", 5.0)
    assert store.unfinished() == ["t2"]
    store.note_end("t1", None)
    assert store.unfinished() == ["t1", "t2"]


def test_a_table_is_opened_once(store):
    code = store.open("t1", "no-merci", OPENED, [("h", 0)])
    assert store.open("t1", "no-merci", OPENED, [("other", 0)]) == code
    assert store.holders("t1") == [("h", 0)]
    opened, touched = store.times("t1", 99)
    assert 0 < opened == touched


def test_holding_a_seat_twice_changes_nothing(store):
    store.open("t1", "no-merci", OPENED, [])
    store.hold("h", "t1", 2)
    store.hold("h", "t1", 2)
    assert store.held_by(["h"]) == [Holding("t1", 2)]


def test_secrets_are_not_in_the_database(store):
    store.open("t1", "no-merci", OPENED, [(hashed("my secret"), 0)])
    with store.engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT holder FROM holdings")).all()
    assert rows
    assert all("my secret" not in row[0] for row in rows)


def test_the_migrations_create_the_schema_that_the_code_expects(store):
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.migrate()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_group_of_events_is_announced_once_to_other_processes_only(database):
    """NOTIFY takes a lock on the whole database, and what one has written oneself is no news."""
    first, second = Store(database), Store(database)
    first.migrate()
    first.open("once", "no-merci", OPENED, [])
    heard, ready = {"first": [], "second": []}, threading.Barrier(3)

    def listen(store, name):
        store.listen(heard[name].append, lambda: ready.wait(60), lambda: bool(heard["second"]))

    threads = [threading.Thread(target=listen, args=each) for each in ((first, "first"), (second, "second"))]
    for thread in threads:
        thread.start()
    ready.wait(60)
    try:
        assert first.append([Entry("once", 1, Moved(0, "take")), Entry("once", 2, Moved(0, "take"))]) == [True, True]
    finally:
        for thread in threads:
            thread.join(60)
    event = '{"type":"moved","seat":0,"move":"take","level":null}'
    assert heard == {"first": [], "second": [[("once", 1, event), ("once", 2, event)]]}
    first.close()
    second.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_notification_that_cannot_be_read_stops_no_listener(store):
    """It may be that of another version: what it was about is read from the database."""
    heard, begun, is_begun = [], [], threading.Event()

    def begin():
        begun.append(len(heard))
        is_begun.set()

    listener = threading.Thread(target=store.listen, args=(heard.append, begin, lambda: bool(heard)))
    listener.start()
    assert is_begun.wait(60)
    with store.engine.begin() as connection:
        for text in ("nonsense", '["t", 1]', '[["t", 1, null]]'):
            connection.execute(sa.select(sa.func.pg_notify(postgres_writer.CHANNEL, text)))
    listener.join(60)
    assert (begun, heard) == ([0, 0, 0], [[("t", 1, None)]])


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_connection_that_was_lost_while_it_rested_is_opened_again(database, monkeypatch):
    monkeypatch.setattr(postgres_writer, "RESTED_SECONDS", 0.0)
    store = Store(database)
    store.migrate()
    store.open("rested", "no-merci", OPENED, [])
    assert store.append([Entry("rested", 1, Moved(0, "take"))]) == [True]
    with store.engine.begin() as connection:
        connection.execute(sa.text(f"SELECT pg_terminate_backend({store._events.process})"))
    assert store.append([Entry("rested", 2, Moved(0, "take"))]) == [True]
    assert [number for number, _ in store.read("rested")] == [0, 1, 2]
    store.close()


def test_a_notification_that_would_be_too_long_has_only_the_last_number_of_each_table():
    short = [("t", 1, "x" * 100), ("t", 2, "é"), ("u", 9, "y")]
    assert json.loads(announcement(short)) == [list(each) for each in short]
    long = announcement([*short, ("u", 10, "é" * 1400)])
    assert json.loads(long) == [["t", 2, None], ["u", 10, None]]
    assert len(announcement([("t", 1, "x" * 7900)])) <= MOST_BYTES
