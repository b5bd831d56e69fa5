"""Every game and variant goes as in its stored playthrough."""

import pytest

from tests.playthroughs.writing import FOLDER, SETTINGS, path_of, playthrough

HOW = "If this change is meant, write it down with: python -m tests.playthroughs"


@pytest.mark.parametrize(("game", "variant"), SETTINGS, ids=lambda value: getattr(value, "name", value))
def test_a_game_goes_as_in_its_stored_playthrough(game, variant):
    assert path_of(game, variant).exists(), HOW
    written = path_of(game, variant).read_text(encoding="utf-8").splitlines()
    played = playthrough(game, variant).splitlines()
    differing = [number for number, (old, new) in enumerate(zip(written, played, strict=False), 1) if old != new]
    first = differing[0] if differing else min(len(written), len(played)) + 1
    assert written == played, f"{path_of(game, variant).name} differs from line {first} on. {HOW}"


def test_every_stored_playthrough_belongs_to_a_game():
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(*setting).name for setting in SETTINGS}
