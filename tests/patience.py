"""A pytest plugin for mutants.py: skip tests that take long where nothing is compiled, and write down their names."""

import os
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SECONDS = 3
"""Of processor time, for one test and for its fixtures."""
NAMES_FILE = "PIOCHE_SLOW_TESTS"
REASON = "too slow without compiled loops"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with _patience():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _patience():
        return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and REASON in str(report.longrepr):
        with Path(os.environ[NAMES_FILE]).open("a", encoding="utf-8") as names:
            names.write(f"{report.nodeid}\n")


@contextmanager
def _patience() -> Iterator[None]:
    signal.signal(signal.SIGPROF, lambda *_: pytest.skip(REASON))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
