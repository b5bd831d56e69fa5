"""Kernels do not check array bounds. Here every game runs once with Numba's own check.

`make test-all` does this. In `make test` the law that interpreted and compiled runs are byte-identical stands in for
it: NumPy checks the bounds of what is interpreted.
"""

import os
import subprocess
import sys

import pytest

from pioche import registry
from tests.conformance import laws
from tests.conformance.settings import TRIES_ALL

CHECK = """
import sys
import numpy as np
from pioche import registry
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.state import batch, blanks
from tests.conformance.laws import dealt
from tests.conformance.settings import settings

game = registry.find(sys.argv[1])
for setting in settings(game):
    for rules in set(game.format(setting).rounds):
        rng, count = new_random(1), 40
        rounds = dealt(game, setting, rules, count, rng, interpreted=False)
        loops = kernels(rules)
        for seat in range(-1, setting.players):
            known, worlds = blanks(rules.state, count), batch(rules.state, count)
            loops.observe(rounds, seat, known)
            loops.imagine(known, seat, rng, worlds)
            loops.play(worlds, rng, np.zeros(count, np.int32))
        loops.result(worlds, np.zeros((count, setting.players), np.int32), np.zeros(count, np.int32))
print("within bounds")
"""


GAMES = [game.name for game in registry.games() if laws.has_own_rules(game)]


@pytest.mark.skipif(not os.environ.get(TRIES_ALL), reason="every loop is compiled once more: make test-all")
@pytest.mark.parametrize("game", GAMES)
def test_no_kernel_reads_or_writes_beyond_an_array(game):
    """Compiled without optimisation, which would take longer than the check."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}
    done = subprocess.run([sys.executable, "-c", CHECK, game], env=environment, capture_output=True, text=True)
    assert done.stdout == "within bounds\n", done.stderr
