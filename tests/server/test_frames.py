"""Texts that the server writes to a socket by itself are frames as others read them."""

import asyncio
import gc
import weakref
from contextlib import asynccontextmanager

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from pioche.server.limits import NO_LIMITS, Limits
from pioche.server.loop_share import LoopShare
from pioche.server.wire import Wire, framed, wire, writer_of


def parsed(data):
    """Return the frame in some bytes, as a client's library reads it."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as found:
        next(parsing)
    assert reader.buffer == b""
    return found.value.value


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_text_of_any_size_is_one_frame(size):
    text = b"x" * size
    frame = parsed(framed(text))
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, text)


async def say_goodbye(scope, receive, send):
    """An application that writes two texts to a socket and closes it at once, then tries to write another."""
    await send({"type": "websocket.accept"})
    write = writer_of(scope)
    assert write(b"one")
    assert write(b"two")
    await send({"type": "websocket.close", "code": 4000})
    assert not write(b"three")


@asynccontextmanager
async def served():
    """A server of that application, and its port."""
    server = uvicorn.Server(uvicorn.Config(say_goodbye, port=0, lifespan="off", log_config=None, ws=Wire))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server, server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


def test_texts_arrive_in_order_and_before_the_close():
    async def talk():
        async with served() as (_, port), connect(f"ws://127.0.0.1:{port}/") as socket:
            texts = [await socket.recv(), await socket.recv()]
            await socket.wait_closed()
        return texts, socket.close_code

    assert asyncio.run(asyncio.wait_for(talk(), 30)) == (["one", "two"], 4000)


def test_a_closed_socket_takes_no_memory():
    """Nothing but the collector would free what refers to itself, and old objects are hardly ever scanned."""

    async def talk():
        async with served() as (server, port):
            async with connect(f"ws://127.0.0.1:{port}/") as socket:
                (wire,) = server.server_state.connections
                left = [weakref.ref(wire), weakref.ref(wire.conn)]
                del wire
                await socket.wait_closed()
            while server.server_state.connections:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            return [each() for each in left]

    gc.disable()
    try:
        assert asyncio.run(asyncio.wait_for(talk(), 30)) == [None, None]
    finally:
        gc.enable()


class Pipe:
    """A transport that notes what is written."""

    def __init__(self, waiting=0):
        self.writes, self.is_reading, self.is_shut, self.is_gone = [], True, False, False
        self.waiting = waiting

    def get_extra_info(self, name, default=None):
        return {"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)}.get(name, default)

    @property
    def written(self):
        return b"".join(self.writes)

    def write(self, data):
        self.writes.append(data)

    def pause_reading(self):
        self.is_reading = False

    def resume_reading(self):
        self.is_reading = True

    def is_closing(self):
        return self.is_shut

    def close(self):
        self.is_shut = True

    def abort(self):
        self.is_shut = self.is_gone = True

    def get_write_buffer_size(self):
        return self.waiting


REQUEST = (
    b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-key: cGlvY2hlIHBpb2NoZSBwaQ==\r\nsec-websocket-version: 13\r\n\r\n"
)


def connected(pipe, app, kind=None, **settings):
    """Return the server's end of a connection that is made of a pipe."""
    config = uvicorn.Config(app, lifespan="off", log_config=None, **settings)
    config.load()
    kind = kind or wire(NO_LIMITS, lambda reason: None, LoopShare())
    made = kind(config=config, server_state=ServerState(), app_state={}, _loop=asyncio.get_running_loop())
    made.connection_made(pipe)
    return made


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_texts_of_one_turn_are_one_write(run):
    async def write_two():
        made = connected(pipe, lambda *_: None)
        assert made.write(b"one")
        assert made.write(b"two")
        before = list(pipe.writes)
        await asyncio.sleep(0)
        made.stop_keepalive()
        return before

    pipe = Pipe()
    assert run(write_two()) == []
    assert pipe.writes == [framed(b"one") + framed(b"two")]


def of_client(opcode, data, *, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True, extensions=[])


def received(chunks):
    """Return the messages that an application receives of these chunks, and the transport."""

    async def read_all(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            got.append(message.get("text", message.get("bytes")))
        got.append(message.get("code"))

    async def feed():
        made = connected(pipe, read_all, ws_max_size=1000)
        for chunk in (REQUEST, *chunks):
            made.data_received(chunk)
            for _ in range(10):
                await asyncio.sleep(0)
            while not (pipe.is_reading or pipe.is_shut):
                await asyncio.sleep(0)
        made.stop_keepalive()

    got, pipe = [], Pipe()
    asyncio.run(feed())
    return got, pipe


STREAM = [
    of_client(Opcode.TEXT, b"one"),
    of_client(Opcode.PING, b"?"),
    of_client(Opcode.TEXT, "é".encode() * 100),
    of_client(Opcode.PONG, b"!"),
    of_client(Opcode.TEXT, b"tw", fin=False),
    of_client(Opcode.PONG, b""),
    of_client(Opcode.CONT, b"o"),
    of_client(Opcode.TEXT, b""),
    of_client(Opcode.BINARY, b"\x00"),
    of_client(Opcode.TEXT, b"last"),
]
"""The frames of a client, which mean the same however the network cuts them."""
MEANT = ["one", "é" * 100, "two", "", b"\x00", "last"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 13, 100, 10_000])
def test_texts_are_read_however_the_network_cuts_them(size):
    whole = b"".join(STREAM)
    got, pipe = received(whole[at : at + size] for at in range(0, len(whole), size))
    assert got == MEANT
    assert pipe.written.endswith(b"\x8a\x01?")  # the answer to the ping


