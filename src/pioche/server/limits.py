"""Limits on rates, sizes and numbers: for a socket, for an address, for a table."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any

from .errors import Busy
from .words import say

MOST_ADDRESSES = 10_000
"""How many addresses are remembered; the one that was seen least recently is forgotten first."""
HOUSE_BITS = 64
HOUR, DAY = 3600.0, 24 * 3600.0
UNLIMITED = 10**6

caller: ContextVar[str] = ContextVar("caller", default="")
"""The address from which the request comes that is being answered, for what is called far from the request."""


@dataclass(frozen=True)
class Limits:
    """The limits of a socket, an address and a table. Rates are per second, with a burst, unless named otherwise."""

    messages: float = 30.0
    messages_at_once: int = 60
    messages_each: float = 40.0
    messages_each_at_once: int = 400
    """Of all sockets of an address."""
    frames: float = 2.0
    frames_at_once: int = 100
    """Frames of a socket that are not messages, such as pings."""
    requests: float = 10.0
    requests_at_once: int = 60
    files: float = 30.0
    files_at_once: int = 300
    """Requests for files of the page, and all others that are not counted by ``requests``."""
    sockets: int = 100
    new_sockets: float = 5.0
    new_sockets_at_once: int = 200
    connections: int = 100
    """Connections of an address that are not WebSockets."""
    hello_seconds: float = 10.0
    """How long a WebSocket may take to send its first message."""
    message_bytes: int = 8192
    body_bytes: int = 65536
    head_bytes: int = 16384
    """The size of the head of a request."""
    path_length: int = 1000
    tables_per_hour: float = 120.0
    tables_at_once: int = 60
    """The burst of opening tables, for an address, and of being led back to them."""
    unfinished: int = 200
    """Tables opened by an address within a day that are not over."""
    duplicates_per_hour: float = 60.0
    duplicates_at_once: int = 30
    players_per_hour: float = 300.0
    players_at_once: int = 200
    """The burst of new players, for an address."""
    chat: float = 1.0
    chat_at_once: int = 10
    """For each seat of a table."""
    chat_messages: int = 1000
    """Of a table, as the next two."""
    helps: int = 1000
    events: int = 10_000
    """After this many, only moves are stored, so that every match can be finished."""
    seat_rounds: int = 120
    """Rounds times players of a match."""
    tells_apart: bool = True
    """Whether different households have different addresses, so that boards may compare them."""


NO_LIMITS = Limits(
    messages=UNLIMITED,
    messages_at_once=UNLIMITED,
    frames=UNLIMITED,
    frames_at_once=UNLIMITED,
    requests=UNLIMITED,
    requests_at_once=UNLIMITED,
    messages_each=UNLIMITED,
    messages_each_at_once=UNLIMITED,
    files=UNLIMITED,
    files_at_once=UNLIMITED,
    sockets=UNLIMITED,
    new_sockets=UNLIMITED,
    new_sockets_at_once=UNLIMITED,
    connections=UNLIMITED,
    tables_per_hour=UNLIMITED,
    tables_at_once=UNLIMITED,
    unfinished=UNLIMITED,
    duplicates_per_hour=UNLIMITED,
    duplicates_at_once=UNLIMITED,
    players_per_hour=UNLIMITED,
    players_at_once=UNLIMITED,
    chat=UNLIMITED,
    chat_at_once=UNLIMITED,
    tells_apart=False,
)
"""For benchmarks, and for a house where everyone shares one address."""


class Bucket:
    """A token bucket: refills at ``rate`` per second up to ``most``; each use takes one."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._since = most, time.monotonic()

    def take(self) -> bool:
        if self.wait() > 0:
            return False
        self._left -= 1
        return True

    def reserve(self) -> float:
        """Take one, even if there is none yet; return the seconds until it may be used."""
        seconds = self.wait()
        self._left -= 1
        return seconds

    def wait(self) -> float:
        """Return the seconds until one can be taken."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._since) * self._rate, self._most)
        self._since = now
        return max((1 - self._left) / self._rate, 0.0)


class Buckets:
    """A bucket for each address; those that were seen least recently are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = MOST_ADDRESSES) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str) -> bool:
        return self.of(address).take()


