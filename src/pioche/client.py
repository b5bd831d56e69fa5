"""A client for programs: takes a seat at a Pioche server and plays over its WebSocket, as the page does.

async with pioche.client.sit("http://127.0.0.1:8020", table, token) as seat:
    async for state in seat.states():
        if moves := state.view["moves"]:
            with contextlib.suppress(ConnectionError):  # the next state shows whether it was made
                await seat.play(moves[0]["name"])
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from .core.errors import PiocheError
from .core.words import read_message
from .server import messages
from .server.words import say  # loads the server's texts, so that its messages can be shown here

PATIENCE = 30.0
"""How long to wait for an answer, and how long to try to reconnect, in seconds."""
PAUSE = 0.2
"""Seconds between two attempts to connect."""


class RefusedByServer(PiocheError):
    """The server refused a request; nothing has changed."""


class LostServer(PiocheError, ConnectionError):
    """The server could not be reached again."""


class Seat:
    """One seat of a table. It reconnects automatically and receives what it missed."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self._url = f"{address.rstrip('/').replace('http', 'ws', 1)}/ws/{table}"
        self._token = token
        self._socket: ClientConnection | None = None
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._states: asyncio.Queue[messages.State | PiocheError] = asyncio.Queue()
        self._is_new = True
        self._refusal: PiocheError | None = None
        self._requests = 0
        self._reader: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.number = -1
        self.seat = -1
        self.part = secrets.token_hex(32)
        """This seat's part of the seed, sent if the server waits for it; the record of the match must contain it."""

    async def open(self) -> None:
        await self._connect()
        self._reader = asyncio.create_task(self._read())

    async def _connect(self) -> None:
        """Connect, retrying until the server answers; while it starts, it may close the connection early."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self._greet():
                    await asyncio.sleep(PAUSE)
        except TimeoutError as error:
            raise LostServer(say("lost")) from error

    async def _greet(self) -> bool:
        try:
            self._socket = await connect(self._url)
            self._is_new = True
            await self._socket.send(messages.write(messages.Hello(self.number, [self._token])).decode())
        except (OSError, WebSocketException):
            return False
        return True

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def states(self) -> AsyncIterator[messages.State]:
        """Yield the table whenever something has happened, and after every reconnect, until the match is over.

        Raise `RefusedByServer` if there is no such table, `LostServer` if the server cannot be reached again.
        """
        while True:
            state = await self._states.get()
            if isinstance(state, PiocheError):
                raise state
            if not self._states.empty():
                continue
            yield state
            if state.view["over"]:
                return

    async def play(self, move: str) -> int:
        """Make a move; return the number of its event. Raise `RefusedByServer` if it is refused.

        Raise `ConnectionError` if the connection is lost meanwhile: the next state shows whether the move was made.
        """
        answer = await self._ask(messages.Move(self._next(), max(self.seat, 0), move, self.number))
        return int(answer.number)

    async def undo(self) -> int:
        """Take the last move back, or ask the others; return the number of the event. Errors as for `play`."""
        answer = await self._ask(messages.Undo(self._next(), max(self.seat, 0), max(self.number, 0)))
        return int(answer.number)

    async def hint(self) -> list[dict[str, Any]]:
        """Return the value of each legal move."""
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
        except ConnectionClosed as error:
            raise ConnectionResetError("the server is away") from error
        finally:
            self._answers.pop(request.id, None)
            if not future.cancel() and not future.cancelled():
                future.exception()  # the connection was lost while the request was sent: that error was raised already

    async def _read(self) -> None:
        """Read messages, reconnecting when the connection is lost, unless the server refused the table."""
        try:
            while self._socket is not None and self._refusal is None:
                with suppress(ConnectionClosed):
                    async for text in self._socket:
                        self._take(messages.read_server.decode(text))
                self._lose_answers()
                if self._refusal is None:
                    await asyncio.sleep(PAUSE)
                    await self._connect()
        except LostServer as error:
            self._states.put_nowait(error)

    def _contribute(self) -> None:
        """Send this seat's part of the seed. If it comes too late, the record shows that it is not in the seed."""
        task = asyncio.create_task(self._ask(messages.Contribute(self._next(), self.seat, self.part)))
        self._tasks.add(task)
        task.add_done_callback(self._end_task)

    def _end_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # refused, or the connection was lost: after a reconnect it is sent again

    def _lose_answers(self) -> None:
        """Fail the pending requests: the next state shows whether they were carried out."""
        for future in self._answers.values():
            if not future.done():
                future.set_exception(ConnectionResetError("the server went away before it answered"))

    def _take(self, message: messages.FromServer) -> None:
        if isinstance(message, messages.State):
            if message.number > self.number or self._is_new:  # otherwise only presence changed
                self._states.put_nowait(message)
            self.number, self._is_new = message.number, False
            self.seat = message.eyes
            if message.contributing and self.seat in message.contributing:
                self._contribute()
            return
        future = self._answers.get(message.id) if message.id is not None else None
        if isinstance(message, messages.Refusal):
            error = RefusedByServer(read_message(message.message))
            if future is None:
                self._refusal = error
                self._states.put_nowait(error)
            elif not future.done():
                future.set_exception(error)
        elif future is not None and not future.done():
            future.set_result(message)


@asynccontextmanager
async def sit(address: str, table: str, token: str) -> AsyncIterator[Seat]:
    """Connect to a seat, and disconnect at the end."""
    seat = Seat(address, table, token)
    await seat.open()
    try:
        yield seat
    finally:
        await seat.close()
