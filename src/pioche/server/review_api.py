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
from .bounds import check_length
from .contest import is_sealed
from .errors import Refused
from .events import Moved, Opened, Seat
from .limits import address_of, caller
from .names import checked_name
from .practice import practice_events
from .review_bodies import ReviewProgress, ReviewRecord, ReviewState, TryAgain, TryRecordAgain
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
    match = live.table.match
    return answer(await review_progress(api, match.record()["checksum"], live.table.id, match.game.name))


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
    record, game = match.record(), match.game.name
    found = await review_progress(api, record["checksum"], table_id, game)
    if found.state in ("none", "failed"):
        api.reviews.ask(record["checksum"], to_text(record), table_id, caller.get(), game)
        found = await review_progress(api, record["checksum"], table_id, game)
    return found


async def review_progress(api: Api, checksum: str, table_id: str | None, game: str = "") -> ReviewProgress:
    """Return how far a review is, by the checksum of its record, or the review. ``game`` is known for a table."""
    job, loose = api.reviews.job(checksum), api.reviews.loose(checksum) if table_id is None else None
    if job is not None:
        state: ReviewState = "failed" if job.has_failed else "running" if job.is_running else "waiting"
        return ReviewProgress(state, checksum, job.share, api.reviews.ahead(checksum), job.game)
    made = await asyncio.to_thread(api.reviews.find, checksum, table_id)
    if made is None:
        return ReviewProgress("none", checksum, game=game)
    can_be_tried = loose is None or not loose.is_dealt_by_hand
    game = loose.game if loose else game
    review = msgspec.json.decode(made)
    return ReviewProgress("done", checksum, 1.0, game=game, review=review, can_be_tried=can_be_tried)


async def try_again(api: Api, request: Request) -> Response:
    """Open a table that goes on from a step of a finished match, against its bots; it counts nowhere."""
    asked, live = await read_body(request, TryAgain), await api.finished(request)
    table = live.table
    if table.opened.contest is not None and is_sealed(table.opened.contest, today()):
        raise Refused(say("practice-too-early"))
    return await _practise(api, request, practice_events(table.match, table.seats, asked.seat, asked.step, table.id))


async def try_record_again(api: Api, request: Request) -> Response:
    """Open a table that goes on from a step of a record that was reviewed, against bots; it counts nowhere."""
    asked, key = await read_body(request, TryRecordAgain), request.path_params["key"]
    name, loose = checked_name(asked.name), api.reviews.loose(key)
    if loose is None:
        raise Refused(say("review-forgotten"))
    match = await api.ask(request, lambda: _replayed(loose.record))
    if await asyncio.to_thread(api.boards.is_of_today, match):
        raise Refused(say("practice-too-early"))
    check_length(match.game, match.setting, api.tables.limits)
    seats = [Seat("person", name, face=asked.face)] * match.players
    return await _practise(api, request, practice_events(match, seats, asked.seat, asked.step, key))


async def _practise(api: Api, request: Request, events: tuple[Opened, list[Moved]]) -> Response:
    """Open a table for another try, at which one seat is a person's: the browser's."""
    (opened, moves), browser, address = events, await api.browser(request), address_of(request.scope)
    api.tables.addresses.check_may_open(address)
    seat = next(number for number, who in enumerate(opened.seats) if who.kind == "person")
    table_id, token, store = fresh_table_id(), fresh_secret(), api.tables.store
    holders = [(hashed(browser), seat), (hashed(token), seat)]
    code = await asyncio.to_thread(store.open, table_id, opened.game, opened, holders)
    if moves:
        entries = [Entry(table_id, number, move) for number, move in enumerate(moves, 1)]
        await asyncio.to_thread(store.append, entries)
    await api.tables.find(table_id)
    api.tables.addresses.opened(address, table_id)
    made = bodies.OpenedTable(table_id, code, {str(seat): token})
    return api.remember(request, answer(made, CREATED), browser)
