"""K6-4 Games played and won, counted separately with and without help."""

from __future__ import annotations

from dataclasses import dataclass, replace

UNDO, HINT, QUESTION = "undo", "hint", "question"
"""The kinds of help: a move taken back, a hint, "can it still be won?"."""


@dataclass(frozen=True)
class Tally:
    played: int = 0
    won: int = 0

    @property
    def share(self) -> float | None:
        """The share of games won; None before the first."""
        return self.won / self.played if self.played else None

    def plus(self, *, won: bool) -> Tally:
        return Tally(self.played + 1, self.won + won)


@dataclass(frozen=True)
class Statistics:
    """Results of finished games."""

    alone: Tally = Tally()
    helped: Tally = Tally()

    def plus(self, *, won: bool, help_taken: frozenset[str] = frozenset()) -> Statistics:
        """Return the statistics with one more game, in which these kinds of help were used."""
        if help_taken:
            return replace(self, helped=self.helped.plus(won=won))
        return replace(self, alone=self.alone.plus(won=won))
