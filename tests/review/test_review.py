"""Whole reviews: the curve, turning points and decisions of finished matches."""

import json
import re
import sys
from html import escape

import numpy as np
import pytest

import pioche
from pioche.core.errors import BadSetting
from pioche.review import deciding, effort, playouts, review, turning
from pioche.review.curve import point_jobs, soft_playouts, softened
from pioche.review.effort import Amount, Effort, run_jobs
from pioche.review.review import review_match, survey_match
from pioche.review.sentences import sentence
from pioche.review.walk import walk
from pioche.review.worth import likelihoods
from tests.review.matches import play_out, played

FEW = Effort(simulations=40, seed=2)


def curve_of(match, count=100):
    return [job(count) for job in point_jobs(match, walk(match), soft_playouts(match, walk(match), 1), 1)]


def test_a_curve_has_a_point_before_the_deal_after_each_deal_and_after_each_move():
    match = played("determiner-la-couleur", 3, seed=5, rounds=2)
    curve = curve_of(match, 5)
    assert [point.step for point in curve if point.kind == "move"] == list(range(1, len(match.moves) + 1))
    assert [(point.kind, point.round) for point in curve if point.kind != "move"] == [
        ("start", 0),
        ("deal", 0),
        ("deal", 1),
    ]


def test_chances_are_shares_of_one_win_and_end_with_the_result():
    match = played("no-merci", 3, ["casual", "beginner", "strong"], seed=5)
    curve = curve_of(match, 30)
    assert all(sum(point.chances) == pytest.approx(1, abs=0.001) for point in curve)
    assert [seat for seat, chance in enumerate(curve[-1].chances) if chance] == list(match.winners)
    assert sum(curve[-1].chances) == 1


def test_before_the_deal_nobody_is_far_ahead():
    start = curve_of(played("determiner-la-couleur", 4, seed=5), 5)[0]
    assert all(chance == pytest.approx(0.25, abs=0.06) for chance in start.chances)


def test_partners_share_their_chance():
    curve = curve_of(played("six-sequences", 4, variant="teams", seed=5), 2)
    assert all(point.chances[0] == point.chances[2] and point.chances[1] == point.chances[3] for point in curve)
    assert curve[-1].chances[0] + curve[-1].chances[1] == 1


def test_bots_of_the_curve_err_now_and_then():
    scores = [np.array([3.0, 1.0, 0.0]), np.array([0.2, 0.1]), np.array([10.0, 9.0, 8.0, 7.0])]
    sharpness = softened(scores)
    assert sum(likelihoods(each, sharpness).max() for each in scores) / 3 == pytest.approx(0.8, abs=0.01)


def test_a_review_is_the_same_for_the_same_seed_and_can_be_sent():
    match = played("determiner-la-couleur", 3, ["beginner", "casual", "strong"], seed=5)
    review = review_match(match, FEW)
    assert json.dumps(review.to_dict()) == json.dumps(review_match(match, FEW).to_dict())


def test_a_review_reports_its_progress_up_to_the_end():
    shares = []
    review_match(played("determiner-la-couleur", 2, seed=5), FEW, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)


def test_every_decision_has_its_alternatives_with_figures():
    match = played("determiner-la-couleur", 3, ["beginner", "casual", "strong"], seed=5)
    review = review_match(match, FEW)
    choices = [step for course in walk(match) for step in course.steps if step.is_decision]
    assert [each.decision.number for each in review.decisions] == [step.index + 1 for step in choices]
    plain = review.decisions[0].to_dict()
    assert plain["measure"]["is_share"]
    assert plain["options"][0]["figure"] is not None
    assert plain["made"]["move"]["name"] == match.moves[plain["step"] - 1][1]


def test_the_gains_of_a_seats_decisions_add_up_to_its_own_part():
    review = review_match(played("no-merci", 3, ["beginner", "casual", "casual"], seed=5), FEW)
    gained = sum(each.gained for each in review.decisions if each.decision.seat == 0)
    assert gained == pytest.approx(review.survey.splits[0].parts.own.value, abs=0.01)


def test_turning_points_are_clear_changes_of_the_curve_with_their_margins():
    review = review_match(played("no-merci", 3, ["beginner", "casual", "casual"], seed=5), FEW)
    assert review.survey.turns
    sizes = [abs(turn.after - turn.before) for turn in review.survey.turns]
    assert sizes == sorted(sizes, reverse=True)
    places = {point.step: place for place, point in enumerate(review.survey.curve)}
    for turn in review.survey.turns:
        before, after = review.survey.curve[places[turn.step] - 1], review.survey.curve[places[turn.step]]
        assert (turn.before, turn.after) == (before.chances[turn.seat], after.chances[turn.seat])
        assert abs(turn.after - turn.before) > max(turn.margin, 0.04)
        assert turn.to_dict()["margin"] == turn.margin
        assert re.search(r"%( )? \(±\d+\)", turn.message.text("en"))
        assert "probabilité" in turn.message.text("fr")


