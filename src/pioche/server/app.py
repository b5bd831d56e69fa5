"""The web application: routes, start-up and shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from pioche.core.errors import PiocheError, UnknownGame, UnknownLesson, UnknownPuzzle

from . import shelf
from .agents.door import Door
from .api import Api, answer, refuse
from .bots import Pace
from .compiler import Compiler
from .errors import Refused
from .guard import ASSETS, Guard
from .limits import Addresses, Limits
from .openapi import ENDPOINTS, description
from .pings import Pings, PingSettings
from .socket import Sockets
from .store import Store
from .tables import Tables
from .words import say

logger = logging.getLogger("pioche.server")

PAGE = Path(__file__).parent / "page"
"""The built page; `web/build.py` writes it."""
WORTH_PACKING = 1000
"""Responses of at least this many bytes are compressed."""
COLLECTED_AFTER = (20_000, 20, 50)
"""The server creates few reference cycles, so frequent garbage collection would only add pauses."""
UNAVAILABLE = 503


class Server:
    """One process: its store, its tables, its requests and its sockets."""

    def __init__(
        self,
        url: str,
        *,
        pace: Pace | None = None,
        limits: Limits | None = None,
        compiler: Compiler | None = None,
        pings: PingSettings | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.addresses = Addresses(self.limits)
        self.store = Store(url)
        self.compiler = compiler
        self.pings = Pings(self.store, pings)
        self.tables = Tables(self.store, pace=pace, compiler=compiler, ping=self.pings.ping)
        self.api = Api(self.tables, tells_apart=self.limits.tells_apart, pings=self.pings)
        self.sockets = Sockets(self.tables, self.store, self.addresses, self.limits)
        self.agents = Door(self.api, self.addresses)
        self._is_done = False

    def app(self) -> Starlette:
        described = answer(description()).body

        async def describe(request: Request) -> Response:
            return Response(described, media_type="application/json")

        routes = [
            *(Route(each.path, refusing(partial(each.handler, self.api)), methods=[each.method]) for each in ENDPOINTS),
            Route("/api/openapi.json", describe),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            WebSocketRoute("/ws/{table}", self.sockets.serve),
        ]
        if self.agents.is_there:
            routes.append(Route("/mcp", self.agents))
        if PAGE.is_dir():
            routes += [Mount(ASSETS.rstrip("/"), StaticFiles(directory=PAGE / "assets")), Route("/{path:path}", page)]
        guard = Middleware(Guard, addresses=self.addresses, limits=self.limits)
        packed = Middleware(GZipMiddleware, minimum_size=WORTH_PACKING)
        return Starlette(routes=routes, middleware=[guard, packed], lifespan=self.life)

    @contextlib.asynccontextmanager
    async def life(self, app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(shelf.words)  # so that the first visitor does not wait for it
        await asyncio.to_thread(self.pings.prepare)
        gc.freeze()  # everything loaded so far stays for good: the collector need not scan it
        gc.set_threshold(*COLLECTED_AFTER)
        resuming = asyncio.create_task(self.tables.resume())
        listening = None if self.store.is_sqlite else await self._begin_listening()
        beating = None if self.store.is_sqlite else asyncio.create_task(self.tables.beat())
        compiling = None if self.compiler is None else asyncio.create_task(self.compiler.run())
        reviewing = asyncio.create_task(self.api.reviews.run())
        logger.info("ready", extra={"database": self.store.url.get_backend_name()})
        yield
        self._is_done = True
        for task in (resuming, beating, compiling, reviewing):
            if task is not None:
                task.cancel()
        await self.agents.close()
        await self.tables.close()
        await self.pings.close()
        if listening is not None:
            await listening
        self.store.close()
        logger.info("stopped")

    async def _begin_listening(self) -> asyncio.Task[None]:
        """Listen for events written by other processes; return once the subscription is active."""
        loop, begun = asyncio.get_running_loop(), asyncio.Event()

        def heard(table_id: str, number: int | None) -> None:
            asyncio.run_coroutine_threadsafe(self.tables.heard(table_id, number), loop)

        def hears() -> None:
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(self.tables.catch_up(), loop)

        task = asyncio.create_task(asyncio.to_thread(self.store.listen, heard, hears, lambda: self._is_done))
        await begun.wait()
        return task

    async def health(self, request: Request) -> Response:
        try:
            await asyncio.to_thread(self.store.code_of, "")
        except SQLAlchemyError:
            return PlainTextResponse("database", UNAVAILABLE)
        return PlainTextResponse("ok")

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(self.tables.metrics.text())


Endpoint = Callable[[Request], Awaitable[Response]]


def refusing(endpoint: Endpoint) -> Endpoint:
    """Wrap an endpoint so that its exceptions become error responses."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except (UnknownGame, UnknownLesson, UnknownPuzzle) as error:
            return refuse(error, 404)
        except PiocheError as error:
            return refuse(error)
        except ClientDisconnect:  # also raised when `Guard` cuts off a body that is too long
            return refuse(Refused(say("bad-message", reason="Content-Length")), 413)
        except SQLAlchemyError:
            logger.exception("the database does not answer")
            return refuse(Refused(say("no-database")), UNAVAILABLE)

    return answered


async def page(request: Request) -> Response:
    """Return a file of the page, or index.html: the page routes by its address itself."""
    with contextlib.suppress(OSError, ValueError):  # not a valid file name
        asked = (PAGE / request.path_params["path"]).resolve()
        if asked.is_file() and PAGE in asked.parents:
            return FileResponse(asked)
    if request.path_params["path"].startswith("api/"):
        return answer({"error": say("no-table").to_dict()}, 404)
    return FileResponse(PAGE / "index.html")
