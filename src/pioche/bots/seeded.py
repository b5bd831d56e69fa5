"""Bots whose moves follow from the seed of a match: the same deal and the same moves of the person give the same match.

Their chance is derived from the seed, the seat and the number of moves that the seat has made, and their budget is in
simulations. They act before the person whenever both may, so that the order of moves does not depend on speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pioche.core.chance import Random, new_random
from pioche.core.match import Match
from pioche.core.think.think import think_exactly

from .players import LevelBot, level_of


@dataclass(frozen=True)
class SeededBots:
    """The bots of one match, by seat: the names of their levels."""

    levels: Mapping[int, str]

    def next_move(self, match: Match) -> tuple[int, str] | None:
        """Return the next signal or move of a bot, as seat and name; None if no bot may act.

        Raise `NotCompiled` where a bot searches and its loops may not be compiled first.
        """
        if signal := self._next_signal(match):
            return signal
        seat = next((seat for seat in match.to_move if seat in self.levels), None)
        return None if seat is None else (seat, self._choose(match, seat))

    def is_due(self, match: Match) -> bool:
        """Return whether a bot acts before anybody else may. This takes no search."""
        return any(seat in self.levels for seat in match.to_move) or self._next_signal(match) is not None

    def _next_signal(self, match: Match) -> tuple[int, str] | None:
        if match.over or not match.rules.signal_numbers:
            return None
        for seat, level in sorted(self.levels.items()):
            given = LevelBot(level).signals(match.spectate(seat))
            allowed = {move.number for move in match.signals(seat)} if given else ()
            for number in given:
                if number in allowed:
                    return seat, match.rules.move_name(number)
        return None

    def _choose(self, match: Match, seat: int) -> str:
        situation = match.situation(seat, rng=chance_of(match, seat))
        chosen = situation.numbers[0]
        if len(situation.numbers) > 1:
            chosen = think_exactly(situation, level_of(situation.rules, self.levels[seat])).move
        return match.rules.move_name(chosen)


def chance_of(match: Match, seat: int) -> Random:
    """Return the random numbers of a bot's next move (docs/fair-deals.md)."""
    made = sum(mover == seat for mover, _ in match.moves)
    return new_random(int.from_bytes(match.seed, "big"), seat, made)
