"""Learns weights by self-play: evolution (CMA-ES) for winning, against a pool of earlier winners.

A better mean score does not always win more, and weights that beat one opponent may lose to another: so fitness is the
share of rounds won against the pool.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from pioche.core.judgement import Weights

from .errors import NoEngine, say

POOL = 4
"""How many of the latest rivals are opponents."""
RIVAL_EVERY = 10
"""After how many generations the best weights join the rivals."""


class Evolution:
    """The state of an evolution: ask for children, try them against the opponents, and tell how successful they are.

    It depends only on its arguments and the results it receives. The best of every tenth generation joins the rivals.
    """

    def __init__(self, start: Weights, scale: float | Weights, *, pool: Sequence[Weights] = (), seed: int = 1) -> None:
        self.rivals = [*pool, np.asarray(start, np.float64)]
        self.generation, self.seed = 0, seed
        scales = np.broadcast_to(np.asarray(scale, np.float64), len(start)).copy()
        own_chance = {"seed": np.nan, "randn": np.random.RandomState(seed).randn}
        settings = {"verbose": -9, "CMA_stds": scales, **own_chance}
        self._strategy = cma_library().CMAEvolutionStrategy(list(start), 1.0, settings)

    @property
    def opponents(self) -> list[Weights]:
        return self.rivals[-POOL:]

    @property
    def deals_seed(self) -> int:
        """The seed of the deals of this generation."""
        return self.seed * 1000 + self.generation * 2

    @property
    def best(self) -> Weights:
        """The weights that the evolution believes to be best."""
        return np.array(self._strategy.result.xfavorite)

    @property
    def has_new_rival(self) -> bool:
        return self.generation % RIVAL_EVERY == 0

    def ask(self) -> list[Weights]:
        return [np.array(child) for child in self._strategy.ask()]

    def tell(self, children: Sequence[Weights], fitness: Sequence[float]) -> None:
        self._strategy.tell(list(children), [-each for each in fitness])
        self.generation += 1
        if self.has_new_rival:
            self.rivals.append(self.best)


def cma_library() -> Any:
    """Import the library of CMA-ES."""
    cma_version()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about a missing plotting library that is not needed here
        import cma
    return cma


def cma_version() -> str:
    """Return the version of that library, without importing it."""
    try:
        return version("cma")
    except PackageNotFoundError as error:
        raise NoEngine(say("engine-missing", engine="CMA-ES", extra="train")) from error
