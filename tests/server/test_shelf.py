"""The games as they are sent to the page."""

from datetime import date
from itertools import groupby
from typing import get_args

import pytest

from pioche import registry
from pioche.core.views import Genre
from pioche.core.words import LANGUAGES
from pioche.server import bodies
from pioche.server.shelf import shelf, words

SHELF = shelf(date(2024, 2, 29))
GAMES = {game.name: game for game in SHELF.games}


def test_every_game_is_on_the_shelf():
    assert sorted(GAMES) == [game.name for game in registry.games()]


def test_games_of_a_box_stand_together_in_the_order_of_its_rulebook():
    boxes = [game.box.name for game in GAMES.values()]
    assert [name for name, _ in groupby(boxes)] == ["Drahtseilakt", "No Merci", "The Game", "K6T", "XXL"]
    first, *_, last = [name for name, game in GAMES.items() if game.box.name == "XXL"]
    assert (first, last) == ("montees-et-descentes", "xxl-pur")


def test_three_games_to_start_with_say_why():
    start = SHELF.start
    assert [each.game for each in start] == ["no-merci", "the-game", "20-20"]
    assert all(read(each.why, language) for each in start for language in LANGUAGES)


def test_every_genre_has_a_name_in_each_language():
    assert {game.genre for game in GAMES.values()} == set(get_args(Genre))
    assert all(words()[f"server.page.genre.{genre}"][language] for genre in get_args(Genre) for language in LANGUAGES)


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
