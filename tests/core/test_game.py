"""The contract of a game: what `Rules` does for every game."""

import numpy as np
import pytest

import pioche
from pioche.core.state import SPECTATOR, UNKNOWN, as_namespace, content


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_a_namespace_gives_the_same_knowledge_as_its_record(seat):
    match = pioche.open("determiner-la-couleur", 2, seed=1)
    before = content(match.state)
    as_record, as_fields = match.rules.known(match.state, seat), match.rules.known(as_namespace(match.state), seat)
    for name in as_record.dtype.names:
        assert np.array_equal(getattr(as_record, name), getattr(as_fields, name)), name
    assert content(match.state) == before


def test_fields_that_no_rule_writes_are_unknown():
    match = pioche.open("determiner-la-couleur", 2, seed=1)
    hands = match.rules.known(match.state, 0).hands
    assert hands[0] == match.state.hands[0]
    assert hands[1] == UNKNOWN
