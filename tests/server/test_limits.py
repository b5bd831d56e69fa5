"""Limits per socket and per address."""

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pioche.server.app import Server
from pioche.server.limits import Addresses, Limits, network_of


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
