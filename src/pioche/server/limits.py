"""Rate and size limits, per socket and per address."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any

MOST_ADDRESSES = 10_000
HOUSE_BITS = 64


@dataclass(frozen=True)
class Limits:
    """Messages per second and burst for a socket; requests per second, burst and sockets for an address."""

    messages: float = 30.0
    messages_at_once: int = 60
    requests: float = 10.0
    requests_at_once: int = 60
    sockets: int = 100
    message_bytes: int = 8192
    body_bytes: int = 65536
    path_length: int = 1000
    tells_apart: bool = True
    """Whether different households have different addresses, so that boards may compare them."""


NO_LIMITS = Limits(
    messages=1e6, messages_at_once=10**6, requests=1e6, requests_at_once=10**6, sockets=10**6, tells_apart=False
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

    def wait(self) -> float:
        """Return the seconds until one can be taken."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._since) * self._rate, self._most)
        self._since = now
        return max((1 - self._left) / self._rate, 0.0)


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
    """Recent requests and open sockets, by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: dict[str, Bucket] = {}
        self._sockets: dict[str, int] = {}

    def may_ask(self, address: str) -> bool:
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.clear()
        if address not in self._buckets:
            self._buckets[address] = Bucket(self._limits.requests, self._limits.requests_at_once)
        return self._buckets[address].take()

    def may_connect(self, address: str) -> bool:
        return self._sockets.get(address, 0) < self._limits.sockets

    def connected(self, address: str, change: int) -> None:
        count = self._sockets.get(address, 0) + change
        if count:
            self._sockets[address] = count
        else:
            self._sockets.pop(address, None)
