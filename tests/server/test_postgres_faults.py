"""PostgreSQL whose disk is full, that can only be read, or that hangs: play goes on when it is over."""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from pioche.server.events import Moved
from pioche.server.store import Store
from tests.server.conftest import PATIENCE, POSTGRES, Running, empty_postgres, open_table
from tests.server.test_disk import full, health, wait_until_refused
from tests.server.test_restarts import Cluster
from tests.server.test_silence import acknowledged, first_move

SIZE = "80m"
"""Room for an empty PostgreSQL and some tables."""


@contextmanager
def read_only(database):
    """Nobody may write: as after a failover to another machine."""
    address, _, name = database.rpartition("/")
    engine = sa.create_engine(f"{address}/postgres", isolation_level="AUTOCOMMIT")
    ends = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
    with engine.connect() as connection:
        for value in ("on", "off"):
            connection.execute(sa.text(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"))
            connection.execute(ends, {"name": name})
            if value == "on":
                yield
    engine.dispose()


def check_is_reported(database, fault, told: str | None) -> None:
    """Play at a server; while its database has a fault, moves are refused, and afterwards they are made."""
    running = Running(database, options=["--no-limits"]).start()
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            table = open_table(client, "no-merci", "me", "me", "me")
            with connect(f"ws://127.0.0.1:{running.port}/ws/{table['table']}") as socket:
                move = first_move(socket, table)
                with fault:
                    assert wait_until_refused(socket, table["table"], move["seat"]) == "server.no-database"
                    if told is not None:
                        assert health_becomes(client, told)
                        assert client.get("/api/mine").status_code == 200  # reading works
                number = acknowledged(socket, move)
            assert health_becomes(client, "ok")
    finally:
        running.kill()
    store = Store(database)
    assert dict(store.read(table["table"]))[number] == Moved(move["seat"], move["move"])
    store.close()


def health_becomes(client, told: str) -> bool:
    """Return whether that is the answer before long: the server connects again."""
    until = time.monotonic() + PATIENCE
    while (found := health(client)) != told and time.monotonic() < until:
        pass
    return found == told


def test_a_postgresql_that_can_only_be_read_is_reported(postgres):
    with empty_postgres(postgres) as database:
        check_is_reported(database, read_only(database), "read-only")


@contextmanager
def locked(database):
    """Another program holds the table of events, and does not end its transaction."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
        yield
    engine.dispose()


def test_a_postgresql_whose_table_is_locked_is_given_up_in_time(postgres):
    with empty_postgres(postgres) as database:
        begin = time.monotonic()
        check_is_reported(database, locked(database), None)
        assert time.monotonic() - begin < PATIENCE


@pytest.fixture
def small_disk():
    """A disk of its own for a PostgreSQL; its path is short, because of the socket."""
    folder = Path("/tmp") / f"pioche-small-{os.getpid()}-{time.monotonic_ns()}"
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    if not POSTGRES or os.geteuid() != 0 or subprocess.run(mounted, stderr=subprocess.DEVNULL).returncode:
        folder.rmdir()
        pytest.skip("a PostgreSQL on a small disk needs root")
    shutil.chown(folder, "postgres")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
    folder.rmdir()


def test_a_postgresql_whose_disk_is_full_is_reported(small_disk):
    cluster = Cluster(small_disk)
    cluster.control("start")
    try:
        check_is_reported(cluster.url, full(small_disk), "disk full")
    finally:
        cluster.control("-m", "immediate", "stop")
