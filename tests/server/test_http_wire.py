"""Connections over HTTP: how many there may be, and how long a request may take."""

import asyncio
import resource
import socket
from collections import Counter
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from websockets.asyncio.client import connect

from pioche.server.http_wire import HttpWire, files_at_most, is_among
from pioche.server.limits import Buckets
from pioche.server.loop_share import LoopShare
from pioche.server.wire import Wire

SECONDS = 0.4
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LARGE = 20_000_000
OTHER = "127.0.0.7"
"""An address that is no proxy."""


async def hello(request):
    return PlainTextResponse("hello")


async def large(request):
    return PlainTextResponse("x" * LARGE)


async def count(request):
    return PlainTextResponse(f"{len(await request.body())}")


async def echo(one):
    await one.accept()
    await one.send_text(await one.receive_text())


@asynccontextmanager
async def served(**limits):
    """The port of a server in this process, with connections of these limits."""
    made = type("Limited", (HttpWire,), {"seconds": SECONDS, "counts": Counter(), **limits})
    app = Starlette(
        routes=[
            Route("/", hello),
            Route("/large", large),
            Route("/count", count, methods=["POST"]),
            WebSocketRoute("/echo", echo),
        ]
    )
    config = uvicorn.Config(app, http=made, ws=Wire, lifespan="off", log_level="error")
    with socket.create_server(("127.0.0.1", 0)) as line:
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([line]))
        yield line.getsockname()[1], made
        server.should_exit = True
        await serving