@lru_cache(maxsize=MOST_ADDRESSES)
def network_of(address: str) -> str:
    """Return what counts as one address: with IPv6 the /64 network, since one household has many addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed), HOUSE_BITS), strict=False))


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address that a request or a socket comes from."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"


class Addresses:
    """Recent requests, open sockets and unfinished tables, by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._requests = Buckets(limits.requests, limits.requests_at_once)
        self._files = Buckets(limits.files, limits.files_at_once)
        self._messages = Buckets(limits.messages_each, limits.messages_each_at_once)
        self._new_sockets = Buckets(limits.new_sockets, limits.new_sockets_at_once)
        self._openings = Buckets(limits.tables_per_hour / HOUR, limits.tables_at_once)
        self._duplicates = Buckets(limits.duplicates_per_hour / HOUR, limits.duplicates_at_once)
        self._players = Buckets(limits.players_per_hour / HOUR, limits.players_at_once)
        self._unfinished: OrderedDict[str, dict[str, float]] = OrderedDict()
        """By address: the tables that it has opened within a day, and when."""
        self._openers: dict[str, str] = {}
        """By table: the address in whose list it is."""
        self._sockets: dict[str, int] = {}

    def may_ask(self, address: str) -> bool:
        return self._requests.take(address)

    def may_load(self, address: str) -> bool:
        return self._files.take(address)

    def messages_of(self, address: str) -> Bucket:
        """Return the bucket that all sockets of an address take from."""
        return self._messages.of(address)

    # Tables.

    def check_may_open(self, address: str) -> None:
        """Refuse to open another table for an address that has opened too many."""
        since = time.monotonic() - DAY
        opened = self._unfinished.get(address, {})
        for table_id in [table_id for table_id, at in opened.items() if at <= since]:
            self.forget(table_id)
        if len(opened) >= self._limits.unfinished:
            raise Busy(say("too-many-tables"))
        self.check_may_return(address)

    def check_may_return(self, address: str) -> None:
        """Refuse to give an address another token for a seat, if it has opened tables or returned too often."""
        if not self._openings.take(address):
            raise Busy(say("tables-too-fast"))

    def opened(self, address: str, table_id: str) -> None:
        self.forget(table_id)
        self._unfinished.setdefault(address, {})[table_id] = time.monotonic()
        self._unfinished.move_to_end(address)
        self._openers[table_id] = address
        if len(self._unfinished) > MOST_ADDRESSES:
            _, forgotten = self._unfinished.popitem(last=False)
            for each in forgotten:
                del self._openers[each]

    def forget(self, table_id: str) -> None:
        """Note that a table is over, or is no longer counted: its opener may open another one."""
        address = self._openers.pop(table_id, None)
        if address is not None:
            self._unfinished[address].pop(table_id)

    # Rows that stay.

    def check_may_open_duplicate(self, address: str) -> None:
        if not self._duplicates.take(address):
            raise Busy(say("duplicates-too-fast"))

    def check_may_be_new(self, address: str) -> None:
        """Refuse to store another player for an address from which too many new ones came."""
        if not self._players.take(address):
            raise Busy(say("players-too-fast"))

    # Sockets.

    def may_connect(self, address: str) -> bool:
        return self._sockets.get(address, 0) < self._limits.sockets

    def may_open_socket(self, address: str) -> bool:
        return self.may_connect(address) and self._new_sockets.take(address)

    def connected(self, address: str, change: int) -> None:
        count = self._sockets.get(address, 0) + change
        if count:
            self._sockets[address] = count
        else:
            self._sockets.pop(address, None)
