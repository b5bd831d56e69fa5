"""Every game, number of players, variant and combination of switches obeys every law."""

import inspect

import pytest

from pioche import registry
from pioche.core.game import Game, Setting
from tests.conformance import laws
from tests.conformance.settings import settings

LAWS = {name: law for name, law in vars(laws).items() if name.startswith("law_")}
OF_MATCHES = {
    "law_words_are_there",
    "law_replay_gives_the_same",
    "law_illegal_moves_change_nothing",
    "law_undo_takes_back",
}
"""The laws for a match of several games; the games themselves must obey all laws."""


def table(game: Game, setting: Setting) -> str:
    switched = [name for name, value in setting.options.items() if value != game.options[name].default]
    return "-".join([game.name, str(setting.players), setting.variant or "basic", *switched])


CASES = [
    pytest.param(
        game,
        setting,
        law,
        id=f"{table(game, setting)}-{name}",
        marks=pytest.mark.xdist_group(game.name),  # one process for each game, so that it is compiled once
    )
    for game in registry.games()
    for setting in settings(game)
    for name, law in LAWS.items()
    if laws.has_own_rules(game) or name in OF_MATCHES
]


@pytest.mark.parametrize(("game", "setting", "law"), CASES)
def test_law(game: Game, setting: Setting, law) -> None:
    needs_witness = "witness" in inspect.signature(law).parameters
    law(game, setting, laws.witness_of(game)) if needs_witness else law(game, setting)
