"""How long a review may take, and how its work is divided: by time, or by numbers so that a seed repeats it exactly."""

from __future__ import annotations

import math
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
OVERTIME = 4
"""The playouts of a job that is begun when the time is over: every moment of a match gets a figure."""
FIRST_ROUND = 0.2
"""How far the first round of jobs is said to bring the work."""


@dataclass(frozen=True)
class Effort:
    """How much work a review may be. With ``simulations`` the same seed gives the same review."""

    seconds: float = SECONDS
    simulations: int | None = None
    """For each decision; None: as many as the time allows."""
    seed: int = 0
    workers: int = 1

    def seconds_for(self, share: float) -> float:
        """Return how long a part of the work may take; infinity where numbers limit it."""
        return share * self.seconds if self.simulations is None else math.inf


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
    """Run every job; return the results in order, and the least number of playouts that a job had.

    With a limit of time, there are two rounds: one with few playouts, which is timed, and one with as many as the time
    allows. No job of the second round is begun after the end of the time, and those of the first are short from then
    on. So the work ends soon after it, however slow some jobs are.
    """
    if not jobs:
        return [], 0
    if effort.simulations is not None:
        count = max(min(effort.simulations, amount.most), amount.least)
        return list(_reported([partial(job, count) for job in jobs], effort, progress)), count
    jobs[len(jobs) // 2](1)  # loads or compiles loops before the clock runs
    begin = perf_counter()
    until = begin + effort.seconds_for(amount.share)
    few = [_shorter_after(until, job, amount.least) for job in jobs]
    first = list(_reported(few, effort, lambda share: progress(share * FIRST_ROUND)))
    now = perf_counter()
    count = min(int(amount.least * (until - now) / max(now - begin, 1e-9)), amount.most)
    if count <= amount.least:
        progress(1.0)
        return [done for done, _ in first], min(made for _, made in first)
    more = [_kept_after(until, job, count, found) for job, found in zip(jobs, first, strict=True)]
    last = list(_reported(more, effort, lambda share: progress(FIRST_ROUND + share * (1 - FIRST_ROUND))))
    return [done for done, _ in last], min(made for _, made in last)


def _reported(jobs: Sequence[Callable[[], Done]], effort: Effort, progress: Progress) -> Iterator[Done]:
    for number, found in enumerate(in_order(jobs, effort.workers), 1):
        yield found
        progress(number / len(jobs))


def _shorter_after(until: float, job: Callable[[int], Done], count: int) -> Callable[[], tuple[Done, int]]:
    """Return a function that runs a job with a number of playouts, or with few if it is called after a time."""

    def run() -> tuple[Done, int]:
        made = count if perf_counter() < until else min(count, OVERTIME)
        return job(made), made

    return run


def _kept_after(
    until: float, job: Callable[[int], Done], count: int, found: tuple[Done, int]
) -> Callable[[], tuple[Done, int]]:
    """Return a function that runs a job, or returns what was found before if it is called after a time."""
    return lambda: (job(count), count) if perf_counter() < until else found


def in_order(jobs: Sequence[Callable[[], Done]], workers: int) -> Iterator[Done]:
    """Yield the result of each job in their order; several threads work on them."""
    if workers == 1:
        yield from (job() for job in jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(lambda job: job(), jobs)
