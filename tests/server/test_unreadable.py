"""Tables that cannot be read, or were begun under older rules: each says so, and nothing else is affected."""

import json

import httpx
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from pioche.server.events import decode, encode
from pioche.server.schema import events
from pioche.server.schema import tables as table_rows
from pioche.server.store import Store
from tests.server.conftest import PATIENCE, Overheard, open_table

PROBLEMS = {
    "unknown": "server.unreadable-table",
    "illegal": "server.unreadable-moves",
    "gone": "server.unreadable-table",
    "ended": "server.unreadable-table",
}


@pytest.fixture(scope="module")
def damaged(tmp_path_factory):
    """A server that was stopped, whose tables were damaged, and that was started again; the tables by what they are."""
    running = Overheard.started_in(tmp_path_factory.mktemp("damaged"))
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        names = ("sound", "older", *PROBLEMS)
        tables = {name: open_table(client, "no-merci", "me", "me", "me")["table"] for name in names}
        running.kill()
        damage(running.database, tables)
        running.start()
        yield running, client, tables
    running.kill()


def damage(database: str, tables: dict[str, str]) -> None:
    store = Store(database)
    with store.engine.begin() as connection:
        row = {"number": 1, "at": 1.0}
        unknown = json.dumps({"type": "teleported", "seat": 0}).encode()
        connection.execute(sa.insert(events), {"table_id": tables["unknown"], "body": unknown, **row})
        connection.execute(sa.insert(events), {"table_id": tables["ended"], "body": unknown, **row})
        is_it = table_rows.c.id == tables["ended"]  # it ended before results were stored
        connection.execute(sa.update(table_rows).where(is_it).values(ended=1.0))
        illegal = json.dumps({"type": "moved", "seat": 0, "move": "fly"}).encode()
        connection.execute(sa.insert(events), {"table_id": tables["illegal"], "body": illegal, **row})
        for name, field, value in (("gone", "game", "whist"), ("older", "rules", 0)):
            is_it = (events.c.table_id == tables[name]) & (events.c.number == 0)
            body = connection.scalar(sa.select(events.c.body).where(is_it))
            changed = json.dumps(json.loads(body) | {field: value}).encode()
            connection.execute(sa.update(events).where(is_it).values(body=changed))
    store.close()


def first_message(running, table: str) -> dict:
    with connect(f"ws://127.0.0.1:{running.port}/ws/{table}") as socket:
        socket.send('{"type": "hello"}')
        return json.loads(socket.recv(PATIENCE))


def test_unreadable_tables_are_listed_with_the_reason(damaged):
    _, client, tables = damaged
    answer = client.get("/api/mine")
    assert answer.status_code == 200
    told = {summary["table"]: summary["problem"] and summary["problem"]["key"] for summary in answer.json()}
    assert told == {tables[name]: PROBLEMS.get(name) for name in tables}
    assert client.get("/api/mine/statistics").status_code == 200


def test_a_table_that_cannot_be_read_answers_with_a_sentence(damaged):
    running, client, tables = damaged
    for name, key in PROBLEMS.items():
        assert first_message(running, tables[name])["message"]["key"] == key
        assert client.get(f"/api/tables/{tables[name]}/lines").json()["error"]["key"] == key
    assert first_message(running, tables["sound"])["type"] == "state"


def test_a_table_begun_under_older_rules_says_so(damaged):
    running, _, tables = damaged
    note = first_message(running, tables["older"])["table"]["note"]
    assert (note["key"], note["arguments"]) == ("server.older-rules", {"begun": 0, "now": 1})
    assert "note" not in first_message(running, tables["sound"])["table"]


def test_unreadable_tables_are_logged_in_one_line_without_a_traceback(damaged):
    running, _, tables = damaged
    lines = [line for line in running.log.read_text().splitlines() if "table cannot be read" in line]
    assert {json.loads(line)["table"] for line in lines} == {tables[name] for name in PROBLEMS}
    assert "Traceback" not in running.log.read_text()


def test_a_player_whose_tables_cannot_be_read_can_be_deleted(damaged):
    """Last: nothing of theirs is left."""
    _, client, _ = damaged
    assert client.request("DELETE", "/api/me").status_code == 200
    assert client.get("/api/mine").json() == []


def test_the_edition_of_the_rules_is_written_with_the_opening(damaged):
    running, _, _ = damaged
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me")["table"]
    store = Store(running.database)
    with store.engine.connect() as connection:
        body = connection.scalar(sa.select(events.c.body).where(events.c.table_id == table))
    store.close()
    assert json.loads(body)["rules"] == decode(body).rules == 1
    assert decode(encode(decode(body))) == decode(body)
