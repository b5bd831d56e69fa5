"""The WebSocket endpoint: accepts connections, reads requests and answers them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from pioche.core.errors import PiocheError

from . import messages
from .api import browser_of
from .commands import check_holder, event_of
from .connection import Connection
from .cookies import secret_in
from .errors import Refused
from .guard import is_same_origin
from .limits import Addresses, Bucket, Limits, address_of
from .live import LiveTable
from .logging import log_fault
from .outbox import Outbox
from .store import Store, hashed
from .tables import Tables
from .words import say

BAD_ORIGIN, SILENT, TOO_MANY, TOO_LARGE, NOT_TEXT, TRY_AGAIN = 4403, 4408, 4429, 1009, 1003, 1013


class Sockets:
    def __init__(self, tables: Tables, store: Store, addresses: Addresses, limits: Limits) -> None:
        self.tables, self._store, self._addresses, self._limits = tables, store, addresses, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the WebSocket of a table, ``/ws/TABLE``."""
        socket, address = WebSocket(scope, receive, send), address_of(scope)
        await socket.accept()
        if not is_same_origin(dict(socket.headers)):
            await socket.close(BAD_ORIGIN)
            return
        if not self._addresses.may_open_socket(address):
            self.tables.metrics.refused("server.too-many-connections")
            await socket.close(TOO_MANY)
            return
        self._addresses.connected(address, 1)
        self.tables.metrics.sockets += 1
        try:
            await self._serve(socket, scope["path"].rpartition("/")[2])
        except (WebSocketDisconnect, RuntimeError):
            pass
        except SQLAlchemyError as error:
            log_fault("the database does not answer", error)
            await socket.close(TRY_AGAIN)
        finally:
            self.tables.metrics.sockets -= 1
            self._addresses.connected(address, -1)

    async def _serve(self, socket: WebSocket, table_id: str) -> None:
        hello = await self._hello(socket)
        if hello is None:
            return
        outbox, held = Outbox(socket), await self._held(socket, table_id, hello)
        connection = Connection(outbox, held, hello, address_of(socket.scope))
        try:
            live = await self.tables.find(table_id)
            if not connection.held:
                browser, contest = browser_of(socket), live.table.opened.contest
                await asyncio.to_thread(self.tables.boards.check_may_watch, contest, browser)
                live = await self.tables.find(live.table.id)  # it may have been unloaded meanwhile
        except Refused as error:
            await socket.send_text(messages.write(messages.Refusal(None, error.message.to_dict())).decode())
            await socket.close()
            return
        try:
            self.tables.enter(live, connection)
            await self._read_all(socket, connection, live)
        finally:
            self.tables.leave(live, connection)
            self.tables.metrics.dropped += outbox.is_dropped
            outbox.stop()

    async def _hello(self, socket: WebSocket) -> messages.Hello | None:
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                first = messages.read_client.decode(await socket.receive_text())
        except TimeoutError:
            self.tables.metrics.refused("server.silent")
            await socket.close(SILENT)
            return None
        except (msgspec.DecodeError, RecursionError, KeyError):
            first = None
        if isinstance(first, messages.Hello):
            return first
        await socket.close(1002)
        return None

    async def _held(self, socket: WebSocket, table_id: str, hello: messages.Hello) -> set[int]:
        """Return the seats for which this socket may act, by its cookie and its tokens."""
        given = [*hello.tokens, *filter(None, [secret_in(socket)])]
        held = await asyncio.to_thread(self._store.held_by, [hashed(secret) for secret in given]) if given else []
        return {holding.seat for holding in held if holding.table_id == table_id}

    async def _read_all(self, socket: WebSocket, connection: Connection, live: LiveTable) -> None:
        bucket = Bucket(self._limits.messages, self._limits.messages_at_once)
        shared = self._addresses.messages_of(connection.address)
        while True:
            try:
                text = await socket.receive_text()
            except KeyError:  # a binary frame
                await socket.close(NOT_TEXT)
                return
            if len(text) > self._limits.message_bytes:
                await socket.close(TOO_LARGE)
                return
            rest = max(bucket.reserve(), shared.reserve())
            if rest > 0:  # slow down a client that sends too fast
                await asyncio.sleep(rest)
            request, begin = None, time.perf_counter()
            try:
                request = messages.read_client.decode(text)
                await self._carry_out(request, connection, live)
                self.tables.metrics.answered(type(request).__name__, time.perf_counter() - begin)
            except (msgspec.DecodeError, RecursionError) as error:
                self._refuse(connection, None, Refused(say("bad-message", reason=str(error))))
            except PiocheError as error:
                self._refuse(connection, getattr(request, "id", None), error)
            except SQLAlchemyError as error:
                log_fault("the database does not answer", error)
                self._refuse(connection, getattr(request, "id", None), Refused(say("no-database")))

    def _refuse(self, connection: Connection, request: int | None, error: PiocheError) -> None:
        self.tables.metrics.refused(error.message.key)
        reason = error.reason.to_dict() if error.reason else None
        connection.send(messages.Refusal(request, error.message.to_dict(), reason))

    async def _carry_out(self, request: messages.FromClient, connection: Connection, live: LiveTable) -> None:
        table_id, helper = live.table.id, self.tables.help
        match request:
            case messages.Hello():
                return
            case messages.Ping(number):
                connection.send(messages.Pong(number))
            case messages.Look(seat):
                if not connection.may_look(seat):
                    raise Refused(say("not-your-seat"))
                connection.look(seat, live)
            case messages.Ready(number, seat):
                check_holder(connection, seat)
                live.ready(seat)
                self._confirm(connection, live, number, live.table.number)
            case messages.WhyNot():
                check_holder(connection, request.seat)
                connection.send(
                    messages.Reasons(request.id, await helper.why_not(table_id, request, connection.address))
                )
            case messages.AskHint(number, seat):
                check_holder(connection, seat)
                connection.send(await helper.hint(table_id, seat, number, connection.address))
            case messages.AskWinnable(number, seat):
                check_holder(connection, seat)
                is_winnable = await helper.winnable(table_id, seat, connection.address)
                connection.send(messages.Winnable(number, is_winnable))
            case messages.Replace(number, seat, level):
                done = await self.tables.replace(table_id, seat, level, connection.held)
                self._confirm(connection, live, number, done)
            case _:
                await self._act(request, connection, live)

    async def _act(self, request: Any, connection: Connection, live: LiveTable) -> None:
        """Carry out a request that becomes an event."""
        if isinstance(request, messages.Move):
            await live.let_bots_finish()
        done = await self.tables.act(live.table.id, lambda live: event_of(request, connection, live))
        self._confirm(connection, live, request.id, done)

    def _confirm(self, connection: Connection, live: LiveTable, request: int, number: int) -> None:
        connection.send(messages.Done(request, live.table.numbering.shown(number, connection.eyes)))
