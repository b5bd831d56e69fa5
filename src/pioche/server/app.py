"""The web application: routes, start-up and shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pioche.core.errors import PiocheError, UnknownGame, UnknownLesson, UnknownPuzzle

from . import shelf
from .agents.door import Door
from .api import Api, answer, refuse
from .bots import Pace
from .compiler import Compiler
from .contest import start_of
from .database_threads import DatabaseThreads
from .errors import Refused
from .guard import ANY_HOST, ASSETS, Guard
from .health import OK, Health
from .limits import Limits
from .logging import log_fault
from .openapi import ENDPOINTS, Endpoint, description
from .packing import Packing
from .page_files import PageFiles
from .pings import Pings, PingSettings
from .postgres_writer import News
from .puzzle_api import all_puzzles
from .socket import Sockets
from .store import Store
from .tables import Tables
from .words import say

logger = logging.getLogger("pioche.server")

PAGE = Path(__file__).parent / "page"
"""The built page; `web/build.py` writes it."""
COLLECTED_AFTER = (2_000, 1_000_000, 1_000_000)
"""A collection of the youngest objects is a pause of some milliseconds. One of the next generation scans all that
thousands of tables show at the moment: with 2500 tables it was a pause of 130 ms, every two seconds, and found nothing.
The server creates few reference cycles, and most of them are young garbage; the others wait for `COLLECT_SECONDS`."""
COLLECT_SECONDS = 3600.0
SWITCH_SECONDS = 0.001
"""How long a thread may run Python before another gets its turn. The thread that has a commit on disk must not wait
until all sockets are served, nor the sockets for a bot."""
DATABASE_THREADS = {"sqlite": 3, "postgresql": 6}
"""A thread that waits for a PostgreSQL waits for the network; in SQLite one that waits is writing."""
FORGET_SECONDS = 3600.0
"""How often the addresses of past days are deleted."""
CHECKPOINT_SECONDS = 1.0
"""How often SQLite's log is merged into its file."""
UNAVAILABLE = 503
NEVER_PAGES = ("api/", ASSETS.lstrip("/"))
"""Addresses that are not answered with index.html."""


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
        hosts: frozenset[str] = ANY_HOST,
    ) -> None:
        self.hosts = hosts
        self.limits = limits or Limits()
        self.store = Store(url)
        self.compiler = compiler
        self.pings = Pings(self.store, pings)
        self.tables = Tables(self.store, pace=pace, compiler=compiler, limits=self.limits, ping=self.pings.ping)
        self.addresses = self.tables.addresses
        self.api = Api(self.tables, tells_apart=self.limits.tells_apart, pings=self.pings)
        self.sockets = Sockets(self.tables, self.store, self.addresses, self.limits)
        self.agents = Door(self.api, self.addresses)
        self.health_check = Health(self.store)
        self._is_done = False

    def app(self) -> Starlette:
        described = answer(description()).body

        async def describe(request: Request) -> Response:
            return Response(described, media_type="application/json")

        routes = [
            *map(self._route, ENDPOINTS),
            Route("/api/openapi.json", describe),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]
        if self.agents.is_there:
            routes.append(Route("/mcp", self.agents))
        if (files := PageFiles(PAGE)).is_there:
            routes.append(Route("/{path:path}", partial(page, files)))
        guard = Middleware(
            Guard,
            sockets=self.sockets,
            addresses=self.addresses,
            limits=self.limits,
            metrics=self.tables.metrics,
            share=self.tables.share,
            hosts=self.hosts,
        )
        return Starlette(routes=routes, middleware=[guard, Middleware(Packing)], lifespan=self.life)

    def _route(self, each: Endpoint) -> Route:
        handler = refusing(partial(each.handler, self.api), self.tables.metrics.refused)
        return Route(each.path, handler, methods=[each.method])

    @contextlib.asynccontextmanager
    async def life(self, app: Starlette) -> AsyncIterator[None]:
        threads = DATABASE_THREADS[self.store.url.get_backend_name()]
        asyncio.get_running_loop().set_default_executor(DatabaseThreads(threads))
        await asyncio.to_thread(shelf.words)  # so that nobody waits for the first visitor
        await asyncio.to_thread(all_puzzles)
        await asyncio.to_thread(self.pings.prepare)
        gc.freeze()  # everything loaded so far stays for good: the collector need not scan it
        gc.set_threshold(*COLLECTED_AFTER)
        sys.setswitchinterval(SWITCH_SECONDS)
        resuming = asyncio.create_task(self.tables.resume())
        listening = None if self.store.is_sqlite else await self._begin_listening()
        beating = asyncio.create_task(self._checkpoint_often() if self.store.is_sqlite else self.tables.beat())
        compiling = None if self.compiler is None else asyncio.create_task(self.compiler.run())
        reviewing = asyncio.create_task(self.api.reviews.run())
        collecting = asyncio.create_task(collect())
        forgetting = asyncio.create_task(self._forget_networks())
        logger.info("ready", extra={"database": self.store.url.get_backend_name()})
        yield
        self._is_done = True
        for task in (resuming, beating, compiling, reviewing, collecting, forgetting):
            if task is not None:
                task.cancel()
        await self.agents.close()
        await self.tables.close()
        await self.pings.close()
        if listening is not None:
            await listening
        self.health_check.close()
        self.store.close()
        logger.info("stopped")

    async def _forget_networks(self) -> None:
        """Delete the addresses from which the deals of past days were opened, even if nobody opens another deal."""
        while True:
            with contextlib.suppress(SQLAlchemyError):
                before = start_of(shelf.today() - timedelta(1))
                await asyncio.to_thread(self.tables.boards.entries.forget_networks, before)
            await asyncio.sleep(FORGET_SECONDS)

    async def _checkpoint_often(self) -> None:
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            with contextlib.suppress(SQLAlchemyError):  # the disk is full, perhaps
                await asyncio.to_thread(self.store.checkpoint)

    async def _begin_listening(self) -> asyncio.Task[None]:
        """Listen for events written by other processes; return once the subscription is active."""
        loop, begun = asyncio.get_running_loop(), asyncio.Event()

        def heard(news: Sequence[News]) -> None:
            loop.call_soon_threadsafe(self.tables.following.hear, news)

        def hears() -> None:
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(self.tables.following.catch_up_all(), loop)

        task = asyncio.create_task(asyncio.to_thread(self.store.listen, heard, hears, lambda: self._is_done))
        await begun.wait()
        return task

    async def health(self, request: Request) -> Response:
        found = await self.health_check.check()
        return PlainTextResponse(found, 200 if found == OK else UNAVAILABLE)

    async def metrics(self, request: Request) -> Response:
        return Response(await asyncio.to_thread(self.tables.metrics.text), media_type=CONTENT_TYPE_LATEST)


async def collect() -> None:
    """Collect all garbage from time to time."""
    while True:
        await asyncio.sleep(COLLECT_SECONDS)
        gc.collect()


Handler = Callable[[Request], Awaitable[Response]]


def refusing(endpoint: Handler, refused: Callable[[str], None]) -> Handler:
    """Wrap an endpoint so that its exceptions become error responses, which are counted by their reason."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except PiocheError as error:
            refused(error.message.key)
            return refuse(error, 404 if isinstance(error, UnknownGame | UnknownLesson | UnknownPuzzle) else None)
        except ClientDisconnect:  # also raised when `Guard` cuts off a body that is too long
            too_long = Refused(say("bad-message", reason="Content-Length"))
            refused(too_long.message.key)
            return refuse(too_long, 413)
        except SQLAlchemyError as error:
            log_fault("the database does not answer", error)
            refused("server.no-database")
            return refuse(Refused(say("no-database")), UNAVAILABLE)

    return answered


async def page(files: PageFiles, request: Request) -> Response:
    """Return a file of the page, or index.html: the page routes by its address itself."""
    path = request.path_params["path"]
    if not files.has(path) and path.startswith(NEVER_PAGES):
        return answer({"error": say("no-table").to_dict()}, 404)
    return files.answer(request, path)
