"""Clusters of two nodes on this machine, on loopback."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
NODES = Path(__file__).parent / "ray_nodes.py"


def environment(*folders):
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders)), "RAY_USAGE_STATS_ENABLED": "0"}


@contextmanager
def process(words, folders, **streams):
    """Run a process; end it afterwards."""
    begun = subprocess.Popen([sys.executable, *map(str, words)], env=environment(*folders), **streams)
    try:
        yield begun
    finally:
        begun.terminate()
        begun.wait(30)


@contextmanager
def dask_cluster(scratch, sources=ROOT / "src"):
    """Yield the address of a scheduler with two workers, which run the code in a folder."""
    words = ("-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    place = scratch / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    worker = ("-m", "dask", "worker", "--scheduler-file", place, "--host", "127.0.0.1", "--nthreads", "1")
    with ExitStack() as stack:
        stack.enter_context(process([*words, "--scheduler-file", place], (sources, ROOT), **quiet))
        for _ in range(2):
            words = [*worker, "--no-dashboard", "--local-directory", scratch]
            stack.enter_context(process(words, (sources, ROOT), **quiet))
        yield _address(place)


def _address(place):
    import json

    deadline = time.monotonic() + 60
    while True:
        assert time.monotonic() < deadline
        try:
            return json.loads(place.read_text())["address"]
        except (FileNotFoundError, ValueError):
            time.sleep(0.05)


@contextmanager
def ray_cluster():
    """Yield the address of a cluster of two nodes with one core each."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with process([NODES], (ROOT / "src", ROOT), **pipes) as nodes:
        yield nodes.stdout.readline().split()[0]
        nodes.communicate(timeout=60)
