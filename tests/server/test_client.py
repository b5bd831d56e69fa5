"""The client for programs: it reconnects, and raises an error when it cannot."""

import asyncio
import contextlib
import gc

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from pioche import client
from pioche.client import LostServer, RefusedByServer, sit
from tests.server.conftest import PATIENCE, Running, open_table


@pytest.fixture
def running(tmp_path):
    made = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    yield made
    if made.process.poll() is None:
        made.kill()


def opened_at(running) -> dict:
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        return open_table(client, "no-merci", "me", "beginner", "beginner")


def test_a_user_defined_bot_plays_on_after_the_server_was_killed(running):
    """Killed before it answers, and again while there is no server to ask."""
    opened = opened_at(running)

    async def play():
        kills = 0
        async with sit(running.address, opened["table"], opened["seats"]["0"]) as seat:
            async for state in seat.states():
                if moves := state.view["moves"]:
                    playing = asyncio.create_task(seat.play(moves[0]["name"]))
                    if kills < 3:
                        kills += 1
                        await asyncio.sleep(0)
                        await asyncio.to_thread(running.kill)
                        await asyncio.to_thread(running.start)
                    with contextlib.suppress(ConnectionError):
                        await playing
            return state

    assert asyncio.run(asyncio.wait_for(play(), 120)).view["places"]


def test_a_table_that_does_not_exist_is_refused_once(running):
    async def look():
        async with sit(running.address, "nowhere", "token") as seat:
            with pytest.raises(RefusedByServer, match="no such table"):
                async for _ in seat.states():
                    pass
            await asyncio.wait_for(seat._reader, 5)

    asyncio.run(asyncio.wait_for(look(), 30))


def test_a_server_that_does_not_come_back_is_an_error(running, monkeypatch):
    opened = opened_at(running)

    async def stay(seat):
        async for _ in seat.states():
            monkeypatch.setattr(client, "PATIENCE", 0.5)
            if running.process.poll() is None:
                running.kill()

    async def wait():
        async with sit(running.address, opened["table"], opened["seats"]["0"]) as seat:
            with pytest.raises(LostServer, match="is not responding"):
                await stay(seat)
            with pytest.raises(ConnectionError):
                await seat.play("take")
        with pytest.raises(LostServer):
            await client.Seat(running.address, opened["table"], "token").open()

    asyncio.run(asyncio.wait_for(wait(), 30))


def test_a_connection_that_is_lost_while_a_request_is_sent_is_one_error():
    """The error is raised once, and nothing complains later about an answer that nobody waits for."""
    complaints = []

    class Broken:
        async def send(self, text):
            seat._lose_answers()  # as the reader does, which notices it first
            raise ConnectionClosedError(None, None)

    seat = client.Seat("http://127.0.0.1:9", "t", "token")
    seat._socket = Broken()

    async def ask():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context["message"]))
        with pytest.raises(ConnectionResetError):
            await seat.play("take")
        gc.collect()

    asyncio.run(ask())
    assert complaints == []
