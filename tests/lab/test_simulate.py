"""Simulations: the same seed gives the same figures, and the figures are right."""

import math
from dataclasses import replace

import pytest

import pioche
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.lab import simulate as lab
from pioche.lab.matches import BotMatch
from pioche.lab.simulate import plan_simulation, simulate
from pioche.lab.table import Table

GAMES = [game.name for game in pioche.games()]


def figures(results):
    """Return the results without the speed."""
    return replace(results, seconds=0, moves_per_second=0, games_per_second=0)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_results_on_one_core_and_on_many(game):
    runs = [simulate(game, games=lab.BLOCK + 500, seed=5, workers=workers) for workers in (1, 2, 3)]
    assert figures(runs[0]) == figures(runs[1]) == figures(runs[2])


def test_another_seed_gives_other_results():
    assert (
        figures(simulate("no-merci", games=500, seed=1)).seats != figures(simulate("no-merci", games=500, seed=2)).seats
    )


def test_a_random_seed_is_reported():
    first = simulate("no-merci", games=200)
    assert figures(simulate("no-merci", games=200, seed=first.seed)) == figures(first)


def test_the_figures_are_those_of_the_matches_played():
    results = simulate("no-merci", 4, games=300, seed=9, dealer=1)
    table = lab.Table(pioche.registry.find("no-merci"), pioche.registry.find("no-merci").agree(4), 1)
    block = table.play(300, new_random(9, 0))
    for seat, found in enumerate(results.seats):
        scores = block.totals[:, seat]
        assert found.mean == pytest.approx(scores.mean())
        assert found.spread == pytest.approx(scores.std(ddof=1))
        assert found.high - found.mean == pytest.approx(1.96 * scores.std(ddof=1) / math.sqrt(300), rel=1e-4)
        assert found.low + found.high == pytest.approx(2 * found.mean)
    assert results.moves == block.lengths.sum()
    assert results.endings == {"all-taken": 300}


def test_g2_the_deal_moves_one_seat_to_the_left_each_round():
    dealers = []

    class Watched(Table):
        def deal(self, number, dealer, rng, **how):
            dealers.append(dealer.tolist())
            return super().deal(number, dealer, rng, **how)

    game = pioche.registry.find("drahtseilakt")
    table = Watched(game, game.agree(3), 1)
    table.play(2, new_random(1))
    BotMatch(table, [find_bot("random")] * 3, 1, 0).play()
    assert dealers == [[1, 1], [2, 2], [0, 0], [1], [2], [0]]


@pytest.mark.parametrize("game", [game.name for game in pioche.games() if not game.together])
def test_ties_are_split_so_that_all_wins_add_up_to_one(game):
    assert sum(seat.wins for seat in simulate(game, games=2000, seed=1).seats) == pytest.approx(1)


@pytest.mark.parametrize("game", [game.name for game in pioche.games() if game.together])
def test_in_cooperative_games_all_seats_win_together(game):
    results = simulate(game, games=2000, seed=1)
    assert {seat.wins for seat in results.seats} == {results.won}


@pytest.mark.parametrize("game", GAMES)
def test_every_match_has_one_ending(game):
    assert sum(simulate(game, games=700, seed=1).endings.values()) == 700


def test_results_as_a_dict_have_the_documented_fields():
    plain = simulate("no-merci", games=10, seed=1).to_dict()
    documented = {"game", "variant", "players", "games", "seed", "seats", "won", "moves", "seconds"}
    assert documented | {"moves_per_second", "endings", "options", "counts_places"} <= set(plain)
    assert {"bot", "mean", "low", "high", "wins"} <= set(plain["seats"][0])


def test_a_single_match_has_no_spread():
    (seat, *_) = simulate("no-merci", games=1, seed=1).seats
    assert (seat.low, seat.spread) == (seat.mean, 0)


def test_progress_counts_the_matches():
    done = []
    games = lab.BLOCK * 2 + 7
    simulate("no-merci", games=games, seed=1, progress=lambda *told: done.append(told))
    assert (done[0], done[-1]) == ((0, games), (games, games))
    assert done == sorted(done)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "‘games’ is a number from 1"),
        ({"games": 1.5}, "‘games’ is a number from 1"),
        ({"workers": 0}, "‘workers’ is a number from 1"),
        ({"seed": -1}, "‘seed’ is a number from 0"),
        ({"dealer": 3}, "‘dealer’ is a number from 0 to 2"),
        ({"bots": "genius"}, "There is no bot called 'genius'"),
        ({"bots": "random,random"}, "2 bots were given for 3 seats"),
        ({"players": 9}, "No Merci is for 3 to 5 players"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(wrong, sentence):
    with pytest.raises(pioche.BadSetting) as refused:
        simulate("no-merci", **wrong)
    assert str(refused.value).startswith(sentence)


def test_bots_are_named_for_each_seat():
    assert [seat.bot for seat in simulate("no-merci", games=5, bots=["random"] * 3).seats] == ["random"] * 3


@pytest.mark.xdist_group("no-merci")
def test_quick_bots_play_at_native_speed_and_others_move_by_move():
    """In both cases every seat gets its bot, and beginners beat random play."""
    quick = simulate("no-merci", 3, games=200, bots="beginner,random,random", seed=1)
    asked = simulate("no-merci", 3, games=20, bots="beginner@1,random,random", seed=1)
    for results in (quick, asked):
        assert [seat.bot for seat in results.seats][1:] == ["random", "random"]
        assert results.seats[0].wins > 0.9
    assert figures(asked) == figures(
        simulate("no-merci", 3, games=20, bots="beginner@1,random,random", seed=1, workers=1)
    )


@pytest.mark.xdist_group("no-merci")
@pytest.mark.parametrize(
    ("bots", "is_compiled"),
    [
        ("casual", True),
        ("strong", False),
        ("strong@0", True),
        ("strong@1", False),
        ("casual@0,random,beginner", True),
        ("strong@0,casual,casual", False),  # a network and tables of weights
    ],
)
def test_bots_without_simulations_run_at_native_speed(bots, is_compiled):
    assert plan_simulation("no-merci", 3, games=1, bots=bots, seed=1, dealer=None).is_compiled is is_compiled


@pytest.mark.xdist_group("no-merci")
def test_a_strong_bot_without_its_search_still_plays_by_its_network():
    results = simulate("no-merci", 3, games=500, bots="strong@0", seed=1)
    assert results.seats[0].mean < simulate("no-merci", 3, games=500, bots="random", seed=1).seats[0].mean - 20
