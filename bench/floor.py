"""The lower bound of a server's work: `bench.load` against one that sends as much, but knows no game and no database.

    python -m bench.floor --tables 500 --rate 500 --seconds 20

A move is answered by sending texts of the usual size, made in advance, to all sockets of its table: what is left is
the network, the loop and a few lines of Python.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import re
from multiprocessing.connection import Connection
from typing import ClassVar, cast

import uvloop

from pioche.server.wire import framed, whole_text

from .crowd import SEATS, Table
from .load import add_arguments, measure

STATE_BYTES = 3100
"""About the size of a state of No Merci with three players."""
MOST_BYTES = 1 << 16
ACCEPTED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
TURN = b'{"type":"state","number":%d,"eyes":%d,"view":{"moves":[{"name":"take"}]},"rest":"'
LOOK = b'{"type":"state","rest":"'
NUMBER = re.compile(r'"id":(\d+)')


def filled(head: bytes) -> bytes:
    """Return a state of the usual size, as a frame."""
    return framed(head + b"x" * (STATE_BYTES - len(head) - 2) + b'"}')


class Echo(asyncio.Protocol):
    """One socket of a table: sends every move to all sockets of the table."""

    tables: ClassVar[dict[bytes, list[Echo]]] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self._table = cast(asyncio.Transport, transport), list[Echo]()
        self._place = 0

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET "):
            self._table = self.tables.setdefault(data.split(b" ", 2)[1], [])
            self._place = len(self._table)
            self._table.append(self)
            self._transport.write(ACCEPTED)
            return
        text = whole_text(data, MOST_BYTES)
        if text is None:
            return
        if (found := NUMBER.search(text)) is None:  # hello
            self._transport.write(filled(LOOK if self._place else TURN % (0, 0)))
            return
        following = (self._place + 1) % SEATS
        for each in self._table:
            each._transport.write(filled(TURN % (int(found[1]) + 1, following) if each._place == following else LOOK))
        self._transport.write(framed(b'{"type":"done","id":%b,"number":1}' % found[1].encode()))


def serve(port: Connection) -> None:
    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", 0, backlog=1024)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    uvloop.run(run())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments = add_arguments(parser).parse_args()
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    process.start()
    ports = [here.recv()] * arguments.sockets
    tables = [Table(str(number), ["x"] * SEATS, ports) for number in range(arguments.tables)]
    assert process.pid is not None
    measure(tables, [process.pid], arguments)
    process.terminate()


if __name__ == "__main__":
    main()
