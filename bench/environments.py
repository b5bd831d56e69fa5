"""Steps a second through each door for programs, beside other projects, all in one run.

    make bench-envs
    python -m bench.environments --seconds 2 --games no-merci,20-20

Everybody plays at random, and reads the observation and the legal moves at every step. Moves of a batch are drawn
before the clock runs. All are measured in turn, several times over, and the median is printed: the steps in a second
on all cores, and in a second of processor time, which other work on the machine changes less. A project that is not
installed is left out.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from pioche import registry
from pioche.envs import Batch
from pioche.lab.table import usable_cores

REPEATS = 3
BATCHES = (1024, 8192)
CLASSIC = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
RLCARD = ("gin-rummy", "uno", "leduc-holdem")
OPENSPIEL = ("hearts", "gin_rummy", "python_kuhn_poker")
PGX = ("leduc_holdem", "kuhn_poker")
OURS = "Pioche"
Run = Callable[[float], "Spent"]
"""Play for some seconds of processor time."""


@dataclass
class Spent:
    steps: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    """Seconds of processor time, of all threads."""

    @contextmanager
    def measured(self) -> Iterator[None]:
        begin = perf_counter(), process_time()
        yield
        self.seconds += perf_counter() - begin[0]
        self.processor += process_time() - begin[1]


def matches(play: Callable[[], int]) -> Run:
    """Repeat ``play``, which plays one match and returns its steps."""

    def run(seconds: float) -> Spent:
        spent = Spent()
        while spent.processor < seconds:
            with spent.measured():
                spent.steps += play()
        return spent

    return run


def stepped(draw: Callable[[], Any], step: Callable[[Any], None], size: int) -> Run:
    """Repeat ``step`` of a batch with the moves of ``draw``, which are not measured."""

    def run(seconds: float) -> Spent:
        spent = Spent()
        while spent.processor < seconds:
            moves = draw()
            with spent.measured():
                step(moves)
            spent.steps += size
        return spent

    return run


def aec(env: Any) -> Run:
    """An environment of PettingZoo."""

    def play() -> int:
        steps = 0
        env.reset(seed=random.randrange(1 << 30))
        for _ in env.agent_iter():
            observation, _, is_over, is_cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if is_over or is_cut else int(legal[random.randrange(len(legal))]))
            steps += 1
        return steps

    return matches(play)


def rlcard(name: str) -> Run:
    env = import_module("rlcard").make(name)

    def play() -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return matches(play)


def openspiel(name: str) -> Run:
    """Games in C++, called from Python, and games in Python."""
    import_module("open_spiel.python.games")
    import_module("pioche.envs.openspiel")
    game = import_module("pyspiel").load_game(name)
    has_observation = game.get_type().provides_observation_tensor

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            mover = state.current_player()
            _ = state.observation_tensor(mover) if has_observation else state.information_state_tensor(mover)
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return matches(play)


def pgx(name: str, size: int) -> Run:
    """A batch in JAX, with matches begun anew in the compiled step."""
    jax, env = import_module("jax"), import_module("pgx").make(name)

    @jax.jit
    def step(state: Any, moves: Any, key: Any) -> Any:
        after = jax.vmap(env.step)(state, moves)
        fresh = jax.vmap(env.init)(jax.random.split(key, size))

        def chosen(new: Any, old: Any) -> Any:
            return jax.numpy.where(after.terminated.reshape(-1, *[1] * (new.ndim - 1)), new, old)

        return jax.tree_util.tree_map(chosen, fresh, after)

    @jax.jit
    def drawn(mask: Any, key: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.log(mask.astype(float)))

    keys = [jax.random.PRNGKey(0)]
    states = [jax.jit(jax.vmap(env.init))(jax.random.split(keys[0], size))]

    def draw() -> Any:
        keys[0], own = jax.random.split(keys[0])
        return drawn(states[0].legal_action_mask, own).block_until_ready()

    def advance(moves: Any) -> None:
        states[0] = jax.block_until_ready(step(states[0], moves, keys[0]))

    return stepped(draw, advance, size)


def pioche_batch(game: str, size: int) -> Run:
    batch = Batch(game, size, reward="place", threads=usable_cores(), autoreset="same-step")
    batch.reset(seed=1)
    rng, lanes = np.random.default_rng(1), np.arange(size)

    def draw() -> Any:
        return batch.legal[lanes, (rng.random(size) * batch.legal_count).astype(np.int32)]

    return stepped(draw, batch.step, size)


class Job(NamedTuple):
    kind: str
    name: str
    begin: Callable[[], Run]


def single(games: list[str]) -> Iterator[Job]:
    env = import_module("pioche.envs.pettingzoo").env
    for name in games:
        if registry.find(name).players[-1] > 1:
            yield Job("PettingZoo", f"{OURS} {name}", lambda name=name: aec(env(name)))
    for name in CLASSIC if find_spec("rlcard") else ():
        made = f"pettingzoo.classic.{name}"
        yield Job("PettingZoo", f"PettingZoo {name}", lambda made=made: aec(import_module(made).env()))
    for name in RLCARD if find_spec("rlcard") else ():
        yield Job("RLCard", f"RLCard {name}", lambda name=name: rlcard(name))
    for name in games if find_spec("pyspiel") else ():
        full = f"pioche_{name.replace('-', '_')}"
        yield Job("OpenSpiel", f"{OURS} {name}", lambda full=full: openspiel(full))
    for name in OPENSPIEL if find_spec("pyspiel") else ():
        yield Job("OpenSpiel", f"OpenSpiel {name}", lambda name=name: openspiel(name))


def batches(games: list[str]) -> Iterator[Job]:
    for size in BATCHES:
        for name in games:
            yield Job(f"batch of {size}", f"{OURS} {name}", lambda name=name, size=size: pioche_batch(name, size))
        for name in PGX if find_spec("pgx") else ():
            yield Job(f"batch of {size}", f"Pgx {name}", lambda name=name, size=size: pgx(name, size))


def measure(jobs: list[Job], seconds: float) -> dict[Job, tuple[float, float]]:
    """Return the steps a second of each job, and the steps a second of processor time."""
    runs = {job: job.begin() for job in jobs}
    for run in runs.values():
        run(0.05)
    seen = defaultdict(list)
    for _ in range(REPEATS):
        for job, run in runs.items():
            seen[job].append(run(seconds))
    return {
        job: (median(one.steps / one.seconds for one in spent), median(one.steps / one.processor for one in spent))
        for job, spent in seen.items()
    }


def table(rates: dict[Job, tuple[float, float]], seconds: float) -> Table:
    """Return all rates; those of Pioche also as a multiple of the best other project, by processor time."""
    found = Table("played as", "game", title=f"Random play, medians of {REPEATS} runs of {seconds:g} s each")
    for title in ("steps/s", "a processor second", "× best peer"):
        found.add_column(title, justify="right")
    peers: dict[str, float] = defaultdict(float)
    for job, (_, own) in rates.items():
        if not job.name.startswith(OURS):
            peers[job.kind] = max(peers[job.kind], own)
    before = None
    for job, (rate, own) in rates.items():
        ratio = f"{own / peers[job.kind]:.1f}" if job.name.startswith(OURS) and peers[job.kind] else ""
        if before not in (None, job.kind):
            found.add_section()
        found.add_row("" if job.kind == before else job.kind, job.name, f"{rate:,.0f}", f"{own:,.0f}", ratio)
        before = job.kind
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", default=",".join(game.name for game in registry.games()))
    parser.add_argument("--only", default="", help='how to play: "PettingZoo", "OpenSpiel" or "batch"')
    given = parser.parse_args()
    random.seed(1)
    games = given.games.split(",")
    jobs = [job for job in chain(single(games), batches(games)) if job.kind.startswith(given.only)]
    Console(width=110).print(table(measure(jobs, given.seconds), given.seconds))


if __name__ == "__main__":
    main()
