"""What an operator sees: figures in the format of Prometheus, and a log without secrets."""

import asyncio
import json
import logging
import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError
from websockets.sync.client import connect

from pioche.server.logging import AsJson
from tests.server.conftest import PATIENCE, Overheard, open_table
from tests.server.test_silence import answer_to, first_move


def send(port: int, text: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(text)
        return connection.recv(1)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A server at which somebody has moved, been refused and sent nonsense; the secrets they used."""
    running = Overheard.started_in(tmp_path_factory.mktemp("played"))
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            table = open_table(client, "no-merci", "me", "me", "beginner")
            with connect(f"ws://127.0.0.1:{running.port}/ws/{table['table']}") as line:
                move = first_move(line, table)
                line.send(json.dumps(move))
                assert answer_to(line, 1)["type"] == "done"
                for number in (2, 3):
                    line.send(json.dumps(move | {"id": number}))
                    assert answer_to(line, number)["type"] == "refused"
                line.send("nonsense " + table["seats"]["0"])
                answer_to(line, 0)
            for path in ("/api/tables/none/record", "/api/invitation/none", "/api/rules/none", "/api/nonsense"):
                client.get(path)
            client.post("/api/claim", json={"token": "not-a-token"})
            client.post("/api/tables", content=b"{")
            send(running.port, b"nonsense\r\n\r\n")
            carried = client.post("/api/me/carry").json()["token"]
            yield running, client, [*table["seats"].values(), client.cookies["pioche"], carried]
    finally:
        running.kill()


def test_figures_can_be_read_by_prometheus(played):
    _, client, _ = played
    answer = client.get("/metrics")
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }
    assert found["pioche_tables_opened_total",] == 1
    assert found["pioche_events_total",] >= 1
    assert found["pioche_refusals_total", "server.too-late"] == 2
    assert found["pioche_refusals_total", "server.not-your-seat"] == 1
    assert found["pioche_request_seconds_count", "Move"] == 1
    assert found["pioche_http_seconds_count", "2xx"] >= 2
    assert found["pioche_commit_events_sum",] == found["pioche_commit_events_count",] >= 1
    assert found["pioche_sockets",] >= 0
    assert found["pioche_tables_loaded",] == 1
    assert found["process_resident_memory_bytes",] > 0
    assert "text/plain" in answer.headers["content-type"]


def test_the_log_has_no_secrets_and_no_traceback_for_a_refusal(played):
    running, _, secrets = played
    text = running.log.read_text()
    assert '"ready"' in text
    assert "Traceback" not in text
    assert all(json.loads(line)["level"] == "INFO" for line in text.splitlines() if line.startswith("{"))
    for secret in secrets:
        assert secret not in text


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OperationalError("SELECT", None, OSError("the database is away\nat line 2")), "the database is away"),
        (asyncio.CancelledError(), "CancelledError"),
        (ZeroDivisionError("division by zero"), None),
    ],
    ids=["the database is away", "the server stops", "a fault of the program"],
)
def test_what_is_expected_has_no_traceback_wherever_it_is_logged(error, why):
    record = logging.makeLogRecord({"msg": "turn not watched", "exc_info": (type(error), error, None)})
    line = json.loads(AsJson().format(record))
    assert line["what"] == "turn not watched"
    assert line["why"] == why or (why is None and "ZeroDivisionError" in line["why"])
