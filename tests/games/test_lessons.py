"""The lessons of every game: each can be solved, forbids what it says, hides what is hidden and shows its paragraphs."""

import re
from itertools import product

import pytest

from pioche import registry
from pioche.core.lessons import LONGEST
from pioche.core.match.attempt import attempt
from pioche.core.rulebook import packages, paragraphs
from pioche.server.bodies import Try
from pioche.server.lessons import lessons, try_lesson
from tests.conformance.laws import witness_of
from tests.conformance.test_views import faults

GAMES = [pytest.param(game, id=game.name) for game in registry.games()]
LESSONS = [
    pytest.param(game, lesson, id=f"{game.name}-{lesson.id}")
    for game in registry.games()
    for lesson in game.lessons
    if lesson.game == game.name
]
STEPS = range(5, 9)
STEPS_OF_A_MEDLEY = range(2, 9)
"""A match of several games leaves their rules to their own lessons."""


def solutions(lesson):
    """Return every line of play that solves a lesson."""
    return list(product(*(turn.moves for turn in lesson.turns if turn.seat == lesson.seat)))


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_solution_is_legal_and_leads_where_it_should(game, lesson):
    for moves in solutions(lesson):
        for count in range(len(moves)):
            assert attempt(game, lesson, moves[:count]).outcome == "open"
        end = attempt(game, lesson, moves)
        assert end.outcome == "solved"
        for fact in ("over", "scores", "places", "to_move"):
            expected = getattr(lesson.expect, fact)
            found = getattr(end.match, fact)
            assert expected in (None, tuple(found) if isinstance(found, list) else found), fact


FORBIDDEN = [each for each in LESSONS if each.values[1].refused]


@pytest.mark.parametrize(("game", "lesson"), FORBIDDEN)
def test_forbidden_moves_are_refused_by_their_paragraph(game, lesson):
    start = attempt(game, lesson)
    assert [move.name for move in start.forbidden] == list(lesson.refused)
    for move, paragraph in lesson.refused.items():
        tried = attempt(game, lesson, [move])
        assert tried.outcome == "refused"
        assert tried.refusal.reason.paragraph == paragraph, tried.refusal.text()
        assert tried.match.position() == start.match.position()


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_learner_sees_no_hidden_card(game, lesson):
    for moves in {(), *solutions(lesson), *((move,) for move in lesson.refused)}:
        body, match = try_lesson(game.name, lesson.id, Try(moves)), attempt(game, lesson, moves).match
        assert list(faults(body.step.view)) == []
        if not match.over and match.start.round == match.round:
            assert not cards_in(body) & hidden_cards(game, match, lesson.seat)


def hidden_cards(game, match, seat):
    witness = witness_of(game)
    where = witness.where(match.state)["cards"]
    return {card for card, place in where.items() if not witness.sees(place, seat)}


def cards_in(body):
    """Return every card that the body names: on the table, in moves, in the log and on the score sheets."""
    step, found = body.step, set()
    for zone in step.view["table"]["zones"]:
        found |= {*zone["cards"], *(card for group in zone["groups"] for card in group)}
    for move in (*step.view["moves"], *step.view["signals"], *(line.move for line in step.lines if line.move)):
        found |= {*move["cards"]}
    for moment in (moment for line in step.lines for moment in line.moments):
        found |= {card for zone in moment["zones"] for card in zone["cards"]}
    return found | {
        card for sheet in body.sheets for seat in sheet["entries"] for each in seat for card in each["cards"]
    }


def test_hidden_cards_would_be_noticed():
    game = registry.find("no-merci")
    lesson = game.lesson("1")
    body, match = try_lesson("no-merci", "1", Try()), attempt(game, lesson).match
    hidden = hidden_cards(game, match, 0)
    assert "28" not in hidden
    assert len(hidden) == 32
    body.step.view["table"]["zones"][0]["cards"].append("12")
    assert cards_in(body) & hidden == {"12"}


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_legal_move_off_the_path_gets_a_kind_word_and_ends_the_attempt(game, lesson):
    start = attempt(game, lesson)
    others = [move.name for move in start.match.legal(lesson.seat) if move.name not in start.wanted]
    for move in others[:1] if start.outcome == "open" else []:
        body = try_lesson(game.name, lesson.id, Try([move]))
        assert body.outcome == "other"
        assert set(body.word) == {"en", "fr"}


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_shown_or_says_why_not(game):
    shown, excused = set(game.lessons.by_paragraph()), game.lessons.not_shown
    known = [paragraph for package in packages(game.package) for paragraph in paragraphs(package)]
    assert [paragraph for paragraph in known if paragraph not in shown and paragraph not in excused] == []
    assert not shown & set(excused)
    assert shown | set(excused) <= set(known), "a paragraph that the rulebook does not have"
    assert all(excused.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_guided_game_is_short_and_complete(game):
    steps = game.lessons.steps
    is_medley = all(rules.name != game.name for rules in game.format(game.agree()).rounds)
    assert len(steps) in (STEPS_OF_A_MEDLEY if is_medley else STEPS)
    assert all(step.title and step.play for step in steps)
    assert any(step.refused for step in steps) or is_medley
    end = attempt(game, steps[-1], solutions(steps[-1])[0]).match
    assert end.over


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_texts_are_short_and_typeset(game, lesson):
    for text in filter(None, (lesson.title, lesson.say, lesson.done, lesson.other)):
        assert max(len(text.en), len(text.fr)) <= LONGEST
        assert not re.search(r" [:;!?»]|« |'", text.fr), text.fr
        assert "'" not in text.en


@pytest.mark.parametrize("game", GAMES)
def test_the_list_names_lessons_that_exist(game):
    sent = lessons(game.name)
    for paragraph, shown in sent.paragraphs.items():
        for each in shown:
            assert paragraph in registry.find(each.game).lesson(each.id).paragraphs
