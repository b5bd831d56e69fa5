"""XXL individuel: one game of the box for several rounds, whose places are added up, or whose points are (XX71)."""

import numpy as np
import pytest

import pioche
from pioche import registry
from pioche.core.compiled.kernels import standings
from pioche.core.match.record import from_text, to_text
from pioche.core.state import SPECTATOR
from pioche.core.think.quick import judgement_of
from pioche.core.think.think import stakes_of

LOWEST, HIGHEST = 1, -1
BEST = {
    "montees-et-descentes": LOWEST,
    "a-moins": LOWEST,
    "permis-de-refuser": HIGHEST,
    "fournir-des-series": HIGHEST,
    "l-un-apres-l-autre": LOWEST,
    "determiner-la-couleur": HIGHEST,
}
"""Which sum of points wins, as XX71 names it for games 1 to 6."""
COMPILED = {name: pytest.mark.xdist_group(name) for name in BEST}
"""One process for each game, so that it is compiled once."""
TABLES = [*((name, None) for name in BEST), ("determiner-la-couleur", "trump")]
EVERY_TABLE = pytest.mark.parametrize(("name", "variant"), TABLES)
EVERY_GAME = pytest.mark.parametrize("name", [pytest.param(name, marks=COMPILED[name]) for name in BEST])


@pytest.mark.parametrize("name", BEST)
def test_the_deal_of_the_day_is_for_three_and_for_four_in_turn(name):
    assert sorted(daily.players for daily in registry.find(name).daily) == [3, 4]


def ranked(totals, best):
    return [1 + sum(best * other < best * total for other in totals) for total in totals]


def sums(rows, players):
    return [sum(row[seat] for row in rows) for seat in range(players)]


def played(match, seed=1):
    """The match before each move, played at random, and after its end."""
    rng = np.random.default_rng(seed)
    while not match.over:
        yield match
        seat = int(rng.choice(match.to_move))
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))
    yield match


def judged(name, rows, **options):
    """Totals and places of a match whose rounds scored like this."""
    game, points = registry.find(name), np.array([rows], np.int32)
    agreed = game.format(game.agree(points.shape[2], rounds=points.shape[1], **options))
    totals, places = np.zeros((1, points.shape[2]), np.int32), np.zeros((1, points.shape[2]), np.int32)
    standings(name, agreed)(points, totals, places)
    return totals[0].tolist(), places[0].tolist()


@EVERY_TABLE
def test_xx71_with_raw_points_the_scores_are_added_up_and_the_best_sum_wins(name, variant):
    for now in played(pioche.open(name, 3, seed=2, variant=variant, rounds=2, raw_points=True)):
        view = now.view(SPECTATOR)
        assert view["counts_places"] is False
        assert view["totals"] == sums(now.round_scores[: len(view["finished_rounds"])], 3)
    expected = sums(now.round_scores, 3)
    assert now.rounds == 2
    assert now.scores == now.view(0)["scores"] == expected
    assert now.places == now.view(0)["places"] == ranked(expected, BEST[name])


@EVERY_TABLE
def test_xx71_without_raw_points_places_are_added_up_and_the_view_says_so(name, variant):
    *_, match = played(pioche.open(name, 3, seed=2, variant=variant, rounds=2))
    expected = sums([ranked(row, BEST[name]) for row in match.round_scores], 3)
    assert match.view(0)["counts_places"] is True
    assert match.scores == expected
    assert match.places == ranked(expected, LOWEST)


@EVERY_GAME
def test_xx71_places_and_points_can_have_different_winners(name):
    """Seat 0 is best in two rounds of three by little, and in the third worst by much."""
    good, fair, poor = (1, 2, 90) if BEST[name] == LOWEST else (90, 89, 1)
    rows = [[good, fair], [good, fair], [poor, good]]
    assert judged(name, rows) == ([1 + 1 + 2, 2 + 2 + 1], [1, 2])
    assert judged(name, rows, raw_points=True) == ([2 * good + poor, 2 * fair + good], [2, 1])


