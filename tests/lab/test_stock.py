"""Is a match decided when the stock runs out? Leaders at that moment, and games in which this makes no sense."""

from collections import Counter

import pytest

from pioche.core.errors import BadSetting
from pioche.lab.ask import ask, prepare
from pioche.lab.blocks import Rails
from pioche.lab.questions.asked import Asked
from pioche.lab.questions.stock import Noted, stock_of


class Recorded(Noted):
    """Records the stock and the places after each move."""

    def __init__(self, *given):
        super().__init__(*given)
        self.recorded = []

    def make(self, rules, state, seat, move):
        super().make(rules, state, seat, move)
        self.recorded.append((len(self.points), stock_of(rules, state), self._places_now(rules, state)))


@pytest.mark.parametrize(
    ("game", "rounds"),
    [
        pytest.param("no-merci", {}, marks=pytest.mark.xdist_group("no-merci")),
        pytest.param("fournir-des-series", {"rounds": 2}, marks=pytest.mark.xdist_group("fournir-des-series")),
    ],
)
def test_leaders_are_those_of_the_moment_when_the_stock_of_the_last_round_ran_out(game, rounds):
    work, changed = prepare(Asked("stock", game, 4, options=rounds, bots="casual", seed=3)).work, 0
    left = Counter()
    for number in range(work.size):
        match = Recorded(work.sitting, work.seed, number)
        outcome = match.play()
        last = [(stock, places) for number, stock, places in match.recorded if number == rounds.get("rounds", 1) - 1]
        stocks = [stock for stock, _ in last]
        first = stocks.index(0)
        assert all(stocks[:first])
        assert last[-1][1] == outcome.places
        assert match.leaders == tuple(seat for seat, place in enumerate(last[first][1]) if place == 1)
        left[str(len(stocks) - 1 - first)] += 1
        changed += {seat for seat, place in enumerate(outcome.places) if place == 1} != set(match.leaders)
    assert work.block(0) == {"matches": work.size, "left": dict(left), "changed": changed}


@pytest.mark.xdist_group("no-merci")
def test_most_matches_of_no_merci_are_decided_when_its_last_card_is_turned():
    answer = ask("stock", "no-merci", 3, bots="casual", matches=60, seed=1, rails=Rails("threads", 1))
    ran_out, changed = answer.table("stock").column("share")
    assert ran_out == 1
    assert 0 < changed < 0.3
    assert sum(answer.table("moves_left").column("matches")) == 60
    assert answer.findings[0].text().startswith("The stock ran out in 100.0% of the matches, on average ")


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("permis-de-refuser", "no stock runs out in the last round"),
        ("the-game", "win or lose together"),
        ("20-20", "is a game for one here"),
    ],
)
def test_games_without_a_stock_or_without_winners_are_refused_with_a_sentence(game, sentence):
    with pytest.raises(BadSetting, match=sentence):
        prepare(Asked("stock", game, 1 if game == "20-20" else 4))


def test_a_stock_that_never_ran_out_is_reported():
    plan = prepare(Asked("stock", "no-merci", 3))
    answer = plan.conclude(iter([{"matches": 10, "left": {}, "changed": 0}]))
    assert [finding.text() for finding in answer.findings] == ["The stock never ran out."]
    assert answer.plots == ()
