"""The server's end of an HTTP connection: uvicorn's protocol, with a limit on connections and a time for requests."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from . import bodies
from .limits import UNLIMITED, Buckets, Limits, network_of
from .loop_share import LoopShare
from .messages import write
from .words import say

REQUEST_SECONDS = 10.0
"""How long a client may take to send a request, from the connection or from its first byte on."""
SPARE_FILES = 100
"""Files that are not connections: the database, the log, the page, and a few to refuse connections with."""
TAKEN_SECONDS = 30.0
LEAST_TAKEN = 16384
"""A client that is sent an answer has to read this many bytes in that time, or all."""
PIECE_BYTES = 2048
"""How much is parsed before others have their turn: it may be a body in hundreds of chunks."""
INCOMPLETE = (h11.IDLE, h11.SEND_BODY)


class HttpWire(H11Protocol):
    """Closes connections that do not send a request in time, and refuses new ones if there are too many.

    A socket leaves this class when it becomes a WebSocket; `Sockets` limits those.
    """

    most: ClassVar[int] = UNLIMITED
    """Connections of this process, WebSockets among them."""
    most_each: ClassVar[int] = UNLIMITED
    """Connections of one address that are not WebSockets. Proxies are not limited."""
    seconds: ClassVar[float] = REQUEST_SECONDS
    taken_seconds: ClassVar[float] = TAKEN_SECONDS
    counts: ClassVar[Counter[str]]
    new: ClassVar[Buckets] = Buckets(UNLIMITED, UNLIMITED)
    """New connections, by address."""
    share: ClassVar[LoopShare] = LoopShare()

    _deadline: asyncio.TimerHandle | None = None
    _watch: asyncio.TimerHandle | None = None
    _is_read: bool = True
    """Whether the client has read some of an answer, or asked for more, since `_watch` began."""
    _left: int = 0
    """How many bytes waited for it then."""
    _address: str = ""
    _has_left: bool = False
    """Whether it has become a WebSocket, or is lost."""
    _turn: asyncio.Future[float] | None = None
    """The turn of the loop for which what was received waits."""
    _unread: bytes = b""

    @staticmethod
    def refused(reason: str) -> None:
        """Count a refusal."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else ""
        self.counts[self._address] += 1
        self._watch_reader()
        if len(self.connections) > self.most or (self._is_greedy() and not is_proxy(self.client, self.config)):
            self._refuse()
        else:
            self._begin()

    def _is_greedy(self) -> bool:
        """Return whether an address has too many connections, or makes new ones too fast."""
        return self.counts[self._address] > self.most_each or not self.new.take(self._address)

    def _refuse(self) -> None:
        """Say that there are too many connections, before the request is read."""
        self.refused("server.too-many-connections")
        body = write(bodies.Failure(say("too-many-connections").to_dict()))
        head = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: application/json\r\n"
        self.transport.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unread += data
        self._is_read = True
        if self._turn is None:
            self._read_on()
        else:
            self.flow.pause_reading()

    def _read_on(self) -> None:
        """Read what was received in pieces, each of them when the address has a turn of the loop."""
        while self._unread and self._turn is None:
            self._turn = self.share.call(self._read_piece, asker_of(self.client, self.config))
        if self._turn is not None:
            self.flow.pause_reading()

    def _read_piece(self) -> None:
        """Read a piece of what was received, and begin to answer a request once it is complete."""
        data, self._unread = self._unread[:PIECE_BYTES], self._unread[PIECE_BYTES:]
        if self.transport.is_closing():
            self._unread = b""
            return
        has_waited, self._turn = self._turn is not None, None
        if has_waited:
            self.flow.resume_reading()
        super().data_received(data)
        if self._has_left:
            self._unread = b""
            return
        if self.conn.their_state not in INCOMPLETE:
            self._end()
        elif self._deadline is None:
            self._begin()
        if has_waited:
            self._read_on()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read = True

    def _watch_reader(self) -> None:
        self._watch = self.loop.call_later(self.taken_seconds, self._drop_if_unread)

    def _drop_if_unread(self) -> None:
        """Drop a client that hardly reads its answer: to close would wait for it."""
        has_read, left = self._is_read, self.transport.get_write_buffer_size()
        if has_read or left <= max(self._left - LEAST_TAKEN, 0):
            self._is_read, self._left = False, left
            self._watch_reader()
        else:
            self.transport.abort()

    def _begin(self) -> None:
        self._deadline = self.loop.call_later(self.seconds, self._expire)

    def _expire(self) -> None:
        if self._turn is not None:  # time spent queueing does not count
            self._begin()
        else:
            self.transport.close()

    def _end(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        self.refused("server.bad-message")
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._end()
        for each in (self._turn, self._watch):
            if each is not None:
                each.cancel()
        self._has_left = True
        self.counts[self._address] -= 1
        if not self.counts[self._address]:
            del self.counts[self._address]


def http_wire(limits: Limits, refused: Callable[[str], None], share: LoopShare) -> type[HttpWire]:
    """Return the protocol with its limits; the connections of a process are fewer than the files it may open."""
    settings = {
        "most": max(files_at_most() - SPARE_FILES, SPARE_FILES),
        "most_each": limits.connections,
        "counts": Counter[str](),
        "new": Buckets(limits.files, limits.files_at_once),
        "refused": staticmethod(refused),
        "share": share,
    }
    return type(HttpWire.__name__, (HttpWire,), settings)


Client = tuple[str, int] | None


def asker_of(client: Client, config: Config) -> str:
    """Return for whom the loop reads. A proxy sends for many: each of its connections is one of them."""
    return f"{client}" if client is None or is_proxy(client, config) else network_of(client[0])


def is_proxy(client: Client, config: Config) -> bool:
    named = config.forwarded_allow_ips
    return is_among(client[0] if client else "", named if isinstance(named, str) else ",".join(named))


@lru_cache(maxsize=256)
def is_among(address: str, named: str) -> bool:
    """Return whether an address is one of those that are named, or in a network that is; "*" names all."""
    for each in map(str.strip, named.split(",")):
        try:
            if each in ("*", address) or ip_address(address) in ip_network(each, strict=False):
                return True
        except ValueError:  # a name, or no address at all
            continue
    return False


def files_at_most() -> int:
    """Let this process open as many files as the system allows it; return how many."""
    try:
        import resource
    except ImportError:  # not on this system
        return UNLIMITED
    most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # macOS names no limit here, and allows fewer
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        most = hard
    return UNLIMITED if most == resource.RLIM_INFINITY else most
