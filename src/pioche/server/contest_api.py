"""HTTP handlers: deals of the day, their boards, and records that are sent in."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pioche import registry
from pioche.core.compiled.compile import NotCompiled

from .api import Api, answer, read_body
from .boards import MOST_SHOWN, Boards, Ranked, lowest_wins
from .contest import Contest, is_closed
from .contest_bodies import Board, BoardEntry, DailyInfo, SendIn, Sitting
from .errors import Refused
from .names import checked_name
from .people import Player
from .shelf import today
from .words import say


async def dailies(api: Api, request: Request) -> Response:
    """Return every game's deal of the day, with what it would count if this browser began it now."""
    player, address = await api.player(request), api.address(request)
    return answer(await api.ask(request, lambda: _dailies(api.boards, player, address)))


def _dailies(boards: Boards, player: Player | None, address: str | None) -> list[DailyInfo]:
    contests = [boards.daily(game.name, boards.day_for(player)) for game in registry.games()]
    return [_daily(boards, each, player, address) for each in contests]


def _daily(boards: Boards, contest: Contest, player: Player | None, address: str | None) -> DailyInfo:
    mine = [] if player is None else boards.entries.of_player(player.id, [contest.name])
    tables = [entry.table_id for entry in mine if entry.table_id is not None]
    return DailyInfo(
        game=contest.game.name,
        day=contest.day.isoformat() if contest.day else "",
        variant=contest.setting.variant,
        players=contest.setting.players,
        options=dict(contest.setting.options),
        level=contest.level,
        commitment=contest.commitment,
        mark=boards.entries.mark_of(boards.try_of(contest, player, address)),
        table=tables[-1] if tables else None,
        is_over=any(entry.ended is not None for entry in mine),
    )


async def open_daily(api: Api, request: Request) -> Response:
    """Open a table for a game's deal of the day."""
    asked = await read_body(request, Sitting)
    return await api.open_daily(request, registry.find(request.path_params["game"]).name, asked.name, asked.face)


async def board(api: Api, request: Request) -> Response:
    """Return the board of a deal of the day."""
    contest, player = await _daily_of(api, request), await api.player(request)
    return answer(await api.ask(request, lambda: board_of(api.boards, contest, player)))


async def _daily_of(api: Api, request: Request) -> Contest:
    try:
        day = date.fromisoformat(request.path_params["day"])
    except ValueError:
        raise Refused(say("no-board")) from None
    return await asyncio.to_thread(api.boards.daily, request.path_params["game"], day)


def board_of(boards: Boards, contest: Contest, player: Player | None) -> Board:
    found, may_see = boards.ranked(contest), boards.may_see(player, contest.name)
    player_id = player.id if player else None
    return Board(
        contest=contest.name,
        game=contest.game.name,
        day=contest.day.isoformat() if contest.day else None,
        variant=contest.setting.variant,
        players=contest.setting.players,
        options=dict(contest.setting.options),
        level=contest.level,
        commitment=contest.commitment,
        seed=contest.seed if is_closed(contest.name, today()) else None,
        low_wins=lowest_wins(contest.game.format(contest.setting)),
        count=len(found),
        is_hidden=not may_see,
        entries=shown(found, player_id) if may_see else [],
    )


def shown(found: list[Ranked], player_id: str | None) -> list[BoardEntry]:
    shown = [each for number, each in enumerate(found) if number < MOST_SHOWN or each.entry.player_id == player_id]
    return [board_entry(each, player_id) for each in shown]


def board_entry(ranked: Ranked, player_id: str | None) -> BoardEntry:
    entry = ranked.entry
    return BoardEntry(
        id=entry.id,
        contest=entry.contest,
        rank=ranked.rank,
        mark=entry.mark,
        name=entry.name,
        place=entry.place,
        score=entry.score,
        ended=entry.ended,
        is_mine=entry.player_id == player_id,
    )


async def send_in(api: Api, request: Request) -> Response:
    """Enter a record that was played elsewhere, after replaying it."""
    asked, contest = await read_body(request, SendIn), await _daily_of(api, request)
    return await enter_record(api, request, contest, asked)


async def enter_record(api: Api, request: Request, contest: Contest, asked: SendIn) -> Response:
    """Enter a record on the board of a contest, if it proves itself."""
    browser = await api.browser(request)
    player = await api.enter(request, browser)
    try:
        check = partial(api.boards.send_in, contest, player, checked_name(asked.name), asked.record)
        made = await api.ask(request, lambda: api.tables.without_waiting(check))
    except NotCompiled:
        raise Refused(say("not-compiled")) from None
    return api.remember(request, answer(board_entry(Ranked(made, None), player.id), 201), browser)


async def record(api: Api, request: Request) -> Response:
    """Return the record of an entry on a board."""
    player, entry = await api.player(request), request.path_params["entry"]
    text = await api.ask(request, lambda: api.boards.record(player, entry))
    headers = {"Content-Disposition": f'attachment; filename="entry-{entry}.pioche"'}
    return PlainTextResponse(text, headers=headers)
