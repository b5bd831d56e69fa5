"""Attacks on a live server. An honest player goes on playing, and the attackers are refused in a sentence.

These runs are short and look at what is refused, in which order things are done and how much is stored. How long the
honest player waits depends on the machine: ``python -m bench.attack`` measures it, and so do the long tests.
"""

import asyncio
import contextlib
import itertools
import json
import time
from random import Random

import numpy as np
import pytest
from bench.attackers import ATTACKS, asking, browser, honest_moves, read, seated
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK

import pioche
from pioche.server.events import Moved, Opened, Seat
from pioche.server.store import Entry, Store, fresh_table_id
from tests.hostile.conftest import FILES, LEAST, THINKER
from tests.server.conftest import PATIENCE
from tests.server.test_disk import STOP_SECONDS

SECONDS = 2.0
WAITING = 20
"""The number of tables of the attacker with a connected player."""


def test_long_logs_are_sent_in_parts_and_questions_wait_in_a_bounded_line(attacked):
    """A player moves while forty parts of a log are asked for from one address, most of which are refused."""
    table = planted(attacked.database, rounds=24)

    async def doing():
        attack, moves = attacked.attack_of(), []
        async with attack.browser(0) as http:
            parts = (f"/api/tables/{table}/lines?from={first}&limit=900" for first in range(0, 800, 20))
            asked = asyncio.gather(*map(http.get, parts))
            await honest_moves(attacked.port, lambda: len(moves) == 3, moves)
            answers = await asked
        return [attack.note(answer) for answer in answers], attack.seen

    answers, seen = asyncio.run(doing())
    granted = [lines for lines in answers if lines is not None]
    assert {len(lines) for lines in granted} == {200}
    assert len(granted) >= 8
    assert seen["server.too-many-questions"] == 40 - len(granted) > 0


def planted(database: str, rounds: int) -> str:
    """Store a match of five, played without a plan; return its table."""
    match, rng = pioche.open("a-moins", 5, seed=7, rounds=rounds), Random(7)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, rng.choice(match.legal_numbers(seat)))
    seats = [Seat("person", f"P{seat}") for seat in range(5)]
    store, table = Store(database), fresh_table_id()
    store.open(table, "a-moins", Opened("a-moins", 5, None, {"rounds": rounds}, seats, match.seed.hex()), [])
    store.append([Entry(table, number, Moved(*move)) for number, move in enumerate(match.moves, 1)])
    store.close()
    return table


def test_tables_of_slow_bots_wait_for_a_player_who_is_there(attacked):
    """Bots alone do not move at all; where players are connected, addresses take turns."""

    async def doing():
        attack, tables = attacked.attack_of(), []
        async with attack.browser(0) as http, contextlib.AsyncExitStack() as sockets:
            for number in range(70):
                first = "me" if number < WAITING else THINKER
                opened = attack.note(await http.post("/api/tables", json=asking("no-merci", first, *[THINKER] * 4)))
                tables += [opened["table"]] if opened else []
                if number < WAITING:
                    await sockets.enter_async_context(seated(attacked.port, opened, attack.address(0)))
            before = sum(attacked.events(tables))
            honest = await wait_for_slow_bots(attacked.port, turns=2)
            return attack.seen, attacked.events(tables), before, honest

    seen, done, before, honest = asyncio.run(doing())
    assert 60 <= seen["201"] <= 65  # the burst, and what an hour allows meanwhile
    assert seen["429"] >= 5
    assert seen["server.tables-too-fast"] > 0
    assert done[WAITING:] == [0] * (len(done) - WAITING)
    assert sum(done) - before <= 4 * honest  # and not the 20 tables that wait, before each of its bots' moves


async def wait_for_slow_bots(port: int, turns: int) -> int:
    """Play some turns against a slow bot; return how many events that were."""
    async with browser(port) as http:
        opened = (await http.post("/api/tables", json=asking("no-merci", "me", THINKER, "beginner"))).json()
        async with seated(port, opened) as socket:
            made = 0
            while True:
                state = await read(socket, "state")
                if 0 in state["view"]["to_move"]:
                    if made == turns:
                        return state["number"]
                    made += 1
                    asked = {"type": "move", "id": made, "seat": 0, "move": "refuse", "at": state["number"]}
                    await socket.send(json.dumps(asked))


def test_a_restart_wakes_no_table_of_bots(attacked):
    async def open_some():
        attack = attacked.attack_of()
        async with attack.browser(0) as http:
            asked = [await http.post("/api/tables", json=asking("no-merci", *["beginner"] * 3)) for _ in range(5)]
        return [attack.note(each)["table"] for each in asked]

    tables = asyncio.run(open_some())
    attacked.kill()
    attacked.start()
    time.sleep(0.5)
    assert attacked.events(tables) == [0] * 5