async def call(port: int, *texts: bytes, address: str = OTHER) -> bytes:
    """Send texts, and return everything that is answered until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    for text in texts:
        writer.write(text)
        await asyncio.sleep(SECONDS / 4)
    async with asyncio.timeout(20):
        answer = await rest_of(reader)
    writer.close()
    return answer


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """Return what is answered until the server closes the connection, perhaps before the last text came."""
    with suppress(ConnectionError):
        return await reader.read()
    return b""


def run(doing):
    return asyncio.run(asyncio.wait_for(doing(), 60))


def test_connections_without_a_whole_request_are_closed():
    async def doing():
        async with served() as (port, _):
            post = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab"
            return await asyncio.gather(call(port), call(port, REQUEST[:9]), call(port, *[b"G"] * 9), call(port, post))

    silent, begun, _, half = run(doing)
    assert (silent, begun) == (b"", b"")
    assert b"hello" not in half


class Busy(LoopShare):
    """At which everything has to wait for its turn."""

    def _has_room(self) -> bool:
        return False


def test_a_request_in_single_bytes_is_late_at_a_busy_server_too():
    async def doing() -> int:
        async with served(share=Busy()) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(OTHER, 0))
            answering, sent = asyncio.create_task(rest_of(reader)), 0
            while not answering.done() and sent < 40:
                writer.write(REQUEST[:1])
                await asyncio.wait({answering}, timeout=SECONDS / 4)
                sent += 1
            writer.close()
            await answering
            return sent

    assert run(doing) < 30


def test_whoever_waits_for_a_turn_is_not_late():
    async def doing() -> bytes:
        share = Busy()
        async with served(share=share) as (port, _):
            share._renew = lambda: None
            asked = asyncio.create_task(call(port, REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
            await asyncio.sleep(3 * SECONDS)
            del share._renew
            share._renew()
            return await asked

    assert b"hello" in run(doing)


class Slow(LoopShare):
    """At which a slice seems to take long: each has a turn of its own."""

    slices = 0

    def _note(self, address: str, seconds: float, charged: float) -> None:
        self.slices += 1
        super()._note(address, 1.0, charged)


def test_a_body_in_single_bytes_is_read_in_many_turns():
    """Parsing what the system hands over at once took half a second, in which everybody waited."""

    async def doing() -> tuple[bytes, int]:
        share = Slow()
        async with served(share=share, seconds=30) as (port, _):
            head = b"POST /count HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            return await call(port, head + b"1\r\na\r\n" * 10_000 + b"0\r\n\r\n"), share.slices

    answer, slices = run(doing)
    assert answer.endswith(b"10000")
    assert slices >= 10_000 * 6 / 2048


def test_what_is_no_request_is_counted():
    async def doing():
        refused = []
        async with served(refused=staticmethod(refused.append)) as (port, _):
            return await call(port, b"nonsense\r\n\r\n"), refused

    answer, refused = run(doing)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert refused == ["server.bad-message"]


def test_the_second_request_of_a_connection_has_a_time_too():
    async def doing():
        async with served() as (port, _):
            return await call(port, REQUEST, REQUEST[:9])

    answer = run(doing)
    assert answer.count(b"hello") == 1


def test_a_client_that_does_not_read_its_answers_is_dropped_and_a_slow_one_is_not():
    """It kept a file of the server for ever: a connection is closed only when all is sent."""

    async def doing():
        large = REQUEST.replace(b"/", b"/large", 1).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        async with served(taken_seconds=SECONDS) as (port, made):
            idle, slow = [await asyncio.open_connection("127.0.0.1", port, limit=1) for _ in range(2)]
            for _, writer in (idle, slow):
                writer.write(large)
            got = 0
            while text := await slow[0].read(1_000_000):
                got += len(text)
                await asyncio.sleep(SECONDS / 10)
            left = sum(made.counts.values())
            for _, writer in (idle, slow):
                writer.close()
            return got > LARGE, left

    assert run(doing) == (True, 0)


def test_a_websocket_stays_open():
    async def doing():
        async with served() as (port, made), connect(f"ws://127.0.0.1:{port}/echo") as opened:
            await asyncio.sleep(2 * SECONDS)
            await opened.send("still here")
            return await opened.recv(), dict(made.counts)

    assert run(doing) == ("still here", {})


def test_connections_of_one_address_are_limited_with_a_sentence():
    async def doing():
        async with served(most_each=2, seconds=9) as (port, made):
            held = [await asyncio.open_connection("127.0.0.1", port, local_addr=(OTHER, 0)) for _ in range(2)]
            refused = await call(port)
            async with asyncio.timeout(20):
                by_proxy = await asyncio.open_connection("127.0.0.1", port)
                by_proxy[1].write(REQUEST)
                granted = await by_proxy[0].readline()
            for _, writer in [*held, by_proxy]:
                writer.close()
            while made.counts:
                await asyncio.sleep(0.01)
        return refused, granted

    refused, granted = run(doing)
    assert refused.startswith(b"HTTP/1.1 503")
    assert b"server.too-many-connections" in refused
    assert granted.startswith(b"HTTP/1.1 200")


def test_connections_in_all_are_limited():
    async def doing():
        async with served(most=1, seconds=9) as (port, _):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            refused = await call(port)
            writer.close()
        return refused

    assert run(doing).startswith(b"HTTP/1.1 503")


def test_a_system_that_allows_fewer_files_than_it_says_is_believed(monkeypatch):
    """macOS names no limit, and refuses to set it."""

    def refuse(kind, limits):
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert files_at_most() == 256


def test_new_connections_of_an_address_are_limited_and_refusals_are_counted():
    async def doing():
        refused = []
        limits = {"new": Buckets(0.001, 2), "refused": staticmethod(refused.append)}
        async with served(seconds=9, **limits) as (port, _):
            request = REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            answers = [(await call(port, request)).split(b" ")[1] for _ in range(3)]
            other = (await call(port, request, address="127.0.0.8")).split(b" ")[1]
        return answers, other, refused

    assert run(doing) == ([b"200", b"200", b"503"], b"200", ["server.too-many-connections"])


@pytest.mark.parametrize(
    ("address", "named", "is_so"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("10.1.2.3", "127.0.0.1, 10.0.0.0/8", True),
        ("10.1.2.3", "10.9.9.9/8", True),
        ("11.1.2.3", "10.0.0.0/8", False),
        ("2001:db8::7", "2001:db8::/32", True),
        ("192.0.2.7", "*", True),
        ("192.0.2.7", "proxy.example.org", False),
        ("", "10.0.0.0/8", False),
    ],
)
def test_a_proxy_is_named_by_its_address_or_network(address, named, is_so):
    assert is_among(address, named) == is_so
