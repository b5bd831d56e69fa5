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
    """Run every job with the same number of playouts; return the results in order, and that number.

    By time, all jobs are done once with the least number, to see how many the time allows. One is done before that, so
    that loading or compiling loops does not count.
    """
    count = amount.most if effort.simulations is None else max(min(effort.simulations, amount.most), amount.least)
    if effort.simulations is None and jobs:
        jobs[len(jobs) // 2](1)
        begin = perf_counter()
        done = list(in_order([partial(job, amount.least) for job in jobs], effort.workers))
        spent = perf_counter() - begin
        count = min(int(amount.least * (effort.seconds * amount.share - spent) / spent), amount.most)
        if count < 2 * amount.least:
            progress(1.0)
            return done, amount.least
    done = []
    for found in in_order([partial(job, count) for job in jobs], effort.workers):
        done.append(found)
        progress(len(done) / len(jobs))
    return done, count


def in_order(jobs: Sequence[Callable[[], Done]], workers: int) -> Iterator[Done]:
    """Yield the result of each job in their order; several threads work on them."""
    if workers == 1:
        yield from (job() for job in jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda job: job(), jobs)
