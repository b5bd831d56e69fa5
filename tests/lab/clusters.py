"""Clusters of two nodes on this machine, on loopback."""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
NODES = Path(__file__).parent / "ray_nodes.py"
CODE = (ROOT / "src", ROOT)


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
        try:
            begun.wait(30)
        except subprocess.TimeoutExpired:  # a worker of Dask may look for its scheduler for long
            begun.kill()
            begun.wait()
        for stream in filter(None, (begun.stdin, begun.stdout)):
            stream.close()


def kill_all_of(head):
    """Kill a process and those that it started."""
    children = subprocess.run(["pgrep", "-P", str(head.pid)], capture_output=True, text=True, check=False).stdout
    for pid in [*map(int, children.split()), head.pid]:
        os.kill(pid, signal.SIGKILL)


@contextmanager
def dask_cluster(scratch, *sources):
    """Yield the address of a scheduler with two workers, and its process. Workers find the code in some folders."""
    words = ("-m", "dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    place = scratch / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    worker = ("-m", "dask", "worker", "--scheduler-file", place, "--host", "127.0.0.1", "--nthreads", "1")
    with ExitStack() as stack:
        scheduler = stack.enter_context(process([*words, "--scheduler-file", place], CODE, **quiet))
        for _ in range(2):
            words = [*worker, "--no-dashboard", "--local-directory", scratch]
            stack.enter_context(process(words, sources or CODE, **quiet))
        yield _address(place), scheduler


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
def ray_cluster(*sources):
    """Yield the address of a cluster of two nodes with one core each, and the process of its head.

    Workers find the code in some folders.
    """
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with process([NODES, os.pathsep.join(map(str, sources or CODE))], CODE, **pipes) as nodes:
        yield nodes.stdout.readline().split()[0], nodes
        if nodes.poll() is None:
            nodes.communicate(timeout=60)


@contextmanager
def ray_session(address):
    """Connect to a cluster, if it is one of Ray, as a program may do before it computes; it stays connected.

    Ray's server of clients gives up after half a minute on a machine that is busy, and begins again.
    """
    if not address.startswith("ray://"):
        yield
        return
    import ray

    session = None
    while session is None:
        with suppress(ConnectionError):
            session = ray.init(address, log_to_driver=False)
    with session:
        yield
