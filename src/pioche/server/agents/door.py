"""The address ``/mcp`` of a server, for agents."""

from __future__ import annotations

import asyncio
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from starlette.types import Receive, Scope, Send

from ..api import Api, refuse
from ..errors import Refused
from ..limits import Addresses, address_of
from ..words import say

TOO_MANY = 429
PACKAGE = "mcp"
"""The optional package; it is loaded with the first request, since that takes longer than starting the server."""


class Door:
    """Lets agents in. A call that waits counts as an open socket of its address; `Guard` counts all calls."""

    def __init__(self, api: Api, addresses: Addresses) -> None:
        self._api, self._addresses = api, addresses
        self._lock, self._closed = asyncio.Lock(), asyncio.Event()
        self._manager: Any = None
        self._running: asyncio.Task[None] | None = None

    @property
    def is_there(self) -> bool:
        """Whether the optional package is installed."""
        return find_spec(PACKAGE) is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if not self._addresses.may_connect(address):
            await refuse(Refused(say("too-fast")), TOO_MANY)(scope, receive, send)
            return
        self._addresses.connected(address, 1)
        try:
            await self._opened()
            await self._manager.handle_request(scope, receive, send)
        finally:
            self._addresses.connected(address, -1)

    async def _opened(self) -> None:
        async with self._lock:
            if self._manager is None:
                protocol = await asyncio.to_thread(import_module, f"{__package__}.protocol")
                tools = import_module(f"{__package__}.tools").Tools(self._api)
                is_open = asyncio.Event()
                self._manager = protocol.over_http(tools)
                self._running = asyncio.create_task(self._run(is_open))
                await is_open.wait()

    async def _run(self, is_open: asyncio.Event) -> None:
        async with self._manager.run():
            is_open.set()
            await self._closed.wait()

    async def close(self) -> None:
        self._closed.set()
        if self._running is not None:
            await self._running
