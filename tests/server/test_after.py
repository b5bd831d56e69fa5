"""During and after play: "why not?", viewpoints, replays, the deal, rematches, statistics."""

import asyncio
import json

import httpx
import pytest
from websockets.asyncio.client import connect

import pioche
from pioche.core.fair import commitment, fair_shuffle
from pioche.core.match.replay import open_view
from pioche.server.store import Store, hashed
from tests.server.conftest import PATIENCE, open_table
from tests.server.test_wire import collect, first_legal, is_over


@pytest.fixture
def server(shared):
    return shared


def play_out(server, opened) -> None:
    """Every seat held makes its first legal move until the end."""
    seats = [collect(server, opened["table"], [token], is_over, act=first_legal) for token in opened["seats"].values()]

    async def all_of_them():
        await asyncio.gather(*seats)

    asyncio.run(all_of_them())


def plain(view):
    return json.loads(json.dumps(view))


async def asked(server, table, *said):
    """Return the answers to messages that are sent in turn; the first is hello."""
    answers = []
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{table}") as socket:
        for message in said:
            await socket.send(json.dumps(message))
            answers.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
    return answers


def test_why_not_names_the_rule_and_changes_nothing(server, client):
    opened = open_table(client, "determiner-la-couleur", "me", "me", "me", "me")
    tokens, table = opened["seats"], opened["table"]
    (state,) = asyncio.run(asked(server, table, {"type": "hello", "tokens": [tokens["0"]]}))
    (leader,) = state["view"]["to_move"]
    hello = {"type": "hello", "tokens": list(tokens.values()), "eyes": leader}
    (seen,) = asyncio.run(asked(server, table, hello))
    assert seen["eyes"] == leader
    card = seen["view"]["moves"][0]["cards"][0]
    ask = {"type": "why-not", "id": 1, "seat": leader, "cards": [card]}
    other = (leader + 1) % 4
    answers = asyncio.run(
        asked(server, table, hello, ask, {**ask, "seat": other}, {**ask, "cards": ["b0y1", "nonsense"]})
    )
    assert answers[1] == {"type": "reasons", "id": 1, "reasons": []}
    assert [reason["key"] for reason in answers[2]["reasons"]] == ["core.move.not-your-turn"]
    assert [reason["key"] for reason in answers[3]["reasons"]] == ["core.move.no-such-move"]
    refused = asyncio.run(asked(server, table, {"type": "hello"}, ask))[1]
    assert (refused["type"], refused["message"]["key"]) == ("refused", "server.not-your-seat")
    assert asyncio.run(asked(server, table, hello))[0]["number"] == 0


def test_the_reason_of_a_refusal_is_sent_separately(server, client):
    opened = open_table(client, "no-merci", "me", "me", "me")
    hello = {"type": "hello", "tokens": list(opened["seats"].values())}
    (state,) = asyncio.run(asked(server, opened["table"], hello))
    (turn,) = state["view"]["to_move"]
    move = {"type": "move", "id": 1, "seat": turn, "move": "refuse", "at": 0}
    waits = {**move, "id": 2, "seat": (turn + 1) % 3}
    answers = asyncio.run(asked(server, opened["table"], hello, waits, {**move, "move": "nonsense"}))[1:]
    assert [(each["message"]["key"], each["reason"]) for each in answers] == [
        ("core.move.not-your-turn", None),
        ("core.move.unknown", None),
    ]
    taken = open_table(client, "the-game", "me", "me")
    hello = {"type": "hello", "tokens": list(taken["seats"].values())}
    (state,) = asyncio.run(asked(server, taken["table"], hello))
    stop = {"type": "move", "id": 1, "seat": state["view"]["to_move"][0], "move": "stop", "at": 0}
    refused = asyncio.run(asked(server, taken["table"], hello, stop))[1]
    assert refused["reason"] == refused["message"]["arguments"]["reason"]
    assert refused["reason"]["key"] == "the-game.why-not.first-say-who-begins"