def test_a_match_opened_from_a_position_is_reviewed_from_there():
    match = pioche.open("determiner-la-couleur", 3, seed=5, rounds=2)
    while len(match.moves) < 50:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    assert match.round == 1
    later = play_out(pioche.open("determiner-la-couleur", position=match.position()))
    review = review_match(later, FEW)
    assert review.survey.curve[0].kind == "deal"
    assert len(review.survey.splits[0].rounds) == 1
    assert all(split.start.value + split.parts.value == split.result for split in review.survey.splits)


def test_a_match_under_way_is_refused():
    with pytest.raises(BadSetting, match="not over yet"):
        review_match(pioche.open("no-merci", 3, seed=1))


class Clock:
    """A clock that the work itself moves on."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        for module in (effort, deciding, playouts):
            monkeypatch.setattr(module, "perf_counter", lambda: self.now)


def silent(share):
    pass


@pytest.mark.parametrize(("seconds", "playouts"), [(0.0, 4), (100.0, 10), (3000.0, 290), (10**9, 1000)])
def test_time_decides_how_often_jobs_are_repeated(monkeypatch, seconds, playouts):
    clock = Clock(monkeypatch)

    def job(count):
        clock.now += count
        return count

    jobs, amount = [job] * 5, Amount(least=10, most=1000, share=0.5)
    assert run_jobs(jobs, amount, Effort(seconds=seconds), silent) == ([playouts] * 5, playouts)


def test_no_job_is_begun_after_the_time_if_it_has_a_result(monkeypatch):
    clock, begun = Clock(monkeypatch), []

    def job(count):
        begun.append((clock.now, count))
        clock.now += count * (100 if count > 10 else 1)  # longer playouts than the first ones seemed to be
        return count

    found, least = run_jobs([job] * 50, Amount(least=10, most=1000, share=1.0), Effort(seconds=5000), silent)
    assert (found, least) == ([90] + [10] * 49, 10)
    assert max(when for when, _ in begun) < 5000


def test_jobs_are_short_after_the_time(monkeypatch):
    clock = Clock(monkeypatch)

    def job(count):
        clock.now += count
        return count

    found, least = run_jobs([job] * 9, Amount(least=10, most=1000, share=1.0), Effort(seconds=25), silent)
    assert (found, least) == ([10] * 3 + [4] * 6, 4)


def test_a_review_without_time_looks_at_everything_once_and_shortly(monkeypatch):
    match = played("determiner-la-couleur", 3, ["beginner", "casual", "strong"], seed=5)
    played_on, thought = [], []
    play_on, decide = playouts.Playouts.play_on, deciding.decide
    monkeypatch.setattr(
        playouts.Playouts,
        "play_on",
        lambda self, states, *rest: played_on.append(len(states)) or play_on(self, states, *rest),
    )
    monkeypatch.setattr(
        deciding, "decide", lambda situation, *rest: thought.append(situation.budget) or decide(situation, *rest)
    )
    review = review_match(match, Effort(seconds=0.0, seed=1))
    decisions = len(review.decisions)
    assert max(played_on) == playouts.AT_ONCE
    assert sum(played_on) < 2 * playouts.AT_ONCE + effort.OVERTIME * (len(match.moves) + 2 * decisions + 10)
    assert thought[1:] == [deciding.OVERTIME] * decisions
    assert len(review.survey.curve) == len(match.moves) + 2


@pytest.mark.xdist_group("no-merci")
@pytest.mark.parametrize("is_drawn", [True, False])
def test_a_review_shows_itself_in_a_notebook(is_drawn, monkeypatch):
    """With matplotlib by a plot, without it by a table of the chances."""
    if not is_drawn:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
    review = review_match(played("no-merci", 3, ["beginner", "casual", "casual"], seed=5), FEW)
    survey, whole = review.survey._repr_html_(), review._repr_html_()
    assert ("<svg" in survey, survey.count("<table>")) == (is_drawn, int(not is_drawn))
    assert whole.startswith(survey)
    assert whole.count("<tr>") - survey.count("<tr>") == 1 + len(review.decisions)
    for split in review.survey.splits:
        assert escape(sentence(split, review.survey.unit, "they").text()) in survey


def test_a_second_look_with_fewer_playouts_does_not_change_the_curve(monkeypatch):
    """As on a slow machine, when the time is up."""
    match, curves = played("determiner-la-couleur", 2, seed=5), []
    for again, looks in ((8, turning.CANDIDATES), (400, turning.CANDIDATES), (400, 0)):
        monkeypatch.setattr(review, "AGAIN", Amount(least=again, most=again, share=0.1))
        monkeypatch.setattr(turning, "CANDIDATES", looks)
        curves.append(survey_match(match, Effort(simulations=100, seed=1)).curve)
    few, many, none = curves
    assert few == none != many
