"""Limits per socket and per address."""

import asyncio
import json
import time

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pioche.server.app import Server
from pioche.server.limits import Addresses, Bucket, Limits, caller, network_of
from pioche.server.schema import holdings, networks, players
from pioche.server.tables import Tables
from tests.server.conftest import PATIENCE
from tests.server.test_store import OPENED


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
    ],
)
def test_the_addresses_of_one_network_count_as_one(address, counted):
    assert network_of(address) == counted


def test_a_client_that_sends_too_much_waits_and_others_do_not():
    addresses = Addresses(Limits(requests=0.001, requests_at_once=2, sockets=1))
    assert [addresses.may_ask("a") for _ in range(3)] == [True, True, False]
    assert addresses.may_ask("b")
    addresses.connected("a", 1)
    assert (addresses.may_connect("a"), addresses.may_connect("b")) == (False, True)
    addresses.connected("a", -1)
    assert addresses.may_connect("a")


def test_a_socket_without_a_hello_is_closed(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(hello_seconds=0.05))
    try:
        with TestClient(server.app()).websocket_connect("/ws/any") as socket, pytest.raises(WebSocketDisconnect) as end:
            socket.receive_text()
        assert end.value.code == 4408
    finally:
        server.store.close()


def test_reservations_of_one_bucket_follow_each_other():
    bucket = Bucket(0.5, 2)
    waits = [bucket.reserve() for _ in range(4)]
    assert waits == pytest.approx([0, 0, 2, 4], abs=0.5)


def test_all_sockets_of_an_address_share_their_messages(tmp_path):
    """Two sockets that may send as much as they like, together more than their address may: both are slowed down."""
    limits = Limits(messages=1e6, messages_at_once=10**6, messages_each=20, messages_each_at_once=4)
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    server.store.migrate()
    with TestClient(server.app()) as client:
        seats = [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}, {"kind": "me", "name": "C"}]
        table = client.post("/api/tables", json={"game": "no-merci", "seats": seats}).json()["table"]
        with client.websocket_connect(f"/ws/{table}") as first, client.websocket_connect(f"/ws/{table}") as second:
            begin = time.monotonic()
            for socket in (first, second):
                socket.send_text('{"type":"hello"}')
                for number in range(10):
                    socket.send_text(json.dumps({"type": "ping", "id": number}))
            for socket in (first, second):
                while json.loads(socket.receive_text()) != {"type": "pong", "id": 9}:
                    pass
            assert time.monotonic() - begin >= (20 - 4) / 20 * 0.9


def test_new_sockets_of_an_address_are_limited_and_others_are_not():
    addresses = Addresses(Limits(new_sockets=0.001, new_sockets_at_once=2))
    assert [addresses.may_open_socket("a") for _ in range(3)] == [True, True, False]
    assert addresses.may_open_socket("b")


def test_files_of_the_page_are_limited_and_refusals_are_counted(tmp_path):
    """Whoever is refused has to connect again, which is limited too."""
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(files=0.001, files_at_once=2))
    server.store.migrate()
    with TestClient(server.app()) as client:
        answers = [client.get("/healthz") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].headers["connection"] == "close"
        assert client.get("/api/words").status_code == 200
        assert client.get("/api/words", headers={"Host": "x" * 3000}).status_code == 400
        metrics = server.tables.metrics.text().decode()
    assert 'pioche_refusals_total{reason="server.too-fast"} 1.0' in metrics
    assert 'pioche_refusals_total{reason="server.bad-message"} 1.0' in metrics
    assert 'pioche_http_seconds_count{status="4xx"} 2.0' in metrics


def test_tables_are_loaded_in_turn_for_addresses_and_last_where_nobody_waits(store):
    asked = []

    async def doing():
        tables = Tables(store)

        async def note(job, asker):
            asked.append(asker)
            return job()

        tables._loaders.do = note
        for address in ("", "192.0.2.7"):
            caller.set(address)
            name = f"table of {address}"
            await asyncio.to_thread(store.open, name, "no-merci", OPENED, [])
            await tables.find(name)
        await tables.close()

    asyncio.run(doing())
    assert [(asker.address, asker.rank) for asker in asked] == [("", 1), ("192.0.2.7", 0)]


