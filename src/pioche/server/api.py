"""HTTP handlers: the shelf, rulebooks, lessons, opening and joining tables, records and replays."""

from __future__ import annotations

import asyncio
import io
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from pioche import registry
from pioche.bots import OWN
from pioche.core import errors
from pioche.core.daily import OWN_SEAT
from pioche.core.errors import BadSetting, PiocheError
from pioche.core.fair import read_seed
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.match.record import to_text
from pioche.core.match.replay import match_at, open_view, shuffles
from pioche.core.state import SPECTATOR
from pioche.core.words import LANGUAGES

from . import bodies, lessons, shelf, snapshot, statistics
from .contest import Contest
from .errors import Refused
from .events import Opened, Seat
from .limits import address_of
from .live import LiveTable
from .messages import Line, write
from .people import Player
from .pings import Pings
from .reviews import Reviews
from .store import fresh_secret, fresh_table_id, hashed
from .table import Table
from .tables import Tables
from .waiting import views_of
from .words import say

COOKIE = "pioche"
COOKIE_SECONDS = 400 * 24 * 3600
MOST_TABLES = 50
OPEN_EYES = "all"
MOST_DIGITS = 9

Body = TypeVar("Body")


def answer(body: Any, status: int = 200) -> Response:
    return Response(write(body), status, media_type="application/json")


def refuse(error: PiocheError, status: int = 400) -> Response:
    return answer(bodies.Failure(error.message.to_dict()), status)


async def read_body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(say("bad-message", reason=str(error))) from error


def browser_of(request: HTTPConnection) -> str | None:
    """Return the hash of the browser's secret; None if it has none yet."""
    secret = request.cookies.get(COOKIE)
    return hashed(secret) if secret else None


