"""What is asked for by plain requests: the shelf, rulebooks, opening and joining tables, records."""

from __future__ import annotations

import asyncio
import io
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pioche import registry
from pioche.core.chance import read_seed
from pioche.core.errors import PiocheError
from pioche.core.judgement import LEVELS
from pioche.core.record import to_text
from pioche.core.words import LANGUAGES

from . import shelf
from .events import Opened, Seat
from .hall import Hall
from .log import fresh_secret, hashed
from .messages import Name, Place, Short, Token, write
from .room import Refused
from .words import say

COOKIE = "pioche"
COOKIE_SECONDS = 400 * 24 * 3600


class Plan(msgspec.Struct, frozen=True):
    """A seat as its opener wants it: one's own, a bot's, or open."""

    kind: Literal["me", "bot", "open"]
    name: Name = ""
    level: Short | None = None


class OpenTable(msgspec.Struct, frozen=True):
    game: Short
    seats: Annotated[list[Plan], msgspec.Meta(min_length=1, max_length=6)]
    variant: Short | None = None
    options: Annotated[dict[Short, bool | int], msgspec.Meta(max_length=8)] = {}
    daily: bool = False
    difficulty: Short | None = None


class Join(msgspec.Struct, frozen=True):
    code: Short
    name: Name
    seat: Place | None = None


class Claim(msgspec.Struct, frozen=True):
    """Bring a seat to this browser, by its secret link."""

    token: Token


Body = TypeVar("Body")


def answer(body: Any, status: int = 200) -> Response:
    return Response(write(body), status, media_type="application/json")


def refuse(error: PiocheError, status: int = 400) -> Response:
    return answer({"error": error.message.plain()}, status)


async def read_body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as error:
        raise Refused(say("bad-message", reason=str(error))) from error


class Desk:
    """The requests of one server."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def browser(self, request: Request) -> str:
        """The secret of this browser: from its cookie, or a fresh one that the answer will set."""
        return request.cookies.get(COOKIE) or fresh_secret()

    def remember(self, request: Request, response: Response, browser: str) -> Response:
        is_https = request.url.scheme == "https"
        response.set_cookie(COOKIE, browser, COOKIE_SECONDS, httponly=True, samesite="lax", secure=is_https)
        return response

    async def shelf(self, request: Request) -> Response:
        day = shelf.today()
        return answer({**shelf.shelf(), "daily": {"game": "20-20", "day": day.isoformat()}})

    async def words(self, request: Request) -> Response:
        return answer(shelf.words())

    async def rules(self, request: Request) -> Response:
        language = request.query_params.get("lang", LANGUAGES[0])
        if language not in LANGUAGES:
            language = LANGUAGES[0]
        return PlainTextResponse(registry.find(request.path_params["game"]).rulebook(language))

    async def open(self, request: Request) -> Response:
        asked = await read_body(request, OpenTable)
        browser = self.browser(request)
        event = await asyncio.to_thread(_opening, asked)
        mine = [place for place, plan in enumerate(asked.seats) if plan.kind == "me"]
        table, code, tokens = await self.hall.open(event, hashed(browser), mine)
        found = {"table": table, "code": code, "seats": {str(seat): token for seat, token in tokens.items()}}
        return self.remember(request, answer(found, 201), browser)

    async def join(self, request: Request) -> Response:
        asked = await read_body(request, Join)
        table = await asyncio.to_thread(self.hall.log.by_code, asked.code)
        if table is None:
            raise Refused(say("no-table"))
        browser, taken = self.browser(request), {}
        name = asked.name.strip() or "?"

        def sit(room: Any) -> Any:
            event = room.join(asked.seat, name)
            taken["seat"] = event.seat
            return event

        await self.hall.act(table, sit)
        token = fresh_secret()
        for holder in (hashed(browser), hashed(token)):
            await asyncio.to_thread(self.hall.log.hold, holder, table, taken["seat"])
        found = {"table": table, "seat": taken["seat"], "token": token}
        return self.remember(request, answer(found, 201), browser)

    async def claim(self, request: Request) -> Response:
        asked = await read_body(request, Claim)
        held = await asyncio.to_thread(self.hall.log.held_by, [hashed(asked.token)])
        if not held:
            raise Refused(say("not-your-seat"))
        browser = self.browser(request)
        for holding in held:
            await asyncio.to_thread(self.hall.log.hold, hashed(browser), holding.table, holding.seat)
        return self.remember(request, answer({"table": held[0].table, "seat": held[0].seat}), browser)

    async def mine(self, request: Request) -> Response:
        """The tables at which this browser holds a seat, the newest first."""
        browser = request.cookies.get(COOKIE)
        held = await asyncio.to_thread(self.hall.log.held_by, [hashed(browser)]) if browser else []
        tables: dict[str, list[int]] = {}
        for holding in held:
            tables.setdefault(holding.table, []).append(holding.seat)
        return answer([await self._summary(table, seats) for table, seats in list(tables.items())[:50]])

    async def _summary(self, table: str, seats: list[int]) -> dict[str, Any]:
        place = await self.hall.place(table)
        room = place.room
        return {
            "table": table,
            "code": place.code,
            "game": room.match.game.name,
            "variant": room.match.setting.variant,
            "over": room.over,
            "seats": sorted(seats),
            "to_move": room.match.view(-1)["to_move"],
            "names": [seat.name for seat in room.seats],
            "kinds": [seat.kind for seat in room.seats],
        }

    async def invitation(self, request: Request) -> Response:
        """What somebody with a code sees before sitting down."""
        table = await asyncio.to_thread(self.hall.log.by_code, request.path_params["code"])
        if table is None:
            raise Refused(say("no-table"))
        return answer(await self._summary(table, []))

    async def picture(self, request: Request) -> Response:
        """The invitation as a picture that a phone can read."""
        code = request.path_params["code"]
        if await asyncio.to_thread(self.hall.log.by_code, code) is None:
            raise Refused(say("no-table"))
        out = io.BytesIO()
        segno.make(f"{request.url.scheme}://{request.url.netloc}/join/{code.upper()}").save(out, kind="svg", scale=4)
        return Response(out.getvalue(), media_type="image/svg+xml")

    async def record(self, request: Request) -> Response:
        """A finished match, as text: it tells every card, so not before the end."""
        place = await self.hall.place(request.path_params["table"])
        if not place.room.over:
            raise Refused(say("not-over"))
        name = f"{place.room.match.game.name}-{place.room.table}.pioche"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(to_text(place.room.match.record()), headers=headers)


def _opening(asked: OpenTable) -> Opened:
    """The first event of a table, if what was asked for can be played."""
    game = registry.find(asked.game)
    setting = game.agree(len(asked.seats), asked.variant, **asked.options)
    seats = [_seat(plan) for plan in asked.seats]
    seed, day = read_seed(None).hex(), None
    if asked.daily:
        today = shelf.today()
        seed, day = shelf.daily_seed(today), today.isoformat()
    elif asked.difficulty is not None and game.deal_graded is not None:
        seed = game.deal_graded(game, asked.difficulty, None).seed
    return Opened(game.name, setting.players, setting.variant, dict(setting.options), seats, seed, day)


def _seat(plan: Plan) -> Seat:
    if plan.kind == "bot":
        level = plan.level or "casual"
        if level not in LEVELS:
            raise Refused(say("bad-message", reason=f"level {level!r}"))
        return Seat("bot", "", level)
    if plan.kind == "open":
        return Seat("open")
    return Seat("person", plan.name.strip())
