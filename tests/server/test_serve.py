"""``pioche serve``: if it cannot start, it says why in one sentence, in the chosen language."""

import socket
import subprocess
import sys
import time
from ipaddress import ip_address

import httpx
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from pioche.cli import main
from pioche.commands.serve import reachable
from pioche.server.store import Store
from tests.server.conftest import PATIENCE, Running, free_port, open_table


def refusal(capsys, *words: str) -> str:
    """Return the line that is printed when a server cannot start."""
    assert main(["serve", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize("url", ["nonsense", "mysql://x/y", "oracle2://x", "sqlite://", "sqlite:///:memory:"])
def test_an_invalid_database_address_is_refused(capsys, url):
    assert "cannot use the database" in refusal(capsys, "--lang", "en", "--database", url)
    assert "ne peut pas utiliser la base de données" in refusal(capsys, "--lang", "fr", "--database", url)


@pytest.mark.parametrize("url", ["postgres://u:geheim@h/x", "mysql://u:ge:h@im@h/x"])
def test_a_password_in_a_refused_address_is_not_printed(capsys, url):
    told = refusal(capsys, "--lang", "en", "--database", url)
    assert "://u:***@" in told
    assert "ge" not in told.partition("***")[2].partition("'")[0]


@pytest.mark.parametrize("url", ["sqlite:////proc/none/x.db", "sqlite:////tmp", "sqlite:////etc/passwd"])
def test_a_file_that_is_not_a_database_is_refused(capsys, url):
    said = refusal(capsys, "--lang", "en", "--database", url)
    assert "cannot be opened" in said
    assert "Errno" not in said


def test_an_unreachable_postgresql_is_reported(capsys):
    url = f"postgresql://pioche:secret@127.0.0.1:{free_port()}/x"
    said = refusal(capsys, "--lang", "fr", "--database", url)
    assert "Impossible d’ouvrir" in said
    assert "secret" not in said


def test_a_postgresql_that_does_not_answer_is_reported_in_time(capsys):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://pioche@127.0.0.1:{silent.getsockname()[1]}/x"
        begin = time.monotonic()
        assert "cannot be opened: connection timeout" in refusal(capsys, "--lang", "en", "--database", url)
        assert time.monotonic() - begin < PATIENCE / 2


def test_a_database_of_a_newer_version_is_refused(capsys, database):
    store = Store(database)
    store.migrate()
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    assert "newer version" in refusal(capsys, "--lang", "en", "--database", database)


def test_a_port_that_is_taken_or_invalid_is_refused(capsys, tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port}" in refusal(capsys, "--lang", "en", "--database", url, "--port", port)
    assert "port 99999" in refusal(capsys, "--lang", "fr", "--database", url, "--port", "99999")
    assert "192.0.2.1" in refusal(capsys, "--database", url, "--host", "192.0.2.1")  # nobody's address


def test_port_0_chooses_a_free_port_and_reports_it(tmp_path):
    command = [sys.executable, "-m", "pioche", "serve", "--lang", "en", "--port", "0", "--no-warm-up"]
    with subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path / 'tables.db'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        address = process.stdout.readline().split()[4]
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(transport=transport, timeout=60) as client:
            assert client.get(f"{address}healthz").text == "ok"
        process.terminate()


def test_a_server_for_the_whole_house_prints_an_address_that_reaches_it():
    assert reachable("127.0.0.1") == "127.0.0.1"
    assert reachable("::1") == "::1"
    for everywhere in ("0.0.0.0", "::"):
        found = reachable(everywhere)
        assert found == "localhost" or not ip_address(found).is_unspecified


MIGRATE = """
import sys
from pioche.server.store import Store
store = Store(sys.argv[1])
print(flush=True)
sys.stdin.readline()
store.migrate()
"""


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_processes_that_start_together_migrate_the_database_once(database):
    command, pipes = [sys.executable, "-c", MIGRATE, database], {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    started = [subprocess.Popen(command, stderr=subprocess.DEVNULL, text=True, **pipes) for _ in range(4)]
    for process in started:
        process.stdout.readline()
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in started:
        process.communicate(timeout=60)
    assert [process.returncode for process in started] == [0] * 4


def test_the_server_stops_at_once_with_open_sockets(tmp_path):
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        opened = open_table(client, "no-merci", "me", "me", "me")
    with connect(f"ws://127.0.0.1:{running.port}/ws/{opened['table']}") as first:
        first.send('{"type": "hello"}')
        first.recv()
        running.process.terminate()
        running.process.wait(timeout=8)
