"""Over the wire, with real servers: what is sent, what is refused, and what is never sent."""

import asyncio
import json
import re
import signal

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import pioche
from pioche.client import RefusedByServer, sit
from tests.server.conftest import PATIENCE, Running, open_table

ENDED = (0, -signal.SIGTERM)
"""After a graceful stop, uvicorn ends itself by the signal that it received."""


@pytest.fixture
def server(shared):
    return shared


async def collect(server, table, tokens, until, *, act=None):
    """Return everything a socket receives until a condition holds; ``act`` may react to each message."""
    got = []
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{table}") as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": tokens}))
        while not got or not until(got[-1]):
            got.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
            if act is not None:
                for message in act(got[-1]):
                    await socket.send(json.dumps(message))
    return got


def is_over(message):
    return message["type"] == "state" and message["view"]["over"]


def first_legal(message):
    """Make the first legal move of the viewpoint's seat, if there is one."""
    if message["type"] == "state" and message["view"]["moves"]:
        move = message["view"]["moves"][0]["name"]
        yield {"type": "move", "id": message["number"], "seat": message["eyes"], "move": move, "at": message["number"]}


def expected(record, number, seat):
    """Return what a seat may be shown after that event, computed from the match alone."""
    match = pioche.open(record["game"], record["players"], variant=record["variant"], seed=record["seed"])
    for mover, move in record["moves"][:number]:
        match.play(mover, move)
    return match


