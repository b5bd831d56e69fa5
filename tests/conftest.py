"""Settings for all tests.

Compiled loops are kept in `.cache`: a second run is fast, and the user's own cache is not touched. Hypothesis sets no
deadline, since a slow machine is not a fault, and in CI it draws the same examples every time.
"""

import os
from pathlib import Path

import hypothesis

from pioche import registry
from tests.conformance.settings import TRIES_ALL, all_settings, settings

os.environ["PIOCHE_CACHE"] = str(Path(__file__).parent.parent / ".cache" / "kernels")

hypothesis.settings.register_profile("pioche", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("pioche")


def pytest_terminal_summary(terminalreporter):
    """Report what `make test` leaves out."""
    if os.environ.get(TRIES_ALL):
        return
    games = registry.games()
    tried, there_are = (sum(len(choose(game)) for game in games) for choose in (settings, all_settings))
    terminalreporter.write_line(
        f"Left out: {there_are - tried} of the {there_are} settings (players, variants, switches) in which the laws "
        "of every game are tried. `make test-all` tries them too."
    )
