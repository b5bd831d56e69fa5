"""Several server processes on one PostgreSQL: what one writes, those at the others are told."""

import asyncio

import httpx
import pytest
import sqlalchemy as sa

from pioche.client import RefusedByServer, sit
from tests.server.conftest import PATIENCE, Running, open_table

pytestmark = pytest.mark.xdist_group("server")
BREAKS = 10


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_friends_at_different_processes_play_one_table(database):
    first, second = Running(database).start(), Running(database).start()
    try:
        with httpx.Client(base_url=first.address, timeout=PATIENCE) as desk:
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
        first.kill()
        second.kill()


async def hang_up(database, play) -> None:
    """Break every connection to the database, again and again, while something is under way."""
    address, _, name = database.rpartition("/")
    engine = sa.create_engine(f"{address}/postgres", isolation_level="AUTOCOMMIT")
    ends = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
    with engine.connect() as connection:
        for _ in range(BREAKS):
            if not play.done():
                connection.execute(ends, {"name": name})
                await asyncio.sleep(0.3)
    engine.dispose()


async def play_on(server, table, token):
    """The first legal move, asked for again where the server could not write it."""
    async with sit(server.address, table, token) as seat:
        async for state in seat.states():
            while state.view["moves"]:
                try:
                    await seat.play(state.view["moves"][0]["name"])
                    break
                except RefusedByServer as refusal:
                    if refusal.message.key != "server.no-database":
                        break
                    await asyncio.sleep(0.05)
                except ConnectionError:
                    break
        return state.view["scores"]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_database_that_hangs_up_again_and_again_leaves_no_table_stuck(database):
    """People at two processes and a bot: the line on which each hears of the other is broken too."""
    first, second = Running(database).start(), Running(database).start()
    try:
        with httpx.Client(base_url=first.address, timeout=PATIENCE) as desk:
            opened = open_table(desk, "no-merci", "me", "me", "beginner")

        async def all_play():
            seats = zip([first, second], opened["seats"].values(), strict=True)
            play = asyncio.gather(*(play_on(server, opened["table"], token) for server, token in seats))
            await hang_up(database, play)
            return await play

        scores = asyncio.run(asyncio.wait_for(all_play(), 120))
        assert scores[0] == scores[1]
    finally:
        first.kill()
        second.kill()
