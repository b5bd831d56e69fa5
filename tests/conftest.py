"""Settings for all tests.

Compiled loops are kept in the user's cache, apart from those of the games one plays: a second run is fast, in another
clone too. Hypothesis sets no deadline, since a slow machine is not a fault, and in CI it draws the same examples every
time.
"""

import os
from pathlib import Path

import hypothesis
import pytest

from pioche import registry
from pioche.core.compiled.compile import cache_folder
from pioche.lab.table import usable_cores
from tests.conformance.settings import TRIES_ALL, all_settings, settings

ROOT = Path(__file__).parent.parent
WITH_SERVERS = ("e2e", "server")
os.environ.setdefault("PIOCHE_CACHE", str(cache_folder() / "tests"))

hypothesis.settings.register_profile("pioche", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("pioche")


@pytest.fixture
def largest_file():
    """A function that limits the size of files, as a full disk does."""
    resource = pytest.importorskip("resource")
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def pytest_xdist_auto_num_workers():
    """Two workers for each core: tests of servers and pages mostly wait."""
    return 2 * usable_cores()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    _leave_out_long_tests(config, items)
    _group(items)


def _leave_out_long_tests(config, items):
    if os.environ.get(TRIES_ALL):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


def _group(items):
    """Run the tests of a game in one process, and before other tests: so each of its rules is compiled only once.

    The tests of a module of ``server`` and ``e2e`` share servers, databases and browsers.
    """
    groups = {Path("tests", *game.package.split(".")[1:]): game.name for game in registry.games()}
    for item in items:
        folder = item.path.parent.relative_to(ROOT)
        if folder in groups:
            item.add_marker(pytest.mark.xdist_group(groups[folder]))
        elif folder.name in WITH_SERVERS:
            item.add_marker(pytest.mark.xdist_group(f"{folder.name}-{item.path.stem}"))
    items.sort(key=_turn)


def _turn(item):
    """Games come first; then whole modules, those in the browser before the others; then single tests."""
    group = item.get_closest_marker("xdist_group")
    if group is None:
        return len(WITH_SERVERS) + 1
    kind = group.args[0].partition("-")[0]
    return WITH_SERVERS.index(kind) + 1 if kind in WITH_SERVERS else 0


def pytest_terminal_summary(terminalreporter):
    """Report what `make test` leaves out."""
    if os.environ.get(TRIES_ALL):
        return
    games = registry.games()
    tried, there_are = (sum(len(choose(game)) for game in games) for choose in (settings, all_settings))
    terminalreporter.write_line(
        f"Left out: {there_are - tried} of the {there_are} settings (players, variants, switches) in which the laws "
        "of every game are tried; the loops compiled with Numba's check of array bounds; compiled batches of XXL pur, "
        "and with bots of most games; "
        "`pioche bench` of all games; "
        "in the browser, whole matches of most games, most games under axe, in lessons "
        "and on small phones, most languages and windows in which tables must fit, and the second language, window "
        "or game of tests that are alike in two. `make test-all` tries them too."
    )
