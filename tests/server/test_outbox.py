"""Sending over a socket: at once to a client that reads, in order to a slow one, and never more than it can take."""

import asyncio

from starlette.websockets import WebSocket

from pioche.server.outbox import MOST_WAITING, TOO_SLOW, Outbox
from pioche.server.wire import EXTENSION


class Wire:
    """The server's end of a socket, which accepts messages while the client reads."""

    def __init__(self):
        self.sent, self.codes, self.reads, self.written = [], [], asyncio.Event(), []
        self.reads.set()

    def write(self, text):
        """Take the short way."""
        if self.reads.is_set():
            self.sent.append(text)
            self.written.append(text)
        return self.reads.is_set()

    async def receive(self):
        return {"type": "websocket.connect"}

    async def send(self, message):
        await self.reads.wait()
        if message["type"] == "websocket.send":
            self.sent.append(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.codes.append(message["code"])


def with_a_wire(play, *, is_short=False):
    async def doing():
        wire = Wire()
        extensions = {EXTENSION: {"write": wire.write}} if is_short else {}
        socket = WebSocket({"type": "websocket", "extensions": extensions}, wire.receive, wire.send)
        await socket.accept()
        return await play(wire, Outbox(socket))

    return asyncio.run(asyncio.wait_for(doing(), 30))


def test_texts_take_the_short_way_unless_the_client_is_slow():
    async def play(wire, outbox):
        outbox.send(b"one")
        wire.reads.clear()
        outbox.send(b"two")
        wire.reads.set()
        outbox.send(b"three")
        await asyncio.sleep(0.05)
        outbox.send(b"four")
        assert wire.sent == [b"one", b"two", b"three", b"four"]
        assert wire.written == [b"one", b"four"]

    with_a_wire(play, is_short=True)


def test_a_client_that_reads_is_sent_a_text_at_once():
    async def play(wire, outbox):
        outbox.send(b"one")
        outbox.send(b"two")
        assert wire.sent == [b"one", b"two"]

    with_a_wire(play)


def test_a_slow_client_is_sent_everything_in_order_and_then_at_once_again():
    async def play(wire, outbox):
        wire.reads.clear()
        for text in (b"one", b"two", b"three"):
            outbox.send(text)
        assert wire.sent == []
        wire.reads.set()
        await asyncio.sleep(0.05)
        assert wire.sent == [b"one", b"two", b"three"]
        outbox.send(b"four")
        assert wire.sent[-1] == b"four"

    with_a_wire(play)


def test_a_client_that_reads_too_slowly_is_dropped():
    async def play(wire, outbox):
        wire.reads.clear()
        for number in range(MOST_WAITING + 2):
            outbox.send(b"%d" % number)
        assert outbox.is_dropped
        wire.reads.set()
        await asyncio.sleep(0.05)
        assert wire.sent == [b"0"]
        assert wire.codes == [TOO_SLOW]

    with_a_wire(play)


def test_queued_texts_are_sent_before_the_socket_is_closed():
    async def play(wire, outbox):
        wire.reads.clear()
        outbox.send(b"one")
        outbox.send(b"two")
        await outbox.close()
        wire.reads.set()
        await asyncio.sleep(0.05)
        assert (wire.sent, len(wire.codes)) == ([b"one", b"two"], 1)

    with_a_wire(play)


def test_nothing_is_sent_to_a_client_that_is_gone():
    async def play(wire, outbox):
        wire.reads.clear()
        outbox.send(b"one")
        outbox.stop()
        wire.reads.set()
        await asyncio.sleep(0.05)
        outbox.send(b"two")
        assert wire.sent == []

    with_a_wire(play)
