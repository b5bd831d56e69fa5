"""HTTP handlers: a player's page, and the player on other devices."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from pioche import registry

from . import bodies, me
from .api import Api, answer, browser_of, read_body
from .boards import Ranked
from .contest_api import board_entry
from .cookies import COOKIE
from .errors import Refused
from .forgetting import forget
from .guesses import Guesses
from .me_bodies import Adopt, Carry, Deleted, Export, Me, MyGuess, MyTable
from .people import Player
from .ping_bodies import WayInfo
from .shelf import today
from .statistics import Statistics
from .store import hashed
from .words import say

MOST_COUNTED = 2000
MOST_LISTED = 50
LINK = "/me#"
HELPED = "helped"
"""Some help was used; results do not say which."""


async def page(api: Api, request: Request) -> Response:
    """Return a player's matches and what can be counted of them."""
    player = await api.player(request)
    return answer(await api.ask(request, lambda: _me(api, player)))


def _me(api: Api, player: Player | None, listed: int = MOST_LISTED) -> Me:
    if player is None:
        return Me(None, 0, [], [], [], [], 0, [], [])
    results = api.tables.results
    matches, mine = me.matches_of(*results.of_player(player.id, MOST_COUNTED))
    return Me(
        since=player.since,
        devices=len(api.boards.people.holders(player.id)),
        games=me.games_of(matches, mine),
        opponents=me.opponents_of(matches),
        days=me.days_of(matches),
        ratings=me.ratings_of(results.ratings_of(player.id), player.id),
        daily_streak=me.daily_streak(matches, today()),
        matches=matches[:listed],
        luck=me.luck_of(matches[:listed], api.reviews.surveys([match.table for match in matches[:listed]])),
    )


async def statistics(api: Api, request: Request) -> Response:
    """K6-4 Return how many solitaires this player played and won, with and without help."""
    player = await api.player(request)
    await api.tables.settle()

    def count() -> Statistics:
        found = Statistics()
        rows, own = ([], {}) if player is None else api.tables.results.of_player(player.id, MOST_COUNTED)
        for match in me.matches_of(rows, own)[0]:
            if registry.find(match.game).counts_wins:
                found = found.plus(won=match.won, help_taken=frozenset({HELPED} if match.is_helped else ()))
        return found

    found = await api.ask(request, count)
    alone, helped = (bodies.Wins(tally.played, tally.won) for tally in (found.alone, found.helped))
    return answer(bodies.Statistics(alone, helped))


async def known(api: Api, request: Request) -> Player:
    """Return the player of this browser, or refuse."""
    player = await api.player(request)
    if player is None:
        raise Refused(say("nobody-yet"))
    return player


async def carry(api: Api, request: Request) -> Response:
    """Return a link that makes another device the same player; it can be used once, within minutes."""
    player = await known(api, request)
    token, until = await asyncio.to_thread(api.boards.people.carry, player.id)
    path = f"{LINK}{token}"
    return answer(Carry(token, path, until or 0.0, (await api.draw(request, path)).decode()), 201)


async def adopt(api: Api, request: Request) -> Response:
    """Make this browser one of a player's devices, by a link or by the secret of an export."""
    asked, browser = await read_body(request, Adopt), await api.browser(request)
    if not await asyncio.to_thread(api.boards.people.adopt, asked.token, hashed(browser)):
        raise Refused(say("link-void"))
    player = await asyncio.to_thread(api.boards.people.find, hashed(browser))
    return api.remember(request, answer(await api.ask(request, lambda: _me(api, player))), browser)


async def export(api: Api, request: Request) -> Response:
    """Return everything that the server keeps about this player, with a secret to get it back."""
    player, held = await known(api, request), await api.held(request)

    def collect() -> Export:
        secret, _ = api.boards.people.carry(player.id, is_kept=True)
        entries = [board_entry(Ranked(each, None), player.id) for each in api.boards.entries.all_of(player.id)]
        tables = [MyTable(table, sorted(seats)) for table, seats in held.items()]
        ways = [WayInfo(way.id, way.kind, way.address, way.is_confirmed) for way in api.pings.ways.of_player(player.id)]
        return Export(secret, _me(api, player, MOST_COUNTED), tables, entries, _guesses(api, request), ways)

    return answer(await api.ask(request, collect), 201)


def _guesses(api: Api, request: Request) -> list[MyGuess]:
    """Return the player's first guesses at puzzles, the earliest first."""
    found = Guesses(api.tables.store).own(browser_of(request) or "").values()
    numbers = {puzzle.key: puzzle.number for game in registry.games() for puzzle in game.puzzles}
    return [
        MyGuess(each.game, numbers.get(each.puzzle), each.is_right, each.at)
        for each in sorted(found, key=lambda each: each.at)
    ]


async def delete(api: Api, request: Request) -> Response:
    """Delete this player, with everything that the server keeps about them."""
    player = await known(api, request)
    changed = await asyncio.to_thread(forget, api.tables.store, player.id)
    await api.tables.unload(changed)
    response = answer(Deleted(len(changed)))
    response.delete_cookie(COOKIE)
    return response
