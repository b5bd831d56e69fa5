"""What bots need is compiled beside the server."""

import subprocess
import sys

import pytest

import pioche
from pioche.server.warm_up import first_choice

CASUAL = """
import pioche
from pioche.server.warm_up import warm_up
warm_up([game for game in pioche.games() if game.name == "no-merci"], ["casual"])
"""


@pytest.mark.parametrize("game", pioche.games(), ids=lambda game: game.name)
def test_there_is_something_to_think_about(game):
    assert len(first_choice(game).numbers) > 1


def test_what_was_compiled_is_not_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    said = [subprocess.run([sys.executable, "-c", CASUAL], capture_output=True, check=True).stderr for _ in range(2)]
    assert [b"no-merci" in each for each in said] == [True, False]


def test_it_ends_with_the_server(tmp_path, monkeypatch):
    """Whatever it is doing: compiling takes longer than this."""
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    with subprocess.Popen([sys.executable, "-m", "pioche.server.warm_up"], stdin=subprocess.PIPE) as process:
        process.stdin.close()
        assert process.wait(timeout=30) == 0
