"""Real servers, on loopback and free ports, with real databases: SQLite, and a PostgreSQL started here."""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from pioche.server.store import Store

POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
START_SECONDS = 120
PATIENCE = 60
"""How long to wait for an answer on a busy machine."""


PORTS = range(20_000, 32_000)
"""Below the ports that the system gives to outgoing connections: a restarted server finds its own port free."""


def free_port() -> int:
    for port in random.sample(PORTS, len(PORTS)):
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@dataclass
class Running:
    """A server in its own process."""

    database: str
    options: list[str] = field(default_factory=list)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Running":
        where = ["--port", str(self.port), "--database", self.database, "--pause", "0", "--no-warm-up", *self.options]
        command = [sys.executable, "-m", "pioche", "serve", *where]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if httpx.get(f"{self.address}/healthz").status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        self.kill()
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


class Overheard(Running):
    """A server without limits, whose log is kept."""

    log: Path
    read: int = 0
    """How many lines of the log were checked."""
    words: set[str]
    """The keys of its catalogue."""

    @classmethod
    def started_in(cls, folder: Path) -> "Overheard":
        running = cls(f"sqlite:///{folder / 'tables.db'}")
        running.log = folder / "log"
        return running.start()

    def start(self) -> "Overheard":
        where = ["--port", str(self.port), "--database", self.database, "--pause", "0", "--no-limits", "--no-warm-up"]
        with self.log.open("ab") as out:
            command = [sys.executable, "-m", "pioche", "serve", *where]
            self.process = subprocess.Popen(command, stdout=out, stderr=out)
        transport = httpx.HTTPTransport(retries=8)
        with httpx.Client(transport=transport, timeout=60) as client:
            self.words = set(client.get(f"{self.address}/api/words").json())
        return self

    def complaints(self) -> list[str]:
        """Return all new errors in the log."""
        lines = self.log.read_text().splitlines()[self.read :]
        self.read += len(lines)
        return [line for line in lines if '"ERROR"' in line or "Traceback" in line or "never retrieved" in line]


@pytest.fixture(scope="module")
def overheard(tmp_path_factory):
    running = Overheard.started_in(tmp_path_factory.mktemp("fuzz"))
    yield running
    running.kill()  # a graceful stop may wait for loops that are being compiled


@pytest.fixture(scope="session")
def postgres():
    """The address of a PostgreSQL that exists only for this test run."""
    if not POSTGRES:
        pytest.skip("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="pioche-postgres-"))
    as_user = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    port, tools = free_port(), POSTGRES[-1]
    initdb = [tools / "initdb", "-D", folder / "data", "-A", "trust", "-U", "pioche", "--no-sync"]
    subprocess.run([*as_user, *initdb], check=True, stdout=subprocess.DEVNULL)
    options = f"-h 127.0.0.1 -p {port} -k {folder}"
    control = [*as_user, tools / "pg_ctl", "-D", folder / "data", "-w"]
    subprocess.run([*control, "-o", options, "-l", folder / "log", "start"], check=True, stdout=subprocess.DEVNULL)
    yield f"postgresql+psycopg://pioche@127.0.0.1:{port}"
    subprocess.run([*control, "-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    with empty_postgres(request.getfixturevalue("postgres")) as address:
        yield address


@contextmanager
def empty_postgres(address: str):
    """The address of an empty database, which exists as long as the context is open."""
    import sqlalchemy as sa

    name = f"test{os.getpid()}x{time.monotonic_ns()}"
    engine = sa.create_engine(f"{address}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    yield f"{address}/{name}"
    with engine.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@contextmanager
def new_store(database: str):
    made = Store(database)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def store(database):
    with new_store(database) as made:
        yield made


@pytest.fixture
def server(tmp_path):
    """A server on SQLite."""
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    yield running
    running.kill()  # a graceful stop may wait for loops that are being compiled


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server without limits for all tests of a module: each opens tables of its own."""
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('shared') / 'tables.db'}", options=["--no-limits"]).start()
    yield running
    running.kill()


@pytest.fixture
def hasty(tmp_path):
    """A server where a bot may take over at once for an absent player."""
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", options=["--grace", "0"]).start()
    yield running
    running.kill()


@pytest.fixture
def client(server):
    """HTTP requests to it, with the cookies of one browser."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def open_table(client: httpx.Client, game: str, *seats: str, **asked) -> dict:
    """A table with seats such as "me", "open", or the level of a bot."""
    plans = [
        {"kind": seat, "name": f"P{place}"} if seat in ("me", "open") else {"kind": "bot", "level": seat}
        for place, seat in enumerate(seats)
    ]
    answer = client.post("/api/tables", json={"game": game, "seats": plans, **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()
