"""HTTP handler: the log of a table, chat and all, in parts from the end backwards."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from pioche.core.match import Match

from . import bodies, messages, snapshot
from .api import Api, answer_text, whole
from .events import Moved
from .messages import write
from .replay_api import MOST_LINES, copied, table_and_eyes
from .snapshot import Noticed
from .table import Table

PART = 200
"""How many events are read at once."""


async def log(api: Api, request: Request) -> Response:
    """Return what happened before an event, as ``eyes`` noticed it."""
    live, eyes = await table_and_eyes(api, request)
    table, match = live.table, copied(live.table)
    last = shown(table, table.number, eyes)
    before = min(whole("before", request.query_params.get("before", str(last + 1))), last + 1)
    limit = min(whole("limit", request.query_params.get("limit", str(MOST_LINES))), MOST_LINES)
    found = await noticed_before(api, table, eyes, before, limit)
    moves = {each.number: table.index_of(each.number) for each in found if isinstance(each.event, Moved)}
    others = {each.number: snapshot.lines_of(table, eyes, each) for each in found if each.number not in moves}

    def made() -> bytes:
        lines = [line for each in found for line in others.get(each.number) or in_words(match, each, moves, eyes)]
        return write(bodies.LogPart(lines, found[0].shown if found else 0))

    return answer_text(await api.ask(request, made))


def shown(table: Table, number: int, eyes: int | None) -> int:
    return number if eyes is None else table.numbering.shown(number, eyes)


async def noticed_before(api: Api, table: Table, eyes: int | None, before: int, limit: int) -> list[Noticed]:
    """Return the last events before a number, as ``eyes`` count, that they could notice, without the opening."""
    until = before if eyes is None else table.numbering.stored(before, eyes)
    found: list[Noticed] = []
    while until > 1 and len(found) < limit:
        part = await asyncio.to_thread(api.tables.store.read_before, table.id, until, PART)
        for number, event in reversed(part):
            until = number
            if number > 0 and len(found) < limit and (eyes is None or not table.numbering.is_hidden(number, eyes)):
                found.append(Noticed(shown(table, number, eyes), number, event))
        if not part:
            break
    return found[::-1]


def in_words(match: Match, seen: Noticed, moves: dict[int, int | None], eyes: int | None) -> list[messages.Line]:
    """Return the lines of a move; none if it was taken back."""
    index = moves.get(seen.number)
    if index is None:
        return []
    late = [snapshot.late_line(seen)] if isinstance(seen.event, Moved) and seen.event.level is not None else []
    return late + snapshot.moved_lines(match, seen.shown, index, eyes)