class Api:
    """The HTTP handlers of one server."""

    def __init__(self, tables: Tables, *, tells_apart: bool = True, pings: Pings | None = None) -> None:
        self.tables = tables
        self.pings = pings or Pings(tables.store)
        self.reviews = Reviews(tables.store)
        self.boards = tables.boards
        self._tells_apart = tells_apart
        self.checks = 0
        """How many records are being checked, or wait for it."""

    # The browser that sent a request.

    def browser(self, request: Request) -> str:
        """Return this browser's secret from its cookie, or a fresh one that the response will set."""
        return request.cookies.get(COOKIE) or fresh_secret()

    def remember(self, request: Request, response: Response, browser: str) -> Response:
        is_https = request.url.scheme == "https"
        response.set_cookie(COOKIE, browser, COOKIE_SECONDS, httponly=True, samesite="lax", secure=is_https)
        return response

    async def player(self, request: Request) -> Player | None:
        """Return the player of this browser; None if it never sat down."""
        return await asyncio.to_thread(self.boards.people.find, browser_of(request))

    def address(self, request: Request) -> str | None:
        """Return the address of a request; None where addresses tell nobody apart."""
        return address_of(request.scope) if self._tells_apart else None

    async def held(self, request: Request) -> dict[str, list[int]]:
        """Return the seats that this browser holds, by table, newest table first."""
        browser = request.cookies.get(COOKIE)
        tables: dict[str, list[int]] = {}
        if browser:
            for holding in await asyncio.to_thread(self.tables.store.held_by, [hashed(browser)]):
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
        return answer(await asyncio.to_thread(lessons.try_lesson, game, lesson, asked))

    # Tables.

    async def open(self, request: Request) -> Response:
        asked = await read_body(request, bodies.OpenTable)
        if asked.daily:
            return await self.open_daily(request, asked.game, asked.seats[0].name, asked.seats[0].face)
        self._check_clock(asked)
        event = await asyncio.to_thread(self.tables.without_waiting, lambda: _opening(asked))
        mine = [seat for seat, plan in enumerate(asked.seats) if plan.kind == "me"]
        browser = self.browser(request)
        await asyncio.to_thread(self.boards.people.enter, hashed(browser))
        return await self._opened(request, browser, event, mine, fresh_table_id())

    def _check_clock(self, asked: bodies.OpenTable) -> None:
        shortest = self.tables.pace.shortest_clock
        if asked.clock is not None and asked.clock.seconds < shortest:
            raise Refused(say("clock-too-short", seconds=round(shortest)))

    async def open_daily(self, request: Request, game: str, name: str, face: str) -> Response:
        """Open a table for the deal of the day; the player's first one counts."""
        browser = self.browser(request)
        player = await asyncio.to_thread(self.boards.people.enter, hashed(browser))
        contest = await asyncio.to_thread(self.boards.daily, game, self.boards.day_for(player))
        return await self.open_contest(request, browser, contest, player, (name, face))

    async def open_contest(
        self, request: Request, browser: str, contest: Contest, player: Player, who: tuple[str, str]
    ) -> Response:
        """Open a table for a deal that others play too. It is entered on the board before the deal is shown."""
        asked, table_id, (name, face) = (
            self.boards.try_of(contest, player, self.address(request)),
            fresh_table_id(),
            who,
        )
        await asyncio.to_thread(self.boards.begin, asked, table_id, name.strip())
        return await self._opened(request, browser, contest.opening(name.strip(), face), [OWN_SEAT], table_id)

    async def _opened(self, request: Request, browser: str, event: Opened, mine: list[int], table_id: str) -> Response:
        table_id, code, tokens = await self.tables.open(event, hashed(browser), mine, table_id)
        found = bodies.OpenedTable(table_id, code, {str(seat): token for seat, token in tokens.items()})
        return self.remember(request, answer(found, 201), browser)

    async def join(self, request: Request) -> Response:
        asked = await read_body(request, bodies.Join)
        table_id, browser, token = await self._by_code(asked.code), self.browser(request), fresh_secret()
        await asyncio.to_thread(self.boards.people.enter, hashed(browser))
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
        browser = self.browser(request)
        await asyncio.to_thread(self.boards.people.enter, hashed(browser))
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
        following = await self.tables.rematch(table_id, asked.variant)
        for seat in seats:  # they may have been claimed while another player opened the next table
            await asyncio.to_thread(self.tables.store.hold, hashed(self.browser(request)), following, seat)
        return answer(bodies.NextTable(following), 201)

    async def mine(self, request: Request) -> Response:
        """Return the tables at which this browser holds a seat, newest first."""
        held = await self.held(request)
        return answer([await self._summary(table_id, seats) for table_id, seats in list(held.items())[:MOST_TABLES]])

    async def _summary(self, table_id: str, seats: list[int]) -> bodies.Summary:
        live = await self.tables.find(table_id)
        table = live.table
        opened, touched = await asyncio.to_thread(self.tables.store.times, table_id, table.last_noticed(SPECTATOR))
        return bodies.Summary(
            table=table_id,
            code=live.code,
            game=table.match.game.name,
            variant=table.match.setting.variant,
            over=table.over,
            opened=opened,
            touched=touched,
            seats=sorted(seats),
            to_move=views_of(table).own(SPECTATOR)["to_move"],
            names=[seat.name for seat in table.seats],
            kinds=[seat.kind for seat in table.seats],
            faces=[seat.face for seat in table.seats],
            daily=table.opened.daily,
            until=None if live.clock is None else live.clock.first_end(seats),
        )

    async def statistics(self, request: Request) -> Response:
        """K6-4 Return how many solitaires this browser played and won, with and without help."""
        found = statistics.Statistics()
        for table_id in await self.held(request):
            table = (await self.tables.find(table_id)).table
            if table.match.game.counts_wins and table.over and table.opened.practice is None:
                found = found.plus(won=bool(table.match.winners), help_taken=table.help_taken)
        alone, helped = (bodies.Wins(tally.played, tally.won) for tally in (found.alone, found.helped))
        return answer(bodies.Statistics(alone, helped))

    async def invitation(self, request: Request) -> Response:
        """Return the summary shown to someone who has a code, before they take a seat."""
        return answer(await self._summary(await self._by_code(request.path_params["code"]), []))

    async def picture(self, request: Request) -> Response:
        """Return the invitation link as a QR code."""
        code = request.path_params["code"]
        await self._by_code(code)
        out = io.BytesIO()
        segno.make(f"{request.url.scheme}://{request.url.netloc}/join/{code.upper()}").save(out, kind="svg", scale=4)
        return Response(out.getvalue(), media_type="image/svg+xml")

    # Afterwards.

    async def record(self, request: Request) -> Response:
        """Return the record of a finished match as text. It reveals every card, so it is refused before the end."""
        live = await self.finished(request)
        name = f"{live.table.match.game.name}-{live.table.id}.pioche"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(to_text(live.table.match.record()), headers=headers)

    async def deal(self, request: Request) -> Response:
        """Return the seed and every shuffle of a finished match, to be checked against the commitment."""
        match = (await self.finished(request)).table.match
        decks = [bodies.Shuffled(*deck[:-1], deck.title.to_dict()) for deck in shuffles(match)]
        found = bodies.Deal(match.seed.hex(), match.commitment, match.players, match.deals.first_dealer, decks)
        return answer(found)

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

    async def step(self, request: Request) -> Response:
        """Return the table after some moves. Other seats' views and open hands are refused before the end."""
        live, eyes = await self._table_and_eyes(request)
        return answer(_step(live, request.path_params["step"], eyes))

    async def sheets(self, request: Request) -> Response:
        """Return how the scores come about: now, or after a number of moves."""
        live, eyes = await self._table_and_eyes(request)
        step = request.query_params.get("step")
        match = live.table.match if step is None else _match_after(live.table, whole("step", step), eyes)
        return answer(bodies.Sheets(eyes, [] if live.table.is_waiting else match.sheets(eyes)))

    async def lines(self, request: Request) -> Response:
        """Return every move of a match in words."""
        live, eyes = await self._table_and_eyes(request)
        table, steps = live.table, live.table.steps(eyes)
        match = match_at(table.match, len(table.match.moves))  # a copy: the table may change while a thread reads it
        numbers = {step: table.number_of(step, eyes) for step in steps[1:]}

        def tell() -> list[list[Line]]:
            return [snapshot.moved_lines(match, number, step - 1, eyes) for step, number in numbers.items()]

        return answer(await asyncio.to_thread(tell))

    async def _table_and_eyes(self, request: Request) -> tuple[LiveTable, int | None]:
        """Return the table and the viewpoint of a request, if this browser may use that viewpoint."""
        live = await self.tables.find(request.path_params["table"])
        await self.check_may_watch(request, live)
        eyes = _eyes(request.query_params.get("eyes", str(SPECTATOR)), live.table.match.players)
        if not live.table.over and eyes != SPECTATOR:
            held = await self.held(request)
            if eyes not in held.get(live.table.id, []):
                raise Refused(say("not-over"))
        return live, eyes


