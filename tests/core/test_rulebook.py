"""The rulebooks apart from the rules: the game in brief, advice, and the makers of the box."""

import re

import pytest

import pioche
from pioche.core.box import Box, load_box
from pioche.core.rulebook import CRIB, section
from pioche.core.words import LANGUAGES
from pioche.registry import find

GAMES = pioche.games()
ADVICE = {"en": "Advice", "fr": "Conseils"}
LONGEST_LINE = 120
NUMBERED = re.compile(r"^- \*\*", re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_crib_of_five_short_lines(game, language):
    lines = game.crib(language)
    assert len(lines) == 5
    assert all(line[0].isalnum() and line.endswith(".") and len(line) <= LONGEST_LINE for line in lines)
    assert not any("*" in line for line in lines)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_crib_gives_the_same_figures_in_both_languages(game):
    english, french = (re.findall(r"\d+", " ".join(game.crib(language))) for language in ("en", "fr"))
    assert sorted(english) == sorted(french)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_crib_comes_before_the_rules_and_is_not_part_of_them(game, language):
    book = game.rulebook(language)
    assert book.count(f"## {CRIB[language]}\n") == 1
    assert book.index(CRIB[language]) < NUMBERED.search(book).start()
    assert not NUMBERED.search("\n".join(section(book, CRIB[language])))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "count"), [("no-merci", 4), ("the-game", 1), ("a-moins", 1), ("drahtseilakt", 0), ("20-20", 0)]
)
def test_there_is_advice_where_the_printed_rulebook_has_some(name, count, language):
    advice = section(find(name).rulebook(language), ADVICE[language])
    assert len([line for line in advice if line.startswith("- ")]) == count
    assert not NUMBERED.search("\n".join(advice))


def test_a_section_ends_where_the_next_begins():
    book = "# Title\n\n## One\n\n- first\n- second\n\n## Two\n\n- third\n"
    assert [line for line in section(book, "One") if line] == ["- first", "- second"]
    assert [line for line in section(book, "Two") if line] == ["- third"]
    assert not any(section(book, "Three"))


# The box.

BOXES = {
    "no-merci": Box("No Merci", publisher="Amigo Spiel + Freizeit", age=8),
    "the-game": Box("The Game", ("Steffen Benndorf",), age=8),
    "drahtseilakt": Box("Drahtseilakt"),
    "a-moins": Box("XXL", ("Dirk Hanneforth", "Hajo Bücken"), "Abacusspiele", 1996, 8),
    "20-20": Box("K6T"),
}
"""The facts that the five printed rulebooks name, and nothing else."""


@pytest.mark.parametrize("name", BOXES)
def test_a_box_has_exactly_the_facts_of_its_rulebook(name):
    assert find(name).box == BOXES[name]


def test_games_of_one_box_share_its_facts():
    boxes = {game.box for game in GAMES}
    assert len(boxes) == len({box.name for box in boxes})
    assert sum(game.box.name == "XXL" for game in GAMES) == 7
    assert sum(game.box.name == "K6T" for game in GAMES) == 2


def test_a_missing_box_is_reported_with_its_folder():
    with pytest.raises(FileNotFoundError, match=r"no box\.toml in pioche\.core or above it"):
        load_box("pioche.core")


@pytest.mark.parametrize(
    ("name", "language", "imprint"),
    [
        ("a-moins", "en", "Dirk Hanneforth, Hajo Bücken · Abacusspiele 1996 · ages 8 and up"),
        ("xxl-pur", "fr", "Dirk Hanneforth, Hajo Bücken · Abacusspiele 1996 · dès\u00a08\u00a0ans"),
        ("no-merci", "en", "Amigo Spiel + Freizeit · ages 8 and up"),
        ("the-game", "fr", "Steffen Benndorf · dès\u00a08\u00a0ans"),
    ],
)
def test_the_imprint_is_under_the_title_of_the_rulebook(name, language, imprint):
    assert find(name).rulebook(language).split("\n")[1:5:2] == ["", ""]
    assert find(name).rulebook(language).split("\n")[2] == f"*{imprint}*"


@pytest.mark.parametrize("name", ["drahtseilakt", "20-20", "six-sequences"])
def test_a_box_without_known_facts_has_no_imprint(name):
    assert find(name).box.imprint("en") == ""
    assert not find(name).rulebook("en").split("\n")[2].startswith("*")
