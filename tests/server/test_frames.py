"""Texts that the server writes to a socket by itself are frames as others read them."""

import asyncio

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from pioche.server.wire import Wire, framed, writer_of


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


def test_texts_arrive_in_order_and_before_the_close():
    async def talk():
        server = uvicorn.Server(uvicorn.Config(say_goodbye, port=0, lifespan="off", log_config=None, ws=Wire))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}/") as socket:
            texts = [await socket.recv(), await socket.recv()]
            await socket.wait_closed()
        server.should_exit = True
        await serving
        return texts, socket.close_code

    assert asyncio.run(asyncio.wait_for(talk(), 30)) == (["one", "two"], 4000)
