"""Databases of every version of the schema are migrated, and keep what they hold."""

import re
import sqlite3

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pioche.server.schema import entries, metadata, networks
from pioche.server.store import Holding, Store
from pioche.server.table import Table
from tests.server.schemas import EVENTS, KINDS, ROWS, dumps
from tests.server.schemas.__main__ import versions


def load(text: str, database: str) -> None:
    url = sa.make_url(database)
    if url.get_backend_name() == "sqlite":
        with sqlite3.connect(url.database) as connection:
            connection.executescript(text)
        connection.close()
        return
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        for statement in re.split(r";\n", text):
            connection.exec_driver_sql(statement.replace("%", "%%"))
    engine.dispose()


def filled(row: sa.Row) -> dict[str, object]:
    """The columns of a row that are not empty: those of later versions are, in an older one's rows."""
    return {name: value for name, value in row._mapping.items() if value is not None}


def test_every_version_has_its_dumps():
    assert [[path.name.split(".")[0] for path in dumps(kind)] for kind in KINDS] == [versions()[1]] * 2


@pytest.mark.parametrize("version", range(len(dumps("sqlite"))), ids=lambda version: f"{version + 1:04}")
def test_an_old_database_is_migrated_and_keeps_what_it_holds(version, database):
    kind = sa.make_url(database).get_backend_name()
    load(dumps(kind)[version].read_text(encoding="utf-8"), database)
    store = Store(database)
    store.migrate()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        for name in ("ratings", "guesses", "reviews", "pinged", "networks"):
            table = metadata.tables[name]
            rows = [filled(row) for row in connection.execute(sa.select(table))]
            assert rows in ([], ROWS[name])
            assert rows or name not in dumps(kind)[version].read_text(encoding="utf-8")
    table = Table.replay("t1", store.read("t1"))
    assert (table.number, [seat.name for seat in table.seats]) == (len(EVENTS) - 1, ["Zoé", "", "Ève"])
    assert (len(table.match.moves), table.opened.rules) == (3, 1)
    assert store.by_code("ABCDEF") == "t1"
    assert store.held_by(["h0"]) == [Holding("t1", 0)]
    store.close()


def test_addresses_of_entries_move_out_of_them(database):
    """0008 A deal stays opened from an address whose player is deleted."""
    kind = sa.make_url(database).get_backend_name()
    load(next(path for path in dumps(kind) if path.name.startswith("0007")).read_text(encoding="utf-8"), database)
    store = Store(database)
    contest, common = "daily 2023-11-14 no-merci", "'daily 2023-11-14 no-merci', 'p1', 'Zoé', 'first'"
    with store.engine.begin() as connection:
        for number, network, began in ((1, "'ab'", 2.5), (2, "'ab'", 1.5), (3, "NULL", 3.5)):
            columns = "id, contest, player_id, name, mark, table_id, network, began"
            values = f"{number}, {common}, 'x{number}', {network}, {began}"
            connection.execute(sa.text(f"INSERT INTO entries ({columns}) VALUES ({values})"))
    store.migrate()
    with store.engine.connect() as connection:
        found = connection.execute(sa.select(networks.c.contest, networks.c.network, networks.c.since))
        assert found.all() == [(contest, "ab", 1.5)]
        kept = connection.execute(sa.select(entries.c.id, entries.c.name, entries.c.table_id).order_by(entries.c.id))
        assert kept.all() == [(number, "Zoé", f"x{number}") for number in (1, 2, 3)]
    with pytest.raises(sa.exc.IntegrityError), store.engine.begin() as connection:
        connection.execute(sa.update(entries).values(table_id="x1"))
    store.close()
