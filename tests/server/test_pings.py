"""The server pings players who are away, on their turn: by webhook, by notification and by mail, once for each turn."""

import base64
import json
import re
import threading
import time
from contextlib import contextmanager
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
import httpx
import jwt
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from websockets.sync.client import connect

from pioche.server.errors import Refused
from pioche.server.outgoing import checked_url, is_public
from pioche.server.store import Store, hashed
from pioche.server.ways import MOST_WAYS, Way, Ways
from tests.server.conftest import PATIENCE, Running, free_port, open_table
from tests.server.test_clock import opened
from tests.server.test_puzzles import migrate_to

QUICKLY = ["--ping-after", "0.3", "--private-webhooks", "--shortest-clock", "1"]
QUIET_SECONDS = 1.5
"""Long enough for a second ping to come, if there were one."""


class Receiver:
    """A local web server that keeps what it is sent, and answers with given statuses, then with 201."""

    def __init__(self, *statuses: int) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        statuses_left, heard = list(statuses), self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heard.append((self.path, dict(self.headers), body))
                self.send_response(statuses_left.pop(0) if statuses_left else 201)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/hook?who=ada"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def wait(self, count: int) -> list[tuple[str, dict[str, str], bytes]]:
        until = time.monotonic() + PATIENCE
        while len(self.heard) < count and time.monotonic() < until:
            time.sleep(0.02)
        assert len(self.heard) >= count
        return self.heard

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def receiving(*statuses: int):
    receiver = Receiver(*statuses)
    try:
        yield receiver
    finally:
        receiver.close()


@contextmanager
def serving(folder, *options: str):
    running = Running(f"sqlite:///{folder / 'tables.db'}", options=[*QUICKLY, *options]).start()
    try:
        yield running
    finally:
        running.kill()


@contextmanager
def browser(running: Running):
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        yield client


def join(client: httpx.Client, code: str, name: str) -> None:
    assert client.post("/api/join", json={"code": code, "name": name}).status_code == 201


def add(client: httpx.Client, kind: str, address: str, **more) -> httpx.Response:
    return client.post("/api/me/pings", json={"kind": kind, "address": address, **more})


def error_of(answer: httpx.Response) -> str:
    assert answer.status_code == 400
    return answer.json()["error"]["key"].removeprefix("server.")


def test_a_player_who_is_away_gets_one_ping_for_a_turn(tmp_path):
    with serving(tmp_path) as server, receiving() as hook, browser(server) as ada, browser(server) as basile:
        made = open_table(ada, "no-merci", "me", "open", "open", dealer=2, clock={"seconds": 3600})
        assert add(ada, "webhook", hook.address).status_code == 201
        join(basile, made["code"], "Basile")
        time.sleep(QUIET_SECONDS)
        assert hook.heard == [], "nobody is to move before all seats are taken"
        join(basile, made["code"], "Cléo")
        ((path, headers, body),) = hook.wait(1)
        assert (path, headers["Content-Type"]) == ("/hook?who=ada", "application/json")
        note = json.loads(body)
        assert note["table"] == f"{server.address}/table/{made['table']}"
        assert (note["game"], note["last"]) == ("no-merci", None)
        assert note["since"] <= time.time() < note["until"] <= note["since"] + 3600
        assert not any(token in body.decode() for token in made["seats"].values()), "the link opens nobody's seat"
        server.kill()
        server.start()
        time.sleep(QUIET_SECONDS)
        assert len(hook.heard) == 1, "a restart is not another turn"


def test_the_next_turn_is_another_ping(tmp_path):
    with serving(tmp_path) as server, receiving() as hook, browser(server) as ada:
        seats = ("me", "me", "me")
        table = open_table(ada, "no-merci", *seats, dealer=2, clock={"seconds": 2})["table"]
        assert add(ada, "webhook", hook.address).status_code == 201
        first, second, *_ = [json.loads(body) for _, _, body in hook.wait(2)]
        assert first["since"] < second["since"]
        assert second["last"].startswith("P")
        assert second["text"] == f"It is your turn at No Merci: {second['last']} has moved."
        assert second["table"].endswith(table)


def test_players_at_the_table_are_not_pinged(tmp_path):
    with serving(tmp_path) as server, receiving() as hook, browser(server) as ada:
        made = open_table(ada, "no-merci", "me", "me", "me", dealer=2)
        socket = f"ws://127.0.0.1:{server.port}/ws/{made['table']}"
        with connect(socket) as wire:
            wire.send(json.dumps({"type": "hello", "tokens": list(made["seats"].values())}))
            wire.recv()
            add(ada, "webhook", hook.address)
            time.sleep(QUIET_SECONDS)
            assert hook.heard == []
        hook.wait(1)


