"""Learning: the same weights on any number of workers and after stops, better than the first ones, and written down."""

import json
import os
import re
import subprocess
import sys
import tomllib
from contextlib import closing
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.resources import files
from itertools import islice

import numpy as np
import pytest

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.core.training import LEARNED, STILL, ByEvolution, Course
from pioche.core.weights import pack
from pioche.games.k6t.vingt.bot import hint_player
from pioche.games.k6t.vingt.bot import training as own_method
from pioche.games.no_merci.bot import gradient, network
from pioche.games.no_merci.bot import training as league
from pioche.games.the_game.bot import training as regression
from pioche.lab import training, tuning
from pioche.lab.blocks import Rails
from pioche.lab.curve import answer_of
from pioche.lab.errors import BadJournal
from pioche.lab.learned import Learned, with_table
from pioche.lab.training import has_training, plan_lesson, start_of, train, training_of, trial_of, usual_players

GAME = "montees-et-descentes"
ABLE = [game for game in registry.games() if has_training(game)]
EVOLVED = [game for game in ABLE if isinstance(training_of(game).method, ByEvolution)]


@pytest.fixture
def lesson(monkeypatch):
    """Three short generations from nothing, compared with the first weights after two of them as well."""
    monkeypatch.setattr(tuning, "RIVAL_EVERY", 2)
    return plan_lesson(GAME, 2, generations=3, deals=24, seed=3, origin="nothing")


def told(lesson, rails):
    """The curve and the tables, to the last digit."""
    learned = Learned(lesson, tuple(train(lesson, rails)))
    return json.dumps(answer_of(learned).to_dict()) + learned.file_text()


@pytest.mark.xdist_group(GAME)
def test_any_number_of_workers_learns_the_same(lesson):
    assert told(lesson, Rails("threads", 1)) == told(lesson, Rails("threads", 2))


@pytest.mark.long
@pytest.mark.xdist_group(GAME)
def test_processes_learn_the_same():
    lesson = plan_lesson(GAME, 2, generations=2, deals=24, origin="nothing")
    assert told(lesson, Rails("threads", 1)) == told(lesson, Rails("processes", 2))


@pytest.mark.xdist_group(GAME)
def test_a_stopped_run_goes_on_to_the_same_weights(lesson, tmp_path):
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    alone = told(lesson, Rails("threads", 1, whole))
    with closing(train(lesson, Rails("threads", 1, stopped))) as points:
        assert [point.generation for point in islice(points, 2)] == [1, 2]
    cut_off = stopped.read_bytes()[:-9]  # in the middle of a generation, and of a line
    stopped.write_bytes(cut_off)
    assert told(lesson, Rails("threads", 1, stopped)) == alone
    assert stopped.read_bytes() == whole.read_bytes()
    done = []
    assert told(lesson, Rails("threads", 1, whole, lambda *progress: done.append(progress))) == alone
    assert done == [(3, 3)]


@pytest.mark.xdist_group(GAME)
def test_a_journal_of_another_lesson_is_refused(lesson, tmp_path):
    path = tmp_path / "run.jsonl"
    with closing(train(lesson, Rails("threads", 1, path))) as points:
        next(points)
    other = plan_lesson(GAME, 2, generations=3, deals=25, seed=3, origin="nothing")
    with pytest.raises(BadJournal, match=r"its deals is 24, not 25\.$"):
        next(iter(train(other, Rails("threads", 1, path))))


@pytest.mark.xdist_group(GAME)
def test_what_it_learns_wins_against_what_it_started_from():
    lesson = plan_lesson(GAME, 2, generations=5, deals=200, seed=1, origin="nothing")
    *_, last = train(lesson)
    trial, method = trial_of(lesson.at(2)), training_of(registry.find(GAME)).method
    start = start_of(method, Course(GAME, trial.setting, 5, 200, 1, "nothing"))
    assert not start.any()
    won, _ = trial.alone(last.weights, start, 5 * 200, 2)
    assert won > 0.55
    shipped = method.judgement.weights(trial.setting, LEARNED)
    won, _ = trial.alone(last.weights, shipped, 5 * 200, 2)
    assert last.won == pytest.approx(won)