def test_a_new_viewpoint_is_sent_everything_again(server, client):
    opened = open_table(client, "drahtseilakt", "me", "me", "me", variant="chaotic")
    hello = {"type": "hello", "tokens": list(opened["seats"].values()), "eyes": 0}
    (first,) = asyncio.run(asked(server, opened["table"], hello))
    secret = first["view"]["moves"][0]["name"]
    move = {"type": "move", "id": 1, "seat": 0, "move": secret, "at": 0}
    assert asyncio.run(asked(server, opened["table"], {**hello, "after": 0}, move))[0]["since"] == 0
    seen = asyncio.run(
        asked(server, opened["table"], {**hello, "after": 1}, {"type": "look", "seat": 1}, {"type": "look", "seat": 0})
    )
    assert (seen[0]["since"], seen[0]["lines"]) == (1, [])
    assert [(state["since"], state["eyes"]) for state in seen[1:]] == [(-1, 1), (-1, 0)]
    told = [[line["move"]["name"] for line in state["lines"] if line["move"]] for state in seen[1:]]
    assert secret not in told[0]
    assert secret in told[1]


def test_a_replay_shows_each_step_from_each_viewpoint(server, client):
    opened = open_table(client, "drahtseilakt", "me", "me", "me")
    path = f"/api/tables/{opened['table']}"
    for eyes in ("all", "1"):
        for what in ("steps/0", "lines"):
            refused = httpx.get(f"{server.address}{path}/{what}?eyes={eyes}")
            assert (refused.status_code, refused.json()["error"]["key"]) == (400, "server.not-over")
    assert client.get(f"{path}/steps/0?eyes=1").json()["view"]["seat"] == 1
    assert client.get(f"{path}/deal").status_code == 400
    play_out(server, opened)
    record = pioche.replay(client.get(f"{path}/record").text).record()
    match = pioche.open(record["game"], record["players"], seed=record["seed"])
    for step, (seat, move) in enumerate([*record["moves"], (0, "")]):
        if step % 9 == 0:
            for eyes in (-1, 0, 1, 2):
                found = httpx.get(f"{server.address}{path}/steps/{step}?eyes={eyes}").json()
                assert (found["step"], found["steps"]) == (step, len(record["moves"]))
                assert found["view"] == plain(match.view(eyes))
            assert httpx.get(f"{server.address}{path}/steps/{step}?eyes=all").json()["view"] == plain(open_view(match))
        if move:
            match.play(seat, move)
    for eyes in (-1, 0, 1, 2):
        lines = httpx.get(f"{server.address}{path}/lines?eyes={eyes}").json()
        assert len(lines) == len(record["moves"])
        told = [move.done_by(seat).to_dict() for seat, move in match.log(eyes)]
        assert [line["message"] for step in lines for line in step] == plain(told)
        assert httpx.get(f"{server.address}{path}/lines?eyes={eyes}&from=3&limit=2").json() == lines[3:5]
    for bad in (
        f"{len(record['moves']) + 1}?eyes=0",
        "0?eyes=3",
        "0?eyes=x",
        "0?eyes=-2",
        "0?eyes=--1",
        f"0?eyes={'9' * 5000}",
    ):
        assert client.get(f"{path}/steps/{bad}").status_code == 400, bad


def test_the_deal_follows_from_the_committed_seed(server, client):
    opened = open_table(client, "no-merci", "me", "me", "me")
    promised = asyncio.run(asked(server, opened["table"], {"type": "hello"}))[0]["table"]["commitment"]
    play_out(server, opened)
    deal = client.get(f"/api/tables/{opened['table']}/deal").json()
    seed = bytes.fromhex(deal["seed"])
    assert commitment(seed) == deal["commitment"] == promised
    assert [deck["label"] for deck in deal["decks"]] == ["round 0 cards"]
    (deck,) = deal["decks"]
    assert [deck["cards"][place] for place in fair_shuffle(seed, "round 0 cards", range(33))] == deck["dealt"]


