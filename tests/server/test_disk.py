"""SQLite on a disk that is full, read-only or locked by another program. The disk is a small one in memory."""

import json
import os
import signal
import sqlite3
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from pioche.cli import main
from pioche.server.events import Moved, decode
from pioche.server.store import Store
from tests.server.conftest import PATIENCE, Running, open_table
from tests.server.test_silence import answer_to, first_move

STOP_SECONDS = 5


@pytest.fixture
def disk(tmp_path):
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.name != "posix" or os.geteuid() != 0 or subprocess.run(mounted, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("mounting a small disk needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def serving(folder):
    """A server whose database is in a folder."""
    running = Running(f"sqlite:///{folder / 'tables.db'}").start()
    try:
        yield running
    finally:
        running.kill()


@pytest.fixture
def on_disk(disk):
    with serving(disk) as running:
        yield running


@contextmanager
def full(folder):
    with (folder / "filler").open("wb") as filler:
        try:
            while True:
                os.write(filler.fileno(), bytes(4096))
        except OSError:
            yield
    (folder / "filler").unlink()


@contextmanager
def locked(folder):
    """Another program holds the database, as a backup tool might."""
    holder = sqlite3.connect(folder / "tables.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    yield
    holder.execute("ROLLBACK")
    holder.close()


def health(client: httpx.Client) -> str:
    time.sleep(1.1)  # a good answer is used again for a second
    return client.get("/healthz").text


def wait_until_refused(socket, table: str, seat: int) -> str:
    """Send messages until one is refused: a log may have room for a few more."""
    for number in range(10, 500):
        socket.send(json.dumps({"type": "say", "id": number, "seat": seat, "text": "x" * 200}))
        if (answer := answer_to(socket, number))["type"] == "refused":
            return answer["message"]["key"]
    raise AssertionError("nothing was refused")


@pytest.mark.parametrize(("fault", "told"), [(full, "disk full"), (locked, "silent")])
def test_a_disk_that_cannot_be_written_is_reported_and_play_goes_on_afterwards(on_disk, disk, fault, told):
    with httpx.Client(base_url=on_disk.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me")
        with connect(f"ws://127.0.0.1:{on_disk.port}/ws/{table['table']}") as socket:
            move = first_move(socket, table)
            with fault(disk):
                assert wait_until_refused(socket, table["table"], move["seat"]) == "server.no-database"
                assert health(client) == told
                assert client.get("/healthz").status_code == 503
                assert client.get("/api/mine").status_code == 200  # reading works
            socket.send(json.dumps(move))
            assert answer_to(socket, 1)["type"] == "done"
        assert health(client) == "ok"
    store = Store(on_disk.database)
    assert store.read(table["table"])[-1][1] == Moved(move["seat"], move["move"])
    store.close()


@pytest.fixture
def failing_disk(tmp_path):
    """A file with a file system that the kernel makes read-only when it finds an error on it."""
    image, folder = tmp_path / "image", tmp_path / "failing"
    folder.mkdir()
    image.write_bytes(b"")
    os.truncate(image, 8 << 20)
    made = [["mkfs.ext4", "-q", str(image)], ["mount", "-o", "loop,errors=remount-ro", str(image), str(folder)]]
    if (
        os.name != "posix"
        or os.geteuid() != 0
        or any(subprocess.run(each, capture_output=True).returncode for each in made)
    ):
        pytest.skip("a file system of its own needs root, mkfs.ext4 and a loop device")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def break_disk(folder) -> None:
    source = subprocess.run(
        ["findmnt", "-no", "SOURCE", str(folder)], check=True, capture_output=True, text=True
    ).stdout
    Path(f"/sys/fs/ext4/{Path(source.strip()).name}/trigger_fs_error").write_text("1")


def test_a_disk_that_becomes_read_only_is_reported_and_loses_nothing(failing_disk):
    with serving(failing_disk) as running, httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me")
        with connect(f"ws://127.0.0.1:{running.port}/ws/{table['table']}") as socket:
            move = first_move(socket, table)
            socket.send(json.dumps(move))
            number = answer_to(socket, 1)["number"]
            break_disk(failing_disk)
            assert wait_until_refused(socket, table["table"], move["seat"]) == "server.no-database"
        assert health(client) == "read-only"
    with sqlite3.connect(f"file:{failing_disk / 'tables.db'}?mode=ro", uri=True) as log:
        (body,) = log.execute("SELECT body FROM events WHERE number = ?", [number]).fetchone()
    log.close()
    assert decode(body) == Moved(move["seat"], move["move"])


@pytest.mark.long
def test_a_locked_database_does_not_keep_the_server_from_stopping(on_disk, disk):
    with httpx.Client(base_url=on_disk.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me")
        with connect(f"ws://127.0.0.1:{on_disk.port}/ws/{table['table']}") as socket, locked(disk):
            socket.send(json.dumps(first_move(socket, table)))
            check_stops(on_disk)


def check_stops(running: Running) -> None:
    began = time.monotonic()
    running.process.send_signal(signal.SIGTERM)
    running.process.wait(timeout=30)
    assert time.monotonic() - began < STOP_SECONDS


SLOW_BOT = """
import time

class Slow:
    def choose(self, situation):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            pass
"""


@pytest.mark.long
def test_a_bot_that_thinks_does_not_keep_the_server_from_stopping(tmp_path, monkeypatch):
    (tmp_path / "slow_bot.py").write_text(SLOW_BOT)
    monkeypatch.chdir(tmp_path)
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", options=["--bot", "slow_bot:Slow"]).start()
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        open_table(client, "no-merci", *["slow_bot:Slow"] * 3)
    time.sleep(0.3)
    check_stops(running)


# Two servers on one file.


def test_a_second_server_on_the_same_file_is_refused_in_a_sentence(server, capsys):
    assert main(["serve", "--lang", "en", "--port", "0", "--database", server.database]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "Another server is using" in told.err
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        assert client.get("/healthz").text == "ok"


@pytest.mark.long
def test_a_killed_server_leaves_its_file_free(server):
    server.kill()
    server.start()