def test_a_removed_way_is_used_no_longer(tmp_path):
    with serving(tmp_path) as server, receiving() as hook, browser(server) as ada, browser(server) as other:
        open_table(other, "no-merci", "me", "casual", "casual")
        open_table(ada, "no-merci", "me", "casual", "casual")
        (way,) = add(ada, "webhook", hook.address).json()["ways"]
        other.delete(f"/api/me/pings/{way['id']}")
        assert ada.get("/api/me/pings").json()["ways"] == [way], "nobody else can remove it"
        assert ada.delete(f"/api/me/pings/{way['id']}").json()["ways"] == []
        open_table(ada, "no-merci", "me", "me", "me")
        time.sleep(QUIET_SECONDS)
        assert hook.heard == []


def test_a_deleted_player_is_not_pinged(tmp_path):
    with serving(tmp_path) as server, receiving() as hook, browser(server) as ada:
        open_table(ada, "no-merci", "me", "casual", "casual")
        add(ada, "webhook", hook.address)
        assert [way["address"] for way in ada.post("/api/me/export").json()["pings"]] == [hook.address]
        assert ada.delete("/api/me").status_code == 200
        store = Store(server.database)
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM ways").scalar() == 0
        store.close()


def test_a_webhook_that_fails_is_tried_again_and_redirects_are_not_followed(tmp_path):
    with serving(tmp_path) as server, receiving(503, 302) as hook, browser(server) as ada:
        open_table(ada, "no-merci", "me", "casual", "casual")
        add(ada, "webhook", hook.address)
        open_table(ada, "no-merci", "me", "me", "me")
        paths = [path for path, _, _ in hook.wait(2)]
        time.sleep(QUIET_SECONDS)
        assert paths == ["/hook?who=ada"] * 2 == [path for path, _, _ in hook.heard]


def test_private_addresses_are_refused(client):
    open_table(client, "no-merci", "me", "casual", "casual")
    for address in (
        "http://127.0.0.1:1/",
        "http://localhost/",
        "http://10.1.2.3/",
        "http://[::1]/",
        "http://169.254.1.1/",
    ):
        assert error_of(add(client, "webhook", address)) == "private-address"
    for address in ("ftp://example.org", "http://", "http://a b/", "http://ada:secret@example.org/", "http://x:99999/"):
        assert error_of(add(client, "webhook", address)) == "bad-address"
    assert error_of(add(client, "mail", "ada@example.org")) == "way-not-offered"
    assert client.get("/api/me/pings").json()["offered"] == ["push", "webhook"]


