"""Rows are written to SQLite in one commit each, and errors are SQLAlchemy's."""

import pytest
import sqlalchemy as sa

from pioche.server.sqlite_writer import SqliteWriter

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
