"""Matches for the questions: the game, its setting and its bots as data, and blocks of matches between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.game import AnyRules
from pioche.core.state import blanks

from ..answer import Named
from ..matches import BotMatch, block_of
from ..simulate import are_quick, quick_levels, seat_bots
from ..sitting import Seated, agree, check_bots
from ..table import Block

BULK, ASKED = 1000, 10
"""How many matches a block has: between bots that play compiled, and between bots that are asked move by move."""


@dataclass(frozen=True)
class Sitting(Seated):
    """A setting and its bots, and how many of their matches make a block."""

    @property
    def is_quick(self) -> bool:
        """Whether whole matches are played compiled."""
        return are_quick(self.table, [find_bot(name) for name in self.bots])

    @property
    def size(self) -> int:
        """How many matches a block has by default."""
        return BULK if self.is_quick else ASKED

    def seat(self, bots: Sequence[str]) -> Sitting:
        """Return the same setting with other bots: one for each seat, or one for all."""
        return replace(self, bots=tuple(seat_bots(bots, self.players)))


def sit(game: str, players: int | None, variant: str | None, options: Mapping[str, object], bots: str) -> Sitting:
    """Return a checked sitting, or raise an error of one sentence."""
    agreed = agree(game, players, variant, **options)
    names = check_bots(tuple(seat_bots(bots, agreed.players)))
    return Sitting(agreed.game, agreed.players, agreed.variant, agreed.options, names)


def play(sitting: Sitting, size: int, seed: int, number: int, repeat: int = 0) -> Block:
    """Play one block of matches. The deals depend on the seed and the number alone, not on who plays."""
    table, bots = sitting.table, [find_bot(name) for name in sitting.bots]
    if sitting.is_quick:
        levels = quick_levels(bots)
        chances = new_random(seed, number), new_random(seed, number, 1, repeat)
        return table.play(size, chances[0], levels if any(levels) else None, moves=chances[1])
    first = number * size
    return block_of(BotMatch(table, bots, seed, first + each, repeat=repeat).play() for each in range(size))


def known_by(rules: AnyRules, state: Any, seat: int) -> Any:
    """Return what a seat, or a spectator, knows of the only round in ``state``."""
    known = blanks(rules.state, 1)
    kernels(rules).observe(state, seat, known)
    return known[0]


def shares(sitting: Sitting, block: Block) -> NDArray[np.float64]:
    """Return, by match and seat, the share of the win: ties split it, but not those who all win together."""
    first: NDArray[np.float64] = (block.places == 1).astype(np.float64)
    if not sitting.found.together:
        first /= np.maximum(first.sum(axis=1, keepdims=True), 1.0)
    return first


def ending_of(sitting: Sitting, name: str) -> Named:
    """Return how the last round ends, in words."""
    words = sitting.table.rounds[-1].words(f"ending.{name}")
    return Named(words.key, words.arguments, name)


def leads(sitting: Sitting, block: Block) -> NDArray[np.int64]:
    """Return how far the winner of each match is ahead of the next player or team; 0 for a tie."""
    teams = sitting.found.teams.get(sitting.variant or "", ())
    one_each = [team.seats[0] for team in teams] or list(range(sitting.players))
    totals, places = block.totals[:, one_each].astype(np.int64), block.places[:, one_each]
    order = np.argsort(places, axis=1, kind="stable")
    ranked = np.take_along_axis(totals, order, axis=1)
    ahead: NDArray[np.int64] = np.abs(ranked[:, 0] - ranked[:, 1])
    return ahead
