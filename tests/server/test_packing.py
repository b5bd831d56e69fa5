"""Compressed answers: long ones are compressed in a thread, and once; files of the page when the server starts."""

import asyncio
import gzip
import threading

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from pioche.server import packing, page_files
from pioche.server.packing import LONG, Packing
from pioche.server.page_files import PageFiles

SHORT_TEXT, LONG_TEXT = b"abc " * 300, b"abc " * LONG


@pytest.fixture
def threads(monkeypatch):
    """The names of the threads in which something was compressed."""
    found, pack = [], packing.packed

    def noted(text):
        found.append(threading.current_thread().name)
        return pack(text)

    for module in (packing, page_files):
        monkeypatch.setattr(module, "packed", noted)
    return found


def app():
    async def answer(request: Request) -> Response:
        text = {"short": SHORT_TEXT, "long": LONG_TEXT, "tiny": b"abc"}[request.path_params["name"]]
        return Response(text, media_type="text/plain")

    async def stream(request: Request) -> Response:
        return StreamingResponse(iter([SHORT_TEXT, SHORT_TEXT]), media_type="text/plain")

    return Packing(Starlette(routes=[Route("/stream", stream), Route("/{name}", answer)]))


def test_long_answers_are_compressed_outside_the_event_loop_and_once(threads):
    client = TestClient(app())
    for _ in range(2):
        answer = client.get("/long")
        assert answer.content == LONG_TEXT
        assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "Accept-Encoding")
        assert int(answer.headers["content-length"]) < len(LONG_TEXT)
    assert [name.startswith("packing") for name in threads] == [True]
    assert client.get("/short").headers["content-encoding"] == "gzip"
    assert [name.startswith("packing") for name in threads] == [True, False]


@pytest.mark.parametrize(("name", "accepts"), [("tiny", "gzip"), ("long", "identity"), ("stream", "gzip")])
def test_other_answers_are_sent_as_they_are(threads, name, accepts):
    answer = TestClient(app()).get(f"/{name}", headers={"Accept-Encoding": accepts})
    assert "content-encoding" not in answer.headers
    assert threads == []


def test_a_thread_that_compresses_holds_nobody_up(monkeypatch):
    """While a long answer is compressed, a short one is sent."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(text):
        begun.set()
        assert go_on.wait(60)
        return gzip.compress(text)

    monkeypatch.setattr(packing, "packed", slow)
    packed, sent = app(), []

    async def ask(name):
        async def send(message):
            sent.append((name, message["type"]))

        scope = {"type": "http", "method": "GET", "path": f"/{name}", "headers": [(b"accept-encoding", b"gzip")]}
        await packed(scope, None, send)

    async def doing():
        asking = asyncio.create_task(ask("long"))
        await asyncio.to_thread(begun.wait, 60)
        await ask("tiny")
        assert {name for name, _ in sent} == {"tiny"}
        go_on.set()
        await asking

    asyncio.run(doing())


def test_files_are_compressed_once_and_sent_again_only_if_they_changed(tmp_path, threads):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    (tmp_path / "assets" / "a.js").write_bytes(LONG_TEXT)
    files = PageFiles(tmp_path)
    threads.clear()

    async def serve(request: Request) -> Response:
        return files.answer(request, request.path_params["path"])

    client = TestClient(Packing(Starlette(routes=[Route("/{path:path}", serve)])))
    answer = client.get("/assets/a.js")
    assert (answer.content, answer.headers["content-encoding"]) == (LONG_TEXT, "gzip")
    assert "javascript" in answer.headers["content-type"]
    plain = client.get("/assets/a.js", headers={"Accept-Encoding": "identity"})
    assert (plain.content, "content-encoding" in plain.headers) == (LONG_TEXT, False)
    again = client.get("/assets/a.js", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/../etc/passwd").text == client.get("/any/page").text == "<!doctype html>"
    assert threads == [], "nothing is compressed when it is asked for"
