"""``pioche serve``: start the server."""

from __future__ import annotations

import argparse
import os
import re
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from pioche.core.errors import BadSetting

from .common import checked_seconds, say
from .matches import find_own_bots

if TYPE_CHECKING:
    import uvicorn

    from pioche.server.app import Server
    from pioche.server.bots import Pace
    from pioche.server.pings import PingSettings

PORT = 8020
LAST_PORT = 65535
EVERYWHERE = ("0.0.0.0", "::")
FAR_AWAY = ("192.0.2.1", 9)
"""An address reserved for documentation: nothing is ever sent to it."""
FAILED = 3
"""The exit code of a server that could not start; its log says why."""
PAUSE = 0.7
"""The minimum number of seconds a bot takes for a move, so that people can follow."""
LONGEST_PAUSE = 60
GRACE = 60.0
"""How many seconds a player can be away before the others may let a bot play for them."""
LONGEST_GRACE = 24 * 3600
LONGEST_REVIEW = 300
WEB_ADDRESS = re.compile(r"https?://[\w.:\[\]-]+/?", re.ASCII)
PASSWORD = re.compile(r"(://[^/@]*?:).*@", re.DOTALL)
PING_AFTER = 60.0
"""How many seconds a player who is to move can be away before they are pinged."""
SHORTEST_CLOCK = 3600.0
"""The shortest time for a move that a table may have, in seconds."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("help.host").text(language))
    parser.add_argument("--port", type=int, default=PORT, help=say("help.port").text(language))
    parser.add_argument("--database", help=say("help.database").text(language))
    parser.add_argument("--pause", type=float, default=PAUSE, help=say("help.pause").text(language))
    parser.add_argument("--grace", type=float, default=GRACE, help=say("help.grace").text(language))
    parser.add_argument("--ping-after", type=float, default=PING_AFTER, help=say("help.ping-after").text(language))
    parser.add_argument(
        "--shortest-clock", type=float, default=SHORTEST_CLOCK, help=say("help.shortest-clock").text(language)
    )
    parser.add_argument("--url", help=say("help.url").text(language))
    parser.add_argument("--smtp", help=say("help.smtp").text(language))
    parser.add_argument("--mail-from", help=say("help.mail-from").text(language))
    parser.add_argument("--private-webhooks", action="store_true", help=say("help.private-webhooks").text(language))
    parser.add_argument("--review-seconds", type=float, help=say("help.review-seconds").text(language))
    parser.add_argument(
        "--bot", action="append", default=[], metavar="MODULE:CLASS", help=say("help.own-bot").text(language)
    )
    add_proxy(parser, language)
    parser.add_argument("--no-limits", action="store_true", help=say("help.no-limits").text(language))
    parser.add_argument("--no-warm-up", action="store_true", help=say("help.no-warm-up").text(language))
    parser.add_argument("--open", action="store_true", help=say("help.open").text(language))


def add_proxy(parser: argparse.ArgumentParser, language: str) -> None:
    for name, shown in (("allowed-host", "HOST"), ("trusted-proxy", "ADDRESS")):
        about = say(f"help.{name}").text(language)
        parser.add_argument(f"--{name}", action="append", default=[], metavar=shown, help=about)


def run(arguments: argparse.Namespace) -> None:
    from pioche import registry
    from pioche.bots import admit
    from pioche.server.app import Server
    from pioche.server.compiler import Compiler, writable_cache
    from pioche.server.limits import NO_LIMITS, Limits
    from pioche.server.stopping import StoppingServer

    find_own_bots()
    for name in arguments.bot:
        admit(name)
    database = arguments.database or f"sqlite:///{data_folder() / 'tables.db'}"
    limits = NO_LIMITS if arguments.no_limits else Limits()
    compiler = None if arguments.no_warm_up else Compiler(game.name for game in registry.games())
    pace, pings = pace_of(arguments), pings_of(arguments)
    hosts, proxies = hosts_of(arguments.allowed_host), proxies_of(arguments.trusted_proxy)
    with in_one_sentence(database):
        server = Server(database, pace=pace, limits=limits, compiler=compiler, pings=pings, hosts=hosts)
    if arguments.review_seconds is not None:
        asked = arguments.review_seconds
        server.api.reviews.seconds = checked_seconds("--review-seconds", asked, least=0, most=LONGEST_REVIEW)
    with closing(server.store), suppress(KeyboardInterrupt), writable_cache():
        with in_one_sentence(database):
            server.store.occupy()
            server.store.migrate()
        lines = listen(arguments.host, arguments.port)
        announce(arguments, lines[0].getsockname()[1])
        running = StoppingServer(configured(server, proxies))
        running.run(lines)
        if not running.started:
            raise SystemExit(FAILED)


def pace_of(arguments: argparse.Namespace) -> Pace:
    """Return how long things take, if these options are possible."""
    from pioche.server.bots import Pace
    from pioche.server.events import LONGEST_CLOCK

    return Pace(
        pause=checked_seconds("--pause", arguments.pause, least=0, most=LONGEST_PAUSE),
        grace=checked_seconds("--grace", arguments.grace, least=0, most=LONGEST_GRACE),
        ping_after=checked_seconds("--ping-after", arguments.ping_after, least=0, most=LONGEST_GRACE),
        shortest_clock=checked_seconds("--shortest-clock", arguments.shortest_clock, least=1, most=LONGEST_CLOCK),
    )


def pings_of(arguments: argparse.Namespace) -> PingSettings:
    """Return how players can be told that it is their turn. The options can also be variables of the environment."""
    from pioche.server.mail import Mailer, is_address
    from pioche.server.pings import PingSettings

    url, smtp, sender = (
        given or os.environ.get(name)
        for given, name in (
            (arguments.url, "PIOCHE_URL"),
            (arguments.smtp, "PIOCHE_SMTP"),
            (arguments.mail_from, "PIOCHE_MAIL_FROM"),
        )
    )
    if url is not None and not WEB_ADDRESS.fullmatch(url):
        raise BadSetting(say("serve.bad-url", url=repr(url)))
    mailer = None
    if smtp is not None:
        if url is None or sender is None or not is_address(sender):
            raise BadSetting(say("serve.mail-needs"))
        try:
            mailer = Mailer(smtp, sender)
        except ValueError as error:
            raise BadSetting(say("serve.bad-smtp")) from error
    return PingSettings(url.rstrip("/") if url else None, arguments.private_webhooks, mailer)


def hosts_of(given: list[str]) -> frozenset[str]:
    """Return the names under which the server may be reached, without ports; none: any."""
    from pioche.server.guard import HOST, name_of

    for host in given:
        if not HOST.fullmatch(host):
            raise BadSetting(say("serve.bad-host", host=repr(host)))
    return frozenset(map(name_of, given))


def proxies_of(given: list[str]) -> str | None:
    """Return the proxies that are believed, as Uvicorn takes them; None: those of ``FORWARDED_ALLOW_IPS``."""
    found = []
    for proxy in given:
        try:
            network = ip_network(proxy, strict=False)
        except ValueError as error:
            raise BadSetting(say("serve.bad-proxy", proxy=repr(proxy))) from error
        found.append(str(network) if "/" in proxy else proxy)  # Uvicorn knows no network by an address within it
    return ",".join(found) or None


def configured(server: Server, proxies: str | None = None) -> uvicorn.Config:
    from uvicorn import Config

    from pioche.server.http_wire import http_wire
    from pioche.server.logging import structured
    from pioche.server.wire import wire

    return Config(
        server.app(),
        log_config=structured(),
        access_log=False,
        http=http_wire(server.limits, server.tables.metrics.refused, server.tables.share),
        ws=wire(server.limits, server.tables.metrics.refused, server.tables.share),
        h11_max_incomplete_event_size=server.limits.head_bytes,
        ws_max_size=2 * server.limits.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        forwarded_allow_ips=proxies,
    )


def announce(arguments: argparse.Namespace, port: int) -> None:
    found = reachable(arguments.host)
    host = f"[{found}]" if ":" in found else found
    address = f"http://{host}:{port}/"
    print(say("serve.ready", address=address).text(arguments.lang), flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()


def reachable(host: str) -> str:
    """Return the address under which others reach the server: if it listens everywhere, that of this machine.

    Invitations link to the address under which the page was opened, so that must not be 0.0.0.0.
    """
    if host not in EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, suppress(OSError):
        line.connect(FAR_AWAY)  # sends nothing: the system only chooses the local address to use
        return str(line.getsockname()[0])
    return "localhost"


def listen(host: str, port: int) -> list[socket.socket]:
    """Return a listening socket for each address of the host."""
    try:
        if not 0 <= port <= LAST_PORT:
            raise OSError(f"0 … {LAST_PORT}")
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        addresses = dict.fromkeys((family, str(address[0])) for family, _, _, _, address in found)
        return [socket.create_server((address, port), family=family) for family, address in addresses]
    except OSError as error:
        raise BadSetting(say("serve.bad-port", host=host, port=port, reason=reason_of(error))) from error


@contextmanager
def in_one_sentence(database: str) -> Iterator[None]:
    """Turn errors of the database into one sentence, without a traceback."""
    import sqlite3

    from alembic.util import CommandError
    from sqlalchemy.exc import ArgumentError, DBAPIError

    from pioche.server.backups import OtherVersion
    from pioche.server.lock import InUse

    try:
        yield
    except (ArgumentError, ImportError) as error:
        raise BadSetting(say("serve.bad-database", database=repr(without_password(database)))) from error
    except CommandError as error:  # it names a migration that this version does not have
        raise BadSetting(say("serve.newer-database")) from error
    except OtherVersion as error:
        raise BadSetting(say("operate.other-version")) from error
    except InUse as error:
        raise BadSetting(say("serve.database-in-use", database=str(error))) from error
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise BadSetting(say("serve.no-database", reason=reason_of(error))) from error


def without_password(database: str) -> str:
    """Return an address of a database to be shown, even if it cannot be read."""
    return PASSWORD.sub(r"\1***@", database)


def reason_of(error: Exception) -> str:
    """Return in one line what the system or the database says, without its numbers."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.strerror}: {error.filename}"
    said = str(getattr(error, "orig", error)).strip().partition("\n")[0]
    return said.removeprefix("connection failed: ")


def data_folder() -> Path:
    """Return the directory where tables are stored: ``PIOCHE_DATA``, or the user's data directory."""
    if chosen := os.environ.get("PIOCHE_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pioche"
