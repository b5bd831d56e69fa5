"""Computes blocks on a cluster of Dask: ``--on tcp://HOST:PORT``, the address of its scheduler."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

from .clusters import REACH_SECONDS, TASK_SECONDS, reach
from .engines import Engine
from .errors import NoEngine, say

CALL = "getattr(__import__('importlib').import_module(module), name)(*arguments)"
WORKER_SECONDS = 60
"""How long to wait for the first worker of a cluster."""


class DaskEngine(Engine):
    """The workers of a cluster."""

    task_seconds = TASK_SECONDS
    tries = 2
    """Once in company and once alone: Dask itself gives a task to other workers before it reports a death."""
    losses = (CancelledError,)
    """Without its scheduler, a client cancels everything."""

    def __init__(self, address: str) -> None:
        client = _connected(address)
        from distributed import KilledWorker

        self._client = client
        self.deaths = (*Engine.deaths, KilledWorker)
        workers = sum(each["nthreads"] for each in client.scheduler_info(n_workers=-1)["workers"].values())
        super().__init__(client.get_executor(pure=False), max(1, workers))
        self._log = logging.getLogger("distributed.client")
        self._level = self._log.level
        self._log.setLevel(logging.CRITICAL)  # a lost cluster is reported by us, without a traceback

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Send a function by its name: a message that a worker cannot read would be sent to it without end."""
        name = {"module": function.__module__, "name": function.__qualname__, "arguments": arguments}
        return super().submit(eval, CALL, name)

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        self.executor.shutdown(wait=False)  # this cancels what is under way
        self._client.close(timeout=REACH_SECONDS)
        self._log.setLevel(self._level)


def _connected(address: str) -> Any:
    try:
        import distributed
    except ImportError as missing:
        raise NoEngine(say("engine-missing", engine="Dask", extra="dask")) from missing
    reach(address, "Dask")
    open_client: Any = distributed.Client
    client = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Dask warns of other versions; workers that differ are refused by us
            client = open_client(address, timeout=REACH_SECONDS, set_as_default=False)
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        if client is not None:
            client.close(timeout=REACH_SECONDS)
        raise NoEngine(say("engine-away", engine="Dask", address=address, reason=_reason(error))) from error
    return client


def _reason(error: BaseException) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
