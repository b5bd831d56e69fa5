"""HTTP handlers: replays of a match, its log, its score sheets and its record. They are answered in other threads."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pioche.core import errors
from pioche.core.errors import BadSetting
from pioche.core.match import Match
from pioche.core.match.record import to_text
from pioche.core.match.replay import match_at, open_view, shuffles
from pioche.core.state import SPECTATOR

from . import bodies, snapshot
from .api import Api, answer_text, whole
from .errors import Refused
from .live import LiveTable
from .messages import write
from .table import Table
from .waiting import views_of
from .words import say

OPEN_EYES = "all"
MOST_LINES = 200
"""How many moves are put into words for one request."""


async def record(api: Api, request: Request) -> Response:
    """Return the record of a finished match as text. It reveals every card, so it is refused before the end."""
    live = await api.finished(request)
    name = f"{live.table.match.game.name}-{live.table.id}.pioche"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    match = copied(live.table)
    text = await _kept(api, request, live.table, ("record",), lambda: to_text(match.record()).encode())
    return PlainTextResponse(text, headers=headers)


async def deal(api: Api, request: Request) -> Response:
    """Return the seed and every shuffle of a finished match, to be checked against the commitment."""
    table = (await api.finished(request)).table
    match = copied(table)

    def found() -> bytes:
        decks = [bodies.Shuffled(*deck[:-1], deck.title.to_dict()) for deck in shuffles(match)]
        parts = None if match.shared_seed is None else match.shared_seed.to_dict()
        dealer, seed = match.deals.first_dealer, match.seed.hex()
        return write(bodies.Deal(seed, match.commitment, match.players, dealer, decks, parts))

    return answer_text(await _kept(api, request, table, ("deal",), found))


async def step(api: Api, request: Request) -> Response:
    """Return the table after some moves. Other seats' views and open hands are refused before the end."""
    live, eyes = await table_and_eyes(api, request)
    return answer_text(await api.ask(request, _step(live, request.path_params["step"], eyes)))


async def sheets(api: Api, request: Request) -> Response:
    """Return how the scores come about: now, or after a number of moves."""
    live, eyes = await table_and_eyes(api, request)
    table, asked = live.table, request.query_params.get("step")
    match = copied(table) if asked is None else _match_after(table, whole("step", asked), eyes)

    def found() -> bytes:
        return write(bodies.Sheets(eyes, [] if table.is_waiting else match.sheets(eyes)))

    return answer_text(await _kept(api, request, table, ("sheets", eyes, asked), found))


async def lines(api: Api, request: Request) -> Response:
    """Return moves of a match in words, from one on."""
    live, eyes = await table_and_eyes(api, request)
    first = whole("from", request.query_params.get("from", "0"))
    limit = min(whole("limit", request.query_params.get("limit", str(MOST_LINES))), MOST_LINES)
    table, match = live.table, copied(live.table)
    numbers = {step: table.number_of(step, eyes) for step in table.steps(eyes)[1:][first : first + limit]}

    def found() -> bytes:
        return write([snapshot.moved_lines(match, number, step - 1, eyes) for step, number in numbers.items()])

    return answer_text(await _kept(api, request, table, ("lines", eyes, first, len(numbers)), found))


async def _kept(
    api: Api, request: Request, table: Table, question: tuple[object, ...], find: Callable[[], bytes]
) -> bytes:
    """Return the answer to a question about the current table, from the cache if it is there."""
    asked = (table.id, table.version, *question)
    text = api.kept.get(asked)
    if text is None:
        text = await api.ask(request, find)
        api.kept.keep(asked, text)
    return text


async def table_and_eyes(api: Api, request: Request) -> tuple[LiveTable, int | None]:
    """Return the table and the viewpoint of a request, if this browser may use that viewpoint."""
    live = await api.tables.find(request.path_params["table"])
    await api.check_may_watch(request, live)
    eyes = _eyes(request.query_params.get("eyes", str(SPECTATOR)), live.table.match.players)
    if not live.table.over and eyes != SPECTATOR:
        held = await api.held(request)
        if eyes not in held.get(live.table.id, []):
            raise Refused(say("not-over"))
    return live, eyes


def _eyes(text: str, players: int) -> int | None:
    if text == OPEN_EYES:
        return None
    if text in map(str, range(SPECTATOR, players)):
        return int(text)
    raise Refused(say("bad-message", reason=f"eyes={text[:20]}"))


def copied(table: Table) -> Match:
    """Return a copy of a table's match: the table may change while a thread reads it."""
    return match_at(table.match, len(table.match.moves))


def _match_after(table: Table, asked: int, eyes: int | None) -> Match:
    """Return the match after a number of the moves that ``eyes`` could notice."""
    steps = table.steps(eyes)
    if not 0 <= asked < len(steps):
        raise BadSetting(errors.say("bad-step", step=asked, last=len(steps) - 1))
    return match_at(table.match, steps[asked])


def _step(live: LiveTable, asked: int, eyes: int | None) -> Callable[[], bytes]:
    """Return a function that makes a step of a replay, in another thread."""
    table, steps, match = live.table, live.table.steps(eyes), copied(live.table)
    then = _match_after(table, asked, eyes)
    step, seats, views = steps[asked], snapshot.seat_infos(live), views_of(table, then)
    number = table.number_of(step, eyes) if step else 0

    def made() -> bytes:
        return write(
            bodies.Step(
                step=asked,
                steps=len(steps) - 1,
                table=snapshot.table_info(table, live.code),
                seats=seats,
                eyes=eyes,
                view=open_view(then) if eyes is None else views[eyes],
                lines=snapshot.moved_lines(match, number, step - 1, eyes) if step else [],
            )
        )

    return made
