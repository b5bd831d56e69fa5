"""The twins in C play by the same rules, or the comparison with them stops."""

import shutil

import pytest
from bench import metal

GAME = "determiner-la-couleur"
COMPILER = shutil.which("cc")
LEADER = "leader = winner(played, leader, asked)"

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="needs a C compiler"),
    pytest.mark.xdist_group(GAME),
]


@pytest.fixture
def compare(tmp_path, monkeypatch):
    """Compares the twin with Pioche, after a change of its rules."""
    monkeypatch.setattr(metal, "SECONDS", 0.05)
    monkeypatch.setattr(metal, "REPEATS", 2)
    shutil.copytree(metal.SOURCES, tmp_path / "c")
    source, players = metal.TWINS[GAME]

    def changed(leader):
        twin = tmp_path / "c" / source
        text = twin.read_text(encoding="utf-8")
        assert LEADER in text
        twin.write_text(text.replace(LEADER, leader), encoding="utf-8")
        metal.compare(GAME, players, metal.built(COMPILER, twin, tmp_path))

    return changed


def test_the_twin_agrees_with_pioche(compare):
    compare(LEADER)


def test_a_twin_in_which_others_win_the_tricks_is_noticed(compare):
    """All cards are won: the sum of the points is the same, whoever wins them."""
    with pytest.raises(SystemExit, match="squared points a game"):
        compare(f"{LEADER}, leader = (leader + 1) % SEATS")
