"""The way in: hosts, proxies and cookies, at a server that knows its name and its proxy."""

import ssl
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pioche.cli import main
from pioche.server.cookies import Cookies
from pioche.server.store import hashed
from tests.server.conftest import PATIENCE, Running
from tests.server.proxy import Proxy, certificate
from tests.server.test_store import OPENED

NAME, PROXY = "cards.example.org", "127.0.0.9"


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """A server with a name, behind a proxy at an address of its own."""
    database = f"sqlite:///{tmp_path_factory.mktemp('named') / 'tables.db'}"
    options = ["--allowed-host", NAME, "--allowed-host", "localhost", "--trusted-proxy", PROXY]
    running = Running(database, options).start()
    yield running
    running.kill()


@pytest.fixture
def client(named):
    with httpx.Client(base_url=named.address, timeout=PATIENCE, headers={"Host": NAME}) as client:
        yield client


# Hosts.


def test_an_invalid_host_is_refused_in_a_sentence(client):
    for host in ("x" * 3000, "a b", "<script>", "a,b"):
        answer = client.get("/api/shelf", headers={"Host": host})
        assert (answer.status_code, answer.json()["error"]["key"]) == (400, "server.bad-message")


def test_only_named_hosts_are_answered(client, named):
    assert client.get("/api/shelf", headers={"Host": f"{NAME.upper()}:8020"}).status_code == 200
    answer = client.get("/api/shelf", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["key"]) == (421, "server.other-host")
    assert client.get("/healthz", headers={"Host": "10.0.0.1"}).text == "ok"
    with pytest.raises(Exception, match="403"):
        connect(f"ws://127.0.0.1:{named.port}/ws/none")
    with connect(f"ws://localhost:{named.port}/ws/none") as socket:
        socket.send('{"type": "hello"}')
        assert "server.no-table" in socket.recv(PATIENCE)


@pytest.mark.parametrize("path", ["/ws/", "/ws/one/two", "/api/ws/none", "/"])
def test_a_websocket_at_any_other_address_is_refused(named, path):
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://localhost:{named.port}{path}")


@pytest.mark.parametrize("words", [["--allowed-host", "a b"], ["--trusted-proxy", "cards.example.org"]])
def test_options_with_invalid_names_or_addresses_are_refused_in_a_sentence(capsys, words):
    assert main(["serve", "--lang", "en", *words]) == 2
    assert repr(words[1]) in capsys.readouterr().err


# Cookies.


def test_a_cookie_that_the_server_did_not_make_is_replaced(client):
    for chosen in ("mine", "x" * 32, "x" * 5000):
        client.cookies.clear()
        answer = client.post("/api/tables", json=TABLE, headers={"Cookie": f"pioche={chosen}"})
        assert answer.cookies["pioche"] != chosen
    made = answer.cookies["pioche"]
    again = client.post("/api/tables", json=TABLE, headers={"Cookie": f"pioche={made}"})
    assert again.cookies["pioche"] == made


TABLE = {"game": "no-merci", "seats": [{"kind": "me", "name": "A"}, *[{"kind": "bot", "level": "beginner"}] * 2]}


def test_an_old_cookie_without_a_tag_is_kept_if_a_seat_belongs_to_it(store):
    old = "o" * 32
    cookies = Cookies(store)
    assert cookies.own(old) != old
    store.open("t1", "no-merci", OPENED, [(hashed(old), 0)])
    assert cookies.own(old) == old
    fresh = cookies.own(None)
    assert Cookies(store).own(fresh) == fresh


# Behind a proxy.


@pytest.fixture
def proxied(named, tmp_path):
    proxy = Proxy(named.port, certificate(tmp_path), PROXY)
    trust = ssl.create_default_context(cafile=tmp_path / "proxy.pem")
    yield f"localhost:{proxy.port}", trust
    proxy.close()


def test_cookies_are_secure_behind_a_proxy_with_tls_and_only_there(proxied, named):
    where, trust = proxied
    with httpx.Client(base_url=f"https://{where}", timeout=PATIENCE, verify=trust) as client:
        answer = client.post("/api/tables", json=TABLE)
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "httponly" in answer.headers["set-cookie"].lower()
        path = f"/ws/{answer.json()['table']}"
        headers = {"Cookie": f"pioche={answer.cookies['pioche']}"}
        with connect(
            f"wss://{where}{path}", ssl=trust, origin=f"https://{where}", additional_headers=headers
        ) as socket:
            socket.send('{"type": "hello"}')
            assert '"type":"state"' in socket.recv(PATIENCE)
    lies = {"Host": NAME, "X-Forwarded-Proto": "https"}
    with httpx.Client(base_url=named.address, timeout=PATIENCE, headers=lies) as client:
        assert "secure" not in client.post("/api/tables", json=TABLE).headers["set-cookie"].lower()


def is_limited(client: httpx.Client, spoofed: str = "") -> bool:
    """Return whether an address meets the limit of requests; each request says that it comes from another one."""

    def ask(number: int) -> int:
        headers = {"X-Forwarded-For": f"{spoofed}{number % 250}"} if spoofed else {}
        return client.get("/api/tables/none/record", headers=headers).status_code

    with ThreadPoolExecutor(6) as threads:
        return 429 in set(threads.map(ask, range(150)))


def test_players_behind_a_proxy_have_their_own_limits_and_forged_headers_are_ignored(proxied, named):
    where, trust = proxied

    def client(address: str, base: str) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address, verify=trust)
        return httpx.Client(base_url=base, timeout=PATIENCE, transport=transport, headers={"Host": NAME})

    with client("127.0.0.21", f"https://{where}") as one, client("127.0.0.22", f"https://{where}") as other:
        assert is_limited(one)
        assert other.get("/api/tables/none/record").status_code == 400
    with client("127.0.0.23", named.address) as liar:
        assert is_limited(liar, "10.0.0.")
