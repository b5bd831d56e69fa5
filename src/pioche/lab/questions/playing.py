"""Matches for the questions: the game, its setting and its bots as data, and blocks of matches between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pioche import registry
from pioche.bots import LevelBot, RandomBot, find_bot
from pioche.core.chance import new_random
from pioche.core.game import Game

from ..matches import BotMatch
from ..simulate import is_quick, seat_bots
from ..table import Block, Table

BULK, ASKED = 1000, 10
"""How many matches a block has: between bots that play compiled, and between bots that are asked move by move."""


@dataclass(frozen=True)
class Sitting:
    """A game, its setting and the bots in the seats, as plain data."""

    game: str
    players: int
    variant: str | None
    options: tuple[tuple[str, bool | int], ...]
    bots: tuple[str, ...]

    @property
    def found(self) -> Game:
        return registry.find(self.game)

    @property
    def table(self) -> Table:
        return _table(self.game, self.players, self.variant, self.options)

    @property
    def is_quick(self) -> bool:
        """Whether whole matches are played compiled."""
        bots = [find_bot(name) for name in self.bots]
        return all(isinstance(bot, RandomBot) for bot in bots) or all(is_quick(self.table, bot) for bot in bots)

    @property
    def size(self) -> int:
        """How many matches a block has by default."""
        return BULK if self.is_quick else ASKED

    def seat(self, bots: Sequence[str]) -> Sitting:
        """Return the same setting with other bots: one for each seat, or one for all."""
        return replace(self, bots=tuple(seat_bots(bots, self.players)))


@cache
def _table(game: str, players: int, variant: str | None, options: tuple[tuple[str, bool | int], ...]) -> Table:
    found = registry.find(game)
    return Table(found, found.agree(players, variant, **dict(options)))


def sit(game: str, players: int | None, variant: str | None, options: Mapping[str, object], bots: str) -> Sitting:
    """Return a checked sitting, or raise an error of one sentence."""
    found = registry.find(game)
    setting = found.agree(players, variant, **options)
    names = tuple(seat_bots(bots, setting.players))
    for name in names:
        find_bot(name)
    return Sitting(found.name, setting.players, variant, tuple(setting.options.items()), names)


def play(sitting: Sitting, size: int, seed: int, number: int, repeat: int = 0) -> Block:
    """Play one block of matches. The deals depend on the seed and the number alone, not on who plays."""
    table, bots = sitting.table, [find_bot(name) for name in sitting.bots]
    if sitting.is_quick:
        levels = [bot.level if isinstance(bot, LevelBot) else None for bot in bots]
        chances = new_random(seed, number), new_random(seed, number, 1, repeat)
        return table.play(size, chances[0], levels if any(levels) else None, moves=chances[1])
    first = number * size
    played = [BotMatch(table, bots, seed, first + each, repeat=repeat).play() for each in range(size)]
    return Block(
        totals=np.array([match.totals for match in played], np.int32),
        places=np.array([match.places for match in played], np.int32),
        lengths=np.array([match.moves for match in played], np.int32),
        endings=np.array([match.ending for match in played], np.int32),
        dealers=np.array([match.dealer for match in played], np.int64),
    )


def shares(sitting: Sitting, block: Block) -> NDArray[np.float64]:
    """Return, by match and seat, the share of the win: ties split it, but not those who all win together."""
    first: NDArray[np.float64] = (block.places == 1).astype(np.float64)
    if not sitting.found.together:
        first /= np.maximum(first.sum(axis=1, keepdims=True), 1.0)
    return first


def leads(sitting: Sitting, block: Block) -> NDArray[np.int64]:
    """Return how far the winner of each match is ahead of the next player or team; 0 for a tie."""
    teams = sitting.found.teams.get(sitting.variant or "", ())
    one_each = [team.seats[0] for team in teams] or list(range(sitting.players))
    totals, places = block.totals[:, one_each].astype(np.int64), block.places[:, one_each]
    order = np.argsort(places, axis=1, kind="stable")
    ranked = np.take_along_axis(totals, order, axis=1)
    ahead: NDArray[np.int64] = np.abs(ranked[:, 0] - ranked[:, 1])
    return ahead
