"""The bots are precompiled in a background process."""

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
def test_the_first_choice_has_several_moves(game):
    assert len(first_choice(game).numbers) > 1


def test_a_second_run_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    said = [subprocess.run([sys.executable, "-c", CASUAL], capture_output=True, check=True).stderr for _ in range(2)]
    assert [b"no-merci" in each for each in said] == [True, False]


def test_the_process_ends_with_the_server(tmp_path, monkeypatch):
    """Whatever it is doing: compiling takes longer than this test waits."""
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    with subprocess.Popen([sys.executable, "-m", "pioche.server.warm_up"], stdin=subprocess.PIPE) as process:
        process.stdin.close()
        assert process.wait(timeout=30) == 0
