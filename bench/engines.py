"""Measures the rails: blocks a second on one and two workers, and through each engine.

    python -m bench.engines --clusters
    python -m bench.engines --on ray://127.0.0.1:10001 --on tcp://127.0.0.1:8786

A block is eight matches of No Merci between bots that choose move by move, with one simulation for each move.
The time does not contain the start of the engine: it begins with the first result.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pioche.lab.blocks import Rails, compute
from pioche.lab.simulate import Simulation, plan_simulation

HERE = (("threads", 1), ("threads", 2), ("processes", 1), ("processes", 2))


def work(blocks: int) -> Simulation:
    games = blocks * 8
    return plan_simulation("no-merci", 3, games=games, bots="beginner@1,casual@1,casual@1", seed=1, dealer=None)


def blocks_a_second(rails: Rails, blocks: int) -> tuple[float, float]:
    """Return the blocks a second after the first one, and the seconds until that one."""
    begin = perf_counter()
    with closing(compute(work(blocks), blocks, rails)) as results:
        next(results)
        first = perf_counter()
        for _ in results:
            pass
    return (blocks - 1) / (perf_counter() - first), first - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", action="append", default=[], help="the address of a cluster; may be repeated")
    parser.add_argument("--blocks", type=int, default=400)
    parser.add_argument("--only-clusters", action="store_true", help="leave out threads and processes")
    parser.add_argument("--clusters", action="store_true", help="begin a Dask and a Ray of two nodes here as well")
    chosen = parser.parse_args()
    work(chosen.blocks).block(0)  # compiles before the first measurement
    print(f"{'engine':<28}{'workers':>8}{'blocks/s':>10}{'first after':>13}")
    for on, workers in (*(() if chosen.only_clusters else HERE), *((address, None) for address in chosen.on)):
        measure(on, workers, chosen.blocks)
    if chosen.clusters:
        from tests.lab.clusters import dask_cluster, ray_cluster

        with TemporaryDirectory() as scratch, dask_cluster(Path(scratch)) as (address, _):
            measure(address, None, chosen.blocks)
        with ray_cluster() as (address, _):
            measure(address, None, chosen.blocks)


def measure(on: str, workers: int | None, blocks: int) -> None:
    speed, start = blocks_a_second(Rails(on, workers), blocks)
    print(f"{on:<28}{workers or 'all':>8}{speed:>10.1f}{start:>11.1f} s", flush=True)


if __name__ == "__main__":
    main()
