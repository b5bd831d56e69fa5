"""The benchmark measures every game, whether or not there is a peer to compare with."""

from importlib import import_module
from pathlib import Path

import pytest

import pioche
from pioche.lab.bench import measure


@pytest.mark.long
def test_every_game_is_measured():
    report = measure(pioche.games(), seconds=0.01, repeats=1)
    assert [speed.game for speed in report.speeds] == [game.name for game in pioche.games()]
    for speed in report.speeds:
        assert min(speed.python, speed.one_core, speed.all_cores, speed.matches, speed.copy_nanoseconds) > 0
        assert 0 < speed.state_bytes <= 1024
        assert set(speed.ratios) <= set(report.peers)


def test_the_number_of_players_can_be_chosen():
    """A solitaire always has one player."""
    games = [pioche.registry.find(name) for name in ("20-20", "no-merci")]
    assert [speed.players for speed in measure(games, 5, seconds=0.01, repeats=1).speeds] == [1, 5]


BENCH = Path(__file__).parents[2] / "bench"
MODULES = sorted(
    ".".join(path.relative_to(BENCH.parent).with_suffix("").parts)
    for path in BENCH.rglob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", MODULES)
def test_every_benchmark_can_be_imported(name):
    """Most of them are not run by any other test."""
    import_module(name)
