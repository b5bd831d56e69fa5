"""HTTP handlers: the shelf, rulebooks, lessons, opening and joining tables."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec
import segno
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from pioche import registry
from pioche.core.daily import OWN_SEAT
from pioche.core.errors import PiocheError
from pioche.core.state import SPECTATOR
from pioche.core.words import LANGUAGES

from . import bodies, lessons, shelf
from .contest import Contest
from .cookies import COOKIE, Cookies, secret_in
from .errors import Refused, Unreadable
from .events import Opened
from .fair_queue import Asker
from .kept import Kept
from .limits import address_of
from .live import LiveTable
from .messages import write
from .names import checked_name
from .opening import opening
from .people import Player
from .pings import Pings
from .reviews import Reviews
from .store import fresh_secret, fresh_table_id, hashed
from .tables import Tables
from .unreadable import unreadable_summary
from .words import say

COOKIE_SECONDS = 400 * 24 * 3600
MOST_TABLES = 50
MOST_DIGITS = 9

Body = TypeVar("Body")
Found = TypeVar("Found")


def answer(body: Any, status: int = 200) -> Response:
    return answer_text(write(body), status)


def answer_text(text: bytes, status: int = 200) -> Response:
    """Return a response whose body is JSON already."""
    return Response(text, status, media_type="application/json")


def refuse(error: PiocheError, status: int | None = None) -> Response:
    """Return the response that says why a request is refused."""
    if status is None:
        status = error.status if isinstance(error, Refused) else Refused.status
    return answer(bodies.Failure(error.message.to_dict()), status)


async def read_body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(say("bad-message", reason=str(error))) from error


def browser_of(request: HTTPConnection) -> str | None:
    """Return the hash of the browser's secret; None if it has none yet."""
    secret = secret_in(request)
    return hashed(secret) if secret else None


