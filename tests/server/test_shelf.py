"""The games as they are sent to the page."""

from datetime import date

import pytest

from pioche import registry
from pioche.core.words import LANGUAGES
from pioche.server import bodies
from pioche.server.shelf import shelf, words

GAMES = {game.name: game for game in shelf(date(2024, 2, 29)).games}


def test_every_game_is_on_the_shelf():
    assert list(GAMES) == [game.name for game in registry.games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_sent_with_its_crib_in_both_languages(name):
    game = registry.find(name)
    assert GAMES[name].crib == {"en": game.crib("en"), "fr": game.crib("fr")}


def test_every_game_is_sent_with_the_facts_of_its_box():
    box = bodies.BoxInfo("XXL", ["Dirk Hanneforth", "Hajo Bücken"], "Abacusspiele", 1996, 8)
    assert GAMES["xxl-pur"].box == GAMES["a-moins"].box == box
    assert GAMES["20-20"].box == bodies.BoxInfo("K6T", [], None, None, None)


OPTIONS = [(name, option) for name, game in GAMES.items() for option in game.options]


def read(message, language):
    return words()[message["key"]][language]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_every_option_has_a_title_in_each_language(game, option):
    found = GAMES[game].options[option]
    assert all(read(found.title, language) for language in LANGUAGES)
    assert found.about is None or all(read(found.about, language) for language in LANGUAGES)
    assert found.default == registry.find(game).options[option].default


def test_an_option_with_an_unclear_title_is_explained():
    explained = {(game, option) for game, option in OPTIONS if GAMES[game].options[option].about is not None}
    assert ("permis-de-refuser", "fewest_only") in explained
    assert {game for game, option in explained if option == "raw_points"} == {
        game for game, option in OPTIONS if option == "raw_points"
    }
    assert ("no-merci", "open_tokens") not in explained
