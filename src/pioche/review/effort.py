"""How long a review may take, and how its work is divided: by time, or by numbers so that a seed repeats it exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TypeVar

Done = TypeVar("Done")
Progress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""

SECONDS = 40.0
TIMED = 16
"""How many jobs of a kind are timed, to see how many playouts the time allows."""


@dataclass(frozen=True)
class Effort:
    """How much work a review may be. With ``simulations`` the same seed gives the same review."""

    seconds: float = SECONDS
    simulations: int | None = None
    """For each decision; None: as many as the time allows."""
    seed: int = 0
    workers: int = 1


@dataclass(frozen=True)
class Amount:
    """How many playouts each job of a kind gets: within a range, as the time allows."""

    least: int
    most: int
    share: float
    """Of the time of the whole review."""


def run_jobs(
    jobs: Sequence[Callable[[int], Done]], amount: Amount, effort: Effort, progress: Progress
) -> tuple[list[Done], int]:
    """Run every job with the same number of playouts; return the results in order, and that number."""
    if not jobs:
        return [], 0
    wanted = possible(jobs, amount, effort) if effort.simulations is None else effort.simulations
    count = max(min(wanted, amount.most), amount.least)
    done = []
    for found in in_order([partial(job, count) for job in jobs], effort.workers):
        done.append(found)
        progress(len(done) / len(jobs))
    return done, count


def possible(jobs: Sequence[Callable[[int], Done]], amount: Amount, effort: Effort) -> int:
    """Return how many playouts of each job the time allows, from those that some jobs took.

    One is done before that, so that loading or compiling loops does not count.
    """
    jobs[len(jobs) // 2](1)
    timed = jobs[:: -(-len(jobs) // TIMED)]
    begin = perf_counter()
    list(in_order([partial(job, amount.least) for job in timed], effort.workers))
    spent = perf_counter() - begin
    left = effort.seconds * amount.share - spent
    return int(amount.least * left * len(timed) / (spent * len(jobs)))


def in_order(jobs: Sequence[Callable[[], Done]], workers: int) -> Iterator[Done]:
    """Yield the result of each job in their order; several threads work on them."""
    if workers == 1:
        yield from (job() for job in jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda job: job(), jobs)
