"""Sending over a socket: at once to a client that reads, in order to a slow one, and never more than it can take."""

import asyncio

from starlette.websockets import WebSocket

from pioche.server.outbox import MOST_WAITING, TOO_SLOW, Outbox


class Wire:
    """The server's end of a socket, which accepts messages while the client reads."""

    def __init__(self):
        self.sent, self.codes, self.reads = [], [], asyncio.Event()
        self.reads.set()

    async def receive(self):
        return {"type": "websocket.connect"}

    async def send(self, message):
        await self.reads.wait()
        if message["type"] == "websocket.send":
            self.sent.append(message["text"])
        elif message["type"] == "websocket.close":
            self.codes.append(message["code"])


def with_a_wire(play):
    async def doing():
        wire = Wire()
        socket = WebSocket({"type": "websocket"}, wire.receive, wire.send)
        await socket.accept()
        return await play(wire, Outbox(socket))

    return asyncio.run(asyncio.wait_for(doing(), 30))


def test_a_client_that_reads_is_sent_a_text_at_once():
    async def play(wire, outbox):
        outbox.send("one")
        outbox.send("two")
        assert wire.sent == ["one", "two"]

    with_a_wire(play)


def test_a_slow_client_is_sent_everything_in_order_and_then_at_once_again():
    async def play(wire, outbox):
        wire.reads.clear()
        for text in ("one", "two", "three"):
            outbox.send(text)
        assert wire.sent == []
        wire.reads.set()
        await asyncio.sleep(0.05)
        assert wire.sent == ["one", "two", "three"]
        outbox.send("four")
        assert wire.sent[-1] == "four"

    with_a_wire(play)


def test_a_client_that_reads_too_slowly_is_dropped():
    async def play(wire, outbox):
        wire.reads.clear()
        for number in range(MOST_WAITING + 2):
            outbox.send(str(number))
        assert outbox.is_dropped
        wire.reads.set()
        await asyncio.sleep(0.05)
        assert wire.sent == ["0"]
        assert wire.codes == [TOO_SLOW]

    with_a_wire(play)


def test_queued_texts_are_sent_before_the_socket_is_closed():
    async def play(wire, outbox):
        wire.reads.clear()
        outbox.send("one")
        outbox.send("two")
        await outbox.close()
        wire.reads.set()
        await asyncio.sleep(0.05)
        assert (wire.sent, len(wire.codes)) == (["one", "two"], 1)

    with_a_wire(play)


def test_nothing_is_sent_to_a_client_that_is_gone():
    async def play(wire, outbox):
        wire.reads.clear()
        outbox.send("one")
        outbox.stop()
        wire.reads.set()
        await asyncio.sleep(0.05)
        outbox.send("two")
        assert wire.sent == []

    with_a_wire(play)
