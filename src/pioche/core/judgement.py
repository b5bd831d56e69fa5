"""A game's own judgement, from its ``bot.py``: what a quick player goes by, and what guides search.

`appraise` says how much speaks for each legal move. The numbers it weighs with are learned and lie in the game's
``judgement.toml``: a table for each kind of eye (what a beginner looks at, what an expert does), by number of players.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .words import Message

if TYPE_CHECKING:
    from .chance import Random
    from .game import Moves, Setting

Weights = NDArray[np.float64]
Values = NDArray[np.float64]
"""One number for each legal move, in their order."""

LEVELS = ("beginner", "casual", "strong", "expert")


@dataclass(frozen=True)
class Level:
    """How well a bot plays: what it looks at, and how long it thinks. With no simulations its judgement decides."""

    weights: str
    """The table of ``judgement.toml``."""
    simulations: int = 0
    sharpness: float = np.inf
    """How surely the move with the most in its favour is made: chances go by the exponential of so many times that."""


@dataclass(frozen=True)
class Manner:
    """How search goes about a game. Found by trying, like the weights."""

    exploration: float = 1.0
    trust: float = 1.0
    """How sharply judgement tells good moves from bad before they have been tried."""
    sharpness: float = 1.0
    """The same in playouts; 0 plays them at random."""
    depth: int = 10_000
    """After so many moves a playout breaks off, and scores count as if play stopped there."""
    reuse: int = 1
    """Simulations in each imagined world."""
    multi_observer: bool = False
    """Whether others' choices are learned for each hand they may have, instead of by what everybody sees."""
    spread: float = 20.0
    """How far scores of a round lie apart, as a rule: what a lead is measured by."""
    ambition: float = 0.8
    """How much winning counts in the last round; the rest is the lead."""


@dataclass(frozen=True)
class Estimate:
    """What a move is worth to the seat: from 0 to 1, with its standard error, and how often it was tried."""

    move: int
    value: float
    error: float
    tries: int


@dataclass(frozen=True)
class Thought:
    """What came of thinking: the move to make, and what each was found to be worth."""

    move: int
    estimates: tuple[Estimate, ...]
    simulations: int


OwnThinking = Callable[[Any, int, "Moves", "Random", int, int, Weights], Thought]


@dataclass(frozen=True, kw_only=True, eq=False)
class Judgement:
    """What a game knows about playing it well."""

    appraise: Callable[[Any, int, Moves, int, Weights, Values], None]
    """``appraise(state, seat, moves, count, weights, out)``, a rule: how much speaks for each of so many legal moves.

    It reads what that seat knows and nothing else, so that it can be asked in a whole state as well (a law checks it).
    """
    weights: Callable[[Setting, str], Weights]
    """The numbers to weigh with: for a setting, the table of that name."""
    levels: Mapping[str, Level]
    manner: Manner = field(default_factory=Manner)
    talk: Callable[[Any, int, Weights, Moves], int] | None = None
    """``talk(state, seat, weights, out)``, a rule: the signals a seat gives now, like legal moves; by what it knows."""
    think: OwnThinking | None = None
    """``think(known, seat, legal, rng, simulations, least, weights)``, where a game has its own instead of the search.

    So many simulations, and each move is tried at least so often.
    """
    explain: Callable[[Any, int, int], Message | None] | None = None
    """What speaks for a move, in a few words, by what the seat knows."""


def weights_of(package: str) -> Callable[[Setting, str], Weights]:
    """The tables of a package's ``judgement.toml``: lists by number of players, ``[tuned]`` then ``3 = [0.5, …]``.

    A variant may have its own, ``[tuned-tactical]``; where it has none it shares those of the game.
    """

    @cache
    def tables() -> dict[str, dict[str, list[float]]]:
        return tomllib.loads(files(package).joinpath("judgement.toml").read_text(encoding="utf-8"))

    @cache
    def found(name: str, variant: str | None, players: int) -> Weights:
        by_players = tables().get(f"{name}-{variant}") or tables()[name]
        fitting = [count for count in map(int, by_players) if count <= players] or [min(map(int, by_players))]
        return np.array(by_players[str(max(fitting))], np.float64)

    return lambda setting, name: found(name, setting.variant, setting.players)
