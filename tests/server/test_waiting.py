"""A table with an open seat shows nothing of the deal: over the wire, to anybody, in any game."""

import asyncio
import json

import httpx
import pytest
from websockets.asyncio.client import connect

import pioche
from pioche.server.events import Joined, Opened, Seat, decode
from pioche.server.table import Table
from pioche.server.waiting import views_of
from tests.server.conftest import PATIENCE, open_table

BARE = {"zones": [], "sections": [], "counters": []}
SEED = "07".zfill(64)
FOR_SEVERAL = [game.name for game in pioche.games() if game.players[-1] > 1]


@pytest.fixture
def server(shared):
    return shared


async def listen(server, table, *asked):
    """Return the first state that a spectator or holder is sent, and the answers to some requests."""
    token, *requests = asked
    async with connect(f"ws://127.0.0.1:{server.port}/ws/{table}") as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": [token] if token else []}))
        got = [json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))]
        for number, request in enumerate(requests):
            await socket.send(json.dumps({"id": number, **request}))
            got.append(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)))
    return got


def is_bare(view):
    shown = {name: view["table"][name] for name in BARE}
    return shown == BARE and not (view["moves"] or view["signals"] or view["to_move"]) and view["begins"] is None


def test_the_opener_sees_no_card_before_friends_sit_down(server, client):
    opened = open_table(client, "no-merci", "me", "open", "casual")
    table, token = opened["table"], opened["seats"]["0"]
    requests = [
        {"type": "move", "seat": 0, "move": "take", "at": 0},
        {"type": "hint", "seat": 0},
        {"type": "winnable", "seat": 0},
        {"type": "why-not", "seat": 0, "cards": ["3"]},
    ]
    state, *answers = asyncio.run(listen(server, table, token, *requests))
    assert is_bare(state["view"])
    assert [answer["message"]["key"] for answer in answers] == ["server.not-yet-full"] * len(requests)
    assert is_bare(asyncio.run(listen(server, table, None))[0]["view"])
    assert is_bare(client.get(f"/api/tables/{table}/steps/0?eyes=0").json()["view"])
    assert client.get(f"/api/tables/{table}/sheets?eyes=0").json()["rounds"] == []
    assert client.get("/api/mine").json()[0]["to_move"] == []
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as friend:
        friend.post("/api/join", json={"code": opened["code"], "name": "Zoé"})
    state = asyncio.run(listen(server, table, token))[0]
    assert state["view"]["table"]["zones"]
    assert state["view"]["to_move"]


@pytest.mark.parametrize("game", FOR_SEVERAL)
def test_every_game_waits_with_a_bare_table(game):
    players = pioche.registry.find(game).players[-1]
    seats = [Seat("person", "Ada"), *[Seat("bot", "", "casual")] * (players - 2), Seat("open")]
    table = Table.open("t1", Opened(game, players, None, {}, seats, SEED))
    assert all(is_bare(views_of(table)[eyes]) for eyes in range(-1, players))
    table.apply(1, Joined(players - 1, "Zoé"))
    assert all(views_of(table)[eyes]["table"]["zones"] for eyes in range(-1, players))


def test_a_face_is_chosen_kept_by_a_bot_and_goes_on_to_the_next_table(server, client):
    seats = [{"kind": "me", "name": "Ada", "face": "fox"}, {"kind": "open"}, {"kind": "bot"}]
    opened = client.post("/api/tables", json={"game": "no-merci", "seats": seats}).json()
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as friend:
        asked = {"code": opened["code"], "name": "Zoé", "face": "a-face-of-tomorrow"}
        assert friend.post("/api/join", json=asked).status_code == 201
    faces = ["fox", "a-face-of-tomorrow", ""]
    assert client.get("/api/mine").json()[0]["faces"] == faces
    leave = [{"type": "replace", "seat": 0}]
    asyncio.run(listen(server, opened["table"], opened["seats"]["0"], *leave))
    state = asyncio.run(listen(server, opened["table"], None))[0]
    assert [seat["face"] for seat in state["seats"]] == faces
    assert [seat["kind"] for seat in state["seats"]] == ["bot", "person", "bot"]


@pytest.mark.parametrize("face", ["x" * 21, "<svg>", "Fox", 7])
def test_an_invalid_face_is_refused(client, face):
    seats = [{"kind": "me", "name": "Ada", "face": face}]
    assert client.post("/api/tables", json={"game": "20-20", "seats": seats}).status_code == 400


def test_events_stored_without_a_face_are_still_read():
    assert decode(b'{"type":"joined","seat":1,"name":"Zo\xc3\xa9"}') == Joined(1, "Zoé", "")
    seats = b'[{"kind":"person","name":"Ada"}]'
    stored = (
        b'{"type":"opened","game":"no-merci","players":3,"variant":null,"options":{},"seed":"07","seats":%b}' % seats
    )
    assert decode(stored).seats == [Seat("person", "Ada", None, "")]
