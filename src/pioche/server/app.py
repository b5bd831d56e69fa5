"""The web application: routes, sockets, and what every answer is guarded by."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from pioche.core.errors import PiocheError, UnknownGame

from . import messages, shelf
from .bots import Pace
from .connection import Connection
from .desk import COOKIE, Desk, answer, refuse
from .endpoints import ENDPOINTS, description
from .hall import Hall
from .limits import Addresses, Bucket, Limits, network_of
from .log import Log, hashed
from .place import Place
from .room import Refused, Room
from .words import say

logger = logging.getLogger("pioche.server")

PAGE = Path(__file__).parent / "page"
"""The built page; made from web/ at set-up."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
GUARDS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
ASSETS = "/assets/"
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
"""What lies among the assets has its content in its name."""
WORTH_PACKING = 1000
"""Answers of so many bytes are compressed."""
COLLECTED_AFTER = (20_000, 20, 50)
"""Hardly anything here refers to itself; to look for it often would only make everybody wait."""
BAD_ORIGIN, TOO_MANY, TOO_LARGE, NOT_TEXT, TRY_AGAIN = 4403, 4429, 1009, 1003, 1013
UNAVAILABLE = 503


class Guard:
    """Around everything: headers, sizes, rates, and where a request may come from."""

    def __init__(self, app: ASGIApp, addresses: Addresses, limits: Limits) -> None:
        self._app, self._addresses, self._limits = app, addresses, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if refusal := self._refusal(scope, headers):
            await refusal(scope, receive, send)
            return

        is_asset = scope["path"].startswith(ASSETS)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = FOREVER if is_asset and message["status"] == 200 else ASK_AGAIN
                added = GUARDS | {"cache-control": kept}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await self._app(scope, self._measured(receive), guarded)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> Response | None:
        if not is_same_origin(headers):
            return refuse(Refused(say("bad-message", reason="Origin")), 403)
        if scope["path"].startswith("/api/") and not self._addresses.may_ask(address_of(scope)):
            return refuse(Refused(say("too-fast")), 429)
        if len(scope["path"]) > self._limits.path_length:
            return refuse(Refused(say("no-table")), 404)
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > self._limits.body_bytes:
            return refuse(Refused(say("bad-message", reason="Content-Length")), 413)
        return None

    def _measured(self, receive: Receive) -> Receive:
        """A body that does not say its length is cut off where it is too long."""
        left = self._limits.body_bytes

        async def read() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            return message if left >= 0 else {"type": "http.disconnect"}

        return read


