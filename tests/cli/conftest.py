"""The `pioche` command, run in an English terminal."""

from pathlib import Path

import pytest

from pioche.cli import main

GAMES = Path(__file__).parents[1] / "games"
RECORD = GAMES / "no_merci/records/all-taken.pioche"
TEAMS = GAMES / "k6t/six_sequences/records/all-passed-teams.pioche"
SIX_GAMES = GAMES / "xxl/pur/records/all-played.pioche"


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def pioche_says(capsys):
    """Run a command; return its exit code, its output and its errors."""

    def run(*words):
        try:
            code = main(list(words))
        except SystemExit as stopped:
            code = stopped.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return run