@pytest.mark.parametrize(("game", "players"), [("no-merci", 3), ("drahtseilakt", 3), ("six-sequences", 2)])
def test_g6_no_seat_is_sent_what_it_does_not_know(server, client, game, players):
    """Everything sent to each seat, and to a spectator, is exactly what `observe` allows."""
    opened = open_table(client, game, *["me"] * players)
    tokens = opened["seats"]

    async def play():
        seats = [collect(server, opened["table"], [token], is_over, act=first_legal) for token in tokens.values()]
        return await asyncio.gather(*seats, collect(server, opened["table"], [], is_over))

    sent = asyncio.run(play())
    record = pioche.replay(client.get(f"/api/tables/{opened['table']}/record").text).record()
    for seat, got in zip([*range(players), -1], sent, strict=True):
        states = [message for message in got if message["type"] == "state"]
        assert {message["type"] for message in got} <= {"state", "done", "refused"}
        assert {state["eyes"] for state in states} == {seat}
        for state in states[:: max(len(states) // 12, 1)]:
            match = expected(record, state["number"], seat)
            assert state["view"] == json.loads(json.dumps(match.view(seat)))
            told = [line["message"] for line in state["lines"] if line["kind"] == "moved"]
            log = [move.done_by(mover).to_dict() for mover, move in match.log(seat)]
            assert told == log[len(log) - len(told) :]
        text = json.dumps(got)
        assert record["seed"] not in text
        assert not any(token in text for token in tokens.values())


def test_of_two_moves_in_one_turn_one_is_made_and_the_other_refused(server, client):
    opened = open_table(client, "no-merci", "me", "me", "me")

    async def both():
        tokens = list(opened["seats"].values())
        async with (
            sit(server.address, opened["table"], tokens[0]) as first,
            sit(server.address, opened["table"], tokens[0]) as second,
        ):
            for seat in (first, second):
                async for _ in seat.states():
                    break
            return await asyncio.gather(first.play("take"), second.play("take"), return_exceptions=True)

    state = asyncio.run(collect(server, opened["table"], list(opened["seats"].values()), lambda _: True))[0]
    turn = state["view"]["to_move"][0]
    opened["seats"] = {"0": opened["seats"][str(turn)]}
    answers = asyncio.run(both())
    assert sorted(type(answer).__name__ for answer in answers) == ["RefusedByServer", "int"]
    refused = next(answer for answer in answers if isinstance(answer, RefusedByServer))
    assert "first" in refused.text("en")


def test_after_reconnecting_the_missed_events_are_sent(server, client):
    opened = open_table(client, "no-merci", "me", "beginner", "beginner")
    token = opened["seats"]["0"]
    whole = asyncio.run(collect(server, opened["table"], [token], is_over, act=first_legal))
    numbers = [line["number"] for message in whole if message["type"] == "state" for line in message["lines"]]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == len(numbers) == whole[-1]["number"]

    async def come_back():
        async with connect(f"ws://127.0.0.1:{server.port}/ws/{opened['table']}") as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": [token], "after": whole[-1]["number"] - 3}))
            return json.loads(await socket.recv())

    again = asyncio.run(come_back())
    assert [line["number"] for line in again["lines"]] == numbers[-3:]
    assert again["view"] == whole[-1]["view"]


def test_a_user_defined_bot_plays_over_the_wire(server, client):
    """The example of `pioche.client`."""
    opened = open_table(client, "no-merci", "me", "beginner", "casual")

    async def play():
        async with sit(server.address, opened["table"], opened["seats"]["0"]) as seat:
            async for state in seat.states():
                if moves := state.view["moves"]:
                    await seat.play(moves[0]["name"])
            return state

    assert asyncio.run(play()).view["places"]


def test_joining_by_code_and_coming_back_by_link(server, client):
    opened = open_table(client, "no-merci", "me", "open", "casual")
    assert client.get(f"/api/invitation/{opened['code']}").json()["kinds"] == ["person", "open", "bot"]
    assert client.get(f"/api/invitation/{opened['code']}/picture").headers["content-type"] == "image/svg+xml"
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as friend:
        joined = friend.post("/api/join", json={"code": opened["code"].lower(), "name": "Zoé"}).json()
        assert joined["seat"] == 1
        assert friend.post("/api/join", json={"code": opened["code"], "name": "Late"}).status_code == 400
        assert [table["seats"] for table in friend.get("/api/mine").json()] == [[1]]
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as elsewhere:
        assert elsewhere.get("/api/mine").json() == []
        assert elsewhere.post("/api/claim", json={"token": joined["token"]}).json()["seat"] == 1
        assert [table["seats"] for table in elsewhere.get("/api/mine").json()] == [[1]]
        assert elsewhere.post("/api/claim", json={"token": "guess"}).status_code == 400


def test_only_the_holder_of_a_seat_can_act_for_it(server, client):
    opened = open_table(client, "no-merci", "me", "me", "me")
    asked = [
        {"type": kind, "id": 1, "seat": 0, "move": "take", "at": 99} for kind in ("move", "undo", "hint", "replace")
    ]
    asked += [{"type": "look", "seat": 0}, {"type": "say", "id": 2, "seat": 0, "text": "hello"}]
    got = asyncio.run(
        collect(server, opened["table"], [], lambda message: message["type"] == "pong", act=_once([*asked, PING]))
    )
    refused = [message for message in got if message["type"] == "refused"]
    assert len(refused) == len(asked)
    assert {message["message"]["key"] for message in refused} == {"server.not-your-seat"}


def test_a_bot_plays_for_a_player_who_left_until_they_take_the_seat_back(hasty):
    """Any player can ask for it, a spectator cannot; for a player who is present, only they can."""
    with httpx.Client(base_url=hasty.address, timeout=PATIENCE) as client:
        opened = open_table(client, "no-merci", "me", "open", "open")
        tokens = [opened["seats"]["0"]]
        tokens += [
            client.post("/api/join", json={"code": opened["code"], "name": name}).json()["token"] for name in "ZM"
        ]

    async def play():
        address = f"ws://127.0.0.1:{hasty.port}/ws/{opened['table']}"
        async with connect(address) as host, connect(address) as guest, connect(address) as watcher:
            for socket, held in ((host, tokens[:1]), (guest, tokens[2:]), (watcher, [])):
                await ask(socket, {"type": "hello", "tokens": held}, "state")
            absent, present, nobody = ({"type": "replace", "id": seat, "seat": seat} for seat in (1, 2, 7))
            answers = [await ask(watcher, absent), await ask(host, present), await ask(host, nobody)]
            assert {answer["message"]["key"] for answer in answers} == {"server.not-your-seat"}
            assert (await ask(host, absent))["type"] == "done"
        async with connect(address) as owner:
            back = await ask(owner, {"type": "hello", "tokens": tokens[1:2]}, "state")
            assert [seat["kind"] for seat in back["seats"]] == ["person", "bot", "person"]
            assert (await ask(owner, {"type": "come-back", "id": 1, "seat": 1}))["type"] == "done"

    asyncio.run(play())


async def ask(socket, request, *kinds):
    """Send a request, and skip other messages until the answer comes."""
    await socket.send(json.dumps(request))
    while True:
        heard = json.loads(await socket.recv())
        if heard["type"] in (kinds or ("done", "refused")):
            return heard


PING = {"type": "ping", "id": 77}


def _once(asked):
    waiting = list(asked)

    def act(message):
        while waiting:
            yield waiting.pop(0)

    return act


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        '{"type": "dance"}',
        '{"type": "move"}',
        '{"type":"move","id":-1,"seat":0,"move":"take","at":0}',
        "\u0000",
        '{"type":"look","seat":"x"}',
    ],
)
def test_invalid_messages_get_a_sentence_and_change_nothing(server, client, message):
    opened = open_table(client, "no-merci", "me", "me", "me")

    async def talk():
        async with connect(f"ws://127.0.0.1:{server.port}/ws/{opened['table']}") as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": list(opened["seats"].values())}))
            before = json.loads(await socket.recv())
            await socket.send(message)
            await socket.send(json.dumps(PING))
            answers = [json.loads(await socket.recv()) for _ in range(2)]
            await socket.send(json.dumps({"type": "look", "seat": 0}))
            return before, answers, json.loads(await socket.recv())

    before, answers, after = asyncio.run(talk())
    assert [answer["type"] for answer in answers] == ["refused", "pong"]
    assert before["number"] == after["number"] == 0
    assert before["view"] == after["view"]


