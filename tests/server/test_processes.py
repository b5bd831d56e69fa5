"""Several server processes on one PostgreSQL: what one process writes is sent to the connections of the others."""

import asyncio
from contextlib import ExitStack

import httpx
import pytest
import sqlalchemy as sa

from pioche.client import RefusedByServer, sit
from tests.server.conftest import PATIENCE, Running, open_table

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
BREAKS = 10


@pytest.fixture
def processes(database):
    """Two servers on one database."""
    with ExitStack() as started:
        running = [Running(database), Running(database)]
        for each in running:
            started.callback(each.start().kill)
        yield running


def opened_at(server, *seats):
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        return open_table(client, "no-merci", *seats)


def test_friends_connected_to_different_processes_share_a_table(processes):
    first, second = processes
    opened = opened_at(first, "me", "me", "me")

    async def play(server, token):
        async with sit(server.address, opened["table"], token) as seat:
            async for state in seat.states():
                if moves := state.view["moves"]:
                    await seat.play(moves[0]["name"])
            return state.view["scores"]

    async def all_play():
        seats = zip([first, second, first], opened["seats"].values(), strict=True)
        return await asyncio.gather(*(play(server, token) for server, token in seats))

    scores = asyncio.run(asyncio.wait_for(all_play(), 120))
    assert scores[0] == scores[1] == scores[2]


async def hang_up(database, play) -> None:
    """Break every connection to the database, again and again, in the background."""
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
    """Make the first legal move, and retry while the server cannot write it."""
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


def test_a_database_that_keeps_disconnecting_leaves_no_table_stuck(processes, database):
    """People at two processes and a bot: the connection for notifications is broken too."""
    opened = opened_at(processes[0], "me", "me", "beginner")

    async def all_play():
        seats = zip(processes, opened["seats"].values(), strict=True)
        play = asyncio.gather(*(play_on(server, opened["table"], token) for server, token in seats))
        await hang_up(database, play)
        return await play

    scores = asyncio.run(asyncio.wait_for(all_play(), 120))
    assert scores[0] == scores[1]
