"""The frameworks' own suites pass for every game."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test

from pioche import registry
from pioche.core.errors import BadSetting
from pioche.envs import pettingzoo

GAMES = [pytest.param(game.name, marks=pytest.mark.xdist_group(game.name), id=game.name) for game in registry.games()]
SEVERAL = [each for each in GAMES if registry.find(each.values[0]).players[-1] > 1]
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def players(game: str) -> int:
    """Return a number of players for which there is somebody to play with."""
    return max(registry.find(game).players[0], 2)


@pytest.mark.usefixtures("seldom_compiled")
@pytest.mark.parametrize("game", SEVERAL)
def test_pettingzoo_in_turn(game, capsys):
    def made(**rest):
        return pettingzoo.env(game, players(game), **rest)

    api_test(made(), num_cycles=60)
    seed_test(made, num_cycles=20)
    render_test(made)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.usefixtures("seldom_compiled")
@pytest.mark.parametrize("game", SEVERAL)
def test_pettingzoo_all_at_once(game):
    parallel_api_test(pettingzoo.parallel_env(game, players(game)), num_cycles=30)


@pytest.mark.usefixtures("seldom_compiled")
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        check_env(gymnasium.make(f"pioche/{game}-v0").unwrapped, skip_render_check=True)


@pytest.mark.xdist_group("no-merci")
def test_pettingzoos_benchmark_runs(capsys, monkeypatch):
    monkeypatch.setattr("time.time", iter(np.arange(0, 60, 0.05).tolist()).__next__)
    performance_benchmark(pettingzoo.env("no-merci", 3))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.usefixtures("seldom_compiled")
@pytest.mark.parametrize("game", GAMES)
def test_a_vector_of_environments_is_lane_by_lane_the_single_one(game):
    several, rng = gymnasium.make_vec(f"pioche/{game}-v0", num_envs=3), np.random.default_rng(1)
    single = [gymnasium.make(f"pioche/{game}-v0").unwrapped for _ in range(3)]
    seen, _ = several.reset(seed=7)
    alone = [env.reset(seed=7 + lane)[0] for lane, env in enumerate(single)]
    is_over = np.zeros(3, bool)
    for _ in range(30):
        for lane in np.flatnonzero(~is_over):
            assert (seen["observation"][lane] == alone[lane]["observation"]).all()
            assert (seen["action_mask"][lane] == alone[lane]["action_mask"]).all()
        moves = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, rewards, ended, truncated, _ = several.step(np.array(moves))
        for lane in np.flatnonzero(~is_over):
            alone[lane], reward, is_over[lane], _, _ = single[lane].step(moves[lane])
            assert (reward, is_over[lane]) == (rewards[lane], ended[lane])
        assert not truncated.any()


@pytest.mark.xdist_group("no-merci")
@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_three_ways_to_begin_a_new_match(mode):
    env = gymnasium.make_vec("pioche/no-merci-v0", num_envs=4, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    seen, _ = env.reset(seed=3)
    ended = np.zeros(4, bool)
    while not ended.any():
        seen, rewards, ended, _, told = env.step(seen["action_mask"].argmax(axis=1))
    lane = int(np.flatnonzero(ended)[0])
    assert rewards[lane] in (-1, 0, 1)
    turned = env.unwrapped.batch.fields()["turned"]
    if mode == AutoresetMode.SAME_STEP:
        assert told["final_obs"][lane]["observation"][turned] == 24
        assert list(told["_final_obs"]) == list(ended)
        assert seen["observation"][lane, turned] == 0
        return
    assert seen["observation"][lane, turned] == 24
    if mode == AutoresetMode.DISABLED:
        seen, _ = env.reset(options={"reset_mask": ended})
    else:
        seen, rewards, ended, _, _ = env.step(np.zeros(4, int))
        assert (rewards[lane], ended[lane]) == (0, False)
    assert seen["observation"][lane, turned] == 0


@pytest.mark.xdist_group("no-merci")
def test_pettingzoos_checks(caplog):
    """Nothing before `reset`, no number outside the action space, and an illegal move ends the match with −1."""
    env = pettingzoo.env("no-merci", 3)
    for too_early in (lambda: env.step(0), lambda: env.observe("seat_0"), env.render, env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            too_early()
    env.reset(seed=1)
    for strange in (2, -1, None, 0.5):
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(strange)
    while env.last()[0]["action_mask"].all():
        env.step(1)
    loser = env.agent_selection
    env.step(1)
    assert "Illegal move made" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.agents}
    while env.agents:
        env.step(None)
    env.step(0)
    assert "all agents are terminated" in caplog.text


@pytest.mark.xdist_group("no-merci")
def test_seeds_of_a_vector_may_leave_some_out():
    """A match without a seed goes on with its own chance, as a single environment does."""
    seeds, again = [5, 6, 7], [None, 9, None]
    several = gymnasium.make_vec("pioche/no-merci-v0", num_envs=3)
    single = [gymnasium.make("pioche/no-merci-v0") for _ in range(3)]
    several.reset(seed=seeds)
    seen, _ = several.reset(seed=again)
    for lane, env in enumerate(single):
        env.reset(seed=seeds[lane])
        alone, _ = env.reset(seed=again[lane])
        assert (seen["observation"][lane] == alone["observation"]).all()


@pytest.mark.xdist_group("no-merci")
def test_a_vector_is_rendered_match_by_match():
    several = gymnasium.make_vec("pioche/no-merci-v0", num_envs=2, render_mode="ansi", seat=1)
    several.reset(seed=1)
    first, second = several.render()
    assert first.startswith("eyes: 1\n")
    assert first != second


@pytest.mark.xdist_group("20-20")
def test_every_step_is_printed_for_people(capsys):
    env = gymnasium.make("pioche/20-20-v0", render_mode="human")
    seen, _ = env.reset(seed=1)
    env.step(int(seen["action_mask"].argmax()))
    assert capsys.readouterr().out.count("eyes: 0\n") == 2


@pytest.mark.xdist_group("20-20")
def test_gymnasiums_checks():
    """What is outside the action space is an error; a move that is not legal now costs −1."""
    env = gymnasium.make("pioche/20-20-v0")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    seen, _ = env.reset(seed=1)
    for strange in (300, -1, None, 0.5):
        with pytest.raises(gymnasium.error.InvalidAction, match="not in Discrete"):
            env.step(strange)
    after, reward, is_over, _, _ = env.step(int(seen["action_mask"].argmin()))
    assert (after["observation"] == seen["observation"]).all()
    assert (reward, is_over) == (-1, False)


@pytest.mark.parametrize("make", [pettingzoo.env, lambda game, **rest: gymnasium.make(f"pioche/{game}-v0", **rest)])
@pytest.mark.filterwarnings("ignore:.*not in the possible render_modes")
def test_bad_settings_are_refused_in_a_sentence(make):
    for bad, said in {"render_mode": "is one of ansi, human, not 'x'", "variant": "Its variants: tactical"}.items():
        with pytest.raises(BadSetting, match=said):
            make("no-merci", **{bad: "x"})
    with pytest.raises(TypeError, match="autoreset"):
        make("no-merci", autoreset="same-step")