@EVERY_GAME
def test_xx71_equal_sums_of_points_share_a_place(name):
    assert judged(name, [[10, 30, 20], [30, 10, 20]], raw_points=True) == ([40, 40, 40], [1, 1, 1])


def test_xx65_with_trump_raw_points_add_up_one_round_for_each_player():
    *_, match = played(pioche.open("determiner-la-couleur", 3, seed=4, variant="trump", raw_points=True))
    assert match.rounds == 3
    assert match.scores == sums(match.round_scores, 3)
    assert match.places == ranked(match.scores, HIGHEST)


@EVERY_GAME
def test_xx71_a_single_round_is_the_same_with_raw_points(name):
    usual, raw = (list(played(pioche.open(name, 3, seed=3, rounds=1, **how)))[-1] for how in ({}, {"raw_points": True}))
    assert usual.scores == raw.scores == usual.round_scores[0]
    assert usual.places == raw.places
    assert usual.view(0)["counts_places"] is raw.view(0)["counts_places"] is False


@EVERY_GAME
def test_raw_points_is_a_switch_that_is_off_by_default(name):
    assert pioche.open(name, 2).setting.options["raw_points"] is False
    for value in (1, "on", None):
        with pytest.raises(pioche.BadSetting) as refused:
            pioche.open(name, 2, raw_points=value)
        assert str(refused.value) == f"The option raw_points is on or off (True or False), not {value!r}."


@pytest.mark.parametrize("name", [game.name for game in pioche.games() if game.name not in BEST])
def test_xx71_neither_xxl_pur_nor_other_boxes_have_raw_points(name):
    with pytest.raises(pioche.BadSetting, match="has no option 'raw_points'"):
        pioche.open(name, raw_points=True)


@EVERY_GAME
def test_xx71_a_record_says_how_rounds_are_counted_and_replays_that_way(name):
    for match in played(pioche.open(name, 2, seed=5, rounds=2, raw_points=True)):
        if match.over or len(match.moves) % 40 == 0:
            text = to_text(match.record())
            assert '"raw_points": true' in text
            assert pioche.replay(from_text(text)).record() == match.record()


def test_xx71_a_record_from_before_the_option_counts_places():
    *_, match = played(pioche.open("a-moins", 3, seed=5, rounds=2))
    older = {field: value for field, value in match.record().items() if field != "checksum"}
    older["options"] = {"rounds": 2}
    assert pioche.replay(older).scores == match.scores


def test_xx71_sums_of_points_are_not_mistaken_for_sums_of_places():
    *_, match = played(pioche.open("a-moins", 3, seed=5, rounds=2))
    record = match.record()
    record["options"] = record["options"] | {"raw_points": True}
    with pytest.raises(pioche.BadRecord, match="scores"):
        pioche.replay(record)


@EVERY_GAME
def test_xx71_simulations_add_up_points_and_count_the_best_sum_as_won(name):
    """A casual player has the better sum of points against a random one, whichever way that is, and wins more."""
    results = pioche.simulate(
        name, 2, games=300, seed=1, bots=["casual", "random"], workers=1, rounds=2, raw_points=True
    )
    casual, random = results.seats
    assert results.options["raw_points"] is True
    assert (casual.mean - random.mean) * BEST[name] < 0
    assert casual.wins > 0.6
    assert random.mean > 2 * 2  # no sum of two places


@EVERY_GAME
def test_xx71_bots_play_for_the_sum_that_counts(name):
    """Search values the second round by what it adds to the first: points, or a place."""
    for raw_points in (False, True):
        moments = played(pioche.open(name, 3, seed=6, rounds=2, raw_points=raw_points))
        match = next(now for now in moments if now.round == 1)
        situation = match.situation(match.to_move[0])
        stakes = stakes_of(situation, judgement_of(match.rules).search)
        first = match.round_scores[0]
        assert stakes.counts_place is not raw_points
        assert stakes.low_scores == (BEST[name] == LOWEST)
        assert stakes.low_totals == (stakes.low_scores if raw_points else True)
        assert stakes.otherwise.tolist() == (first if raw_points else ranked(first, BEST[name]))