def test_whoever_asks_too_much_is_answered_with_the_status_for_it(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=Limits(unfinished=0))
    server.store.migrate()
    with TestClient(server.app()) as client:
        asked = {"game": "no-merci", "seats": [{"kind": "me", "name": name} for name in "ABC"]}
        answer = client.post("/api/tables", json=asked)
    assert (answer.status_code, answer.json()["error"]["key"]) == (429, "server.too-many-tables")


# Rows that stay.

TABLE = {"game": "no-merci", "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "beginner"}] * 2]}
GUESS = "/api/puzzles/no-merci/1"


def test_new_players_of_an_address_are_limited_in_whatever_way_they_come(tmp_path):
    limits = Limits(players_at_once=1, players_per_hour=0.001)
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    server.store.migrate()
    with TestClient(server.app()) as client:
        code = client.post("/api/tables", json=TABLE).json()["code"]
        assert client.post("/api/tables", json=TABLE).status_code == 201, "this player is known"
        duplicate = client.post("/api/duplicates", json={"game": "no-merci", "deals": 1}).json()["code"]
        client.cookies.clear()
        client.get(GUESS)
        for path, body in (
            ("/api/tables", TABLE),
            ("/api/join", {"code": code, "name": "Zoé"}),
            ("/api/dailies/no-merci", {"name": "Zoé"}),
            (f"/api/duplicates/{duplicate}/deals/0", {"name": "Zoé"}),
            (GUESS, {"move": "take"}),
        ):
            answer = client.post(path, json=body)
            assert (answer.status_code, answer.json()["error"]["key"]) == (429, "server.players-too-fast"), path
        with server.store.engine.connect() as connection:
            assert connection.scalar(sa.select(sa.func.count()).select_from(players)) == 1


def test_duplicates_of_an_address_are_limited(tmp_path):
    limits = Limits(duplicates_at_once=1, duplicates_per_hour=0.001)
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    server.store.migrate()
    with TestClient(server.app()) as client:
        asked = {"game": "no-merci", "deals": 1}
        assert client.post("/api/duplicates", json={**asked, "level": "?"}).status_code == 400, "this stores nothing"
        assert client.post("/api/duplicates", json=asked).status_code == 201
        refused = client.post("/api/duplicates", json=asked)
        assert (refused.status_code, refused.json()["error"]["key"]) == (429, "server.duplicates-too-fast")


def test_a_player_who_is_led_back_again_and_again_is_limited(tmp_path):
    """Each time, the seat gets another token."""
    limits = Limits(tables_at_once=2, tables_per_hour=0.001)
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", limits=limits)
    server.store.migrate()
    with TestClient(server.app()) as client:
        code = client.post("/api/duplicates", json={"game": "no-merci", "deals": 1}).json()["code"]
        answers = [client.post(f"/api/duplicates/{code}/deals/0", json={"name": "Zoé"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
        with server.store.engine.connect() as connection:
            assert connection.scalar(sa.select(sa.func.count()).select_from(holdings)) == 3


def test_addresses_of_past_days_are_forgotten_although_nobody_opens_another_deal(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.store.migrate()
    with server.store.writing() as connection:
        row = {"contest": "daily 2026-01-01 no-merci", "network": "ab"}
        connection.execute(sa.insert(networks), [{**row, "since": 1.0}, {**row, "network": "cd", "since": time.time()}])
    with TestClient(server.app()):
        until = time.monotonic() + PATIENCE
        found = ["ab", "cd"]
        while len(found) > 1:
            assert time.monotonic() < until
            with server.store.engine.connect() as connection:
                found = list(connection.scalars(sa.select(networks.c.network)))
    assert found == ["cd"]