@pytest.mark.parametrize(
    "address", ["::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "fe80::1%eth0", "224.0.0.1", "0.0.0.0", "fc00::1"]
)
def test_a_detour_to_a_private_address_is_not_public(address):
    assert not is_public(address)
    assert is_public("93.184.215.14")


def test_an_address_cannot_smuggle_a_header_in():
    with pytest.raises(Refused):
        checked_url("http://example.org/\r\nHost: other")


def test_a_browser_that_never_sat_down_has_no_ways(client):
    assert error_of(add(client, "webhook", "http://example.org/")) == "nobody-yet"
    assert client.get("/api/me/pings").json()["ways"] == []


def test_a_database_from_before_pings_is_migrated_and_keeps_its_tables(database):
    store = Store(database)
    migrate_to(store, "0005")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO tables (id, code, game, opened) VALUES ('t', 'ABCDEF', 'no-merci', 1)")
        connection.exec_driver_sql("INSERT INTO players (id, since) VALUES ('ada', 1)")
    store.migrate()
    assert store.by_code("ABCDEF") == "t"
    ways = Ways(store)
    assert ways.of_player("ada") == ways.of_seat("t", 0) == []
    assert ways.claim("t", 0, 1)
    store.close()


@pytest.fixture
def ways(database):
    store = Store(database)
    store.migrate()
    with store.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO players (id, since) VALUES ('ada', 1)")
    yield Ways(store)
    store.close()


def test_of_two_processes_one_pings(ways):
    ways._store.open("t", "no-merci", opened(), [(hashed("x"), 0)])
    assert [ways.claim("t", 0, number) for number in (4, 4, 3, 5, 5)] == [True, False, False, True, False]


def test_a_player_has_few_ways_and_each_once(ways):
    for number in range(MOST_WAYS):
        way = Way("webhook", f"http://example.org/{number}", "en", "http://here")
        assert ways.add("ada", way).id == ways.add("ada", way).id
    with pytest.raises(Refused):
        ways.add("ada", Way("webhook", "http://example.org/more", "en", "http://here"))


AUTH_SECRET = b"sixteen bytes ok"


def keys_of(private: ec.EllipticCurvePrivateKey) -> dict[str, str]:
    """Return the keys that a browser gives to a server for a subscription."""
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    encoded = {"p256dh": base64.urlsafe_b64encode(point), "auth": base64.urlsafe_b64encode(AUTH_SECRET)}
    return {name: key.decode() for name, key in encoded.items()}


def opened_note(private: ec.EllipticCurvePrivateKey, body: bytes) -> bytes:
    """Decrypt a notification, as a browser does."""
    return http_ece.decrypt(body, private_key=private, auth_secret=AUTH_SECRET)


def test_a_notification_is_encrypted_and_signed(tmp_path):
    """The receiver does what a push service and a browser do: verify the signature, and decrypt."""
    private = ec.generate_private_key(ec.SECP256R1())
    keys = keys_of(private)
    with serving(tmp_path) as server, receiving(201, 410) as service, browser(server) as ada:
        open_table(ada, "no-merci", "me", "casual", "casual")
        key = ada.get("/api/me/pings").json()["key"]
        assert error_of(add(ada, "push", service.address)) == "bad-message"
        bad = keys | {"p256dh": "AAAA"}
        assert error_of(add(ada, "push", service.address, keys=bad)) == "bad-message"
        assert add(ada, "push", service.address, keys=keys, language="fr").status_code == 201
        table = open_table(ada, "no-merci", "me", "me", "me", dealer=2)
        ((_, headers, body),) = service.wait(1)
        assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
        signed = re.fullmatch(r"vapid t=([\w.-]+),k=([\w-]+)", headers["Authorization"])
        assert signed[2] == key
        point = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        claims = jwt.decode(signed[1], public, ["ES256"], audience=service.address.partition("/hook")[0])
        assert claims["sub"] == "mailto:pioche@127.0.0.1"
        note = json.loads(opened_note(private, body))
        assert note["text"] == "C’est à vous de jouer\u00a0: No Merci."
        assert note["table"].endswith(table["table"])
        server.kill()
        server.start()
        assert ada.get("/api/me/pings").json()["key"] == key, "the key stays"
        open_table(ada, "no-merci", "me", "me", "me")
        service.wait(2)
        until = time.monotonic() + PATIENCE
        while ada.get("/api/me/pings").json()["ways"] and time.monotonic() < until:
            time.sleep(0.1)
        assert ada.get("/api/me/pings").json()["ways"] == [], "the browser no longer wants notifications"


class Postman:
    """What a local SMTP server does with mails: it keeps them."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802 -- the name is given
        message = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append((envelope.rcpt_tos, f"{message['Subject']}\n{message.get_content()}"))
        return "250 OK"

    def wait(self, count: int) -> list[tuple[list[str], str]]:
        until = time.monotonic() + PATIENCE
        while len(self.mails) < count and time.monotonic() < until:
            time.sleep(0.02)
        assert len(self.mails) >= count
        return self.mails


@contextmanager
def delivering():
    """A local SMTP server, as long as the context is open."""
    kept = Postman()
    controller = Controller(kept, "127.0.0.1", free_port())
    controller.start()
    kept.port = controller.port
    yield kept
    controller.stop()


@pytest.fixture
def postman():
    with delivering() as kept:
        yield kept


def test_a_mail_address_is_confirmed_before_it_gets_pings(tmp_path, postman):
    smtp = ["--smtp", f"smtp://127.0.0.1:{postman.port}", "--mail-from", "pioche@example.org"]
    with serving(tmp_path, *smtp, "--url", "https://pioche.example") as server, browser(server) as ada:
        open_table(ada, "no-merci", "me", "casual", "casual")
        assert error_of(add(ada, "mail", "ada@example.org\nBcc: all@example.org")) == "bad-address"
        (way,) = add(ada, "mail", "ada@example.org", language="fr").json()["ways"]
        assert not way["is_confirmed"]
        ((to, text),) = postman.wait(1)
        assert to == ["ada@example.org"]
        assert text.startswith("Pioche\u00a0: est-ce votre adresse\u00a0?")
        (token,) = re.findall(r"https://pioche\.example/pings#(\S+)", text)
        open_table(ada, "no-merci", "me", "me", "me", dealer=2)
        time.sleep(QUIET_SECONDS)
        assert len(postman.mails) == 1
        assert error_of(ada.post("/api/pings/confirm", json={"token": token[:-1] + "x"})) == "link-void"
        assert ada.post("/api/pings/confirm", json={"token": token}).json() == {"is_confirmed": True}
        table = open_table(ada, "no-merci", "me", "me", "me", dealer=2)["table"]
        _, (_, text) = postman.wait(2)
        assert f"https://pioche.example/table/{table}" in text
        assert f"https://pioche.example/pings#{token}" in text
        assert ada.post("/api/pings/stop", json={"token": token}).json() == {"is_confirmed": False}
        assert ada.get("/api/me/pings").json()["ways"] == []
        assert error_of(ada.post("/api/pings/confirm", json={"token": token})) == "link-void"


def test_nobody_can_have_an_address_flooded(tmp_path, postman):
    smtp = ["--smtp", f"smtp://127.0.0.1:{postman.port}", "--mail-from", "pioche@example.org"]
    with serving(tmp_path, *smtp, "--url", "https://pioche.example") as server, browser(server) as ada:
        open_table(ada, "no-merci", "me", "casual", "casual")
        assert add(ada, "mail", "eve@example.org").status_code == 201
        with browser(server) as other:
            open_table(other, "no-merci", "me", "casual", "casual")
            assert error_of(add(other, "mail", "eve@example.org")) == "mail-pending"
            assert [error_of(add(other, "mail", "eve@example.org")) for _ in range(4)][-1] == "too-fast"
        time.sleep(QUIET_SECONDS)
        assert len(postman.mails) == 1