def _eyes(text: str, players: int) -> int | None:
    if text == OPEN_EYES:
        return None
    if text in map(str, range(SPECTATOR, players)):
        return int(text)
    raise Refused(say("bad-message", reason=f"eyes={text[:20]}"))


def whole(name: str, text: str) -> int:
    """Return the whole number that a request has under this name, or refuse it."""
    if text.isdecimal() and text.isascii() and len(text) < MOST_DIGITS:
        return int(text)
    raise Refused(say("bad-message", reason=f"{name}={text[:20]}"))


def _match_after(table: Table, asked: int, eyes: int | None) -> Match:
    """Return the match after a number of the moves that ``eyes`` could notice."""
    steps = table.steps(eyes)
    if not 0 <= asked < len(steps):
        raise BadSetting(errors.say("bad-step", step=asked, last=len(steps) - 1))
    return match_at(table.match, steps[asked])


def _step(live: LiveTable, asked: int, eyes: int | None) -> bodies.Step:
    table, steps = live.table, live.table.steps(eyes)
    then = _match_after(table, asked, eyes)
    step = steps[asked]
    return bodies.Step(
        step=asked,
        steps=len(steps) - 1,
        table=snapshot.table_info(table, live.code),
        seats=snapshot.seat_infos(live),
        eyes=eyes,
        view=open_view(then) if eyes is None else views_of(table, then)[eyes],
        lines=snapshot.moved_lines(table.match, table.number_of(step, eyes), step - 1, eyes) if step else [],
    )


def _opening(asked: bodies.OpenTable) -> Opened:
    """Return the first event of a new table; raise if the game cannot be played with these settings."""
    game = registry.find(asked.game)
    setting = game.agree(len(asked.seats), asked.variant, **asked.options)
    seats = [_seat(plan) for plan in asked.seats]
    if asked.dealer is not None and asked.dealer >= len(seats):
        raise Refused(say("bad-message", reason=f"dealer {asked.dealer}"))
    seed = read_seed(None).hex()
    if asked.difficulty is not None and game.deal_graded is not None:
        seed = game.deal_graded(game, asked.difficulty, None).seed
    dealer, clock = asked.dealer, asked.clock
    options = dict(setting.options)
    return Opened(game.name, setting.players, setting.variant, options, seats, seed, dealer=dealer, clock=clock)


def _seat(plan: bodies.Plan) -> Seat:
    if plan.kind == "bot":
        level = plan.level or "casual"
        if level not in LEVELS and level not in OWN:
            raise Refused(say("bad-message", reason=f"level {level!r}"))
        return Seat("bot", "", level)
    if plan.kind == "open":
        return Seat("open")
    return Seat("person", plan.name.strip(), face=plan.face)
