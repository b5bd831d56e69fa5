"""What a page is sent about the games on the shelf."""

from datetime import date

import pytest

from pioche import registry
from pioche.server import bodies
from pioche.server.shelf import shelf

GAMES = {game.name: game for game in shelf(date(2024, 2, 29)).games}


def test_every_game_is_on_the_shelf():
    assert list(GAMES) == [game.name for game in registry.games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_sent_with_its_crib_in_both_languages(name):
    game = registry.find(name)
    assert GAMES[name].crib == {"en": game.crib("en"), "fr": game.crib("fr")}


def test_every_game_is_sent_with_what_its_rulebook_names():
    box = bodies.BoxInfo("XXL", ["Dirk Hanneforth", "Hajo Bücken"], "Abacusspiele", 1996, 8)
    assert GAMES["xxl-pur"].box == GAMES["a-moins"].box == box
    assert GAMES["20-20"].box == bodies.BoxInfo("K6T", [], None, None, None)
