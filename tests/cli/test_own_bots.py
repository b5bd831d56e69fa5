"""User-defined bots, named by module and class."""

import json
import sys

import pytest

OWN_BOTS = """
class First:
    def choose(self, situation):
        return situation.legal[0]

class Loud(First):
    def signals(self, situation):
        return ["signal up1 leave"]

class Wrong(First):
    def signals(self, situation):
        return [9999]

class Nothing:
    pass
"""


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """Change to a directory that contains user-defined bots."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mybots.py").write_text(OWN_BOTS)
    (tmp_path / "unfinished.py").write_text("class First(:")
    yield tmp_path
    sys.modules.pop("mybots", None)


@pytest.mark.xdist_group("no-merci")
def test_a_user_defined_bot_is_found_in_the_current_directory(pioche_says, own_folder):
    plain = json.loads(pioche_says("simulate", "no-merci", "--bots", "mybots:First", "--games", "2", "--json")[1])
    assert plain["seats"][0]["bot"] == "mybots:First"


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("mybots:Nothing", "'mybots:Nothing' is not a bot: it has no method ‘choose’."),
        ("mybots:Second", "There is no bot 'mybots:Second': AttributeError"),
        ("unfinished:First", "There is no bot 'unfinished:First': SyntaxError"),
        (":", "There is no bot ':': ValueError"),
        ("mybots:Wrong", "9999 is not legal now. Legal: signal up1 none"),
    ],
)
def test_an_invalid_bot_is_reported_in_one_sentence(pioche_says, own_folder, bot, sentence):
    code, out, err = pioche_says("simulate", "the-game", "--players", "2", "--bots", bot, "--games", "1")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"pioche: {sentence}")
    assert pioche_says("simulate", "the-game", "--players", "2", "--bots", "mybots:Loud", "--games", "1")[0] == 0


def test_a_server_refuses_a_bot_that_is_not_there(pioche_says, own_folder):
    code, out, err = pioche_says("serve", "--bot", "mybots:Second")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "There is no bot 'mybots:Second'" in err
