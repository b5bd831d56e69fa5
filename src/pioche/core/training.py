"""How the weights of a game are learned: declared in its ``bot/training.py``, done by `pioche.lab.training`."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from .judgement import Judgement
from .weights import Weights

if TYPE_CHECKING:
    from .game import Setting

STILL = 1e-6
"""The scale of a weight that is not learned."""
LEARNED = "tuned"
"""The table of ``judgement.toml`` that is learned."""

Origin = Literal["shipped", "nothing"]
"""What learning starts from: the weights in ``judgement.toml``, or none."""
ORIGINS: tuple[Origin, ...] = ("shipped", "nothing")


class Tries(Protocol):
    """What is tried in one step: a frozen dataclass of plain data, like other work in blocks."""

    def block(self, number: int) -> Any:
        """Return the result of one try as JSON-compatible data. It depends on the fields and the number alone."""


Compute = Callable[[Tries, int], list[Any]]
"""``compute(tries, count)``: the results of the tries 0, 1, …, in this order.

They are kept in a journal, so the same calls must follow from the same results.
"""


def array_text(numbers: Weights) -> str:
    """Return an array of floats as text for a journal, exact and shorter than its digits."""
    return base64.b64encode(zlib.compress(np.ascontiguousarray(numbers, "<f8").tobytes())).decode("ascii")


def text_array(text: str) -> Weights:
    """Return the array of such a text, with one dimension."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), "<f8").astype(np.float64)


@dataclass(frozen=True)
class Course:
    """The extent of learning: the number of generations, and of deals."""

    game: str
    setting: Setting
    generations: int
    deals: int
    seed: int
    origin: Origin


@dataclass(frozen=True)
class Step:
    """One generation: the success of the weights that were tried, and the weights learned so far."""

    generation: int
    """Counted from 1."""
    best: float
    mean: float
    weights: Weights
    won: float | None = None
    """Where it is measured: the share won with these weights alone at a table of others; where nobody competes, the
    share of new deals won."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ByEvolution:
    """Learns named weights by evolution (CMA-ES): they are to win against the weights it started from."""

    judgement: Judgement
    scales: Callable[[Setting, Weights], Weights]
    """``scales(setting, start)``: how far each weight is varied at first; STILL for those that are not learned."""
    against: tuple[str, ...] = ()
    """Tables of ``judgement.toml`` that are opponents as well."""
    by_match: bool = False
    """Whether whole matches are tried instead of rounds. Everybody deals once in a match."""
    checked: int = 5
    """The learned weights are compared with the shipped ones on this many times the deals of a generation."""
    digits: str = ".3f"
    """How a weight is written."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ByOwnMethod:
    """The game has a training method of its own."""

    learn: Callable[[Course, Compute], Iterator[Step]]
    """Yield a step for each generation; the last one has the result."""
    as_toml: Callable[[Setting, Weights], str]
    """Return the weights for a setting as tables of ``judgement.toml``."""
    judgement: Judgement | None = None
    """If given, the learned weights are also compared with the shipped ones: alone at a table of them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Training:
    """How a game learns, and the defaults of `pioche lab train`."""

    method: ByEvolution | ByOwnMethod
    players: tuple[int, ...] = ()
    """The numbers of players that weights are learned for; all if empty."""
    generations: int = 40
    deals: int = 2000
    """Deals, or matches, for each try of a generation."""
    origin: Origin = "shipped"
    from_nothing: int = 160
    """The number of generations from nothing, where learning usually starts from what is shipped."""
    options: Mapping[str, bool | int] = field(default_factory=dict)
    """Options of the game while learning."""

    def generations_from(self, origin: Origin) -> int:
        """Return how many generations a run has by default."""
        return self.from_nothing if (self.origin, origin) == ("shipped", "nothing") else self.generations