def test_other_origins_and_oversized_requests_are_refused(server, client):
    opened = open_table(client, "no-merci", "me", "me", "me")

    async def close_code(**arguments):
        try:
            async with connect(f"ws://127.0.0.1:{server.port}/ws/{opened['table']}", **arguments) as socket:
                await socket.send(json.dumps({"type": "hello"}))
                await socket.recv()
                await socket.send("x" * 10_000)
                while True:
                    await socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    assert asyncio.run(close_code(origin="http://elsewhere.example")) == 4403
    assert asyncio.run(close_code()) == 1009
    refused = client.post("/api/tables", json={}, headers={"Origin": "http://elsewhere.example"})
    assert refused.status_code == 403
    assert client.post("/api/tables", content=b"x" * 100_000).status_code == 413
    assert "default-src 'none'" in client.get("/api/shelf").headers["content-security-policy"]


def test_the_record_is_available_only_after_the_end(server, client):
    opened = open_table(client, "no-merci", "me", "me", "me")
    answer = client.get(f"/api/tables/{opened['table']}/record")
    assert (answer.status_code, answer.json()["error"]["key"]) == (400, "server.not-over")
    assert client.get("/api/tables/nothing/record").json()["error"]["key"] == "server.no-table"


def test_the_server_stops_gracefully_and_resumes(tmp_path):
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}").start()
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        opened = open_table(client, "no-merci", "me", "me", "me")
        assert running.stop() in ENDED
        running.start()
        assert [table["table"] for table in client.get("/api/mine").json()] == [opened["table"]]
    assert running.stop() in ENDED


def test_answers_are_compressed_and_assets_are_cached(client):
    words = client.get("/api/words")
    assert (words.headers["content-encoding"], words.headers["cache-control"]) == ("gzip", "no-cache")
    assert words.json()["no-merci.title"]["fr"] == "No Merci"
    script = re.search(r"/assets/[^\"]+\.js", client.get("/").text)[0]
    found = client.get(script)
    again = client.get(script, headers={"If-None-Match": found.headers["etag"]})
    assert (found.status_code, again.status_code) == (200, 304)
    assert found.headers["cache-control"] == again.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.get("/assets/nothing.js").headers["cache-control"] == "no-cache"
