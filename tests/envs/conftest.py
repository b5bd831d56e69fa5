"""Loops of the environments are compiled for two games; for the others in `make test-all`.

Compiling takes minutes, and compiled loops do the same as interpreted ones: `test_batch` compares them for every game.
"""

import os

import pytest

from pioche.core.compiled.compile import without_compiling
from tests.conformance.settings import TRIES_ALL

COMPILED = ("no-merci", "20-20")


@pytest.fixture
def seldom_compiled(request):
    """Run loops that are not in the cache interpreted, in the tests of most games."""
    game = request.node.callspec.params["game"]
    if game in COMPILED or os.environ.get(TRIES_ALL):
        yield
    else:
        with without_compiling():
            yield
