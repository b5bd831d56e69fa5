"""PostgreSQL is restarted or killed while a server runs: players see an error, go on afterwards, and lose nothing."""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from pioche.server.store import Store
from tests.server.conftest import PATIENCE, POSTGRES, Running, free_port, open_table
from tests.server.test_silence import answer_to

pytestmark = pytest.mark.long
MESSAGES = 40


class Cluster:
    """A PostgreSQL of one's own, to be mistreated."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.port = folder, free_port()
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        initdb = [POSTGRES[-1] / "initdb", "-D", folder / "data", "-A", "trust", "-U", "pioche"]
        subprocess.run([*self._as_user, *initdb], check=True, stdout=subprocess.DEVNULL)

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://pioche@127.0.0.1:{self.port}/postgres"

    def control(self, *words: str) -> None:
        options = f"-h 127.0.0.1 -p {self.port} -k {self._folder}"
        command = [
            POSTGRES[-1] / "pg_ctl",
            "-D",
            self._folder / "data",
            "-w",
            "-o",
            options,
            "-l",
            self._folder / "log",
        ]
        subprocess.run([*self._as_user, *command, *words], check=True, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """Kill it without warning; its other processes notice that it is gone."""
        pid = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        time.sleep(1)

    def restart(self) -> None:
        self.control("-m", "fast", "restart")

    def crash(self) -> None:
        self.kill()
        time.sleep(1)
        self.control("start")


@pytest.fixture
def cluster(tmp_path_factory):
    if not POSTGRES:
        pytest.skip("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    folder = Path("/tmp") / f"pioche-cluster-{os.getpid()}-{time.monotonic_ns()}"
    folder.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    made = Cluster(folder)
    made.control("start")
    yield made
    made.control("-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("fault", [Cluster.restart, Cluster.crash], ids=["restarted", "killed"])
def test_nothing_that_was_acknowledged_is_lost(cluster, fault):
    running, acknowledged, refused = Running(cluster.url).start(), {}, 0
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            table = open_table(client, "no-merci", "me", "me", "me")
        with connect(f"ws://127.0.0.1:{running.port}/ws/{table['table']}") as socket:
            socket.send(json.dumps({"type": "hello", "tokens": list(table["seats"].values())}))
            for number in range(MESSAGES):
                if number == MESSAGES // 2:
                    fault(cluster)
                said = f"message {number}"
                socket.send(json.dumps({"type": "say", "id": number, "seat": 0, "text": said}))
                answer = answer_to(socket, number)
                if answer["type"] == "done":
                    acknowledged[answer["number"]] = said
                else:
                    assert answer["message"]["key"] in ("server.no-database", "server.too-late")
                    refused += 1
                    time.sleep(0.5)
        assert max(acknowledged.values(), key=lambda said: int(said.split()[1])) == f"message {MESSAGES - 1}"
    finally:
        running.kill()
    assert refused < MESSAGES // 4
    store = Store(cluster.url)
    events = dict(store.read(table["table"]))
    store.close()
    assert {number: events[number].text for number in acknowledged} == acknowledged
