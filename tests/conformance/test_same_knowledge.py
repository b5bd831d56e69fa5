"""A game says whether all seats know the same; the server then makes what they see of it once."""

import numpy as np
import pytest

from pioche.core.match import Match
from pioche.core.state import SPECTATOR, content
from tests.conformance.laws import walk
from tests.conformance.settings import variants


@pytest.mark.parametrize(("game", "setting"), variants())
def test_all_seats_know_the_same_where_the_rules_say_so_and_nowhere_else(game, setting):
    differs = {}
    for now in walk(Match(game, setting, seed=5), np.random.default_rng(5)):
        known = {content(now.known(eyes)) for eyes in range(SPECTATOR, setting.players)}
        differs[now.rules] = differs.get(now.rules, False) or len(known) > 1
    assert [rules.name for rules, is_so in differs.items() if is_so == rules.all_know_the_same] == []
