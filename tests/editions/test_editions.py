"""A game whose rules are played differently has another edition, so that tables begun before can say so."""

import pytest

from pioche import registry
from tests.editions import behaviour, known


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.name)
def test_changed_rules_need_a_new_edition(game):
    kept = known().get(game.name)
    assert {"edition": game.edition, "behaviour": behaviour(game)} == kept, (
        "The rules do something else than before. If tables that are under way notice it, raise the game's `edition`; "
        "then run python -m tests.editions."
    )