@pytest.mark.xdist_group(GAME)
def test_the_rails_change_nothing_in_the_evolution(lesson):
    trial, method = trial_of(lesson.at(2)), training_of(registry.find(GAME)).method
    start = np.zeros(len(method.judgement.weights(trial.setting, LEARNED)))
    pool = [method.judgement.weights(trial.setting, "beginner")]
    evolution = tuning.Evolution(start, method.scales(trial.setting, start), pool=pool, seed=3)
    for point in train(lesson):
        children = evolution.ask()
        fitness = [trial.fitness(child, evolution.opponents, 24, evolution.deals_seed) for child in children]
        evolution.tell(children, fitness)
        assert (point.best, point.generation) == (max(fitness), evolution.generation)
        assert point.weights == pytest.approx(evolution.best, rel=0.005)
    assert len(evolution.rivals) == 3


@pytest.mark.parametrize("game", EVOLVED, ids=lambda game: game.name)
def test_each_game_can_start_from_what_is_shipped_and_from_nothing(game):
    training = training_of(game)
    for variant in (None, *game.variants):
        for players in usual_players(game, variant):
            setting = game.agree(players, variant, **training.options)
            courses = [Course(game.name, setting, 1, 1, 1, origin) for origin in ("shipped", "nothing")]
            shipped, nothing = (start_of(training.method, course) for course in courses)
            assert np.array_equal(shipped, training.method.judgement.weights(setting, LEARNED))
            still = training.method.scales(setting, shipped) <= STILL
            assert np.array_equal(nothing, np.where(still, shipped, 0))
            assert not still.all()


def test_from_nothing_it_takes_more_generations():
    """Fournir des séries, for one, has learned little after the 40 that suffice from what is shipped."""
    found = {origin: plan_lesson(GAME, 2, origin=origin).generations for origin in ("shipped", "nothing")}
    assert found == {"shipped": 40, "nothing": 160}
    assert plan_lesson(GAME, 2, origin="nothing", generations=7).generations == 7
    assert plan_lesson("no-merci").generations == plan_lesson("no-merci", origin="shipped").generations == 62


@pytest.mark.parametrize("game", ABLE, ids=lambda game: game.name)
def test_shipped_weights_say_which_run_made_them(game):
    """A run of `pioche lab train` names itself; of those before it, a comment names the command."""
    shipped = (files(game.package) / "bot" / "judgement.toml").read_text("utf-8")
    comments = " ".join(line.removeprefix("# ") for line in shipped.splitlines() if line.startswith("#"))
    before = r"learned,? (for each setting by itself, )?before `pioche lab train`.*?bench[./]\w+"
    assert "Learned by: pioche lab train " in comments or re.search(before, comments, re.IGNORECASE)


def learned_from(game, players, weights):
    lesson = plan_lesson(game, players, generations=1)
    return Learned(lesson, (training.CurvePoint(players, 1, 0.5, 0.5, 0.5, weights),))


@pytest.mark.parametrize("game", EVOLVED, ids=lambda game: game.name)
def test_learned_tables_replace_those_of_the_same_name_in_the_file(game):
    """The tables of the game, the comments above others and their order stay."""
    method = training_of(game).method
    text = files(f"{game.package}.bot").joinpath("judgement.toml").read_text(encoding="utf-8")
    players = usual_players(game, None)[0]
    weights = np.arange(len(method.judgement.weights(game.agree(players), LEARNED)), dtype=np.float64)
    written = learned_from(game.name, players, weights).file_text(text)
    before, after = tomllib.loads(text), tomllib.loads(written)
    assert np.array_equal(pack(method.judgement.declaration, after[LEARNED].pop(str(players)), "after"), weights)
    before[LEARNED].pop(str(players), None)
    assert after == before
    assert written.startswith(text[: text.index("\n")])
    assert f"# Learned by: pioche lab train {game.name} --players {players} " in written


def test_a_table_is_replaced_with_its_groups_and_its_comment():
    text = "# Head.\n\n# One.\n[a.1]\nx = 1\n\n[a.1.b]\ny = 2\n\n# Two.\n[a.10]\nx = 3\n"
    assert with_table(text, "a.1", "[a.1]\nx = 9") == "# Head.\n\n[a.1]\nx = 9\n\n# Two.\n[a.10]\nx = 3\n"
    assert with_table(text, "c.1", "[c.1]").endswith("# Two.\n[a.10]\nx = 3\n\n[c.1]\n")
    assert with_table("", "a.1", "[a.1]") == "[a.1]\n"


OWN_WAYS = {"20-20": (1, 40), "no-merci": (3, 4), "the-game": (2, 12)}
"""Games with their own training method: for how many players it is tried here, and on how many deals."""


