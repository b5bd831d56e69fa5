"""Rows are written to SQLite in one commit each, and errors are SQLAlchemy's."""

import time

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from pioche.server.app import Server
from pioche.server.events import Said
from pioche.server.sqlite_writer import SqliteWriter
from pioche.server.store import Entry
from tests.server.test_store import OPENED

numbers = sa.Table("numbers", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("of", sa.String))


@pytest.fixture
def engine(tmp_path):
    made = sa.create_engine(f"sqlite:///{tmp_path / 'numbers.db'}")
    numbers.metadata.create_all(made)
    yield made
    made.dispose()


@pytest.fixture
def writer(engine):
    made = SqliteWriter(engine, numbers)
    yield made
    made.close()


def stored(engine):
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.select(numbers).order_by(numbers.c.id))]


def test_rows_are_there_for_other_connections(engine, writer):
    writer.insert([(1, "a"), (2, "b")])
    assert stored(engine) == [(1, "a"), (2, "b")]


def test_of_rows_that_collide_none_is_stored_and_the_next_are(engine, writer):
    writer.insert([(1, "a")])
    with pytest.raises(sa.exc.IntegrityError):
        writer.insert([(2, "b"), (1, "again")])
    assert stored(engine) == [(1, "a")]
    writer.insert([(2, "c")])
    assert stored(engine) == [(1, "a"), (2, "c")]


def test_after_a_failure_it_writes_over_a_new_connection(engine, writer):
    writer.insert([(1, "a")])
    with engine.begin() as connection:
        numbers.drop(connection)
    with pytest.raises(sa.exc.OperationalError):
        writer.insert([(2, "b")])
    numbers.metadata.create_all(engine)
    writer.insert([(3, "c")])
    assert stored(engine) == [(3, "c")]


PATIENCE = 30
LONG = "x" * 20_000
"""A text that fills five pages of the database."""


def test_the_log_is_merged_into_the_file_by_the_server_and_not_by_a_commit(tmp_path):
    """Merging takes as long as the disk needs, and whoever moves must not wait for that."""
    file = tmp_path / "tables.db"
    server = Server(f"sqlite:///{file}")
    server.store.migrate()
    server.store.checkpoint()
    server.store.open("t", "no-merci", OPENED, [])
    before = file.stat().st_size
    for number in range(1, 300):  # 1500 pages: SQLite itself would merge them after 1000
        server.store.append([Entry("t", number, Said(0, LONG))])
    assert file.stat().st_size == before
    with TestClient(server.app()):
        until = time.monotonic() + PATIENCE
        while file.stat().st_size < before + 299 * len(LONG) and time.monotonic() < until:
            time.sleep(0.05)
        assert file.stat().st_size >= before + 299 * len(LONG)
