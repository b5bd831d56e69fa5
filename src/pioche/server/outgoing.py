"""Sends a request to an address that a player has chosen, without being turned against the server's own network."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from .errors import Refused
from .words import say

SECONDS = 10.0
"""How long a request may take altogether."""
URL = re.compile(r"https?://[!-~]+", re.ASCII)
PORTS = {"http": 80, "https": 443}
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that lead to any IPv4 address."""


def checked_url(url: str) -> SplitResult:
    """Return the parts of a web address, or refuse it."""
    try:
        parts = urlsplit(url)
        is_good = URL.fullmatch(url) and parts.hostname and parts.username is None and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good:
        raise Refused(say("bad-address"))
    return parts


async def public_address(parts: SplitResult, *, allow_private: bool) -> str:
    """Return the network address of a host, or refuse it if any of its addresses is not a public one."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.getaddrinfo(str(parts.hostname), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError):
        raise Refused(say("bad-address")) from None
    addresses = [str(address[0]) for _, _, _, _, address in found]
    if not addresses or not (allow_private or all(map(is_public, addresses))):
        raise Refused(say("private-address"))
    return addresses[0]


def is_public(address: str) -> bool:
    """Return whether an address is not private, local, reserved, or a detour to one that may be."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv4Address):
        return ip.is_global and not ip.is_multicast
    is_detour = ip.ipv4_mapped or ip.sixtofour or ip.teredo or ip in TRANSLATED
    return ip.is_global and not ip.is_multicast and not is_detour


async def post(url: str, body: bytes, headers: dict[str, str], *, allow_private: bool) -> int:
    """Send a POST request; return the status of the answer, the rest of which is not read.

    The connection goes to the address that was checked, whatever the name leads to a moment later. Redirects are not
    followed.
    """
    parts = checked_url(url)
    is_tls = parts.scheme == "https"
    async with asyncio.timeout(SECONDS):
        address = await public_address(parts, allow_private=allow_private)
        reader, writer = await asyncio.open_connection(
            address,
            parts.port or PORTS[parts.scheme],
            ssl=ssl.create_default_context() if is_tls else None,
            server_hostname=parts.hostname if is_tls else None,
        )
        try:
            writer.write(_request(parts, body, headers))
            await writer.drain()
            line = await reader.readline()
        finally:
            writer.close()
    answer = re.match(rb"HTTP/1\.[01] (\d{3})", line)
    if answer is None:
        raise ConnectionError("not an answer of HTTP")
    return int(answer[1])


def _request(parts: SplitResult, body: bytes, headers: dict[str, str]) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fixed = {"Host": parts.netloc, "User-Agent": "pioche", "Connection": "close", "Content-Length": str(len(body))}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (fixed | headers).items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + body
