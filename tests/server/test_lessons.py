"""Lessons over HTTP: the list, moves, refusals and questions; nothing is stored."""

import pytest

pytestmark = pytest.mark.xdist_group("server")


@pytest.fixture
def server(shared):
    return shared


def test_the_list_has_the_guided_game_and_the_examples(client):
    sent = client.get("/api/lessons/no-merci").json()
    assert [step["id"] for step in sent["steps"]] == ["1", "2", "3", "4", "5", "6"]
    assert sent["steps"][0]["title"] == {"en": "Nobody wants the cards", "fr": "Personne ne veut des cartes"}
    assert sent["paragraphs"]["NM4"] == [{"game": "no-merci", "id": "NM4"}, {"game": "no-merci", "id": "3"}]
    assert {"game": "a-moins", "id": "G3"} in sent["paragraphs"]["G3"]


def test_a_lesson_is_played_by_sending_all_moves_so_far(client):
    start = client.post("/api/lessons/no-merci/5", json={}).json()
    assert start["outcome"] == "open"
    assert start["step"]["view"]["to_move"] == [0]
    paid = client.post("/api/lessons/no-merci/5", json={"moves": ["refuse"]}).json()
    assert [line["seat"] for line in paid["step"]["lines"]] == [0, 1, 2]
    assert paid["wanted"] == ["take"]
    done = client.post("/api/lessons/no-merci/5", json={"moves": ["refuse", "take"]}).json()
    assert (done["outcome"], done["wanted"]) == ("solved", [])
    assert done["word"]["fr"].startswith("Un jeton payé")


def test_a_forbidden_move_is_refused_with_its_paragraph(client):
    start = client.post("/api/lessons/no-merci/3", json={"moves": []}).json()
    assert [move["name"] for move in start["forbidden"]] == ["refuse"]
    tried = client.post("/api/lessons/no-merci/3", json={"moves": ["refuse"]}).json()
    assert tried["outcome"] == "refused"
    assert tried["refusal"]["paragraph"] == "NM4"
    assert tried["refusal"]["reason"] == {"key": "no-merci.why-not.no-tokens", "arguments": {}}
    assert tried["step"] == start["step"]


def test_the_table_looks_like_that_of_a_replay(client):
    step = client.post("/api/lessons/no-merci/1", json={}).json()["step"]
    assert step["eyes"] == step["view"]["seat"] == 0
    assert [seat["kind"] for seat in step["seats"]] == ["person", "bot", "bot"]
    assert (step["table"]["game"], step["table"]["players"]) == ("no-merci", 3)


def test_cards_that_do_not_fit_can_be_asked_about(client):
    asked = {"moves": [], "why_not": {"cards": ["38"], "target": "up1"}}
    sent = client.post("/api/lessons/the-game/3", json=asked).json()
    assert [reason["key"] for reason in sent["reasons"]] == ["the-game.why-not.rising"]
    assert client.post("/api/lessons/the-game/3", json={}).json()["reasons"] == []


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("chess/1", {}, 404),
        ("no-merci/99", {}, 404),
        ("no-merci/1", {"moves": ["take", "take"]}, 400),
        ("no-merci/1", {"moves": 1}, 400),
        ("no-merci/1", {"moves": ["take"] * 41}, 400),
    ],
)
def test_bad_requests_are_refused_in_words(client, path, body, status):
    refused = client.post(f"/api/lessons/{path}", json=body)
    assert refused.status_code == status
    assert refused.json()["error"]["key"]


def test_a_lesson_leaves_nothing_behind(client):
    client.post("/api/lessons/no-merci/1", json={"moves": ["refuse"]})
    assert client.get("/api/mine").json() == []
    assert "pioche" not in client.cookies
