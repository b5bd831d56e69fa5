"""Every ending has a recorded game, which is replayed here."""

from importlib import import_module
from pathlib import Path

import pytest

import pioche
from pioche import registry
from tests.conformance import laws

ENDINGS = [(game.name, ending) for game in registry.games() for ending in game.format(game.agree()).rounds[-1].endings]
"""A match ends as its last round does."""


def folder(game: str) -> Path:
    return Path(str(import_module(laws.witness_of(registry.find(game)).__name__).__file__)).parent / "records"


@pytest.mark.parametrize(("game", "ending"), ENDINGS)
def test_every_ending_has_a_recorded_game(game, ending):
    match = pioche.load(folder(game) / f"{ending}.pioche")
    assert match.game.name == game
    assert match.over
    assert match.ending == ending


@pytest.mark.parametrize(
    "path", [path for game in registry.games() for path in sorted(folder(game.name).glob("*.pioche"))]
)
def test_recorded_games_are_still_legal(path):
    assert pioche.load(path).record()["checksum"] in path.read_text()
