"""PostgreSQL behind a network that falls silent: requests are answered, nothing hangs, and nothing is lost."""

import contextlib
import json
import time

import httpx
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from pioche.server.events import Moved
from pioche.server.store import Store
from tests.server.conftest import PATIENCE, Running, open_table
from tests.server.relay import Relay

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
BOUND = 12
"""Seconds within which everything is answered, on a busy machine."""


@pytest.fixture
def relayed(database):
    """A server whose connections to its database go through a relay."""
    url = sa.make_url(database)
    relay = Relay(url.port)
    running = Running(url.set(port=relay.port).render_as_string()).start()
    yield running, relay
    if running.process.poll() is None:
        running.kill()
    relay.close()


def first_move(socket, table: dict) -> dict:
    """Return the request for the first legal move of the first player who has a turn; bots may move before."""
    socket.send(json.dumps({"type": "hello", "tokens": list(table["seats"].values())}))
    state = next_state(socket)
    while not (due := set(state["yours"]) & set(state["view"]["to_move"])):
        state = next_state(socket)
    seat = min(due)
    socket.send(json.dumps({"type": "look", "seat": seat}))
    while state["eyes"] != seat:
        state = next_state(socket)
    return {"type": "move", "id": 1, "seat": seat, "move": state["view"]["moves"][0]["name"], "at": state["number"]}


def next_state(socket) -> dict:
    """Receive until a state arrives: changes of presence and questions for parts of the seed may come before it."""
    while (message := json.loads(socket.recv(PATIENCE)))["type"] != "state":
        pass
    return message


def answer_to(socket, number: int) -> dict:
    while True:
        message = json.loads(socket.recv(PATIENCE))
        if message.get("id") == number or message["type"] == "refused":
            return message


def test_requests_are_answered_and_play_goes_on(relayed, database):
    running, relay = relayed
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        table = open_table(client, "no-merci", "me", "me", "me")
        with connect(f"ws://127.0.0.1:{running.port}/ws/{table['table']}") as socket:
            move = first_move(socket, table)
            relay.silence()
            began = time.monotonic()
            time.sleep(1.1)  # an answer is used again for a second
            assert client.get("/healthz").text == "silent"
            assert time.monotonic() - began < 5
            socket.send(json.dumps(move))
            assert answer_to(socket, 1)["message"]["key"] == "server.no-database"
            refused = client.get("/api/mine")
            assert refused.status_code == 503
            assert refused.json()["error"]["key"] == "server.no-database"
            assert time.monotonic() - began < 2 * BOUND
            relay.restore()
            number = acknowledged(socket, move)
        until = time.monotonic() + BOUND
        while client.get("/healthz").text != "ok":
            assert time.monotonic() < until
            time.sleep(0.2)
    store = Store(database)
    assert store.read(table["table"])[number] == (number, Moved(move["seat"], move["move"]))
    store.close()


def acknowledged(socket, move: dict) -> int:
    """Repeat a move until it is made; return its number. It may have been made although nobody could say so."""
    until = time.monotonic() + BOUND
    for request in range(2, 100):
        socket.send(json.dumps(move | {"id": request}))
        message = answer_to(socket, request)
        if message["type"] == "done":
            return message["number"]
        if message["message"]["key"] != "server.no-database":
            return 1
        assert time.monotonic() < until
        time.sleep(0.3)
    raise TimeoutError


def test_a_silent_database_does_not_keep_the_server_from_stopping(relayed):
    running, relay = relayed
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        open_table(client, "no-merci", "me", "me", "me")
        relay.silence()
        with contextlib.suppress(httpx.TimeoutException):
            client.get("/api/mine", timeout=0.5)
        began = time.monotonic()
        running.process.terminate()
        running.process.wait(timeout=20)
        assert time.monotonic() - began < 5
