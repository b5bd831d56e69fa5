"""Graded deals of 20/20."""

import pytest

import pioche
from pioche.core.compiled.compile import NotCompiled, without_compiling
from pioche.games.k6t.vingt import GAME, grading
from pioche.games.k6t.vingt.grading import DIFFICULTIES, deal_graded, difficulty, stored_deals, winning_share
from pioche.games.k6t.vingt.solver import solve
from tests.games.k6t.vingt.positions import position


@pytest.mark.parametrize("wanted", DIFFICULTIES)
def test_a_graded_deal_can_be_won_and_is_as_hard_as_asked_for(wanted):
    deal = deal_graded(GAME, wanted, seed=1)
    match = pioche.open("20-20", seed=deal.seed)
    assert deal.difficulty == wanted == difficulty(winning_share(match.state))
    assert solve(match.state).winnable


def test_the_same_seed_gives_the_same_deal():
    assert deal_graded(GAME, "medium", seed=2) == deal_graded(GAME, "medium", seed=2)
    assert deal_graded(GAME, "medium", seed=2).seed != deal_graded(GAME, "medium", seed=3).seed


def test_easy_deals_are_won_more_often_than_hard_ones():
    shares = [deal_graded(GAME, wanted, seed=4).share for wanted in DIFFICULTIES]
    assert shares == sorted(shares, reverse=True)


def test_the_winning_share_is_counted():
    assert winning_share(position([[0], [20]])) == 1.0
    assert winning_share(position([[0, 20]])) == 0.0


def test_an_unknown_difficulty_is_refused():
    with pytest.raises(pioche.BadSetting, match="easy, medium, hard"):
        deal_graded(GAME, "deadly")


@pytest.mark.parametrize("wanted", DIFFICULTIES)
def test_stored_deals_have_their_difficulty_and_can_be_won(wanted):
    assert len(stored_deals()[wanted]) > 1
    for deal in stored_deals()[wanted]:
        state = pioche.open("20-20", seed=deal.seed).state
        assert winning_share(state) == deal.share
        assert difficulty(deal.share) == wanted
        assert solve(state).winnable


def test_where_nothing_may_be_compiled_a_stored_deal_is_given(monkeypatch, tmp_path):
    monkeypatch.setenv("PIOCHE_CACHE", str(tmp_path))
    grading._plays.cache_clear()
    with without_compiling():
        assert deal_graded(GAME, "hard") in stored_deals()["hard"]
        with pytest.raises(NotCompiled):
            deal_graded(GAME, "hard", seed=1)
    grading._plays.cache_clear()