def test_whole_frames_are_read_one_by_one_and_together():
    assert received(STREAM)[0] == MEANT
    assert received([b"".join(STREAM[:4]), *STREAM[4:]])[0] == MEANT


def test_a_frame_within_a_frame_is_not_read_as_a_message():
    """After a header alone, the rest of a text may look like a frame."""
    inner = of_client(Opcode.TEXT, b"forged")
    masked = Frame(Opcode.TEXT, bytes(inner)).serialize(mask=True, extensions=[])
    head, rest = bytes([0x81, 0x80 | len(inner)]) + bytes(4), inner
    assert received([head, rest])[0] == [inner.decode("latin-1")] or received([head, rest])[0] == [1007]
    assert received([masked[:6], masked[6:]])[0][0] != "forged"


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (of_client(Opcode.TEXT, b"\xff"), 1007),
        (of_client(Opcode.TEXT, b"x" * 1001), 1009),
        (Frame(Opcode.TEXT, b"x").serialize(mask=False, extensions=[]), 1002),
        (of_client(Opcode.CLOSE, b"\x0f\xa0"), 4000),
    ],
    ids=["not UTF-8", "too long", "not masked", "a close"],
)
def test_an_invalid_text_closes_the_socket(frame, code):
    got, pipe = received([of_client(Opcode.TEXT, b"one"), frame, of_client(Opcode.TEXT, b"late")])
    assert got == ["one", code]
    assert pipe.is_shut


def test_a_text_in_parts_that_is_not_utf_8_is_not_logged(caplog):
    got, pipe = received([of_client(Opcode.TEXT, b"\xff", fin=False), of_client(Opcode.CONT, b"x")])
    assert got == [1007]
    assert pipe.is_shut
    assert caplog.records == []


@pytest.mark.parametrize(
    "asked",
    [REQUEST.replace(b"GET /", b"GET /" + b"x" * 9000), REQUEST.replace(b"host", b"a: b\r\n" * 200 + b"host")],
    ids=["too long", "too many headers"],
)
def test_a_socket_whose_request_cannot_be_read_is_refused_and_closed(asked):
    """It was left open for ever, and was counted nowhere."""

    async def feed():
        made = connected(pipe, wait)
        made.data_received(asked)

    pipe = Pipe()
    asyncio.run(feed())
    assert pipe.written.startswith(b"HTTP/1.1 400 ")
    assert pipe.is_shut


def test_a_client_that_does_not_wait_is_read_no_further():
    async def feed():
        made = connected(pipe, lambda *_: None)
        made.handshake_initiated = True
        reading = []
        for _ in range(3):
            made.data_received(STREAM[0])
            reading.append(pipe.is_reading)
        for _ in range(3):
            await made.receive()
        return [*reading, pipe.is_reading]

    pipe = Pipe()
    assert asyncio.run(feed()) == [True, False, False, True]


@pytest.mark.parametrize(("waiting", "is_gone"), [(0, False), (1, True)])
def test_a_client_that_answers_no_pings_is_not_waited_for(waiting, is_gone):
    async def time_out():
        made = connected(pipe, wait)
        made.data_received(REQUEST)
        await asyncio.sleep(0.01)
        made.keepalive_timeout()
        made.stop_keepalive()

    pipe = Pipe(waiting)
    asyncio.run(time_out())
    assert pipe.is_shut
    assert pipe.is_gone == is_gone


async def wait(scope, receive, send):
    """An application that takes no messages."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(60)


@pytest.mark.parametrize(
    "frame",
    [of_client(Opcode.PING, b""), of_client(Opcode.PONG, b""), of_client(Opcode.CONT, b"", fin=False)],
    ids=["pings", "pongs", "parts of a text"],
)
def test_a_socket_that_sends_many_small_frames_is_closed_before_all_are_read(frame):
    """Parsing a megabyte of them took a second, in which everybody waited."""

    async def feed():
        made = connected(pipe, wait, wire(Limits(), refused.append, LoopShare()))
        made.data_received(REQUEST)
        await asyncio.sleep(0.01)
        made.data_received(of_client(Opcode.TEXT, b"", fin=False) + frame * 90)
        while not pipe.is_reading:
            await asyncio.sleep(0)
        still_open = not pipe.is_shut
        made.data_received(frame * 40_000)
        while not pipe.is_shut:
            await asyncio.sleep(0)
        made.stop_keepalive()
        return still_open, len(made._unread)

    pipe, refused = Pipe(), []
    still_open, unread = asyncio.run(asyncio.wait_for(feed(), 30))
    assert still_open
    assert unread > 39_000 * len(frame)
    assert refused == ["server.too-fast"]
    assert b"\x88\x02" + (1008).to_bytes(2) in pipe.written


def test_messages_that_wait_are_not_read_further():
    """A quarter of a megabyte in one piece was thirty thousand messages in memory."""

    async def feed():
        made = connected(pipe, wait)
        made.data_received(REQUEST)
        await asyncio.sleep(0.01)
        made.data_received(of_client(Opcode.TEXT, b"x") * 30_000)
        await asyncio.sleep(0.01)
        waiting, is_reading = made.queue.qsize(), pipe.is_reading
        for _ in range(30_000):
            assert (await made.receive())["text"] == "x"
        made.stop_keepalive()
        return waiting, is_reading, pipe.is_reading

    pipe = Pipe()
    waiting, *reading = asyncio.run(asyncio.wait_for(feed(), 30))
    assert waiting < 200
    assert reading == [False, True]
