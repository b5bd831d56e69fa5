"""HTTP handlers: reviews of finished tables and of records, and tables for trying again from a step."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import pioche
from pioche.core.match import Match
from pioche.core.match.record import to_text

from . import bodies
from .api import Api, answer, read_body
from .contest import is_closed
from .errors import Refused
from .limits import address_of, caller
from .practice import practice_events
from .review_bodies import ReviewProgress, ReviewRecord, ReviewState, TryAgain
from .shelf import today
from .store import Entry, fresh_secret, fresh_table_id, hashed
from .words import say

CREATED = 201


async def ask_for_review(api: Api, request: Request) -> Response:
    """Begin the review of a finished match, unless it is there."""
    live = await api.finished(request)
    return answer(await begin_review(api, live.table.match, live.table.id))


async def review(api: Api, request: Request) -> Response:
    """Return how far the review of a finished match is, or the review."""
    live = await api.finished(request)
    return answer(await review_progress(api, live.table.match.record()["checksum"], live.table.id))


async def review_record(api: Api, request: Request) -> Response:
    """Begin the review of a record, which is replayed first."""
    asked = await read_body(request, ReviewRecord)
    match = await api.ask(request, lambda: _replayed(asked.record))
    return answer(await begin_review(api, match, None))


async def review_of_record(api: Api, request: Request) -> Response:
    """Return how far the review of a record is, or the review."""
    return answer(await review_progress(api, request.path_params["key"], None))


def _replayed(text: str) -> Match:
    match = pioche.replay(text)
    if not match.over:
        raise Refused(say("not-over"))
    return match


async def begin_review(api: Api, match: Match, table_id: str | None) -> ReviewProgress:
    """Begin the review of a match that is over, unless it is there or under way; return how far it is."""
    record = match.record()
    found = await review_progress(api, record["checksum"], table_id)
    if found.state in ("none", "failed"):
        api.reviews.ask(record["checksum"], to_text(record), table_id, caller.get())
        found = await review_progress(api, record["checksum"], table_id)
    return found


async def review_progress(api: Api, checksum: str, table_id: str | None) -> ReviewProgress:
    """Return how far a review is, by the checksum of its record, or the review."""
    job = api.reviews.job(checksum)
    if job is not None:
        state: ReviewState = "failed" if job.has_failed else "running" if job.is_running else "waiting"
        return ReviewProgress(state, checksum, job.share, api.reviews.ahead(checksum))
    made = await asyncio.to_thread(api.reviews.find, checksum, table_id)
    if made is None:
        return ReviewProgress("none", checksum)
    return ReviewProgress("done", checksum, 1.0, review=msgspec.json.decode(made))


async def try_again(api: Api, request: Request) -> Response:
    """Open a table that goes on from a step of a finished match, against its bots; it counts nowhere."""
    asked, live, browser = await read_body(request, TryAgain), await api.finished(request), await api.browser(request)
    table = live.table
    api.tables.addresses.check_may_open(address_of(request.scope))
    if table.opened.contest is not None and not is_closed(table.opened.contest, today()):
        raise Refused(say("practice-too-early"))
    seat = table.match.checked_seat(asked.seat)
    opened, moves = practice_events(table.match, table.seats, seat, asked.step, table.id)
    table_id, token, store = fresh_table_id(), fresh_secret(), api.tables.store
    holders = [(hashed(browser), seat), (hashed(token), seat)]
    code = await asyncio.to_thread(store.open, table_id, opened.game, opened, holders)
    if moves:
        entries = [Entry(table_id, number, move) for number, move in enumerate(moves, 1)]
        await asyncio.to_thread(store.append, entries)
    await api.tables.find(table_id)
    made = bodies.OpenedTable(table_id, code, {str(seat): token})
    return api.remember(request, answer(made, CREATED), browser)
