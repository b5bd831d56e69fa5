"""Settings for all tests.

Compiled loops are kept in `.cache`: a second run is fast, and the user's own cache is not touched. Hypothesis sets no
deadline, since a slow machine is not a fault, and in CI it draws the same examples every time.
"""

import os
from pathlib import Path

import hypothesis
import pytest

from pioche import registry
from tests.conformance.settings import TRIES_ALL, all_settings, settings

ROOT = Path(__file__).parent.parent
os.environ["PIOCHE_CACHE"] = str(ROOT / ".cache" / "kernels")

hypothesis.settings.register_profile("pioche", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("pioche")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Run the tests of a game in one process, and before other tests: so each of its rules is compiled only once."""
    groups = {Path("tests", *game.package.split(".")[1:]): game.name for game in registry.games()}
    for item in items:
        folder = item.path.parent.relative_to(ROOT)
        if folder in groups:
            item.add_marker(pytest.mark.xdist_group(groups[folder]))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def pytest_terminal_summary(terminalreporter):
    """Report what `make test` leaves out."""
    if os.environ.get(TRIES_ALL):
        return
    games = registry.games()
    tried, there_are = (sum(len(choose(game)) for game in games) for choose in (settings, all_settings))
    terminalreporter.write_line(
        f"Left out: {there_are - tried} of the {there_are} settings (players, variants, switches) in which the laws "
        "of every game are tried; the loops compiled with Numba's check of array bounds; in the browser, whole matches "
        "of half of the games, and half of the sizes and colours in which axe looks at a table. `make test-all` tries "
        "them too."
    )
