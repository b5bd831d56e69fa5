"""A pytest plugin for mutants.py: skip tests that take long where nothing is compiled, and write down their names."""

import os
import signal
from pathlib import Path

import pytest

SECONDS = 3
"""Of processor time, for one test."""
NAMES_FILE = "PIOCHE_SLOW_TESTS"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    def give_up(*_):
        with Path(os.environ[NAMES_FILE]).open("a", encoding="utf-8") as names:
            names.write(f"{item.nodeid}\n")
        pytest.skip("too slow without compiled loops")

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
