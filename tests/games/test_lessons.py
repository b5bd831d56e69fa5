"""The lessons of every game can be solved, forbid what they say, hide what is hidden and show every paragraph."""

import re
from copy import copy

import pytest
from msgspec.structs import replace

from pioche import registry
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.lessons import LONGEST
from pioche.core.match.attempt import attempt
from pioche.core.rulebook import packages, paragraphs
from pioche.core.state import batch
from pioche.server.bodies import Try
from pioche.server.lessons import lessons, show, try_lesson
from tests.conformance.test_views import faults

GAMES = [pytest.param(game, id=game.name) for game in registry.games()]
LESSONS = [
    pytest.param(game, lesson, id=f"{game.name}-{lesson.id}")
    for game in registry.games()
    for lesson in game.lessons
    if lesson.game == game.name
]
STEPS = range(5, 9)


def solutions(game, lesson, moves=()):
    """Yield every line of play that solves a lesson."""
    now = attempt(game, lesson, moves)
    if now.outcome == "solved":
        yield moves
    for move in now.wanted:
        yield from solutions(game, lesson, (*moves, move))


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_lesson_is_played_or_forbids_something(game, lesson):
    assert lesson.play or lesson.refused


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_solution_is_legal_and_leads_where_it_should(game, lesson):
    lines = list(solutions(game, lesson))
    assert lines
    assert {move for line in lines for move in line} == {
        move for turn in lesson.turns if turn.seat == lesson.seat for move in turn.moves
    }
    for moves in lines:
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
def test_other_hidden_cards_look_the_same_to_the_learner(game, lesson):
    for moves in {(), next(solutions(game, lesson))}:
        now = attempt(game, lesson, moves)
        shown = show(now)
        assert list(faults(shown.step.view)) == []
        if now.match.over:
            continue
        seen, other = look(game, lesson, now.match), look(game, lesson, with_other_cards(now.match, lesson.seat))
        assert seen.step.view["table"] == shown.step.view["table"]
        assert seen == other


def look(game, lesson, match):
    """Return what the learner is shown of a match, without the moves that led to it."""
    return show(attempt(game, replace(lesson, position=match.position(), play=(), refused={})))


def with_other_cards(match, seat):
    """Return the same match with hidden cards that could be others, by what the seat knows."""
    other = copy(match)
    other.rewind(len(match.moves))
    worlds, known = batch(match.rules.state, 1), batch(match.rules.state, 1)
    known[0] = match.known(seat)
    kernels(match.rules, interpreted=True).imagine(known, seat, new_random(7), worlds)
    other._history.states[-1] = worlds[0]
    return other


def test_there_are_other_hidden_cards():
    game = registry.find("no-merci")
    match = attempt(game, game.lesson("1")).match
    assert with_other_cards(match, 0).position() != match.position()


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
    assert len(steps) in STEPS
    assert all(step.title and step.play for step in steps)
    assert any(step.refused for step in steps)
    end = attempt(game, steps[-1], next(solutions(game, steps[-1]))).match
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
