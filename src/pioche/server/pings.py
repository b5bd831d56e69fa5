"""Tells players who are away that a table waits for them: once for each turn, in the ways of their choosing."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.state import SPECTATOR

from .errors import Refused
from .limits import Buckets
from .live import LiveTable
from .mail import Mailer, is_address
from .messages import write
from .outgoing import checked_url, post, public_address
from .ping_bodies import Note, WayKind
from .store import Store
from .table import Table
from .ways import Way, Ways
from .web_push import WebPush, is_installed
from .words import say

logger = logging.getLogger("pioche.server")

GONE = (404, 410)
"""A push service answers so when the browser no longer wants notifications."""
TRIES = (0.0, 2.0, 10.0)
"""Seconds to wait before each attempt."""
BUSY = 429
BROKEN = 500
MAILS_PER_SECOND, MAILS_AT_ONCE = 1 / 600, 5
"""First mails to addresses that nobody has confirmed, for one network."""


@dataclass(frozen=True)
class PingSettings:
    """The operator's settings."""

    url: str | None = None
    """The address of the server for links; by default the one under which a player opened the page."""
    allow_private: bool = False
    """Whether webhooks and push services may be in the server's own network."""
    mailer: Mailer | None = None


class Pings:
    def __init__(self, store: Store, settings: PingSettings | None = None) -> None:
        self.settings = settings or PingSettings()
        self.ways = Ways(store)
        self._store = store
        self._push: WebPush | None = None
        self._mails = Buckets(MAILS_PER_SECOND, MAILS_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._mailing = ThreadPoolExecutor(1, thread_name_prefix="mail")

    def prepare(self) -> None:
        """Read the server's key for notifications, or draw it."""
        mailer = self.settings.mailer
        if is_installed():
            self._push = WebPush(self._store, mailer.sender if mailer else None)

    @property
    def key(self) -> str | None:
        return None if self._push is None else self._push.key

    @property
    def offered(self) -> list[WayKind]:
        kinds: dict[WayKind, object] = {"push": self._push, "webhook": self, "mail": self.settings.mailer}
        return [kind for kind, sender in kinds.items() if sender is not None]

    # What a player chooses.

    async def add(self, player_id: str, way: Way, network: str | None) -> None:
        """Store a way of a player, or refuse it; a mail address is sent a link first."""
        if way.kind not in self.offered:
            raise Refused(say("way-not-offered"))
        if way.kind == "mail":
            await self._add_mail(player_id, way, network)
            return
        await public_address(checked_url(way.address), allow_private=self.settings.allow_private)
        if way.kind == "push":
            self._sealed(way, b"{}")
        await asyncio.to_thread(self.ways.add, player_id, way)

    async def _add_mail(self, player_id: str, way: Way, network: str | None) -> None:
        if not is_address(way.address):
            raise Refused(say("bad-address"))
        if network is not None and not self._may_mail(network):
            raise Refused(say("too-fast"))
        added = await asyncio.to_thread(self.ways.add, player_id, way)
        if not added.is_confirmed:
            link = await asyncio.to_thread(self._link, added)
            text = say("ping.confirm", link=link).text(way.language)
            self._run(self._try(added, lambda: self._mail(added, say("ping.confirm-subject").text(way.language), text)))

    def _may_mail(self, network: str) -> bool:
        return self._mails.take(network)

    def _link(self, way: Way) -> str:
        return f"{self.settings.url or way.origin}/pings#{self.ways.token_of(way)}"

    # Pings.

    async def ping(self, live: LiveTable, seat: int, number: int) -> None:
        """Tell the player of a seat that a table waits for them since an event, unless that was done."""
        table_id = live.table.id
        try:
            ways = await asyncio.to_thread(self.ways.of_seat, table_id, seat)
            if not ways or not await asyncio.to_thread(self.ways.claim, table_id, seat, number):
                return
            times = await asyncio.to_thread(self._store.times_of, table_id, [number])
        except SQLAlchemyError:
            logger.exception("player not pinged", extra={"table": table_id})
            return
        if not _is_awaited(live, seat):
            return
        for way in ways:
            self._run(self._send(way, self._note(live, seat, way, times[number])))

    def _note(self, live: LiveTable, seat: int, way: Way, since: float) -> Note:
        table, clock = live.table, live.clock
        title, last = table.match.game.title.text(way.language), _last_mover(table)
        text, until = say("ping.turn" if last is None else "ping.turn-after", game=title, name=last or ""), None
        if clock is not None:
            until = clock.until(seat)
            if until is None and (late := clock.asked().get(seat)) is not None:
                text, since = say("ping.late", game=title, name=_name(table, late, way)), since + clock.rule.seconds
        return Note(
            text=text.text(way.language),
            game=table.match.game.name,
            title=title,
            table=f"{self.settings.url or way.origin}/table/{table.id}",
            last=last,
            since=since,
            until=until,
        )

    async def _send(self, way: Way, note: Note) -> None:
        match way.kind:
            case "webhook":
                await self._try(way, lambda: self._post(way, write(note), {"Content-Type": "application/json"}))
            case "push":
                await self._try(way, lambda: self._post(way, *self._sealed(way, write(note))))
            case "mail":
                link = await asyncio.to_thread(self._link, way)
                text = _mail_text(note, way.language, link)
                await self._try(way, lambda: self._mail(way, say("ping.subject").text(way.language), text))

    def _sealed(self, way: Way, text: bytes) -> tuple[bytes, dict[str, str]]:
        if self._push is None or way.keys is None:
            raise Refused(say("bad-message", reason="keys"))
        return self._push.sealed(way.address, way.keys, text, self.settings.url or way.origin)

    async def _post(self, way: Way, body: bytes, headers: dict[str, str]) -> bool:
        status = await post(way.address, body, headers, allow_private=self.settings.allow_private)
        if way.kind == "push" and status in GONE:
            await asyncio.to_thread(self.ways.remove, way.id)
        return status < BROKEN and status != BUSY

    async def _mail(self, way: Way, subject: str, text: str) -> bool:
        mailer = self.settings.mailer
        if mailer is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._mailing, mailer.send, way.address, subject, text)
        return True

    async def _try(self, way: Way, send: Callable[[], Awaitable[bool]]) -> None:
        """Send something, a few times if need be. What cannot be delivered is logged, without the player's address."""
        for pause in TRIES:
            await asyncio.sleep(pause)
            try:
                if await send():
                    return
            except Refused:  # its name leads to a private address now
                break
            except (OSError, TimeoutError, smtplib.SMTPException, ValueError):
                continue
        logger.warning("ping not delivered", extra={"kind": way.kind})

    def _run(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._mailing.shutdown(wait=False, cancel_futures=True)


def _is_awaited(live: LiveTable, seat: int) -> bool:
    """Return whether a table still waits for a player: they may have acted while the database was asked."""
    return seat in live.table.due.since or (live.clock is not None and seat in live.clock.asked())


def _last_mover(table: Table) -> str | None:
    """Return the name of the player whose move everybody saw last; None for a bot."""
    for number, seat in zip(reversed(table.moved), reversed(table.movers), strict=True):
        if not table.numbering.is_hidden(number, SPECTATOR):
            return _line(table.seats[seat].name) or None
    return None


def _name(table: Table, seat: int, way: Way) -> str:
    return _line(table.seats[seat].name) or say("page.player").text(way.language)


def _line(name: str) -> str:
    return " ".join(name.split())


def _mail_text(note: Note, language: str, link: str) -> str:
    since = f"{datetime.fromtimestamp(note.since, UTC):%Y-%m-%d %H:%M} UTC"
    lines = [note.text, say("ping.since", time=since).text(language)]
    if note.until is not None:
        until = f"{datetime.fromtimestamp(note.until, UTC):%Y-%m-%d %H:%M} UTC"
        lines.append(say("ping.until", time=until).text(language))
    return "\n\n".join(["\n".join(lines), note.table, say("ping.stop", link=link).text(language), ""])
