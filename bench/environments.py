"""Steps a second through each door for programs, beside other projects, all in one run.

    make bench-envs
    python -m bench.environments --seconds 2 --games no-merci,20-20

Everybody plays at random, and reads the observation and the legal moves at every step. Single environments are measured
in processor time of one core, batches in real time on all cores. A project that is not installed is left out.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from pioche import registry
from pioche.envs import Batch
from pioche.lab.table import usable_cores

REPEATS = 3
BATCHES = (1024, 8192)
CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
RLCARD = ("gin-rummy", "uno", "leduc-holdem")
OPENSPIEL = ("hearts", "gin_rummy", "python_kuhn_poker")
PGX = ("leduc_holdem", "kuhn_poker")
Run = Callable[[float], float]
"""Play for some seconds; return the steps a second."""


def aec(env: Any) -> Run:
    """An environment of PettingZoo."""

    def run(seconds: float) -> float:
        steps, begin = 0, process_time()
        while process_time() - begin < seconds:
            env.reset(seed=steps)
            for _ in env.agent_iter():
                observation, _, is_over, is_cut, _ = env.last()
                legal = np.flatnonzero(observation["action_mask"])
                env.step(None if is_over or is_cut else int(legal[random.randrange(len(legal))]))
                steps += 1
        return steps / (process_time() - begin)

    return run


def rlcard(name: str) -> Run:
    env = import_module("rlcard").make(name)

    def run(seconds: float) -> float:
        steps, begin = 0, process_time()
        while process_time() - begin < seconds:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                steps += 1
        return steps / (process_time() - begin)

    return run


def openspiel(name: str) -> Run:
    """C++ from Python, or Python itself where the name says so."""
    import_module("open_spiel.python.games")
    game = import_module("pyspiel").load_game(name)
    has_observation = game.get_type().provides_observation_tensor

    def run(seconds: float) -> float:
        steps, begin = 0, process_time()
        while process_time() - begin < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                    continue
                mover = state.current_player()
                _ = state.observation_tensor(mover) if has_observation else state.information_state_tensor(mover)
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps / (process_time() - begin)

    return run


def pgx(name: str, size: int) -> Run:
    """A batch in JAX: random legal moves are drawn within the compiled step."""
    jax, env = import_module("jax"), import_module("pgx").make(name)
    begin_all = jax.jit(jax.vmap(env.init))

    @jax.jit
    def step(state: Any, key: Any) -> Any:
        drawn = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(float)))
        after = jax.vmap(env.step)(state, drawn)
        fresh = jax.vmap(env.init)(jax.random.split(key, size))
        ended = after.terminated

        def chosen(new: Any, old: Any) -> Any:
            return jax.numpy.where(ended.reshape(-1, *[1] * (new.ndim - 1)), new, old)

        return jax.tree_util.tree_map(chosen, fresh, after)

    key = jax.random.PRNGKey(0)
    state = step(begin_all(jax.random.split(key, size)), key)

    def run(seconds: float) -> float:
        nonlocal state, key
        steps, begin = 0, perf_counter()
        while perf_counter() - begin < seconds:
            key, own = jax.random.split(key)
            state = step(state, own)
            steps += size
        state.observation.block_until_ready()
        return steps / (perf_counter() - begin)

    return run


def pioche_batch(game: str, size: int) -> Run:
    """Moves are drawn in NumPy before the clock starts to run; which of them are legal is read from the mask."""
    batch = Batch(game, size, reward="place", threads=usable_cores(), autoreset="same-step")
    batch.reset(seed=1)
    rng = np.random.default_rng(1)

    def run(seconds: float) -> float:
        steps, spent = 0, 0.0
        while spent < seconds:
            upto = batch.mask.cumsum(axis=1, dtype=np.int32)
            moves = (upto <= (rng.random((size, 1)) * upto[:, -1:])).sum(axis=1)
            begin = perf_counter()
            batch.step(moves)
            spent += perf_counter() - begin
            steps += size
        return steps / spent

    return run


Job = tuple[str, str, Callable[[], Run]]
"""A measurement: what kind it is, its name, and how to begin it."""


def single(games: list[str]) -> Iterator[Job]:
    env = import_module("pioche.envs.pettingzoo").env
    for name in games:
        if registry.find(name).players[-1] > 1:
            yield "one, PettingZoo", f"pioche {name}", lambda name=name: aec(env(name))
    for name in CLASSIC if find_spec("rlcard") else ():
        made = f"pettingzoo.classic.{name}"
        yield "one, PettingZoo", f"PettingZoo {name}", lambda made=made: aec(import_module(made).env())
    for name in RLCARD if find_spec("rlcard") else ():
        yield "one, own interface", f"RLCard {name}", lambda name=name: rlcard(name)
    for name in OPENSPIEL if find_spec("pyspiel") else ():
        yield "one, own interface", f"OpenSpiel {name}", lambda name=name: openspiel(name)


def batches(games: list[str]) -> Iterator[Job]:
    for size in BATCHES:
        for name in games:
            yield f"batch of {size}", f"pioche {name}", lambda name=name, size=size: pioche_batch(name, size)
        for name in PGX if find_spec("pgx") else ():
            yield f"batch of {size}", f"Pgx {name}", lambda name=name, size=size: pgx(name, size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", default=",".join(game.name for game in registry.games()))
    given = parser.parse_args()
    random.seed(1)
    games = given.games.split(",")
    for kind, name, begin in chain(single(games), batches(games)):
        run = begin()
        run(0.05)
        rate = median(run(given.seconds) for _ in range(REPEATS))
        print(f"{kind:20} {name:34} {rate:14,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
