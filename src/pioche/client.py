"""A seat at a Pioche server, for programs: it plays over the socket as a page does.

async with pioche.client.sit("http://127.0.0.1:8020", table, token) as seat:
    async for state in seat.states():
        if moves := state.view["moves"]:
            await seat.play(moves[0]["name"])
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from .core.errors import PiocheError
from .core.plain import PlainMessage
from .core.words import Message
from .server import messages
from .server import words as words  # the server's sentences can be said here too

PATIENCE = 30.0
"""How long an answer is waited for, and how long a lost server is looked for, in seconds."""


class RefusedByServer(PiocheError):
    """The server has refused a request; nothing has changed."""


class Seat:
    """One seat of a table. After a break it comes back by itself, and is told what it missed."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self._url = f"{address.rstrip('/').replace('http', 'ws', 1)}/ws/{table}"
        self._token = token
        self._socket: ClientConnection | None = None
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._states: asyncio.Queue[messages.State | None] = asyncio.Queue()
        self._requests = 0
        self._reader: asyncio.Task[None] | None = None
        self.number = -1
        self.seat = -1

    async def open(self) -> None:
        await self._connect()
        self._reader = asyncio.create_task(self._read())

    async def _connect(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    self._socket = await connect(self._url)
                    await self._socket.send(messages.write(messages.Hello(self.number, [self._token])).decode())
                    return
                except (OSError, ConnectionClosed):
                    await asyncio.sleep(0.1)

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def states(self) -> AsyncIterator[messages.State]:
        """The table whenever something has happened, as it is by then, until the match is over."""
        while (state := await self._states.get()) is not None:
            if not self._states.empty():
                continue
            yield state
            if state.view["over"]:
                return

    async def play(self, move: str) -> int:
        """Make a move; returns the number under which it is on disk. `RefusedByServer` says why it is not."""
        answer = await self._ask(messages.Move(self._next(), max(self.seat, 0), move, self.number))
        return int(answer.number)

    async def hint(self) -> list[dict[str, Any]]:
        """What each legal move is worth."""
        answer = await self._ask(messages.AskHint(self._next(), max(self.seat, 0)))
        return list(answer.hints)

    def _next(self) -> int:
        self._requests += 1
        return self._requests

    async def _ask(self, request: Any) -> Any:
        if self._socket is None:
            raise RuntimeError("the seat is not open")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[request.id] = future
        try:
            await self._socket.send(messages.write(request).decode())
            return await asyncio.wait_for(future, PATIENCE)
        finally:
            self._answers.pop(request.id, None)

    async def _read(self) -> None:
        while True:
            try:
                if self._socket is None:
                    return
                async for text in self._socket:
                    self._take(messages.read_server.decode(text))
            except ConnectionClosed:
                pass
            self._lose_answers()
            await self._connect()

    def _lose_answers(self) -> None:
        """Whether what was asked before a break has happened will be seen in the next state."""
        for future in self._answers.values():
            if not future.done():
                future.set_exception(ConnectionResetError("the server went away before it answered"))

    def _take(self, message: messages.FromServer) -> None:
        if isinstance(message, messages.State):
            if message.number > self.number:  # otherwise somebody only came or went
                self._states.put_nowait(message)
            self.number = message.number
            self.seat = message.eyes
            return
        future = self._answers.get(message.id) if message.id is not None else None
        if isinstance(message, messages.Refusal):
            error = RefusedByServer(_message(message.message))
            if future is None:
                self._states.put_nowait(None)
            elif not future.done():
                future.set_exception(error)
        elif future is not None and not future.done():
            future.set_result(message)


def _message(plain: PlainMessage) -> Message:
    arguments = {
        name: _message(value) if isinstance(value, dict) else value for name, value in plain["arguments"].items()
    }
    return Message(plain["key"], arguments)


@asynccontextmanager
async def sit(address: str, table: str, token: str) -> AsyncIterator[Seat]:
    """Sit down in a seat, and leave it at the end."""
    seat = Seat(address, table, token)
    await seat.open()
    try:
        yield seat
    finally:
        await seat.close()