@pytest.fixture
def friend(server):
    """Another browser."""
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def test_a_rematch_brings_everybody_along(server, client, friend):
    opened = open_table(client, "no-merci", "me", "open", "beginner")
    joined = friend.post("/api/join", json={"code": opened["code"], "name": "Zoé"}).json()
    path = f"/api/tables/{opened['table']}/rematch"
    assert client.post(path).json()["error"]["key"] == "server.not-over"
    play_out(server, {**opened, "seats": {**opened["seats"], "1": joined["token"]}})
    assert httpx.post(f"{server.address}{path}").json()["error"]["key"] == "server.not-your-seat"
    following = client.post(path)
    assert following.status_code == 201
    table = following.json()["table"]
    assert friend.post(path).json()["table"] == table
    (old,) = asyncio.run(asked(server, opened["table"], {"type": "hello"}))
    assert old["continued"] == table
    for token, seat in ((opened["seats"]["0"], 0), (joined["token"], 1)):
        (new,) = asyncio.run(asked(server, table, {"type": "hello", "tokens": [token]}))
        assert (new["yours"], new["seats"][1]["name"]) == ([seat], "Zoé")
        assert new["table"]["commitment"] != old["table"]["commitment"]
    mine = friend.get("/api/mine").json()
    assert [summary["table"] for summary in mine] == [table, opened["table"]]
    assert all(summary["opened"] <= summary["touched"] for summary in mine)


def test_a_seat_claimed_while_a_rematch_is_opened_is_held_there_too(server, client, friend):
    opened = open_table(client, "no-merci", "me", "beginner", "beginner")
    play_out(server, opened)
    path = f"/api/tables/{opened['table']}/rematch"
    table = client.post(path).json()["table"]
    late = "late" * 8
    friend.cookies.set("pioche", late)
    store = Store(server.database)
    store.hold(hashed(late), opened["table"], 0)
    store.close()
    assert friend.post(path).json()["table"] == table
    assert {summary["table"]: summary["seats"] for summary in friend.get("/api/mine").json()}[table] == [0]


def test_a_rematch_of_another_variant_brings_everybody_along(server, client):
    opened = open_table(client, "no-merci", "me", "beginner", "beginner")
    path = f"/api/tables/{opened['table']}/rematch"
    play_out(server, opened)
    refused = client.post(path, json={"variant": "deadly"})
    assert (refused.status_code, refused.json()["error"]["key"]) == (400, "core.bad-variant")
    table = client.post(path, json={"variant": "tactical"}).json()["table"]
    (new,) = asyncio.run(asked(server, table, {"type": "hello", "tokens": [opened["seats"]["0"]]}))
    assert (new["yours"], new["view"]["variant"]) == ([0], "tactical")


def test_k6_4_solitaires_with_help_are_counted_separately(server, client):
    def finish(*first):
        opened = open_table(client, "20-20", "me")
        hello = {"type": "hello", "tokens": [opened["seats"]["0"]]}
        if first:
            asyncio.run(asked(server, opened["table"], hello, *first))
        play_out(server, opened)

    assert client.get("/api/mine/statistics").json() == {
        "alone": {"played": 0, "won": 0},
        "helped": {"played": 0, "won": 0},
    }
    finish()
    finish({"type": "winnable", "id": 1, "seat": 0})
    found = client.get("/api/mine/statistics").json()
    assert (found["alone"]["played"], found["helped"]["played"]) == (1, 1)


def test_the_openapi_description_names_every_request(client):
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert described["paths"]["/api/tables/{table}/steps/{step}"]["get"]["parameters"][1]["schema"] == {
        "type": "integer"
    }
    assert {"State", "WhyNot", "OpenTable", "Summary"} <= set(described["components"]["schemas"])
