"""Several server processes on one PostgreSQL: what one writes, those at the others are told."""

import asyncio

import httpx
import pytest

from pioche.client import sit
from tests.server.conftest import Running, open_table

pytestmark = pytest.mark.xdist_group("server")


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_friends_at_different_processes_play_one_table(database):
    first, second = Running(database).start(), Running(database).start()
    try:
        with httpx.Client(base_url=first.address) as desk:
            opened = open_table(desk, "no-merci", "me", "me", "me")
        tokens = opened["seats"]

        async def play(server, token):
            async with sit(server.address, opened["table"], token) as seat:
                async for state in seat.states():
                    if moves := state.view["moves"]:
                        await seat.play(moves[0]["name"])
                return state.view["scores"]

        async def all_play():
            servers = [first, second, first]
            return await asyncio.gather(
                *(play(server, token) for server, token in zip(servers, tokens.values(), strict=True))
            )

        scores = asyncio.run(asyncio.wait_for(all_play(), 120))
        assert scores[0] == scores[1] == scores[2]
    finally:
        first.stop()
        second.stop()
