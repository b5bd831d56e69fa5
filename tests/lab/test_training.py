"""Learning: the same weights on any number of workers and after stops, better than the first ones, and written down."""

import json
import tomllib
from contextlib import closing
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
from pioche.games.k6t.vingt.bot import training as own_way
from pioche.lab import training, tuning
from pioche.lab.blocks import Rails
from pioche.lab.curve import answer_of
from pioche.lab.errors import BadJournal
from pioche.lab.learned import Learned, with_table
from pioche.lab.training import has_training, plan_lesson, start_of, train, training_of, trial_of, usual_players

GAME = "montees-et-descentes"
ABLE = [game for game in registry.games() if has_training(game)]
EVOLVED = [game for game in ABLE if isinstance(training_of(game).way, ByEvolution)]


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
    trial, way = trial_of(GAME, None, 2)
    start = start_of(way, Course(GAME, trial.setting, 5, 200, 1, "nothing"))
    assert not start.any()
    won, _ = trial.alone(last.weights, start, 5 * 200, 2)
    assert last.won == pytest.approx(won)
    assert won > 0.55


@pytest.mark.xdist_group(GAME)
def test_the_rails_change_nothing_in_the_evolution(lesson):
    trial, way = trial_of(GAME, None, 2)
    start = np.zeros(len(way.judgement.weights(trial.setting, LEARNED)))
    pool = [way.judgement.weights(trial.setting, "beginner")]
    evolution = tuning.Evolution(start, way.scales(trial.setting, start), pool=pool, seed=3)
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
            shipped, nothing = (start_of(training.way, course) for course in courses)
            assert np.array_equal(shipped, training.way.judgement.weights(setting, LEARNED))
            still = training.way.scales(setting, shipped) <= STILL
            assert np.array_equal(nothing, np.where(still, shipped, 0))
            assert not still.all()


def learned_from(game, players, weights):
    lesson = plan_lesson(game, players, generations=1)
    return Learned(lesson, (training.CurvePoint(players, 1, 0.5, 0.5, 0.5, weights),))


@pytest.mark.parametrize("game", EVOLVED, ids=lambda game: game.name)
def test_learned_tables_replace_those_of_the_same_name_in_the_file(game):
    """The tables of the game, the comments above others and their order stay."""
    way = training_of(game).way
    text = files(f"{game.package}.bot").joinpath("judgement.toml").read_text(encoding="utf-8")
    players = usual_players(game, None)[0]
    weights = np.arange(len(way.judgement.weights(game.agree(players), LEARNED)), dtype=np.float64)
    written = learned_from(game.name, players, weights).file_text(text)
    before, after = tomllib.loads(text), tomllib.loads(written)
    assert np.array_equal(pack(way.judgement.declaration, after[LEARNED].pop(str(players)), "after"), weights)
    before[LEARNED].pop(str(players), None)
    assert after == before
    assert written.startswith(text[: text.index("\n")])
    assert f"# Learned by: pioche lab train {game.name} --players {players} " in written


def test_a_table_is_replaced_with_its_groups_and_its_comment():
    text = "# Head.\n\n# One.\n[a.1]\nx = 1\n\n[a.1.b]\ny = 2\n\n# Two.\n[a.10]\nx = 3\n"
    assert with_table(text, "a.1", "[a.1]\nx = 9") == "# Head.\n\n[a.1]\nx = 9\n\n# Two.\n[a.10]\nx = 3\n"
    assert with_table(text, "c.1", "[c.1]").endswith("# Two.\n[a.10]\nx = 3\n\n[c.1]\n")
    assert with_table("", "a.1", "[a.1]") == "[a.1]\n"


@pytest.mark.xdist_group("20-20")
def test_a_game_with_its_own_way_learns_on_the_same_rails(tmp_path):
    lesson = plan_lesson("20-20", generations=2, deals=40)
    assert lesson.origin == "nothing"
    path = tmp_path / "run.jsonl"
    alone = told(lesson, Rails("threads", 1))
    with closing(train(lesson, Rails("threads", 2, path))) as points:
        next(points)
    assert told(lesson, Rails("threads", 2, path)) == alone
    numbers = hint_player.read_judgement(alone[alone.index("# Learned by") :])
    assert [table.shape for table in numbers] == list(own_way.SHAPES)


def test_tables_of_a_games_own_format_are_replaced_one_by_one():
    text = files(hint_player.__package__).joinpath("judgement.toml").read_text(encoding="utf-8")
    row = np.concatenate([table.ravel() for table in hint_player.judgement()])
    written = learned_from("20-20", 1, row).file_text(f"{text}\n[mine]\nx = 1\n")
    assert tomllib.loads(written) == {**tomllib.loads(text), "mine": {"x": 1}}
    assert written.count("# Learned by: pioche lab train 20-20 ") == 4


def test_the_own_way_writes_what_the_hint_player_reads():
    shipped = hint_player.judgement()
    row = np.concatenate([table.ravel() for table in shipped])
    written = hint_player.read_judgement(own_way.as_toml(row))
    assert all(np.array_equal(one, other) for one, other in zip(written, shipped, strict=True))


def test_a_missing_library_is_named(monkeypatch):
    def nothing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(tuning, "version", nothing)
    with pytest.raises(BadSetting, match=r"^CMA-ES is not installed: pip install pioche\[train\]\.$"):
        plan_lesson(GAME)


def test_a_game_that_does_not_learn_so_is_refused():
    with pytest.raises(BadSetting, match=r"^No Merci is not learned by this command; these games are: 20-20, "):
        plan_lesson("no-merci")
