"""Nothing is lost: the server is killed again and again during play, and every acknowledged move is kept."""

import asyncio
import json
import os

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pioche.server.events import Moved
from pioche.server.store import Store
from pioche.server.table import Table
from tests.server.conftest import PATIENCE, Running, open_table

GAMES = ["no-merci", "drahtseilakt"]
KILLS = int(os.environ.get("PIOCHE_KILLS", "4"))
"""Set PIOCHE_KILLS for more: PIOCHE_KILLS=100 pytest tests/server/test_kill.py"""


async def play_until_killed(running, table, token, wanted, acknowledged):
    """Make moves as fast as they are acknowledged; the server is killed while one is pending."""
    async with connect(f"ws://127.0.0.1:{running.port}/ws/{table}") as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": [token]}))
        sent, made = {}, 0
        try:
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                if message["type"] == "done":
                    acknowledged[message["number"]] = sent[message["id"]]
                    made += 1
                if message["type"] == "state" and message["view"]["over"]:
                    return True
                if message["type"] == "state" and message["view"]["moves"]:
                    move = message["view"]["moves"][made % len(message["view"]["moves"])]["name"]
                    asked = {"type": "move", "id": len(sent), "seat": 0, "move": move, "at": message["number"]}
                    sent[len(sent)] = move  # a state may arrive twice: each request has its own number
                    await socket.send(json.dumps(asked))
                    if made >= wanted:
                        running.kill()
                        return False
        except (ConnectionClosed, KeyError):
            return False


def test_no_acknowledged_move_is_lost(database):
    """Two tables in turn; when one is over, another is opened, so that every kill is in mid-game."""
    running, acknowledged = Running(database).start(), {}
    playing: list[dict | None] = [None, None]
    try:
        for kill in range(KILLS):
            place = kill % len(GAMES)
            opened = playing[place] = playing[place] or open_anew(running, GAMES[place])
            table, token = opened["table"], opened["seats"]["0"]
            moves = acknowledged.setdefault(table, {})
            if asyncio.run(play_until_killed(running, table, token, kill % 3, moves)):
                playing[place] = None
            if running.process.poll() is None:
                running.kill()
            running.start()
        _check(database, acknowledged)
    finally:
        if running.process.poll() is None:
            running.kill()


def open_anew(running, game):
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        return open_table(client, game, "me", "beginner", "beginner")


def _check(database, acknowledged):
    """Every acknowledged move is in the log under its number, every number once, and every table can be replayed."""
    store = Store(database)
    assert sum(map(len, acknowledged.values())) >= KILLS // 2
    for table, moves in acknowledged.items():
        events = store.read(table)
        assert [number for number, _ in events] == list(range(len(events)))
        for number, move in moves.items():
            assert events[number][1] == Moved(0, move)
        state = Table.replay(table, events)
        assert state.match.over or state.match.to_move
    store.close()


def test_a_bots_pending_move_is_made_after_the_restart(database):
    """With bots in all other seats, it is the player's turn again, whatever was pending."""
    running = Running(database).start()
    try:
        with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
            opened = open_table(client, "no-merci", "me", "beginner", "beginner")
        running.kill()
        running.start()

        async def wait():
            async with connect(f"ws://127.0.0.1:{running.port}/ws/{opened['table']}") as socket:
                await socket.send(json.dumps({"type": "hello", "tokens": [opened["seats"]["0"]]}))
                while True:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                    if message["view"]["moves"]:
                        return message

        assert asyncio.run(wait())["view"]["to_move"] == [0]
    finally:
        running.kill()
