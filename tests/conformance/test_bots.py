"""Every game's bots keep every law of bots, and the search gives the same result interpreted and compiled."""

import os

import numpy as np
import pytest

from pioche import registry
from pioche.core.game import Game, Setting
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.think.quick import judgement_of
from tests.conformance import bot_laws, laws
from tests.conformance.settings import TRIES_ALL, settings
from tests.conformance.test_laws import table

LAWS = {name: law for name, law in vars(bot_laws).items() if name.startswith("law_")}
GAMES = [game for game in registry.games() if laws.has_own_rules(game)]


def cases(game: Game) -> list[Setting]:
    """The settings of `make test`; of all settings, every variant with few and many players, and those without one."""
    ends = (game.players[0], game.players[-1], 2, 4)
    is_all = bool(os.environ.get(TRIES_ALL))
    return [each for each in settings(game) if not is_all or each.variant is None or each.players in ends]


@pytest.mark.parametrize(
    ("game", "setting", "law"),
    [
        pytest.param(
            game,
            setting,
            law,
            id=f"{table(game, setting)}-{name}",
            marks=pytest.mark.xdist_group(game.name),
        )
        for game in GAMES
        for setting in cases(game)
        for name, law in LAWS.items()
    ],
)
def test_law(game: Game, setting: Setting, law) -> None:
    law(game, setting)


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.xdist_group(game.name)) for game in GAMES])
def test_compiled_and_interpreted_search_agree(game: Game) -> None:
    """Byte for byte, at several moments: the whole tree and the counts."""
    setting = game.agree(game.players[-1])
    match, looked = Match(game, setting, seed=15), 0
    level = judgement_of(match.rules).levels[LEVELS[-1]]
    for now, seat, _ in bot_laws.choices(match, np.random.default_rng(15)):
        by_python, by_numba = (
            bot_laws.searched(now, seat, level, interpreted=interpreted) for interpreted in (True, False)
        )
        assert all(one.tobytes() == other.tobytes() for one, other in zip(by_python, by_numba, strict=True))
        assert by_python[2][:, 0].sum() == 2 * bot_laws.INTERPRETED_SIMULATIONS
        looked += 1
        if looked == 3:
            return
    assert looked
