"""Compiled loops free the arrays they make, although most rules do not count references to arrays."""

from dataclasses import replace

import pytest
from numba.core.runtime import _nrt_python, rtsys

from pioche import registry
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.think.think import Budget
from pioche.lab.table import Table

MOVES = 3


@pytest.fixture(autouse=True)
def _counts():
    _nrt_python.memsys_enable_stats()
    yield
    _nrt_python.memsys_disable_stats()


def arrays_left():
    """Return how many arrays were made by compiled code and not freed yet."""
    stats = rtsys.get_allocation_stats()
    return stats.mi_alloc - stats.mi_free


def bots_play(game):
    match, bot = Match(game, game.agree(game.players[-1]), seed=1), find_bot(LEVELS[-1])
    for number in range(MOVES):
        situation = match.situation(match.to_move[0], rng=new_random(number), budget=Budget(simulations=30))
        match.play(match.to_move[0], bot.choose(replace(situation)))


def play_at_random(game):
    Table(game, game.agree(game.players[-1])).play(10, new_random(1))


@pytest.mark.parametrize("play", [play_at_random, bots_play])
@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.name)
def test_no_array_is_left_over(game, play):
    play(game)  # loads the loops
    before = arrays_left()
    play(game)
    assert arrays_left() == before