def test_all_games_with_their_own_method_are_tried():
    assert {game.name for game in ABLE if game not in EVOLVED} == set(OWN_WAYS)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.xdist_group(game)) for game in OWN_WAYS], ids=list(OWN_WAYS)
)
def test_a_game_with_its_own_method_learns_on_the_same_rails(game, tmp_path):
    players, deals = OWN_WAYS[game]
    lesson = plan_lesson(game, players, generations=2, deals=deals)
    assert lesson.origin == "nothing"
    path = tmp_path / "run.jsonl"
    alone = told(lesson, Rails("threads", 1))
    with closing(train(lesson, Rails("threads", 2, path))) as points:
        next(points)
    path.write_bytes(path.read_bytes()[:-5])  # the last block is cut off
    assert told(lesson, Rails("threads", 2, path)) == alone
    other = plan_lesson(game, players, generations=2, deals=deals, seed=2)
    assert told(other, Rails("threads", 1)).partition("# Learned by")[0] != alone.partition("# Learned by")[0]


@pytest.mark.xdist_group("20-20")
def test_the_rule_of_thumb_is_written_as_the_hint_player_reads_it():
    lesson = plan_lesson("20-20", generations=1, deals=8)
    written = Learned(lesson, tuple(train(lesson, Rails("threads", 1)))).file_text()
    assert [table.shape for table in hint_player.read_judgement(written)] == list(own_method.SHAPES)


@pytest.mark.xdist_group("no-merci")
def test_no_merci_learns_a_network_that_beats_a_random_one():
    """Also from what is shipped: then the first generation is already in the league."""
    setting = registry.find("no-merci").agree(3)
    width = network.sees_count(3)
    *_, last = train(plan_lesson("no-merci", 3, generations=2, deals=60))
    random = gradient.fresh_rows(width, league.LEAGUE, 9)[0]
    assert gradient.won_alone(setting, last.weights, random, 600, 1) > 0.4  # a third is even; 3.5 standard errors more
    assert 0 < last.won < 1
    (only,) = train(plan_lesson("no-merci", 3, generations=1, deals=4, origin="shipped"))
    shipped = league.JUDGEMENT.weights(setting, LEARNED)
    assert np.abs(only.weights - shipped).max() < 0.2
    assert not np.array_equal(only.weights, shipped)


def test_alone_at_a_table_of_the_same_kind_is_an_even_share():
    setting = registry.find("no-merci").agree(3)
    tight, waiting, _ = league.other_kinds()
    assert gradient.won_alone(setting, tight, tight, 3000, 1) == pytest.approx(1 / 3, abs=0.03)
    assert gradient.won_alone(setting, waiting, tight, 300, 1) > 0.6


def test_the_league_fills_its_seats_with_opponents_that_exist():
    for players, kept in ((3, 1), (5, 6)):
        mixes = league.league(players, kept)
        assert sum(mix.often for mix in mixes) == pytest.approx(1)
        assert {other for mix in mixes for other in mix.others} == set(range(3 + kept))
        assert all(mix.seats < players for mix in mixes)


@pytest.mark.xdist_group("the-game")
def test_the_game_learns_to_win_more_than_a_beginner():
    *_, last = train(plan_lesson("the-game", 2, generations=2, deals=300))
    setting = registry.find("the-game").agree(2)
    beginner = regression.first_weights(Course("the-game", setting, 1, 1, 1, "nothing"))
    won = [(regression.play_games(setting, each, 300, 5).left == 0).mean() for each in (beginner, last.weights)]
    assert won[1] > won[0] + 0.1
    assert last.won == pytest.approx(won[1], abs=0.1)


def test_a_regression_is_that_of_numpy():
    rng = np.random.default_rng(1)
    seen, ends = rng.normal(size=(500, 20)) * (rng.random((500, 20)) < 0.4), rng.normal(size=500)
    seen[:, 7] = 0
    products, sums = np.zeros((20, 20)), np.zeros(20)
    regression.sums_loop()(seen, ends, products, sums)
    products = regression.mirrored(products)
    assert products == pytest.approx(seen.T @ seen)
    assert sums == pytest.approx(seen.T @ ends)
    found = regression.solved(products, sums)
    assert found == pytest.approx(np.linalg.lstsq(products, sums, rcond=None)[0])
    assert found[7] == 0


