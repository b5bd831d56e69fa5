"""A user-defined bot sits at the tables of a server that was started with it."""

import pytest

import pioche
from tests.server.conftest import Running, open_table
from tests.server.test_after import play_out

OWN_BOTS = """
class First:
    def choose(self, situation):
        return situation.legal[0]

class Broken:
    def choose(self, situation):
        raise ValueError("no idea")
"""


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybots.py").write_text(OWN_BOTS)
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}")
    running.options = ["--bot", "mybots:First", "--bot", "mybots:Broken"]
    yield running.start()
    running.stop()


def test_it_is_offered_with_its_name_and_plays_to_the_end(server, client):
    assert client.get("/api/shelf").json()["levels"][-2:] == ["mybots:First", "mybots:Broken"]
    assert client.get("/api/words").json()["server.page.level.mybots:First"] == {"en": "First", "fr": "First"}
    opened = open_table(client, "no-merci", "me", "mybots:First", "mybots:Broken")
    play_out(server, opened)
    match = pioche.replay(client.get(f"/api/tables/{opened['table']}/record").text)
    assert {name for seat, name in match.moves if seat == 1} == {"take"}, "the first legal move"
    assert match.over, "a bot that fails moves at random"


def test_a_server_without_it_lets_another_bot_play(server, client):
    opened = open_table(client, "no-merci", "me", "mybots:First", "casual")
    server.stop()
    server.options = []
    server.start()
    assert "mybots:First" not in client.get("/api/shelf").json()["levels"]
    play_out(server, opened)
    assert pioche.replay(client.get(f"/api/tables/{opened['table']}/record").text).over
