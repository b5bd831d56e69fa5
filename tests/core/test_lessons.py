"""Files of lessons that cannot be read, and attempts at a lesson."""

import sys
from pathlib import Path

import pytest

from pioche import registry
from pioche.core.errors import BadLessons, IllegalMove, UnknownLesson
from pioche.core.lessons import load_lessons
from pioche.core.match.attempt import attempt

NO_MERCI = registry.find("no-merci")
POSITION = (
    "no-merci players=3 dealer=2 begins=0; tokens=11*3 "
    "pile=28,12,33,7,32,21,16,15,29,4,9,35,11,25,14,34,22,18,3,24,27,10,17,26 owner=-:*"
)
EXAMPLE = f"""
[[example]]
paragraphs = ["NM3"]
position = "{POSITION}"
say = {{en = "Refuse.", fr = "Refusez."}}
play = ["refuse"]
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return a function that makes a package with a rulebook and a file of lessons, and returns its name."""

    def make(text: str) -> str:
        folder: Path = tmp_path / "lectern"
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "RULES.en.md").write_text("- **NM3** Take or refuse.\n")
        (folder / "lessons.toml").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "lectern", raising=False)
        return "lectern"

    return make


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("[[example]", "lectern"),
        (EXAMPLE.replace('say = {en = "Refuse.", fr = "Refusez."}', ""), "`say`"),
        (EXAMPLE.replace(', fr = "Refusez."', ""), "`fr`"),
        (EXAMPLE.replace('"Refuse."', f'"{"Refuse. " * 40}"'), "length"),
        (EXAMPLE.replace('["NM3"]', "[]"), "length"),
        (EXAMPLE.replace('["NM3"]', '["third"]'), "regex"),
        (EXAMPLE + "hint = 1", "`hint`"),
        (EXAMPLE + EXAMPLE, "two lessons have the id 'NM3'"),
    ],
    ids=["toml", "say", "french", "long", "nothing", "number", "unknown", "twice"],
)
def test_a_bad_file_is_refused_in_one_sentence(package, wrong, complaint):
    with pytest.raises(BadLessons) as refused:
        load_lessons(package(wrong))
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_example_is_named_after_its_paragraph(package):
    (example,) = load_lessons(package(EXAMPLE)).examples
    assert (example.id, example.game) == ("NM3", "no-merci")


def test_shared_examples_belong_to_all_games_of_the_box_and_are_played_in_one():
    xx4 = registry.find("a-moins").lessons.by_paragraph()["XX4"]
    assert {lesson.game for lesson in xx4} == {"determiner-la-couleur"}
    assert registry.find("determiner-la-couleur").lesson("XX4") in xx4
    with pytest.raises(UnknownLesson):
        registry.find("a-moins").lesson("XX4")


def test_an_example_made_for_a_paragraph_comes_before_a_step_that_shows_it_too():
    assert [lesson.id for lesson in NO_MERCI.lessons.by_paragraph()["NM5"]] == ["NM5", "5", "1"]


def test_others_move_as_scripted_until_it_is_the_learners_turn():
    now = attempt(NO_MERCI, NO_MERCI.lesson("5"), ["refuse"])
    assert now.match.moves == ((0, "refuse"), (1, "refuse"), (2, "refuse"))
    assert (now.outcome, now.wanted, now.word) == ("open", ("take",), None)


def test_the_same_moves_always_lead_to_the_same_cards():
    game = registry.find("drahtseilakt")
    moves = ["27", "44"]  # the last trick of a round: the next one is dealt
    first, again = (attempt(game, game.lesson("5"), moves).match for _ in range(2))
    assert first.round == 2
    assert first.position() == again.position()


def test_a_legal_move_that_is_not_the_solution_is_shown_but_leads_nowhere():
    lesson = NO_MERCI.lesson("1")
    now = attempt(NO_MERCI, lesson, ["take"])
    assert (now.outcome, now.match.moves, now.word) == ("other", ((0, "take"),), lesson.other)
    with pytest.raises(IllegalMove):
        attempt(NO_MERCI, lesson, ["take", "refuse"])


def test_a_lesson_without_a_word_of_its_own_has_a_usual_one():
    game = registry.find("20-20")
    assert attempt(game, game.lesson("K6-1")).word is None
    game = registry.find("drahtseilakt")
    assert attempt(game, game.lesson("3"), ["9"]).word == game.lesson("3").other
    assert "Take it back" in attempt(game, game.lesson("4"), ["9"]).word.en


def test_a_refused_move_is_not_made_and_names_its_paragraph():
    now = attempt(NO_MERCI, NO_MERCI.lesson("NM4"), ["refuse"])
    assert (now.outcome, now.match.moves) == ("refused", ())
    assert now.refusal.reason.paragraph == "NM4"


def test_a_signal_is_never_wrong():
    game = registry.find("the-game")
    now = attempt(game, game.lesson("1"), ["signal up1 gently", "4>up1"])
    assert now.outcome == "solved"


def test_forbidden_moves_can_be_tried_where_nothing_is_to_be_played():
    game = registry.find("drahtseilakt")
    assert attempt(game, game.lesson("DA14-final")).outcome == "solved"
    assert attempt(game, game.lesson("DA14-final"), ["36"]).outcome == "refused"
    with pytest.raises(IllegalMove):
        attempt(game, game.lesson("DA14-final"), ["44"])


def test_forbidden_moves_are_offered_only_before_the_first_move():
    lesson = NO_MERCI.lesson("NM4")
    assert [move.name for move in attempt(NO_MERCI, lesson).forbidden] == ["refuse"]
    assert attempt(NO_MERCI, lesson, ["take"]).forbidden == []


def test_only_moves_that_are_still_possible_are_wanted():
    game = registry.find("20-20")
    assert attempt(game, game.lesson("5"), ["7c+7h"]).wanted == ("9c+9h",)
