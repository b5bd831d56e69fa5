"""Adds the dumps that are missing: `python -m tests.server.schemas postgresql://…/EMPTY`, when a migration is new.

Dumps that are there are never written anew: they are what older servers left behind.
"""

import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from pioche.server import store as store_module
from tests.server.schemas import FOLDER, ROWS


def versions() -> tuple[Config, list[str]]:
    config = Config()
    config.set_main_option("script_location", str(Path(store_module.__file__).parent / "migrations"))
    return config, sorted(each.revision for each in ScriptDirectory.from_config(config).walk_revisions())


def make(url: str, config: Config, version: str) -> None:
    """Create a database of a version, with a row or more in each table that it has."""
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        found = sa.MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            for row in ROWS.get(table.name, []):
                connection.execute(sa.insert(table), row)
    engine.dispose()


def dump_sqlite(config: Config, version: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        make(f"sqlite:///{path}", config, version)
        with sqlite3.connect(path) as connection:
            text = "\n".join(connection.iterdump())
        connection.close()
    return text + "\n"


def dump_postgres(url: str, config: Config, version: str) -> str:
    address = url.replace("postgresql://", "postgresql+psycopg://")
    make(address, config, version)
    command_line = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--no-comments", url]
    text = subprocess.run(command_line, check=True, capture_output=True, text=True).stdout
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE; CREATE SCHEMA public"))
    engine.dispose()
    left_out = ("--", "SET ", "SELECT pg_catalog.set_config", "\\")  # of the session, and of psql
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(left_out)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    config, known = versions()
    for version in known:
        for kind, dump in (("sqlite", dump_sqlite), ("postgresql", lambda *given: dump_postgres(sys.argv[1], *given))):
            path = FOLDER / f"{version}.{kind}.dump"
            if not path.exists():
                path.write_text(dump(config, version), encoding="utf-8")
