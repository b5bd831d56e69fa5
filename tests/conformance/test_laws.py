"""Every game, number of players, variant and choice of switches keeps every law."""

import inspect

import pytest

from pioche import registry
from pioche.core.game import Game, Setting
from tests.conformance import laws

LAWS = {name: law for name, law in vars(laws).items() if name.startswith("law_")}
TABLES = [
    pytest.param(
        game,
        setting,
        id="-".join([game.name, str(setting.players), setting.variant or "basic", *switched]),
        marks=pytest.mark.xdist_group(game.name),  # one process for each game, so that it is compiled once
    )
    for game in registry.games()
    for setting in laws.settings(game)
    for switched in [[name for name, value in setting.options.items() if value != game.options[name].default]]
]


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())
@pytest.mark.parametrize(("game", "setting"), TABLES)
def test_law(law, game: Game, setting: Setting) -> None:
    needs_witness = "witness" in inspect.signature(law).parameters
    law(game, setting, laws.witness_of(game)) if needs_witness else law(game, setting)
