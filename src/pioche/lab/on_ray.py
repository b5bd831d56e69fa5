"""Computes blocks on a cluster of Ray: ``--on ray://HOST:PORT``, or ``ray://auto`` on a machine of the cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from .clusters import TASK_SECONDS, reach
from .engines import Engine
from .errors import NoEngine, say

AUTO = "ray://auto"
"""The cluster that this machine belongs to."""


class RayExecutor(Executor):
    """Ray's tasks behind the interface of an executor."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._remotes: dict[Callable[..., Any], Any] = {}

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if function not in self._remotes:
            self._remotes[function] = self._ray.remote(max_retries=0)(function)
        future: Future[Any] = self._remotes[function].remote(*arguments, **named).future()
        return future


class RayEngine(Engine):
    """The cores of a cluster. A session of Ray that the caller has opened is used, and left open."""

    task_seconds = TASK_SECONDS
    blames_others = False

    def __init__(self, address: str) -> None:
        ray, self._is_ours = _connected(address)
        self._ray, errors = ray, ray.exceptions
        lost = (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError)
        self.deaths = (*Engine.deaths, *lost)
        self.unloadable = (*Engine.unloadable, errors.RayTaskError)
        self.losses = (ConnectionError, errors.RaySystemError, errors.LocalRayletDiedError)
        super().__init__(RayExecutor(ray), max(1, int(ray.cluster_resources().get("CPU", 1))))

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        if self._is_ours:
            self._ray.shutdown()


def _connected(address: str) -> tuple[Any, bool]:
    """Return Ray, connected to a cluster, and whether we opened its session."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # those of tasks that nobody waits for any more
    try:
        import ray
    except ImportError as missing:
        raise NoEngine(say("engine-missing", engine="Ray", extra="ray")) from missing
    if ray.is_initialized():
        return ray, False
    if address != AUTO:
        reach(address, "Ray")
    try:
        given = "auto" if address == AUTO else address
        ray.init(given, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        said = str(error).strip().splitlines()  # the last line of Ray's traceback says what is wrong
        reason = said[-1].rstrip(".") if said else type(error).__name__
        raise NoEngine(say("engine-away", engine="Ray", address=address, reason=reason)) from error
    return ray, True
