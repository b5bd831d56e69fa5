"""A game's own judgement, from its ``bot/``: it decides for quick players and guides search.

`appraise` scores each legal move. Its weights are learned and are stored in the game's ``judgement.toml``: a table for
each kind of player (what a beginner looks at, what an expert does), by number of players.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .weights import Weights as Weights
from .weights import pack
from .words import Message

if TYPE_CHECKING:
    from .chance import Random
    from .game import Moves, Setting

Values = NDArray[np.float64]
"""One number for each legal move, in their order."""

LEVELS = ("beginner", "casual", "strong", "expert")


@dataclass(frozen=True)
class Level:
    """How well a bot plays: its weights and how long it searches. Without simulations the highest score decides."""

    weights: str
    """The table of ``judgement.toml``."""
    simulations: int = 0
    sharpness: float = np.inf
    """How reliably the highest-scoring move is made: chances are proportional to exp(sharpness × score)."""


def four_levels(beginner: Level, casual: Level, strong: Level, expert: Level) -> dict[str, Level]:
    """Return the levels by name, in the order of LEVELS."""
    return dict(zip(LEVELS, (beginner, casual, strong, expert), strict=True))


@dataclass(frozen=True)
class SearchParameters:
    """A game's search parameters. Tuned by experiment, like the weights."""

    exploration: float = 1.0
    trust: float = 1.0
    """How strongly scores separate good moves from bad ones before they have been tried."""
    sharpness: float = 1.0
    """The same in playouts; 0 plays them at random."""
    depth: int = 10_000
    """The maximum number of moves of a playout; scores then count as if play stopped there."""
    reuse: int = 1
    """The number of simulations in each imagined world."""
    multi_observer: bool = False
    """Whether others' choices are learned for each hand they may have, instead of by what everyone sees."""
    spread: float = 20.0
    """The typical spread of scores in a round, by which a lead is measured."""
    ambition: float = 0.8
    """The weight of winning in the last round; the rest is the weight of the lead."""


@dataclass(frozen=True)
class Mean:
    """The mean of a figure over all tries of a move, with its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Estimate:
    """The value of a move to the seat, from 0 to 1, with its standard error and the number of tries.

    The value decides; it may add up several things. The figure is one thing that people can read (`Thought.measure`).
    """

    move: int
    value: float
    error: float
    tries: int
    figure: Mean | None = None


Measure = Literal["win", "win-round", "place", "cards", "forecast"]
"""What the figures of a thought are.

The chance to win, or to win the round; the place after the round; the cards left; or a forecast that play does not
reach: the number of cards left that would be as good.
"""


@dataclass(frozen=True)
class Thought:
    """The result of thinking: the move to make, and an estimate for each move."""

    move: int
    estimates: tuple[Estimate, ...]
    simulations: int
    measure: Measure | None = None
    """What their figures are; None where nothing was tried."""


OwnThinking = Callable[[Any, int, "Moves", "Random", int, int, Weights], Thought]


@dataclass(frozen=True, eq=False)
class Memory:
    """What bots remember of a round besides its state. The rules themselves do not need it."""

    state: type
    """The game's state with more fields, which are zero when a round is dealt."""
    apply: Callable[[Any, int, int], None]
    """A rule: carry out a move, and remember it."""
    observe: Callable[[Any, int, Any], None]
    """A rule: write what a seat knows and remembers into a blank record."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Judgement:
    """How a game values moves, and the levels of its bots."""

    appraise: Callable[[Any, int, Moves, int, Weights, Values], None]
    """``appraise(state, seat, moves, count, weights, out)``, a rule: it writes a score for each legal move.

    It reads only what that seat knows, so that it can be called with a complete state too (a law checks it).
    """
    weights: Callable[[Setting, str], Weights]
    """``weights(setting, table)``: the weights of that table, for the variant and number of players."""
    declaration: type | None = None
    """The class that declares the weights (`pioche.core.weights`); None if the game has its own format for them."""
    levels: Mapping[str, Level]
    search: SearchParameters = field(default_factory=SearchParameters)
    talk: Callable[[Any, int, Weights, Moves], int] | None = None
    """``talk(state, seat, weights, out)``, a rule: list the signals a seat gives now, from what it knows."""
    think: OwnThinking | None = None
    """``think(known, seat, legal, rng, simulations, least, weights)``: the game's own look-ahead instead of the search.

    It runs ``simulations`` simulations and tries each move at least ``least`` times.
    """
    memory: Memory | None = None
    """What bots remember of the moves, if more than the state of the game holds."""
    explain: Callable[[Any, int, int], Message | None] | None = None
    """The reason for a move, in a few words, by what the seat knows."""


def weights_of(package: str, declaration: type, arrays: tuple[str, ...] = ()) -> Callable[[Setting, str], Weights]:
    """Return a function that looks weights up in a package's ``judgement.toml``, by setting and name of the table.

    Its tables have the declared weights for numbers of players: ``[tuned.3]``, then ``points = 0.5``. Where there is
    none for a number of players, that of the next smaller number is used, or that of the smallest. A variant may have
    its own, ``[tuned-tactical.3]``; where it has none it shares those of the game. The tables named in ``arrays`` hold
    one list without names instead, ``weights = […]``, such as the layers of a network.
    """

    @cache
    def tables() -> dict[str, dict[str, Any]]:
        return tomllib.loads(files(package).joinpath("judgement.toml").read_text(encoding="utf-8"))

    @cache
    def look_up(name: str, variant: str | None, players: int) -> Weights:
        table = f"{name}-{variant}" if f"{name}-{variant}" in tables() else name
        by_players = tables()[table]
        fitting = [count for count in map(int, by_players) if count <= players] or [min(map(int, by_players))]
        found = by_players[str(max(fitting))]
        if name in arrays:
            return np.array(found["weights"], np.float64)
        return pack(declaration, found, f"judgement.toml of {package}: [{table}.{max(fitting)}]")

    return lambda setting, name: look_up(name, setting.variant, setting.players)
