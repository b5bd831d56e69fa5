"""HTTP handlers: the ways in which the server pings a player on their turn."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from .api import Api, answer, read_body
from .errors import Refused
from .me_api import known
from .ping_bodies import AddWay, PingAnswer, PingInfo, PingToken, WayInfo
from .ways import Way
from .words import say


async def ways(api: Api, request: Request) -> Response:
    """Return what this server can send, and what the player has chosen."""
    player = await api.player(request)
    return answer(await _info(api, player.id if player else None))


async def add_way(api: Api, request: Request) -> Response:
    """Add a way of the player of this browser."""
    asked, player = await read_body(request, AddWay), await known(api, request)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    way = Way(asked.kind, asked.address.strip(), asked.language, origin, asked.keys, asked.kind != "mail")
    await api.pings.add(player.id, way, api.address(request))
    return answer(await _info(api, player.id), 201)


async def remove_way(api: Api, request: Request) -> Response:
    player = await known(api, request)
    await asyncio.to_thread(api.pings.ways.remove, request.path_params["way"], player.id)
    return answer(await _info(api, player.id))


async def confirm(api: Api, request: Request) -> Response:
    """Confirm the mail address of a link."""
    way = await asyncio.to_thread(api.pings.ways.confirm, await _way_of(api, request))
    if way is None:
        raise Refused(say("link-void"))
    return answer(PingAnswer(is_confirmed=True))


async def stop(api: Api, request: Request) -> Response:
    """Remove the mail address of a link."""
    await asyncio.to_thread(api.pings.ways.remove, await _way_of(api, request))
    return answer(PingAnswer(is_confirmed=False))


async def _way_of(api: Api, request: Request) -> str:
    asked = await read_body(request, PingToken)
    return await asyncio.to_thread(api.pings.ways.read_token, asked.token)


async def _info(api: Api, player_id: str | None) -> PingInfo:
    found = await asyncio.to_thread(api.pings.ways.of_player, player_id) if player_id else []
    return PingInfo(api.pings.offered, api.pings.key, [way_info(way) for way in found])


def way_info(way: Way) -> WayInfo:
    return WayInfo(way.id, way.kind, way.address, way.is_confirmed)