class Api:
    """The HTTP handlers of one server."""

    def __init__(self, tables: Tables, *, tells_apart: bool = True, pings: Pings | None = None) -> None:
        self.tables = tables
        self.pings = pings or Pings(tables.store)
        self.reviews = Reviews(tables.store)
        self.boards = tables.boards
        self._tells_apart = tells_apart
        self._cookies = Cookies(tables.store)
        self.kept = Kept()
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By player: a lock while they open a table for a deal that others play too."""

    async def ask(self, request: Request, job: Callable[[], Found]) -> Found:
        """Answer something that takes long in a thread for such questions; raise `Busy` if too many wait."""
        return await self.tables.questions.do(job, Asker(address_of(request.scope)))

    # The browser that sent a request.

    async def browser(self, request: Request) -> str:
        """Return this browser's secret from its cookie, or a fresh one that the response will set."""
        return await asyncio.to_thread(self._cookies.own, secret_in(request))

    def remember(self, request: Request, response: Response, browser: str) -> Response:
        is_https = request.url.scheme == "https"
        response.set_cookie(COOKIE, browser, COOKIE_SECONDS, httponly=True, samesite="lax", secure=is_https)
        return response

    async def player(self, request: Request) -> Player | None:
        """Return the player of this browser; None if it never sat down and never guessed at a puzzle.

        A browser that sat down before players were stored is stored now.
        """
        people, browser = self.boards.people, browser_of(request)
        found = await asyncio.to_thread(people.find, browser)
        if browser is not None and found is not None and not found.id:
            return await asyncio.to_thread(people.enter, browser)
        return found

    async def enter(self, request: Request, browser: str) -> Player:
        """Return the player of a browser's secret; a new one, unless too many of them came from this address."""
        people, holder = self.boards.people, hashed(browser)
        known = await asyncio.to_thread(people.find, holder)
        if known is None:
            self.tables.addresses.check_may_be_new(address_of(request.scope))
        return known if known is not None and known.id else await asyncio.to_thread(people.enter, holder)

    def address(self, request: Request) -> str | None:
        """Return the address of a request; None where addresses tell nobody apart."""
        return address_of(request.scope) if self._tells_apart else None

    async def held(self, request: Request) -> dict[str, list[int]]:
        """Return the seats that this browser holds, by table, newest table first."""
        browser = browser_of(request)
        tables: dict[str, list[int]] = {}
        if browser:
            for holding in await asyncio.to_thread(self.tables.store.held_by, [browser]):
                tables.setdefault(holding.table_id, []).append(holding.seat)
        return tables

    # The shelf.

    async def shelf(self, request: Request) -> Response:
        return answer(shelf.shelf(self.boards.day_for(await self.player(request))))

    async def words(self, request: Request) -> Response:
        return answer(shelf.words())

    async def rules(self, request: Request) -> Response:
        language = request.query_params.get("lang", LANGUAGES[0])
        if language not in LANGUAGES:
            language = LANGUAGES[0]
        return PlainTextResponse(registry.find(request.path_params["game"]).rulebook(language))

    # Lessons.

    async def lessons(self, request: Request) -> Response:
        return answer(lessons.lessons(request.path_params["game"]))

    async def try_lesson(self, request: Request) -> Response:
        """Return a lesson after the learner's moves. The server keeps nothing of it."""
        asked = await read_body(request, bodies.Try)
        game, lesson = request.path_params["game"], request.path_params["lesson"]
        return answer(await self.ask(request, lambda: lessons.try_lesson(game, lesson, asked)))

    # Tables.

    async def open(self, request: Request) -> Response:
        asked = await read_body(request, bodies.OpenTable)
        if asked.daily:
            return await self.open_daily(request, asked.game, asked.seats[0].name, asked.seats[0].face)
        self._check_clock(asked)
        self.tables.addresses.check_may_open(address_of(request.scope))
        limits = self.tables.limits
        if asked.difficulty is None:
            event = opening(asked, limits)
        else:  # a solver looks for such a deal
            event = await self.ask(request, lambda: self.tables.without_waiting(lambda: opening(asked, limits)))
        mine = [seat for seat, plan in enumerate(asked.seats) if plan.kind == "me"]
        browser = await self.browser(request)
        await self.enter(request, browser)
        return await self._opened(request, browser, event, mine, fresh_table_id())

    def _check_clock(self, asked: bodies.OpenTable) -> None:
        shortest = self.tables.pace.shortest_clock
        if asked.clock is not None and asked.clock.seconds < shortest:
            raise Refused(say("clock-too-short", seconds=round(shortest)))

    async def open_daily(self, request: Request, game: str, name: str, face: str) -> Response:
        """Open a table for the deal of the day; the player's first one counts."""
        browser = await self.browser(request)
        player = await self.enter(request, browser)
        contest = await asyncio.to_thread(self.boards.daily, game, self.boards.day_for(player))
        return await self.open_contest(request, browser, contest, player, (name, face))

    async def open_contest(
        self, request: Request, browser: str, contest: Contest, player: Player, who: tuple[str, str]
    ) -> Response:
        """Open a table for a deal that others play too. It is entered on the board before the deal is shown.

        A player whose try is not over is led back to it: at a second table they could look ahead.
        """
        name, face = checked_name(who[0]), who[1]
        lock = self._opening.setdefault(player.id, asyncio.Lock())
        async with lock:  # of two requests at once, the second is led back to the table of the first
            begun = await self._begun(contest, player)
            if isinstance(begun, LiveTable):
                return await self._led_back(request, browser, begun)
            self.tables.addresses.check_may_open(address_of(request.scope))
            table_id = begun or fresh_table_id()
            if begun is None:
                asked = self.boards.try_of(contest, player, self.address(request))
                await asyncio.to_thread(self.boards.begin, asked, table_id, name)
            return await self._opened(request, browser, contest.opening(name, face), [OWN_SEAT], table_id)

    async def _begun(self, contest: Contest, player: Player) -> LiveTable | str | None:
        """Return the table of a player's try that is not over; None if there is none that can be read.

        It is only an id where a try was entered and the table could not be stored any more: nobody has seen the deal.
        """
        for entry in await asyncio.to_thread(self.boards.entries.of_player, player.id, [contest.name]):
            if entry.table_id is not None and entry.ended is None:
                if await asyncio.to_thread(self.tables.store.code_of, entry.table_id) is None:
                    return entry.table_id
                with contextlib.suppress(Unreadable):
                    live = await self.tables.find(entry.table_id)
                    if not live.table.over:
                        return live
        return None

    async def _led_back(self, request: Request, browser: str, live: LiveTable) -> Response:
        self.tables.addresses.check_may_return(address_of(request.scope))
        table_id, token = live.table.id, fresh_secret()
        for holder in (hashed(browser), hashed(token)):
            await asyncio.to_thread(self.tables.store.hold, holder, table_id, OWN_SEAT)
        found = bodies.OpenedTable(table_id, live.code, {str(OWN_SEAT): token})
        return self.remember(request, answer(found, 201), browser)

    async def _opened(self, request: Request, browser: str, event: Opened, mine: list[int], table_id: str) -> Response:
        table_id, code, tokens = await self.tables.open(
            event, hashed(browser), mine, table_id, address_of(request.scope)
        )
        found = bodies.OpenedTable(table_id, code, {str(seat): token for seat, token in tokens.items()})
        return self.remember(request, answer(found, 201), browser)

    async def join(self, request: Request) -> Response:
        asked = await read_body(request, bodies.Join)
        table_id, browser, token = await self._by_code(asked.code), await self.browser(request), fresh_secret()
        await self.enter(request, browser)
        seat = await self.tables.join(table_id, asked, [hashed(browser), hashed(token)])
        return self.remember(request, answer(bodies.JoinedTable(table_id, seat, token), 201), browser)

    async def _by_code(self, code: str) -> str:
        table_id = await asyncio.to_thread(self.tables.store.by_code, code)
        if table_id is None:
            raise Refused(say("no-code"))
        return table_id

    async def claim(self, request: Request) -> Response:
        asked = await read_body(request, bodies.Claim)
        held = await asyncio.to_thread(self.tables.store.held_by, [hashed(asked.token)])
        if not held:
            raise Refused(say("not-your-seat"))
        browser = await self.browser(request)
        await self.enter(request, browser)
        for holding in held:
            await asyncio.to_thread(self.tables.store.hold, hashed(browser), holding.table_id, holding.seat)
        return self.remember(request, answer(bodies.Claimed(held[0].table_id, held[0].seat)), browser)

    async def rematch(self, request: Request) -> Response:
        """Return the table where the players of a table continue; this browser has the same seats there."""
        table_id = request.path_params["table"]
        seats = (await self.held(request)).get(table_id)
        if seats is None:
            raise Refused(say("not-your-seat"))
        asked = await read_body(request, bodies.Rematch) if await request.body() else bodies.Rematch()
        following = await self.tables.rematch(table_id, asked.variant, address_of(request.scope))
        browser = hashed(await self.browser(request))
        for seat in seats:  # they may have been claimed while another player opened the next table
            await asyncio.to_thread(self.tables.store.hold, browser, following, seat)
        return answer(bodies.NextTable(following), 201)

    async def mine(self, request: Request) -> Response:
        """Return the tables at which this browser holds a seat, newest first."""
        held = await self.held(request)
        return answer([await self._listed(table_id, seats) for table_id, seats in list(held.items())[:MOST_TABLES]])

    async def _listed(self, table_id: str, seats: list[int]) -> bodies.Summary:
        try:
            return await self._summary(table_id, seats)
        except Unreadable as error:
            return await asyncio.to_thread(unreadable_summary, self.tables.store, table_id, seats, error)

    async def _summary(self, table_id: str, seats: list[int]) -> bodies.Summary:
        live = await self.tables.find(table_id)
        table = live.table
        opened, touched = await asyncio.to_thread(self.tables.store.times, table_id, table.last_noticed(SPECTATOR))
        asked = {} if live.clock is None else live.clock.asked()
        return bodies.Summary(
            table=table_id,
            code=live.code,
            game=table.match.game.name,
            variant=table.match.setting.variant,
            over=table.over,
            opened=opened,
            touched=touched,
            seats=sorted(seats),
            to_move=list(table.seen_to_move),
            names=[seat.name for seat in table.seats],
            kinds=[seat.kind for seat in table.seats],
            faces=[seat.face for seat in table.seats],
            daily=table.opened.daily,
            until=None if live.clock is None else live.clock.first_end(seats),
            late=sorted({late for seat, late in asked.items() if seat in seats}),
        )

    async def invitation(self, request: Request) -> Response:
        """Return the summary shown to someone who has a code, before they take a seat."""
        return answer(await self._summary(await self._by_code(request.path_params["code"]), []))

    async def picture(self, request: Request) -> Response:
        """Return the invitation link as a QR code."""
        code = request.path_params["code"]
        await self._by_code(code)
        return Response(await self.draw(request, f"/join/{code.upper()}"), media_type="image/svg+xml")

    async def draw(self, request: Request, path: str) -> bytes:
        """Return a link to this server as a QR code, which takes long to draw."""
        link, out = f"{request.url.scheme}://{request.url.netloc}{path}", io.BytesIO()
        await self.ask(request, lambda: segno.make(link).save(out, kind="svg", scale=4))
        return out.getvalue()

    # Afterwards.

    async def finished(self, request: Request) -> LiveTable:
        """Return the table of a request, if its match is over."""
        live = await self.tables.find(request.path_params["table"])
        if not live.table.over:
            raise Refused(say("not-over"))
        await self.check_may_watch(request, live)
        return live

    async def check_may_watch(self, request: Request, live: LiveTable) -> None:
        """Refuse to show a deal to somebody who could still play it."""
        contest = live.table.opened.contest
        if contest is not None and live.table.id not in await self.held(request):
            await asyncio.to_thread(self.boards.check_may_watch, contest, browser_of(request))


def whole(name: str, text: str) -> int:
    """Return the whole number that a request has under this name, or refuse it."""
    if text.isdecimal() and text.isascii() and len(text) < MOST_DIGITS:
        return int(text)
    raise Refused(say("bad-message", reason=f"{name}={text[:20]}"))
