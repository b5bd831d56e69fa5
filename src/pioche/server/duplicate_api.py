"""HTTP handlers: opening a duplicate, playing its deals, and comparing the results."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from pioche import registry
from pioche.core.judgement import LEVELS
from pioche.core.match.record import from_text

from .api import Api, answer, read_body, whole
from .boards import Boards, Ranked, lowest_wins
from .bounds import check_length
from .contest import Contest
from .contest_api import enter_record, shown
from .contest_bodies import SendIn, Sitting
from .duplicate_bodies import DealBoard, DuplicateInfo, DuplicateTotal, OpenDuplicate
from .duplicates import Duplicate, add_up
from .errors import Refused
from .limits import address_of
from .people import Player
from .words import say


async def open_duplicate(api: Api, request: Request) -> Response:
    """Open a duplicate; whoever has its code can play it."""
    asked = await read_body(request, OpenDuplicate)
    game = registry.find(asked.game)
    setting = game.agree(asked.players, asked.variant, **asked.options)
    check_length(game, setting, api.tables.limits)
    if asked.level not in LEVELS:
        raise Refused(say("bad-message", reason=f"level {asked.level!r}"))
    api.tables.addresses.check_may_open_duplicate(address_of(request.scope))
    made = await asyncio.to_thread(api.boards.duplicates.open, game.name, setting, asked.level, asked.deals)
    player = await api.player(request)
    return answer(await api.ask(request, lambda: _info(api.boards, made, player)), 201)


async def duplicate(api: Api, request: Request) -> Response:
    """Return a duplicate with the results that this player may see."""
    player = await api.player(request)

    def read() -> DuplicateInfo:
        return _info(api.boards, api.boards.duplicates.find(request.path_params["code"]), player)

    return answer(await api.ask(request, read))


async def play(api: Api, request: Request) -> Response:
    """Open a table for one deal of a duplicate."""
    asked, browser = await read_body(request, Sitting), await api.browser(request)
    found = await asyncio.to_thread(api.boards.duplicates.find, request.path_params["code"])
    deal = whole("deal", request.path_params["deal"])
    contest = await asyncio.to_thread(api.boards.duplicates.contest, found, deal)
    player = await api.enter(request, browser)
    return await api.open_contest(request, browser, contest, player, (asked.name, asked.face))


async def send_in(api: Api, request: Request) -> Response:
    """Enter a record that was played elsewhere on the board of its deal, after replaying it."""
    asked = await read_body(request, SendIn)

    def find() -> Contest:
        duplicates = api.boards.duplicates
        return duplicates.with_seed(duplicates.find(request.path_params["code"]), from_text(asked.record).get("seed"))

    return await enter_record(api, request, await asyncio.to_thread(find), asked)


def _info(boards: Boards, found: Duplicate, player: Player | None) -> DuplicateInfo:
    deals = [_deal(boards, found, number, player) for number in range(found.deals)]
    return DuplicateInfo(
        code=found.code,
        game=found.game,
        variant=found.setting.variant,
        players=found.setting.players,
        options=dict(found.setting.options),
        level=found.level,
        low_wins=lowest_wins(registry.find(found.game).format(found.setting)),
        deals=[board for board, _ in deals],
        totals=_totals([ranked for _, ranked in deals], player),
    )


def _deal(boards: Boards, found: Duplicate, number: int, player: Player | None) -> tuple[DealBoard, list[Ranked]]:
    """Return the board of a deal, and the entries that this player may see."""
    contest = boards.duplicates.contest(found, number)
    ranked = boards.ranked(contest)
    mine = [] if player is None else boards.entries.of_player(player.id, [contest.name])
    tables = [entry.table_id for entry in mine if entry.table_id is not None]
    is_over = any(entry.ended is not None for entry in mine)
    seen = ranked if is_over else []
    board = DealBoard(
        deal=number,
        commitment=contest.commitment,
        table=tables[-1] if tables else None,
        is_over=is_over,
        count=len(ranked),
        entries=shown(seen, player.id if player else None),
    )
    return board, seen


def _totals(deals: list[list[Ranked]], player: Player | None) -> list[DuplicateTotal]:
    names = {each.entry.player_id: each.entry.name for ranked in deals for each in ranked}
    counting = [[(each.entry.player_id, each.rank) for each in deal if each.rank is not None] for deal in deals]
    return [
        DuplicateTotal(names[player_id], player is not None and player_id == player.id, count, points)
        for player_id, (count, points) in add_up(counting).items()
    ]