@pytest.mark.parametrize("seed", range(6))
def test_a_regression_with_columns_that_follow_from_others_does_not_explode(seed):
    """What rounding leaves of them is a little above or below zero."""
    rng = np.random.default_rng(seed)
    seen, ends = rng.normal(size=(500, 20)) * 10, rng.normal(size=500)
    seen[:, 11], seen[:, 15] = seen[:, 3] * 0.1, seen[:, 4] + seen[:, 5]
    products, sums = seen.T @ seen, seen.T @ ends
    found = regression.solved(products, sums)
    assert seen @ found == pytest.approx(seen @ np.linalg.lstsq(products, sums, rcond=None)[0], abs=1e-8)
    assert np.abs(found).max() < 1
    assert found[[11, 15]].tolist() == [0, 0]


FITTED = """
import numpy as np
from pioche.games.the_game.bot import training
from pioche.games.the_game.bot.recording import Recorded
from pioche.registry import find
rng, rows = np.random.default_rng(1), 30000
left, seen = rng.integers(0, 9, 700, np.int32), rng.normal(size=(rows, training.PROSPECTS))
played = Recorded(left, seen, rng.integers(0, 80, rows, np.int32), rng.integers(0, 700, rows, np.int32))
print(training.array_text(training.fitted(*training.regression_sums(find("the-game").agree(3), played))))
"""


@pytest.mark.xdist_group("the-game")
def test_the_number_of_cores_does_not_change_a_regression():
    """NumPy divides the work of its products among threads, and adds up in another order."""
    said = [
        subprocess.run(
            [sys.executable, "-c", FITTED],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    ]
    assert len(said[0]) > 1000
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("game", "players", "variant", "options", "table"),
    [
        ("no-merci", 4, None, {}, "tuned.4"),
        ("no-merci", 3, "tactical", {}, "tuned-tactical.3"),
        ("the-game", 3, None, {}, "tuned.3"),
        ("the-game", 3, None, {"signals": False}, "tuned-silent.3"),
        ("the-game", 1, "expert", {}, "tuned-expert.1"),
        ("the-game", 2, "expert-minus", {}, "tuned-expert-minus.2"),
    ],
)
def test_own_tables_replace_those_of_the_same_setting_in_the_file(game, players, variant, options, table):
    """With their groups, below one line that names the command; all other tables stay as they are."""
    found = registry.find(game)
    text = files(f"{found.package}.bot").joinpath("judgement.toml").read_text(encoding="utf-8")
    lesson = plan_lesson(game, players, variant=variant, generations=1, options=options)
    judgement = import_module(f"{found.package}.bot.judgement").JUDGEMENT
    shipped = judgement.weights(found.agree(players, variant, **options), LEARNED)
    point = training.CurvePoint(players, 1, 0.5, 0.5, 0.5, shipped)
    written = Learned(lesson, (point,)).file_text(text)
    before, after = tomllib.loads(text), tomllib.loads(written)
    name, _, number = table.partition(".")
    before.setdefault(name, {}).setdefault(number, before[LEARNED][number])
    assert after == before
    said = written[written.index(f"[{table}]") - 400 : written.index(f"[{table}]")]
    option = " --option signals=off" if options else ""
    assert f"# Learned by: {lesson.command}, Pioche " in said
    assert option in lesson.command
    assert written.count("# Learned by: pioche lab train") == 1


def test_tables_of_a_games_own_format_are_replaced_one_by_one():
    text = files(hint_player.__package__).joinpath("judgement.toml").read_text(encoding="utf-8")
    row = np.concatenate([table.ravel() for table in hint_player.judgement()])
    written = learned_from("20-20", 1, row).file_text(f"{text}\n[mine]\nx = 1\n")
    assert tomllib.loads(written) == {**tomllib.loads(text), "mine": {"x": 1}}
    assert written.count("# Learned by: pioche lab train 20-20 ") == 4


def test_the_method_of_20_20_writes_what_the_hint_player_reads():
    shipped = hint_player.judgement()
    row = np.concatenate([table.ravel() for table in shipped])
    written = hint_player.read_judgement(own_method.as_toml(registry.find("20-20").agree(1), row))
    assert all(np.array_equal(one, other) for one, other in zip(written, shipped, strict=True))


def test_a_missing_library_is_named(monkeypatch):
    def nothing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(tuning, "version", nothing)
    with pytest.raises(BadSetting, match=r"^CMA-ES is not installed: pip install pioche\[train\]\.$"):
        plan_lesson(GAME)


def test_a_game_that_does_not_learn_so_is_refused():
    with pytest.raises(BadSetting, match=r"^XXL pur has no weights of its own: .* learned for: 20-20, "):
        plan_lesson("xxl-pur")