def test_a_server_under_attack_stops_in_time_and_keeps_what_it_acknowledged(attacked):
    """Its clients go on sending moves until it is gone."""
    answered, stopped = [], []

    async def play(attack, number: int) -> None:
        async with attack.browser(number) as http:
            opened = attack.note(await http.post("/api/tables", json=asking("no-merci", "me", "me", "me")))
        async with seated(attacked.port, opened, attack.address(number)) as socket:
            for sent in itertools.count():
                said = {"type": "say", "id": sent, "seat": sent % 3, "text": f"{sent}"}
                await socket.send(json.dumps(said))
                if (answer := await read(socket, "done"))["type"] == "done":
                    answered.append((opened["table"], answer["number"], f"{sent}"))

    async def doing():
        attack = attacked.attack_of(addresses=8)
        playing = [asyncio.create_task(play(attack, number)) for number in range(8)]
        while len(answered) < 8 * LEAST:
            await asyncio.sleep(0.01)
        begin = time.monotonic()
        await asyncio.to_thread(attacked.stop)
        stopped.append(time.monotonic() - begin)
        return await asyncio.gather(*playing, return_exceptions=True)

    try:
        ends = asyncio.run(asyncio.wait_for(doing(), PATIENCE))
    finally:
        attacked.start()
    assert stopped[0] < STOP_SECONDS
    assert {type(end) for end in ends} <= {ConnectionClosedError, ConnectionClosedOK}
    store = Store(attacked.database)
    events = {table: dict(store.read(table)) for table in {table for table, _, _ in answered}}
    store.close()
    assert [events[table][number].text for table, number, _ in answered] == [text for _, _, text in answered]


def test_chat_is_refused_before_it_fills_the_disk(attacked):
    async def doing():
        attack = attacked.attack_of()
        async with attack.browser(0) as http:
            opened = attack.note(await http.post("/api/tables", json=asking("no-merci", "me", "me", "me")))
        async with seated(attacked.port, opened, attack.address(0)) as socket:
            for number in range(50):
                await socket.send(json.dumps({"type": "say", "id": number, "seat": 0, "text": "x" * 400}))
            answers = [await read(socket, "done") for _ in range(50)]
        return opened["table"], [answer["message"]["key"] for answer in answers if answer["type"] == "refused"]

    table, refused = asyncio.run(doing())
    assert set(refused) == {"server.chat-too-fast"}
    assert len(refused) >= 20
    assert attacked.events([table]) == [50 - len(refused)]


def test_silent_connections_leave_room_for_others(attacked):
    """There are almost as many as the server may open files; those of one address are refused before that."""

    async def doing():
        local, moves = (attacked.attack_of().address(0), 0), []
        held = [await asyncio.open_connection("127.0.0.1", attacked.port, local_addr=local) for _ in range(FILES - 50)]
        reading = [asyncio.create_task(reader.read()) for reader, _ in held]
        await honest_moves(attacked.port, lambda: len(moves) == 3, moves)
        done, waiting = await asyncio.wait(reading, timeout=1)
        for task in waiting:
            task.cancel()
        for _, writer in held:
            writer.close()
        return [task.result() for task in done if task.exception() is None]

    refused = [answer for answer in asyncio.run(doing()) if answer.startswith(b"HTTP/1.1 503")]
    assert len(refused) == FILES - 50 - 100
    assert b"server.too-many-connections" in refused[0]


def test_a_crowd_at_one_table_holds_up_no_other(attacked):
    seen, moves, bots = attacked.attack("crowd", clients=7, addresses=10, seconds=2 * SECONDS)
    assert seen["spectators"] == 70
    assert seen["moves"]
    assert moves
    assert bots


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("graded", {"too-many-questions", "too-fast"}),
        ("hints", {"too-many-hints"}),
        ("devices", {"too-many-connections"}),
        ("files", {"too-fast"}),
        ("connects", {"too-many-connections"}),
        ("pieces", {"too-fast", "bad-message"}),
        ("moves", set()),  # each of them waits for its turn
    ],
)
def test_what_an_address_asks_for_too_often_is_refused_while_somebody_plays(attacked, name, keys):
    before = attacked.refusals()
    _, moves, bots = attacked.attack(name, clients=20, seconds=SECONDS)
    refused = {key.removeprefix("server.") for key in attacked.refusals() - before}
    assert keys <= refused <= keys | {"tables-too-fast", "too-many-connections"}
    assert len(moves) >= LEAST
    assert len(bots) >= LEAST


@pytest.mark.long
@pytest.mark.parametrize("name", ATTACKS)
def test_an_honest_player_hardly_waits(attacked, name):
    """99% of the moves within 100 ms, and casual bots within 2 s. On a busy machine, this may fail."""
    _, moves, bots = attacked.attack(name, clients=100, seconds=20)
    assert np.percentile(moves, 99) <= 0.1
    assert max(bots) <= 2