def is_same_origin(headers: dict[str, str]) -> bool:
    """A browser says where a request comes from; a program need not."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"


class Server:
    """One process: the log, the hall, the desk, and its sockets."""

    def __init__(self, url: str, *, pace: Pace | None = None, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.addresses = Addresses(self.limits)
        self.log = Log(url)
        self.hall = Hall(self.log, pace=pace)
        self.desk = Desk(self.hall)
        self._is_done = False

    def app(self) -> Starlette:
        described = answer(description()).body

        async def describe(request: Request) -> Response:
            return Response(described, media_type="application/json")

        routes = [
            *(Route(each.path, told(partial(each.handler, self.desk)), methods=[each.method]) for each in ENDPOINTS),
            Route("/api/openapi.json", describe),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            WebSocketRoute("/ws/{table}", self.socket),
        ]
        if PAGE.is_dir():
            routes += [Mount(ASSETS.rstrip("/"), StaticFiles(directory=PAGE / "assets")), Route("/{path:path}", page)]
        guard = Middleware(Guard, addresses=self.addresses, limits=self.limits)
        packed = Middleware(GZipMiddleware, minimum_size=WORTH_PACKING)
        return Starlette(routes=routes, middleware=[guard, packed], lifespan=self.life)

    @contextlib.asynccontextmanager
    async def life(self, app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(shelf.words)  # the first visitor need not wait for them
        gc.freeze()  # what is there by now stays, and need not be gone through again and again
        gc.set_threshold(*COLLECTED_AFTER)
        resuming = asyncio.create_task(self.hall.resume())
        listening = None if self.log.is_sqlite else await self._begin_listening()
        beating = None if self.log.is_sqlite else asyncio.create_task(self.hall.beat())
        logger.info("ready", extra={"database": self.log.url.get_backend_name()})
        yield
        self._is_done = True
        resuming.cancel()
        if beating is not None:
            beating.cancel()
        await self.hall.close()
        if listening is not None:
            await listening
        self.log.close()
        logger.info("stopped")

    async def _begin_listening(self) -> asyncio.Task[None]:
        """Hear what other processes write; returns once nothing is missed any more."""
        loop, begun = asyncio.get_running_loop(), asyncio.Event()

        def heard(table: str, number: int | None) -> None:
            asyncio.run_coroutine_threadsafe(self.hall.heard(table, number), loop)

        def hears() -> None:
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(self.hall.catch_up(), loop)

        task = asyncio.create_task(asyncio.to_thread(self.log.listen, heard, hears, lambda: self._is_done))
        await begun.wait()
        return task

    async def health(self, request: Request) -> Response:
        try:
            await asyncio.to_thread(self.log.code_of, "")
        except SQLAlchemyError:
            return PlainTextResponse("database", UNAVAILABLE)
        return PlainTextResponse("ok")

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(self.hall.metrics.text())

    # Sockets.

    async def socket(self, socket: WebSocket) -> None:
        address = address_of(socket.scope)
        await socket.accept()
        if not is_same_origin(dict(socket.headers)):
            await socket.close(BAD_ORIGIN)
            return
        if not self.addresses.may_connect(address):
            await socket.close(TOO_MANY)
            return
        self.addresses.connected(address, 1)
        self.hall.metrics.sockets += 1
        try:
            await self._serve(socket)
        except (WebSocketDisconnect, RuntimeError):
            pass
        except SQLAlchemyError:
            logger.exception("the database does not answer")
            await socket.close(TRY_AGAIN)
        finally:
            self.hall.metrics.sockets -= 1
            self.addresses.connected(address, -1)

    async def _serve(self, socket: WebSocket) -> None:
        hello = await self._hello(socket)
        if hello is None:
            return
        connection = Connection(socket, await self._held(socket, socket.path_params["table"], hello), hello)
        try:
            place = await self.hall.place(socket.path_params["table"])
        except Refused as error:
            await socket.send_text(messages.write(messages.Refusal(None, error.message.plain())).decode())
            await socket.close()
            return
        self.hall.enter(place, connection)
        writing = asyncio.create_task(connection.write_all())
        reading = asyncio.create_task(self._read_all(socket, connection, place))
        try:
            await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hall.leave(place, connection)
            self.hall.metrics.dropped += connection.is_dropped
            for task in (reading, writing):
                task.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _hello(self, socket: WebSocket) -> messages.Hello | None:
        try:
            first = messages.read_client.decode(await socket.receive_text())
        except (msgspec.DecodeError, RecursionError, KeyError):
            first = None
        if isinstance(first, messages.Hello):
            return first
        await socket.close(1002)
        return None

    async def _held(self, socket: WebSocket, table: str, hello: messages.Hello) -> set[int]:
        """The seats for which this socket may act, by its cookie and the secrets it has shown."""
        given = [*hello.tokens, *filter(None, [socket.cookies.get(COOKIE)])]
        held = await asyncio.to_thread(self.log.held_by, [hashed(secret) for secret in given]) if given else []
        return {holding.seat for holding in held if holding.table == table}

    async def _read_all(self, socket: WebSocket, connection: Connection, place: Place) -> None:
        bucket = Bucket(self.limits.messages, self.limits.messages_at_once)
        while True:
            try:
                text = await socket.receive_text()
            except KeyError:  # a binary frame
                await socket.close(NOT_TEXT)
                return
            if len(text) > self.limits.message_bytes:
                await socket.close(TOO_LARGE)
                return
            while not bucket.take():  # who sends too fast is read more slowly
                await asyncio.sleep(bucket.wait())
            request = None
            try:
                request = messages.read_client.decode(text)
                await self._carry_out(request, connection, place)
            except (msgspec.DecodeError, RecursionError) as error:
                self._refuse(connection, None, Refused(say("bad-message", reason=str(error))))
            except PiocheError as error:
                self._refuse(connection, getattr(request, "id", None), error)
            except SQLAlchemyError:
                logger.exception("the database does not answer")
                self._refuse(connection, getattr(request, "id", None), Refused(say("no-database")))

    def _refuse(self, connection: Connection, request: int | None, error: PiocheError) -> None:
        self.hall.metrics.refusals += 1
        connection.send(messages.Refusal(request, error.message.plain()))

    async def _carry_out(self, request: messages.FromClient, connection: Connection, place: Place) -> None:
        table = place.room.table
        match request:
            case messages.Hello():
                return
            case messages.Ping(number):
                connection.send(messages.Pong(number))
            case messages.Look(seat):
                if not connection.may_look(seat):
                    raise Refused(say("not-your-seat"))
                connection.look(seat, place)
            case messages.WhyNot():
                self._check_seat(connection, request.seat)
                connection.send(messages.Reasons(request.id, await self.hall.why_not(table, request)))
            case messages.AskHint(number, seat):
                self._check_seat(connection, seat)
                connection.send(messages.Hints(number, await self.hall.hint(table, seat)))
            case messages.AskWinnable(number, seat):
                self._check_seat(connection, seat)
                connection.send(messages.Winnable(number, await self.hall.winnable(table, seat)))
            case messages.Replace(number, seat, level):
                done = await self.hall.replace(table, seat, level, connection.held)
                self._confirm(connection, place, number, done)
            case _:
                self._check_seat(connection, request.seat)
                check_answer(request, connection, place)
                done = await self.hall.act(table, lambda room: event_of(request, room, connection.eyes))
                self._confirm(connection, place, request.id, done)

    def _confirm(self, connection: Connection, place: Place, request: int, number: int) -> None:
        connection.send(messages.Done(request, place.room.numbering.shown(number, connection.eyes)))

    def _check_seat(self, connection: Connection, seat: int) -> None:
        if seat not in connection.held:
            raise Refused(say("not-your-seat"))


def check_answer(request: Any, connection: Connection, place: Place) -> None:
    """Whoever asks for an undo does not answer for a seat at which somebody else looks on."""
    asked = place.room.asked
    if not isinstance(request, messages.AnswerUndo) or asked is None or asked.seat not in connection.held:
        return
    if place.has_other_holder(request.seat, asked.seat):
        raise Refused(say("not-your-seat"))


def event_of(request: Any, room: Room, eyes: int) -> Any:
    """What a request would be, as an event; refused with a sentence if it cannot be. Its numbers are those of eyes."""
    match request:
        case messages.Move(_, seat, move, at):
            if room.last_moved(seat) > room.numbering.stored(at, eyes):
                raise Refused(say("too-late"))
            return room.move(seat, move)
        case messages.Say(_, seat, text, phrase):
            return room.say(seat, text.strip(), phrase)
        case messages.Undo(_, seat):
            return room.undo(seat)
        case messages.AnswerUndo(_, seat, agrees):
            return room.answer_undo(seat, agrees=agrees)
        case messages.ComeBack(_, seat):
            return room.come_back(seat)
    raise Refused(say("bad-message", reason=type(request).__name__))


Endpoint = Callable[[Request], Awaitable[Response]]


def told(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals are answers."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except UnknownGame as error:
            return refuse(error, 404)
        except PiocheError as error:
            return refuse(error)
        except ClientDisconnect:  # or its body was cut off, being too long
            return refuse(Refused(say("bad-message", reason="Content-Length")), 413)
        except SQLAlchemyError:
            logger.exception("the database does not answer")
            return refuse(Refused(say("no-database")), UNAVAILABLE)

    return answered


async def page(request: Request) -> Response:
    """The page; it finds its own way by the address."""
    with contextlib.suppress(OSError, ValueError):  # a name that no file can have
        asked = (PAGE / request.path_params["path"]).resolve()
        if asked.is_file() and PAGE in asked.parents:
            return FileResponse(asked)
    if request.path_params["path"].startswith("api/"):
        return answer({"error": say("no-table").plain()}, 404)
    return FileResponse(PAGE / "index.html")
