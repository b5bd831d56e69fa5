"""The HTTP endpoints with their request and response types, and their OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import pioche

from . import (
    bodies,
    contest_api,
    contest_bodies,
    duplicate_api,
    log_api,
    me_api,
    me_bodies,
    ping_api,
    replay_api,
    review_api,
)
from .api import Api
from .duplicate_bodies import DuplicateInfo, OpenDuplicate
from .messages import FromClient, FromServer, Line
from .ping_bodies import AddWay, PingAnswer, PingInfo, PingToken
from .puzzle_api import make_guess, overview, puzzle, puzzle_of_today, puzzles
from .puzzle_bodies import Guessed, MakeGuess, PuzzleList, PuzzleOverview, PuzzleTable
from .review_bodies import ReviewProgress, ReviewRecord, TryAgain, TryRecordAgain

Handler = Callable[[Api, Request], Awaitable[Response]]

REFUSED, NOT_FOUND, TOO_LARGE, TOO_FAST, UNAVAILABLE = 400, 404, 413, 429, 503
REFERENCE = "#/components/schemas/{name}"
TEXT, SVG, JSON = "text/plain", "image/svg+xml", "application/json"


@dataclass(frozen=True)
class Endpoint:
    path: str
    handler: Handler
    about: str
    gives: Any
    takes: Any = None
    query: tuple[str, ...] = ()
    kind: str = JSON
    method: str = "GET"
    status: int = 200


def creating(path: str, handler: Handler, about: str, gives: Any, takes: Any = None) -> Endpoint:
    """Return a POST endpoint that creates something and answers 201."""
    return Endpoint(path, handler, about, gives, takes, method="POST", status=201)


STEP = "The table after a number of moves; eyes: a seat, -1 for a spectator, or all when it is over."
SHEETS = "How the scores come about; eyes as for its steps; step: after that many moves."
GUESS = "Whether a move is the best one, and what every move is worth. A player's first guess is counted."
REVIEW = "How far the review of a finished match is, or the review."
TRY_AGAIN = "Go on from a step of a finished match against its bots; it counts nowhere."
TRY_RECORD_AGAIN = "Go on from a step of a record that was reviewed, against bots; it counts nowhere."
LOG = "The log of a table, with its chat: at most 200 events before one; eyes as for its steps."
LINES = "Moves of a match in words, at most 200 from one on; eyes as for its steps."

CONFIRM = "Confirm a mail address by the token of a link that was sent to it."
STOP = "Stop all mails to an address, by the token of a link that was sent to it."

ENDPOINTS = (
    Endpoint("/api/shelf", Api.shelf, "The games, the bot levels and the daily deal.", bodies.Shelf),
    Endpoint("/api/words", Api.words, "All texts, by key and language.", dict[str, Any]),
    Endpoint("/api/rules/{game}", Api.rules, "The rulebook, as Markdown.", str, query=("lang",), kind=TEXT),
    Endpoint("/api/lessons/{game}", Api.lessons, "The lessons of a game.", bodies.Lessons),
    Endpoint(
        "/api/lessons/{game}/{lesson}", Api.try_lesson, "Play a lesson.", bodies.Attempt, bodies.Try, method="POST"
    ),
    Endpoint("/api/puzzles", overview, "The puzzle of the day, and how many puzzles each game has.", PuzzleOverview),
    Endpoint("/api/puzzles/daily", puzzle_of_today, "The puzzle of the day, as its seat sees it.", PuzzleTable),
    Endpoint("/api/puzzles/{game}", puzzles, "The puzzles of a game, with how many solved them.", PuzzleList),
    Endpoint("/api/puzzles/{game}/{number}", puzzle, "A puzzle, as its seat sees it.", PuzzleTable),
    Endpoint("/api/puzzles/{game}/{number}", make_guess, GUESS, Guessed, MakeGuess, method="POST"),
    creating("/api/tables", Api.open, "Open a table.", bodies.OpenedTable, bodies.OpenTable),
    creating("/api/join", Api.join, "Take an open seat.", bodies.JoinedTable, bodies.Join),
    Endpoint(
        "/api/claim",
        Api.claim,
        "Claim a seat for this browser by its token.",
        bodies.Claimed,
        bodies.Claim,
        method="POST",
    ),
    Endpoint("/api/mine", Api.mine, "The tables at which this browser holds seats.", list[bodies.Summary]),
    Endpoint("/api/mine/statistics", me_api.statistics, "This browser's results at solitaires.", bodies.Statistics),
    Endpoint("/api/invitation/{code}", Api.invitation, "The summary of a table, by its code.", bodies.Summary),
    Endpoint("/api/invitation/{code}/picture", Api.picture, "The invitation as a QR code.", str, kind=SVG),
    creating(
        "/api/tables/{table}/rematch",
        Api.rematch,
        "Play again with the same seats.",
        bodies.NextTable,
        bodies.Rematch,
    ),
    Endpoint("/api/tables/{table}/record", replay_api.record, "The record of a finished match.", str, kind=TEXT),
    Endpoint(
        "/api/tables/{table}/deal", replay_api.deal, "The seed and the shuffles of a finished match.", bodies.Deal
    ),
    Endpoint("/api/tables/{table}/steps/{step:int}", replay_api.step, STEP, bodies.Step, query=("eyes",)),
    Endpoint("/api/tables/{table}/sheets", replay_api.sheets, SHEETS, bodies.Sheets, query=("eyes", "step")),
    Endpoint("/api/tables/{table}/lines", replay_api.lines, LINES, list[list[Line]], query=("eyes", "from", "limit")),
    Endpoint("/api/tables/{table}/log", log_api.log, LOG, bodies.LogPart, query=("eyes", "before", "limit")),
    Endpoint("/api/tables/{table}/review", review_api.review, REVIEW, ReviewProgress),
    Endpoint("/api/tables/{table}/review", review_api.ask_for_review, "Begin a review.", ReviewProgress, method="POST"),
    creating("/api/tables/{table}/again", review_api.try_again, TRY_AGAIN, bodies.OpenedTable, TryAgain),
    Endpoint("/api/review/{key}", review_api.review_of_record, "The review of a record.", ReviewProgress),
    creating(
        "/api/review/{key}/again",
        review_api.try_record_again,
        TRY_RECORD_AGAIN,
        bodies.OpenedTable,
        TryRecordAgain,
    ),
    Endpoint("/api/review", review_api.review_record, "Review a record.", ReviewProgress, ReviewRecord, method="POST"),
    Endpoint("/api/dailies", contest_api.dailies, "Every game's deal of the day.", list[contest_bodies.DailyInfo]),
    creating(
        "/api/dailies/{game}",
        contest_api.open_daily,
        "Open a table for a game's deal of the day.",
        bodies.OpenedTable,
        contest_bodies.Sitting,
    ),
    Endpoint("/api/dailies/{game}/{day}", contest_api.board, "The board of a deal of the day.", contest_bodies.Board),
    creating(
        "/api/dailies/{game}/{day}/entries",
        contest_api.send_in,
        "Send in a record that was played elsewhere.",
        contest_bodies.BoardEntry,
        contest_bodies.SendIn,
    ),
    Endpoint("/api/entries/{entry:int}/record", contest_api.record, "The record of an entry.", str, kind=TEXT),
    creating("/api/duplicates", duplicate_api.open_duplicate, "Open a duplicate.", DuplicateInfo, OpenDuplicate),
    Endpoint("/api/duplicates/{code}", duplicate_api.duplicate, "A duplicate and its results.", DuplicateInfo),
    creating(
        "/api/duplicates/{code}/deals/{deal}",
        duplicate_api.play,
        "Open a table for one deal of a duplicate.",
        bodies.OpenedTable,
        contest_bodies.Sitting,
    ),
    creating(
        "/api/duplicates/{code}/entries",
        duplicate_api.send_in,
        "Send in a record of one of the deals that was played elsewhere.",
        contest_bodies.BoardEntry,
        contest_bodies.SendIn,
    ),
    Endpoint("/api/me", me_api.page, "This player's matches, wins, streaks and ratings.", me_bodies.Me),
    creating("/api/me/carry", me_api.carry, "A link that makes another device the same player.", me_bodies.Carry),
    Endpoint(
        "/api/me/adopt",
        me_api.adopt,
        "Become the player of a link or an export.",
        me_bodies.Me,
        me_bodies.Adopt,
        method="POST",
    ),
    creating("/api/me/export", me_api.export, "Everything the server keeps about this player.", me_bodies.Export),
    Endpoint("/api/me/pings", ping_api.ways, "The ways in which the server pings this player on their turn.", PingInfo),
    creating("/api/me/pings", ping_api.add_way, "Be told by notification, webhook or mail.", PingInfo, AddWay),
    Endpoint("/api/me/pings/{way}", ping_api.remove_way, "Be told so no longer.", PingInfo, method="DELETE"),
    Endpoint("/api/pings/confirm", ping_api.confirm, CONFIRM, PingAnswer, PingToken, method="POST"),
    Endpoint("/api/pings/stop", ping_api.stop, STOP, PingAnswer, PingToken, method="POST"),
    Endpoint("/api/me", me_api.delete, "Delete this player.", me_bodies.Deleted, method="DELETE"),
)


def description() -> dict[str, Any]:
    """Return the OpenAPI description of the HTTP endpoints; its schemas include the WebSocket messages."""
    types = [
        bodies.Failure,
        FromClient,
        FromServer,
        *(each for end in ENDPOINTS for each in (end.gives, end.takes) if each),
    ]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    by_type = {str(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for end in ENDPOINTS:
        path = re.sub(r":\w+", "", end.path)
        paths.setdefault(path, {})[end.method.lower()] = _operation(end, by_type)
    info = {"title": "Pioche", "version": pioche.__version__}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}


def _operation(end: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    named = re.findall(r"\{(\w+)(:int)?\}", end.path)
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if number else "string"}}
        for name, number in named
    ] + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in end.query]
    failure = {"description": "Refused.", "content": {JSON: {"schema": by_type[str(bodies.Failure)]}}}
    given = {"description": "Done.", "content": {end.kind: {"schema": by_type[str(end.gives)]}}}
    refusals = {str(status): failure for status in (REFUSED, NOT_FOUND, TOO_LARGE, TOO_FAST, UNAVAILABLE)}
    operation = {"summary": end.about, "parameters": parameters, "responses": {str(end.status): given, **refusals}}
    if end.takes is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": by_type[str(end.takes)]}}}
    return operation
