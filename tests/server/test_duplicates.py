"""Duplicates: the same deals for friends, each at their own time, compared deal by deal."""

import json
import time

import httpx
import pytest

import pioche
from pioche.bots.seeded import SeededBots
from pioche.core.match.record import RESULTS, from_text, to_text
from pioche.server.duplicates import add_up, match_points
from tests.server.conftest import PATIENCE
from tests.server.test_after import play_out
from tests.server.test_dailies import first_state


@pytest.fixture
def server(shared):
    return shared


@pytest.fixture
def friends(server):
    made = [httpx.Client(base_url=server.address, timeout=PATIENCE) for _ in range(2)]
    yield made
    for client in made:
        client.close()


def opened(client, **asked):
    answer = client.post("/api/duplicates", json={"game": "a-moins", "deals": 2, "level": "casual", **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def sit_down(client, code, deal, name):
    answer = client.post(f"/api/duplicates/{code}/deals/{deal}", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()


def seen(client, code, deal=0):
    found = client.get(f"/api/duplicates/{code}").json()
    board = found["deals"][deal]
    return board["count"], board["is_over"], [entry["name"] for entry in board["entries"]]


def finish(server, client, code, deal, name, count):
    table = sit_down(client, code, deal, name)
    play_out(server, table)
    until = time.monotonic() + PATIENCE
    while seen(client, code, deal)[0] < count:
        assert time.monotonic() < until
        time.sleep(0.2)
    return table


def test_friends_play_the_same_deals_and_see_results_when_they_have_finished(server, friends):
    zoe, max_ = friends
    code = opened(zoe)
    table = finish(server, zoe, code, 0, "Zoé", 1)
    assert seen(zoe, code) == (1, True, ["Zoé"])
    assert seen(max_, code) == (1, False, [])
    assert max_.get(f"/api/tables/{table['table']}/record").json()["error"]["key"] == "server.sealed"
    assert first_state(server, table["table"], [])["message"]["key"] == "server.sealed"
    other = finish(server, max_, code, 0, "Max", 2)
    records = [client.get(f"/api/tables/{each['table']}/record").text for client, each in ((zoe, table), (max_, other))]
    assert records[0] == records[1]
    assert set(seen(max_, code)[2]) == {"Zoé", "Max"}
    totals = max_.get(f"/api/duplicates/{code.lower()}").json()["totals"]
    assert [(total["deals"], total["points"]) for total in totals] == [(1, 0.5), (1, 0.5)]
    assert [total["is_mine"] for total in totals].count(True) == 1


def test_the_deals_of_a_duplicate_differ_and_are_committed_to(server, friends):
    code = opened(friends[0], deals=3)
    found = friends[1].get(f"/api/duplicates/{code}").json()
    assert len({deal["commitment"] for deal in found["deals"]}) == 3
    table = sit_down(friends[1], code, 1, "Max")
    state = first_state(server, table["table"], list(table["seats"].values()))
    assert state["table"]["commitment"] == found["deals"][1]["commitment"]
    assert [(seat["kind"], seat["level"]) for seat in state["seats"]] == [("person", None), ("bot", "casual")]


def test_a_second_try_of_a_deal_does_not_count(server, friends):
    code = opened(friends[0])
    finish(server, friends[0], code, 0, "Zoé", 1)
    finish(server, friends[0], code, 0, "Zoé", 2)
    found = friends[0].get(f"/api/duplicates/{code}").json()
    assert [(entry["mark"], entry["rank"]) for entry in found["deals"][0]["entries"]] == [("first", 1), ("again", None)]
    assert [total["deals"] for total in found["totals"]] == [1]


def test_a_record_from_elsewhere_is_entered_at_its_deal_and_a_forged_one_is_not(server, friends):
    zoe, max_ = friends
    code = opened(zoe)
    table = finish(server, zoe, code, 1, "Zoé", 1)
    record = from_text(zoe.get(f"/api/tables/{table['table']}/record").text)

    def send(client, seat_moves):
        match = pioche.open(record["game"], record["players"], seed=record["seed"])
        bots = SeededBots(dict.fromkeys(range(1, record["players"]), "casual"))
        while not match.over:
            match.play(*(bots.next_move(match) or (0, seat_moves(match.legal(0)).name)))
        sent = match.record()
        return client.post(f"/api/duplicates/{code}/entries", json={"record": to_text(sent), "name": "Max"}), sent

    sent, other = send(max_, lambda legal: legal[-1])
    assert sent.status_code == 201, sent.text
    assert (sent.json()["contest"], sent.json()["mark"], sent.json()["rank"]) == (
        f"duplicate {code} 1",
        "elsewhere",
        None,
    )
    assert set(seen(max_, code, 1)[2]) == {"Zoé", "Max"}
    for forged, key in (
        ({**other, "seed": "ab" * 32, "commitment": None}, "server.entry.other-seed"),
        ({**other, "moves": other["moves"][:-1], **dict.fromkeys(RESULTS)}, "server.entry.not-over"),
    ):
        changed = {name: value for name, value in forged.items() if value is not None and name != "checksum"}
        answer = max_.post(f"/api/duplicates/{code}/entries", json={"record": json.dumps(changed)})
        assert answer.json()["error"]["key"] == key


def test_a_deal_that_is_over_can_be_tried_again_from_a_step(server, friends):
    code = opened(friends[0])
    table = finish(server, friends[0], code, 0, "Zoé", 1)
    again = friends[0].post(f"/api/tables/{table['table']}/again", json={"step": 1, "seat": 0})
    assert again.status_code == 201, again.text
    play_out(server, again.json())
    assert seen(friends[0], code) == (1, True, ["Zoé"])


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"deals": 17}, "server.bad-message"),
        ({"deals": 0}, "server.bad-message"),
        ({"level": "grandmaster"}, "server.bad-message"),
        ({"players": 6, "game": "no-merci"}, "core.bad-players"),
        ({"options": {"nonsense": True}}, "core.bad-option"),
    ],
)
def test_a_duplicate_that_cannot_be_played_is_refused(client, asked, key):
    answer = client.post("/api/duplicates", json={"game": "a-moins", "deals": 2, **asked})
    assert (answer.status_code, answer.json()["error"]["key"]) == (400, key)


def test_unknown_deals_and_codes_are_refused(client):
    code = opened(client)
    assert client.post(f"/api/duplicates/{code}/deals/2", json={}).json()["error"]["key"] == "server.no-board"
    assert client.get("/api/duplicates/NOSUCH").json()["error"]["key"] == "server.no-duplicate"
    assert client.get("/api/duplicates/%00").json()["error"]["key"] == "server.no-duplicate"


def test_a_player_has_a_point_for_each_player_beaten():
    assert match_points([1, 2, 2, 4]) == [3.0, 1.5, 1.5, 0.0]
    assert match_points([1]) == [0.0]
    assert add_up([[("a", 1), ("b", 2)], [("a", 2), ("b", 1), ("c", 3)]]) == {
        "a": (2, 2.0),
        "b": (2, 2.0),
        "c": (1, 0.0),
    }
