"""Fuzzed requests: according to the server's own OpenAPI description, and contrary to it."""

import socket

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pioche.server.openapi import description
from tests.server.conftest import Overheard, open_table

QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]
PATIENCE = 5
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


DESCRIBED = description()
schema = schemathesis.openapi.from_dict(DESCRIBED)


def test_the_server_sends_its_description(overheard):
    assert httpx.get(f"{overheard.address}/api/openapi.json").json() == DESCRIBED


@schema.parametrize()
@settings(max_examples=20, suppress_health_check=QUIET)
def test_answers_are_as_described(overheard, case):
    """No 5xx; every status, type and body is in the description."""
    case.call_and_validate(base_url=overheard.address, checks=CHECKS)
    assert not overheard.complaints()


def test_answers_about_an_existing_table_are_as_described(overheard):
    """The test above nearly always asks for tables that do not exist; here is one in mid-game and at its end."""
    with httpx.Client(base_url=overheard.address, timeout=60) as client:
        table = open_table(client, "no-merci", "beginner", "beginner", "me")
        for path, arguments in [
            ("/api/invitation/{code}", {"code": table["code"]}),
            ("/api/invitation/{code}/picture", {"code": table["code"]}),
            ("/api/tables/{table}/record", {"table": table["table"]}),
            ("/api/tables/{table}/deal", {"table": table["table"]}),
            ("/api/tables/{table}/steps/{step}", {"table": table["table"], "step": 0}),
            ("/api/mine", {}),
        ]:
            case = schema[path]["GET"].Case(path_parameters=arguments, cookies=dict(client.cookies))
            case.call_and_validate(base_url=overheard.address, checks=CHECKS)


ODD = st.text(st.characters(codec="utf-8"), max_size=30)
ODD_BYTES = ODD.map(str.encode) | st.binary(max_size=30)
PATHS = st.sampled_from([b"", b"api/", b"assets/", b"table/", b"api/rules/", b"api/invitation/", b"api/tables/"])
HEADERS = st.sampled_from([b"Origin", b"Host", b"Cookie", b"Content-Length", b"Range", b"If-None-Match", b"Accept"])
VALUES = st.sampled_from([b"http://[", b"http://x:99999999", b"-1", b"1e9", b"bytes=9-1,x", b"pioche=\x00", b"9" * 30])
METHODS = st.sampled_from([b"GET", b"POST", b"HEAD", b"OPTIONS", b"PUT", b"BREW"])


def quoted(text: bytes) -> bytes:
    return "".join(chr(each) if 0x21 <= each < 0x7F else f"%{each:02x}" for each in text).encode()


def status_of(server, request: bytes) -> int:
    """Return the status of a raw request; 0 if the server hangs up, or waits for more, without an answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(request)
        try:
            first = line.recv(100)
        except TimeoutError:
            return 0
    return int(first.split()[1]) if first else 0


@settings(max_examples=200, suppress_health_check=QUIET)
@given(
    method=METHODS,
    folder=PATHS,
    path=ODD_BYTES,
    headers=st.lists(st.tuples(HEADERS, VALUES | st.from_regex(rb"[ -~]{0,20}", fullmatch=True)), max_size=3),
    body=st.binary(max_size=50),
)
def test_requests_contrary_to_the_description_are_refused(overheard, method, folder, path, headers, body):
    lines = [method + b" /" + folder + quoted(path) + b" HTTP/1.1", b"Host: 127.0.0.1", b"Connection: close"]
    lines += [name + b": " + value for name, value in headers]
    status = status_of(overheard, b"\r\n".join(lines) + b"\r\n\r\n" + body)
    assert (status < 500, overheard.complaints()) == (True, [])


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /%00 HTTP/1.1",
        b"GET /" + b"a" * 5000 + b" HTTP/1.1",
        b"GET /api/rules/%00 HTTP/1.1",
        b"GET /api/invitation/%00 HTTP/1.1",
        b"GET /api/tables/%00/record HTTP/1.1",
        b"GET /api/tables/x/steps/99999999999999999999999 HTTP/1.1",
        b"GET /api/tables/x/steps/" + b"9" * 5000 + b" HTTP/1.1",
        b"GET /..%2f..%2f..%2fetc/passwd HTTP/1.1",
        b"GET /assets/%00 HTTP/1.1",
        b"GET / HTTP/1.1\r\nOrigin: http://[",
        b"GET / HTTP/1.1\r\nOrigin: null",
        b"GET /api/mine HTTP/1.1\r\nCookie: pioche=\xff\xfe",
    ],
)
def test_requests_that_once_broke_servers_are_refused(overheard, request_line):
    status = status_of(overheard, request_line + b"\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert (200 <= status < 500, overheard.complaints()) == (True, [])


@pytest.mark.parametrize("body", ["[" * 5000, '{"token": ' * 3000, '{"token": "\\ud800"}', '{"token": NaN}', "\x00"])
@pytest.mark.parametrize("path", ["/api/tables", "/api/join", "/api/claim"])
def test_bodies_that_once_broke_servers_are_refused(overheard, path, body):
    answer = httpx.post(f"{overheard.address}{path}", content=body)
    assert (answer.status_code, overheard.complaints()) == (400, [])
    assert answer.json()["error"]["key"]


@pytest.mark.parametrize("name", ["players", "variant", "self", "seed", "game", "", "open tokens"])
def test_an_option_may_have_any_name(overheard, name):
    seats = [{"kind": "bot"}] * 3
    answer = httpx.post(
        f"{overheard.address}/api/tables", json={"game": "no-merci", "seats": seats, "options": {name: 3}}
    )
    assert (answer.status_code, overheard.complaints()) == (400, [])
    assert answer.json()["error"]["arguments"]["option"] == repr(name)


def test_a_body_without_a_length_is_cut_off(overheard):
    answer = httpx.post(f"{overheard.address}/api/tables", content=(b"x" * 4000 for _ in range(40)))
    assert (answer.status_code, answer.json()["error"]["key"]) == (413, "server.bad-message")
    with socket.create_connection(("127.0.0.1", overheard.port)) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhung up")
    assert httpx.get(f"{overheard.address}/healthz").text == "ok"
    assert overheard.complaints() == []


def test_a_null_character_fails_on_no_database(database, tmp_path):
    """PostgreSQL cannot store a text with a null character; SQLite can."""
    running = Overheard(database)
    running.log = tmp_path / "log"
    running.start()
    try:
        with httpx.Client(base_url=running.address, timeout=60, headers={"Connection": "close"}) as client:
            table = open_table(client, "no-merci", "me", "open", "open")
            answers = [
                client.get("/api/invitation/%00"),
                client.get("/api/tables/%00/record"),
                client.post("/api/claim", json={"token": "\0"}),
                client.post("/api/join", json={"code": "\0", "name": "Zoé"}),
                client.post("/api/join", json={"code": table["code"], "name": "Zo\0é"}),
            ]
        assert ([answer for answer in answers if answer.status_code >= 500], running.complaints()) == ([], [])
    finally:
        running.kill()
